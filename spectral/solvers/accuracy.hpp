// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include <querent/spectral/solvers/solver.hpp>

namespace querent::spectral {

/// The errors that a pair may have.
struct Allowed {
  double norm;         ///< ‖L‖
  double residual;     ///< of ‖L v − θ v‖₂
  double value_error;  ///< of |θ − λ|/λ

  Allowed(double norm_of_L, double tolerance);  ///< tolerance of the residual, relative to ‖L‖
  // NOLINTNEXTLINE(google-explicit-constructor): a problem states the errors of its pairs
  Allowed(const Problem& problem)
      : norm(problem.L.norm_bound()),
        residual(problem.tolerance),
        value_error(problem.value_error) {}
};

/// The relative error allowed for an eigenvalue if residuals may be `tolerance` ‖L‖: 1 % at the
/// default, more only if a larger tolerance is asked for.
double allowed_value_error(double tolerance);

/// Bounds of |θ_k − λ_k| for Ritz values θ, below the last of which no pair is missing, and the
/// residuals of their unit vectors. In any order.
Eigen::VectorXd value_errors(const Eigen::VectorXd& values, const Eigen::VectorXd& residuals);

/// The errors of each pair relative to the allowed ones, the larger of residual and value: accurate
/// enough if at most 1.
Eigen::VectorXd shares_of_allowed(const Allowed& allowed, const Eigen::VectorXd& values,
                                  const Eigen::VectorXd& residuals, const Eigen::VectorXd& errors);

/// Whether every pair is accurate enough. `pairs.errors` may be missing.
bool good_enough(const Allowed& allowed, const EigenPairs& pairs);

/// Every solver's pairs pass this test before they are used. Throws NotConverged if they are not
/// accurate enough, DataError if an eigenvalue is lost in the rounding of L itself.
void require_good(const Allowed& allowed, const EigenPairs& pairs);

}  // namespace querent::spectral
