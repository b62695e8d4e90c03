// SPDX-License-Identifier: Apache-2.0
// The last digits: Rayleigh–Ritz in double and, if needed, filtered subspace iteration.
//
//   Y. Zhou, Y. Saad, M. L. Tiago, J. R. Chelikowsky: Self-consistent-field calculations using
//   Chebyshev-filtered subspace iteration. J. Comput. Phys. 219 (2006).
//
//   repeat
//     G = Xᵀ X, H = Xᵀ L X, H s = λ G s;  X = X S
//     end when each pair is accurate enough (accuracy.cpp)
//     correct the blocks with a pair above half of the allowed error: X = p(L) X, each column
//       divided by its gain p(λ_k), or by the caller's correction
#include <querent/spectral/solvers/polish.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <querent/graph/parallel.hpp>
#include <querent/spectral/dense.hpp>
#include <querent/spectral/solvers/accuracy.hpp>
#include <querent/spectral/squared_distance.hpp>

namespace querent::spectral {
namespace {

constexpr Eigen::Index b = kBlockColumns;

Eigen::VectorXd rayleigh_ritz(const Laplacian& L, Basis<double>& X,
                              const std::function<void()>& tick) {
  const Eigen::Index k = X.size();
  Eigen::MatrixXd G = Eigen::MatrixXd::Zero(k, k), H = G;
  Laplacian::Product product(L);
  DenseBlock<double> Y(L.size(), kBlockColumns);
  for (DenseBlock<double>& x : X.panels()) X.deflate(x);
  for (Eigen::Index j = 0; j < k; j += b) {
    tick();
    const DenseBlock<double>& x = X.panels()[static_cast<std::size_t>(j / b)];
    product(x, Y);
    H.block(j, j, k - j, b) = X.inner(Y, j);
    G.block(j, j, k - j, b) = X.inner(x, j);
  }
  // reads lower triangles only, and no other entries of G and H are filled
  const SymmetricPairs small = symmetric_pairs(H, G);
  X.compress(small.vectors, tick);
  return small.values;
}

/// ‖L x_k − λ_k x_k‖₂ of the first `count` columns.
Eigen::VectorXd residuals(const Laplacian& L, Basis<double>& X, const Eigen::VectorXd& values,
                          Eigen::Index count, const std::function<void()>& tick) {
  Laplacian::Product product(L);
  DenseBlock<double> Y(L.size(), kBlockColumns);
  Eigen::VectorXd result(count);
  for (Eigen::Index j = 0; j < count; j += b) {
    tick();
    const DenseBlock<double>& x = X.panels()[static_cast<std::size_t>(j / b)];
    product(x, Y);
    const auto squares = squared_distance(L, x, Y, values.data() + j);
    for (Eigen::Index c = 0; c < std::min(b, count - j); ++c) {
      result(j + c) = std::sqrt(squares[static_cast<std::size_t>(c)]);
    }
  }
  return result;
}

}  // namespace

void correct(Basis<double>& X, const Eigen::VectorXd& values, const Eigen::VectorXd& shares,
             const Correction& correction) {
  std::array<double, b> lambda{};
  for (Eigen::Index j = 0; j < shares.size(); j += b) {
    const Eigen::Index here = std::min(b, shares.size() - j);
    if (shares.segment(j, here).maxCoeff() <= 0.5) continue;
    lambda.fill(values(values.size() - 1));
    std::copy_n(values.data() + j, std::min(b, values.size() - j), lambda.begin());
    correction(X.panels()[static_cast<std::size_t>(j / b)], lambda.data());
  }
}

EigenPairs polish(const Problem& problem, const Laplacian& L, Basis<double>& X,
                  Eigen::Index corrected, const std::vector<Correction>& corrections,
                  const std::function<void()>& tick) {
  double before = std::numeric_limits<double>::infinity();
  for (std::size_t round = 0;; ++round) {
    const Eigen::VectorXd values = rayleigh_ritz(L, X, tick);
    const Eigen::VectorXd residual = residuals(L, X, values, corrected, tick);
    const Eigen::VectorXd errors = value_errors(values.head(corrected), residual);
    const Eigen::VectorXd shares =
        shares_of_allowed(problem, values.head(corrected), residual, errors);
    EigenPairs pairs{.values = values.head(problem.count),
                     .residuals = residual.head(problem.count),
                     .errors = errors.head(problem.count)};
    const double worst = shares.head(problem.count).maxCoeff();
    const bool last = round >= corrections.size();
    if (worst <= 1 || (last && worst > before / 2)) return pairs;
    before = worst;
    correct(X, values, shares, corrections[std::min(round, corrections.size() - 1)]);
  }
}

template <class Real>
EigenPairs rayleigh_quotients(const Problem& problem, const Laplacian& L, Basis<Real>& X,
                              const std::function<void()>& tick, Eigen::VectorXd& length) {
  const Laplacian::Recurrence<double> product(L, 0, -2);
  DenseBlock<double> z(L.size(), kBlockColumns), y(L.size(), kBlockColumns);
  EigenPairs pairs{.values = Eigen::VectorXd(problem.count),
                   .residuals = Eigen::VectorXd(problem.count)};
  length.resize(problem.count);
  for (Eigen::Index j = 0; j < problem.count; j += b) {
    tick();
    const DenseBlock<Real>& x = X.panels()[static_cast<std::size_t>(j / b)];
    copy(x, z, L.threads());
    product.enter(z);
    product.start(z, y);
    product.leave(y);
    // x_cᵀ y_c, x_cᵀ x_c
    const auto sums = L.sum_rows<2 * b>([&](std::uint64_t i, auto& sum) {
      for (std::uint64_t c = 0; c < b; ++c) {
        const auto x_ic = static_cast<double>(x.row(i)[c]);
        sum[c] += x_ic * y.row(i)[c];
        sum[b + c] += x_ic * x_ic;
      }
    });
    std::array<double, b> lambda{};
    for (std::size_t c = 0; c < b; ++c) lambda[c] = sums[c] / sums[b + c];
    const auto squares = squared_distance(L, x, y, lambda.data());
    for (Eigen::Index k = j; k < std::min(j + b, problem.count); ++k) {
      const auto c = static_cast<std::size_t>(k - j);
      length(k) = std::sqrt(sums[b + c]);
      pairs.values(k) = lambda[c];
      pairs.residuals(k) = std::sqrt(squares[c]) / length(k);
    }
  }
  pairs.errors = value_errors(pairs.values, pairs.residuals);
  return pairs;
}

template EigenPairs rayleigh_quotients(const Problem&, const Laplacian&, Basis<float>&,
                                       const std::function<void()>&, Eigen::VectorXd&);
template EigenPairs rayleigh_quotients(const Problem&, const Laplacian&, Basis<double>&,
                                       const std::function<void()>&, Eigen::VectorXd&);

Correction filter_correction(const Laplacian& L, const ChebyshevFilter& filter,
                             const std::function<void()>& tick) {
  // x, which may be in a file, is not copied.
  return [&L, filter, tick](DenseBlock<double>& x, const double* lambda) {
    const FilterOperator<double> p(L, filter, tick);
    DenseBlock<double> y(x.rows(), x.cols()), spare(x.rows(), x.cols());
    copy(x, y, L.threads());
    p.apply(y, spare);
    std::array<double, b> scale{};
    for (std::size_t c = 0; c < b; ++c) scale[c] = 1 / std::max(1.0, filter.gain(lambda[c]));
    for_rows(L.threads(), x.rows(), 4096, [&](std::uint64_t i) {
      for (std::uint64_t c = 0; c < b; ++c) x.row(i)[c] = y.row(i)[c] * scale[c];
    });
  };
}

}  // namespace querent::spectral
