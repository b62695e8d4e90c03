// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

#include <Eigen/Core>

namespace [[gnu::visibility("default")]] querent {

/// Columns that a product is asked for at once, at most.
inline constexpr Eigen::Index kSvdBlock = 16;

/// An n × p matrix known by its products alone, with blocks of b ≤ kSvdBlock columns.
struct MatrixProducts {
  Eigen::Index rows = 0;                                                       ///< n
  Eigen::Index cols = 0;                                                       ///< p
  std::function<Eigen::MatrixXd(const Eigen::MatrixXd&)> multiply;             ///< A Z, Z is p × b
  std::function<Eigen::MatrixXd(const Eigen::MatrixXd&)> multiply_transposed;  ///< Aᵀ Y, Y is n × b
};

/// How many triples, and how carefully.
struct RandomizedSvdOptions {
  int rank = 100;         ///< singular triples wanted; fewer if A has fewer
  int oversampling = 10;  ///< columns more than the rank in the random block
  int iterations = 4;     ///< products with A Aᵀ after the first: the more, the closer
};

/// The largest singular values, descending, and their left vectors.
struct LeftSingular {
  Eigen::MatrixXd vectors;  ///< n × rank, orthonormal; the largest entry of each is positive
  Eigen::VectorXd values;   ///< rank of them
};

/// Approximates the leading singular vectors on the left. Values below 10⁻⁷ of the largest are
/// left out: they are lost in the rounding of A Aᵀ. Memory: n × (rank + oversampling) doubles and
/// what a product with kSvdBlock columns needs. The same bytes for the same A and options.
LeftSingular randomized_svd(const MatrixProducts& A, const RandomizedSvdOptions& options = {});

}  // namespace querent
