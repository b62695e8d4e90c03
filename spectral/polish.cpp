// SPDX-License-Identifier: Apache-2.0
// The last digits: Rayleigh–Ritz in double and, where it is needed, filtered subspace iteration.
//
//   Y. Zhou, Y. Saad, M. L. Tiago, J. R. Chelikowsky: Self-consistent-field calculations using
//   Chebyshev-filtered subspace iteration. J. Comput. Phys. 219 (2006).
//
//   repeat
//     G = Xᵀ X, H = Xᵀ L X, H s = λ G s;  X = X S
//     end when max ‖L x_k − λ_k x_k‖ ≤ tolerance
//     correct the blocks with a residual above half of it: X = p(L) X, each column divided by its
//       gain p(λ_k), or what the caller gives
#include <querent/spectral/polish.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>

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

EigenPairs polish(const Problem& problem, const Laplacian& L, Basis<double>& X,
                  Eigen::Index corrected, const std::vector<Correction>& corrections,
                  const std::function<void()>& tick) {
  double before = std::numeric_limits<double>::infinity();
  for (std::size_t round = 0;; ++round) {
    const Eigen::VectorXd values = rayleigh_ritz(L, X, tick);
    const Eigen::VectorXd residual = residuals(L, X, values, corrected, tick);
    EigenPairs pairs{.values = values.head(problem.count),
                     .vectors = {},
                     .residuals = residual.head(problem.count),
                     .solver = {}};
    const double worst = pairs.residuals.maxCoeff();
    const bool last = round >= corrections.size();
    if (worst <= problem.tolerance || (last && worst > before / 2)) return pairs;
    before = worst;
    const Correction& correct = corrections[std::min(round, corrections.size() - 1)];
    for (Eigen::Index j = 0; j < corrected; j += b) {
      const Eigen::Index here = std::min(b, corrected - j);
      if (residual.segment(j, here).maxCoeff() <= problem.tolerance / 2) continue;
      correct(X.panels()[static_cast<std::size_t>(j / b)], values.data() + j);
    }
  }
}

Correction filter_correction(const Laplacian& L, const ChebyshevFilter& filter,
                             const std::function<void()>& tick) {
  const auto p = std::make_shared<FilterOperator<double>>(L, filter, kBlockColumns, tick);
  return [p, filter, threads = L.threads()](DenseBlock<double>& x, const double* lambda) {
    p->apply(x);
    std::array<double, b> scale{};
    for (std::size_t c = 0; c < b; ++c) scale[c] = 1 / std::max(1.0, filter.gain(lambda[c]));
    for_rows(threads, x.rows(), 4096, [&](std::uint64_t first, std::uint64_t last) {
      for (std::uint64_t i = first; i < last; ++i) {
        for (std::uint64_t c = 0; c < b; ++c) x.row(i)[c] *= scale[c];
      }
    });
  };
}

}  // namespace querent::spectral
