// SPDX-License-Identifier: Apache-2.0
// The last digits: Rayleigh–Ritz in double and, where it is needed, filtered subspace iteration.
//
//   Y. Zhou, Y. Saad, M. L. Tiago, J. R. Chelikowsky: Self-consistent-field calculations using
//   Chebyshev-filtered subspace iteration. J. Comput. Phys. 219 (2006).
//
//   repeat
//     G = Xᵀ X, H = Xᵀ L X, H s = λ G s;  X = X S
//     end when max ‖L x_k − λ_k x_k‖ ≤ tolerance
//     X = p(L) X for the blocks with a residual above half of it, each column divided by its gain
//       p(λ_k)
//
// What rounding to floats left in X lies anywhere in the spectrum, so one filter takes it away by
// the factor p(λ_d).
#include <querent/spectral/polish.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <Eigen/Eigenvalues>

#include <querent/graph/parallel.hpp>

namespace querent::spectral {
namespace {

constexpr Eigen::Index b = kBlockColumns;

Eigen::VectorXd rayleigh_ritz(const Laplacian& L, Basis<double>& X,
                              const std::function<void()>& tick) {
  const Eigen::Index k = X.size();
  Eigen::MatrixXd G = Eigen::MatrixXd::Zero(k, k), H = G;
  DenseBlock<double> Y(L.size(), kBlockColumns);
  for (DenseBlock<double>& x : X.panels()) X.deflate(x);
  for (Eigen::Index j = 0; j < k; j += b) {
    tick();
    const DenseBlock<double>& x = X.panels()[static_cast<std::size_t>(j / b)];
    L.multiply(x, Y);
    H.block(j, j, k - j, b) = X.inner(Y, j);
    G.block(j, j, k - j, b) = X.inner(x, j);
  }
  // reads lower triangles only, and no more of G and H is filled
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> small(H, G);
  X.compress(small.eigenvectors(), tick);
  return small.eigenvalues();
}

/// ‖L x_k − λ_k x_k‖₂ of the first `count` columns.
Eigen::VectorXd residuals(const Laplacian& L, Basis<double>& X, const Eigen::VectorXd& values,
                          Eigen::Index count, const std::function<void()>& tick) {
  DenseBlock<double> Y(L.size(), kBlockColumns);
  Eigen::VectorXd result(count);
  for (Eigen::Index j = 0; j < count; j += b) {
    tick();
    const DenseBlock<double>& x = X.panels()[static_cast<std::size_t>(j / b)];
    L.multiply(x, Y);
    const double* lambda = values.data() + j;
    const auto squares = sum_rows<b>(L.threads(), L.size(),
                                     [&](std::uint64_t first, std::uint64_t last, double* partial) {
                                       std::array<double, b> sum{};
                                       for (std::uint64_t i = first; i < last; ++i) {
                                         for (std::uint64_t c = 0; c < b; ++c) {
                                           const double r = Y.row(i)[c] - lambda[c] * x.row(i)[c];
                                           sum[c] += r * r;
                                         }
                                       }
                                       std::copy(sum.begin(), sum.end(), partial);
                                     });
    for (Eigen::Index c = 0; c < std::min(b, count - j); ++c) {
      result(j + c) = std::sqrt(squares[static_cast<std::size_t>(c)]);
    }
  }
  return result;
}

}  // namespace

EigenPairs polish(const Problem& problem, const Laplacian& L, const ChebyshevFilter& filter,
                  Basis<double>& X, const std::function<void()>& tick) {
  double before = std::numeric_limits<double>::infinity();
  for (;;) {
    const Eigen::VectorXd values = rayleigh_ritz(L, X, tick);
    EigenPairs pairs{.values = values.head(problem.count),
                     .vectors = {},
                     .residuals = residuals(L, X, values, problem.count, tick),
                     .solver = {}};
    const double worst = pairs.residuals.maxCoeff();
    if (worst <= problem.tolerance || worst > before / 2) return pairs;
    before = worst;
    FilterOperator<double> p(L, filter, kBlockColumns, tick);
    for (Eigen::Index j = 0; j < problem.count; j += b) {
      const Eigen::Index here = std::min(b, problem.count - j);
      if (pairs.residuals.segment(j, here).maxCoeff() <= problem.tolerance / 2) continue;
      DenseBlock<double>& x = X.panels()[static_cast<std::size_t>(j / b)];
      p.apply(x);
      Eigen::MatrixXd scale = Eigen::MatrixXd::Zero(b, b);
      for (Eigen::Index c = 0; c < b; ++c) {
        scale(c, c) = 1 / std::max(1.0, filter.gain(values(j + c)));
      }
      X.rotate(x, scale);
    }
  }
}

}  // namespace querent::spectral
