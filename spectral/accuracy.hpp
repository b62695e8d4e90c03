// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include <querent/spectral/solver.hpp>

namespace querent::spectral {

/// What a pair may have of errors.
struct Allowed {
  double norm;         ///< ‖L‖
  double residual;     ///< of ‖L v − θ v‖₂
  double value_error;  ///< of |θ − λ|/λ

  Allowed(double norm_of_L, double tolerance);  ///< tolerance: of the residual, beside ‖L‖
  // NOLINTNEXTLINE(google-explicit-constructor): a problem says what its pairs may have
  Allowed(const Problem& problem)
      : norm(problem.L.norm_bound()),
        residual(problem.tolerance),
        value_error(problem.value_error) {}
};

/// The error that an eigenvalue may have beside itself where residuals may be `tolerance` ‖L‖: 1 %
/// at the default, and more only where more is asked for.
double allowed_value_error(double tolerance);

/// Bounds of |θ_k − λ_k| for Ritz values θ, no pair below the last of them missed, and the
/// residuals of their unit vectors. In any order.
Eigen::VectorXd value_errors(const Eigen::VectorXd& values, const Eigen::VectorXd& residuals);

/// How much each pair has of the residual and of the value's error that it may have, the larger
/// share: good enough where it is at most 1.
Eigen::VectorXd shares_of_allowed(const Allowed& allowed, const Eigen::VectorXd& values,
                                  const Eigen::VectorXd& residuals, const Eigen::VectorXd& errors);

/// Whether every pair is good enough. `pairs.errors` may be missing.
bool good_enough(const Allowed& allowed, const EigenPairs& pairs);

/// What every solver's pairs go through before they are used. Throws NotConverged where they are
/// not good enough, DataError where an eigenvalue is lost in the rounding of L itself.
void require_good(const Allowed& allowed, const EigenPairs& pairs);

}  // namespace querent::spectral
