// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include <Eigen/Core>

namespace [[gnu::visibility("default")]] querent {

/// Maximum number of columns of one product.
inline constexpr Eigen::Index kSvdBlock = 16;

/// An n × p matrix given by its products only, with blocks of b ≤ kSvdBlock columns.
struct MatrixProducts {
  Eigen::Index rows = 0;                                                       ///< n
  Eigen::Index cols = 0;                                                       ///< p
  std::function<Eigen::MatrixXd(const Eigen::MatrixXd&)> multiply;             ///< A Z, Z is p × b
  std::function<Eigen::MatrixXd(const Eigen::MatrixXd&)> multiply_transposed;  ///< Aᵀ Y, Y is n × b
};

/// The number of triples, and the accuracy.
struct RandomizedSvdOptions {
  int rank = 100;         ///< singular triples wanted; fewer if A has fewer
  int oversampling = 10;  ///< columns of the random block in addition to the rank
  int iterations = 4;     ///< products with A Aᵀ after the first; more give a higher accuracy
};

/// The largest singular values, descending, and their left vectors.
struct LeftSingular {
  Eigen::MatrixXd vectors;  ///< n × rank, orthonormal; the largest entry of each is positive
  Eigen::VectorXd values;   ///< at most `rank`
};

/// Approximates the leading left singular vectors. Values below 10⁻⁷ of the largest are left out,
/// because they are lost in the rounding of A Aᵀ. Memory: n × (rank + oversampling) doubles and
/// that of a product with kSvdBlock columns. The same bytes for the same A and options.
LeftSingular randomized_svd(const MatrixProducts& A, const RandomizedSvdOptions& options = {});

}  // namespace querent
