// SPDX-License-Identifier: Apache-2.0
// Lanczos on a Chebyshev filter: the smallest eigenvalues of L are the largest of p(L).
//
//   H. Fang, Y. Saad: A filtered Lanczos procedure for extreme and interior eigenvalue problems.
//   SIAM J. Sci. Comput. 34 (2012).
//
//   N(λ) = estimated number of eigenvalues below λ             (density.cpp)
//   cutoff = N⁻¹(1.25 d + 10), degree by the distance from λ_d
//   v_1, …, v_d = largest eigenvectors of (I − v_0 v_0ᵀ) p(L) (I − v_0 v_0ᵀ),
//                 by implicitly restarted Lanczos
//   Rayleigh–Ritz with L
//   if p(λ_d) < 2 the cutoff was too low for the last pairs: raise it and repeat
#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include <querent/spectral/chebyshev.hpp>
#include <querent/spectral/density.hpp>
#include <querent/spectral/solver.hpp>
#include <querent/spectral/spectra_run.hpp>

namespace querent::spectral {
namespace {

class FilteredOperator {
 public:
  FilteredOperator(const Laplacian& L, const ChebyshevFilter& filter,
                   const std::function<void()>& tick)
      : filter_(L, filter, tick), x_(L.size(), 1), spare_(L.size(), 1), null_(L.null_vector()) {}
  void operator()(const double* in, double* out) {
    const auto n = static_cast<Eigen::Index>(null_.size());
    const Eigen::Map<const Eigen::VectorXd> v0(null_.data(), n);
    const Eigen::Map<const Eigen::VectorXd> source(in, n);
    Eigen::Map<Eigen::VectorXd> x(x_.data(), n);
    x = source - v0 * v0.dot(source);
    filter_.apply(x_, spare_);
    Eigen::Map<Eigen::VectorXd>(out, n) = x - v0 * v0.dot(x);
  }

 private:
  FilterOperator<double> filter_;
  DenseBlock<double> x_, spare_;
  std::vector<double> null_;
};

}  // namespace

EigenPairs solve_filtered(const Problem& problem) {
  const Laplacian& L = problem.L;
  const auto d = static_cast<double>(problem.count);
  const Eigen::Index ncv = lanczos_vectors(problem);
  double surplus = 1.25;
  double share = 0;
  const std::function<void()> tick = [&] {
    share += 0.05 * (0.9 - share) / static_cast<double>(ncv);
    problem.progress(share);
  };
  const SpectralDensity density(L, surplus * d + 10, tick);
  constexpr int kAttempts = 4;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    ChebyshevFilter filter{
        .cutoff = density.quantile(surplus * d + 10), .upper = density.upper_bound(), .degree = 10};
    filter.cutoff = std::min(filter.cutoff, 0.9 * filter.upper);
    filter.degree =
        static_cast<int>(std::clamp(2.5 / std::sqrt(filter.cutoff / filter.upper), 4.0, 200.0));
    FilteredOperator op(L, filter, tick);
    EigenPairs pairs =
        rayleigh_ritz(L,
                      spectra_largest(static_cast<Eigen::Index>(L.size()), std::ref(op),
                                      problem.count, ncv, problem.tolerance / (2 * L.norm_bound())),
                      problem.count);
    if (filter.gain(pairs.values(problem.count - 1)) >= 2 || filter.cutoff >= 0.9 * filter.upper) {
      pairs.solver = "filtered Lanczos (degree " + std::to_string(filter.degree) + ", cutoff " +
                     std::to_string(filter.cutoff) + ")";
      return pairs;
    }
    surplus *= 2;
  }
  throw NotConverged(
      "no cutoff of the filter separates the smallest eigenvalues — remedy: another solver");
}

}  // namespace querent::spectral
