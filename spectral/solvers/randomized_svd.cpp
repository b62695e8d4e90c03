// SPDX-License-Identifier: Apache-2.0
// Truncated SVD by randomised subspace iteration.
//
// Halko, Martinsson, Tropp, Finding Structure with Randomness, SIAM Review 53(2), 2011, Algorithms
// 4.4 and 5.1, on the left side alone.
//
//   Q ← Ω, an n × (k + s) block of independent entries of mean 0
//   repeat q + 1 times:  Q ← orth(A Aᵀ Q)
//   C = Qᵀ A Aᵀ Q,   C V = Qᵀ Q V Σ²,   U = Q V
//
// Deviations: Q is orthonormal to six digits only, which Qᵀ Q corrects. The small problem is the
// eigenproblem of C instead of the SVD of Qᵀ A. This squares the condition number, so values below
// 10⁻⁷ σ_1 are not returned; and no p × (k + s) matrix is stored, because A Aᵀ is applied to
// sixteen columns at a time, so p may be millions.
#include <querent/spectral/solvers/randomized_svd.hpp>

#include <algorithm>
#include <stdexcept>

#include <querent/spectral/dense.hpp>
#include <querent/spectral/solvers/random_block.hpp>

namespace querent {

namespace {

constexpr double kLost = 1e-14;  // of the largest σ²

Eigen::MatrixXd random_start(Eigen::Index n, Eigen::Index k) {
  DenseBlock<double> block(static_cast<std::uint64_t>(n), static_cast<std::uint64_t>(k));
  spectral::fill_random(block, 0x5bd, 1);
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  return Eigen::Map<const RowMajor>(block.data(), n, k);
}

// A Aᵀ Q.
Eigen::MatrixXd gram_product(const MatrixProducts& A, const Eigen::MatrixXd& Q) {
  Eigen::MatrixXd product(Q.rows(), Q.cols());
  for (Eigen::Index first = 0; first < Q.cols(); first += kSvdBlock) {
    const Eigen::Index count = std::min(kSvdBlock, Q.cols() - first);
    product.middleCols(first, count) =
        A.multiply(A.multiply_transposed(Q.middleCols(first, count)));
  }
  return product;
}

}  // namespace

LeftSingular randomized_svd(const MatrixProducts& A, const RandomizedSvdOptions& options) {
  if (options.rank < 1 || options.oversampling < 0 || options.iterations < 0) {
    throw std::invalid_argument(
        "randomized_svd: rank >= 1, oversampling >= 0 and iterations >= 0 are needed");
  }
  const Eigen::Index width =
      std::min<Eigen::Index>(A.rows, Eigen::Index{options.rank} + options.oversampling);
  if (width == 0 || A.cols == 0) return {Eigen::MatrixXd(A.rows, 0), Eigen::VectorXd(0)};
  Eigen::MatrixXd Q = random_start(A.rows, width);
  for (int q = 0; q <= options.iterations; ++q)
    Q = spectral::nearly_orthonormal_columns(gram_product(A, Q));
  const Eigen::MatrixXd C = spectral::transposed_times(Q, gram_product(A, Q));
  const spectral::SymmetricPairs small =
      spectral::symmetric_pairs((C + C.transpose()) / 2, spectral::gram(Q));
  const Eigen::VectorXd squares = small.values.reverse();
  Eigen::Index k = 0;
  while (k < std::min<Eigen::Index>(width, options.rank) && squares[k] > kLost * squares[0]) ++k;
  LeftSingular result{spectral::times(Q, small.vectors.rowwise().reverse().leftCols(k)),
                      squares.head(k).cwiseSqrt()};
  for (auto u : result.vectors.colwise()) {
    Eigen::Index at = 0;
    u.cwiseAbs().maxCoeff(&at);
    if (u[at] < 0) u = -u;
  }
  return result;
}

}  // namespace querent
