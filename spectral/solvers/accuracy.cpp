// SPDX-License-Identifier: Apache-2.0
// The accuracy test of an eigenpair, the same for every solver.
//
// Rows are v_k/√λ_k, so the error of an eigenvalue matters relative to the eigenvalue, and a
// residual of tolerance·‖L‖ does not bound it for a λ_k below it. With θ_1 ≤ θ_2 ≤ … the Ritz
// values of orthonormal vectors and r_k = ‖L v_k − θ_k v_k‖
//
//   plain       an eigenvalue lies within r_k of θ_k
//   Lehmann     θ_j − λ_j ≤ Σ_{i≤k} r_i²/(β − θ_i) for j ≤ k, where β ≤ λ_{k+1}; k = 1 is Temple's
//
//   N. J. Lehmann: Beiträge zur numerischen Lösung linearer Eigenwertprobleme. ZAMM 29 (1949);
//   B. Parlett: The Symmetric Eigenvalue Problem, 1980, sections 4.5 and 10.5.
//
// Lehmann's lower bounds are β − μ_j, μ the eigenvalues of B + B^{−1/2} Rᵀ R B^{−1/2} with B =
// diag(β − θ), and the second term moves each of them by at most its trace. β is θ_{k+1} − r_{k+1},
// since the solvers search for missed pairs. The smallest of all bounds is used: the gap above a
// cluster of small eigenvalues bounds their errors well, whatever the gaps within the cluster.
//
// Rayleigh quotients of vectors in floats replace Ritz values; they differ by r² only.
#include <querent/spectral/solvers/accuracy.hpp>

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

#include <fmt/format.h>

namespace querent::spectral {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

Eigen::VectorXd errors_of(const EigenPairs& pairs) {
  return pairs.errors.size() > 0 ? pairs.errors : value_errors(pairs.values, pairs.residuals);
}

}  // namespace

Allowed::Allowed(double norm_of_L, double tolerance)
    : norm(norm_of_L),
      residual(tolerance * norm_of_L),
      value_error(allowed_value_error(tolerance)) {}

double allowed_value_error(double tolerance) {
  return std::max(0.01, 0.01 * tolerance / kLearningTolerance);
}

Eigen::VectorXd value_errors(const Eigen::VectorXd& values, const Eigen::VectorXd& residuals) {
  const Eigen::Index d = values.size();
  std::vector<Eigen::Index> order(static_cast<std::size_t>(d));
  std::iota(order.begin(), order.end(), Eigen::Index{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](Eigen::Index k, Eigen::Index l) { return values(k) < values(l); });
  Eigen::VectorXd errors(d);
  double least = kInfinite;  // over the bounds by the gaps above
  for (Eigen::Index k = d - 1; k >= 0; --k) {
    if (k + 1 < d) {
      const Eigen::Index above = order[static_cast<std::size_t>(k + 1)];
      const double beta = values(above) - residuals(above);
      double sum = 0;
      for (Eigen::Index i = 0; i <= k && sum < least; ++i) {
        const Eigen::Index here = order[static_cast<std::size_t>(i)];
        const double gap = beta - values(here);
        sum += gap > 0 ? residuals(here) * residuals(here) / gap : kInfinite;
      }
      least = std::min(least, sum);
    }
    const Eigen::Index here = order[static_cast<std::size_t>(k)];
    errors(here) = std::min(residuals(here), least);
  }
  return errors;
}

Eigen::VectorXd shares_of_allowed(const Allowed& allowed, const Eigen::VectorXd& values,
                                  const Eigen::VectorXd& residuals, const Eigen::VectorXd& errors) {
  Eigen::VectorXd shares(values.size());
  for (Eigen::Index k = 0; k < values.size(); ++k) {
    const double error = allowed.value_error * values(k);
    const double of_value = error > 0 ? errors(k) / error : kInfinite;
    shares(k) = std::max(residuals(k) / allowed.residual, of_value);
  }
  return shares;
}

bool good_enough(const Allowed& allowed, const EigenPairs& pairs) {
  return (shares_of_allowed(allowed, pairs.values, pairs.residuals, errors_of(pairs)).array() <= 1)
      .all();
}

void require_good(const Allowed& allowed, const EigenPairs& pairs) {
  // below a few units in the last place of ‖L‖, L v is rounding error
  if (!(pairs.values.minCoeff() > 32 * std::numeric_limits<double>::epsilon() * allowed.norm)) {
    throw DataError(
        fmt::format("expected eigenvalues that double precision can distinguish from 0, found λ of "
                    "{:.2g} ‖L‖ — remedy: narrow the range of the weights, or remove the weakest",
                    pairs.values.minCoeff() / allowed.norm));
  }
  const double worst = pairs.residuals.maxCoeff();
  if (!(worst <= allowed.residual)) {
    throw NotConverged(fmt::format(
        "an eigenpair has residual {:.2g} ‖L‖, tolerance {:.2g} ({}) — remedy: a larger "
        "tolerance or another solver",
        worst / allowed.norm, allowed.residual / allowed.norm, pairs.solver));
  }
  if (!good_enough(allowed, pairs)) {
    const double error = (errors_of(pairs).array() / pairs.values.array()).maxCoeff();
    throw NotConverged(
        fmt::format("an eigenvalue has the relative error {:.2g}, the limit is {:.2g} ({}) — "
                    "remedy: a smaller tolerance or another solver",
                    error, allowed.value_error, pairs.solver));
  }
}

}  // namespace querent::spectral
