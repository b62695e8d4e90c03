// SPDX-License-Identifier: Apache-2.0
// The row of a node that was not in the graph when it was embedded, from its embedded neighbours.
//
// The equation L v = λ v holds at every node i. For a new node, with edges S_new,j to nodes j of
// the graph and D_new = Σ_j S_new,j, its row is solved for the entry of the new node:
//
//   normalized      v_k(new) = Σ_j S_new,j / √(D_new D_j) v_k(j) / (1 − λ_k)
//   combinatorial   v_k(new) = Σ_j S_new,j v_k(j) / (D_new − λ_k)
//
// and m_k = v_k/√λ_k for a row. It is the Nyström extension (Bengio et al., NIPS 16, 2004) for the
// kernel D^{−1/2} S D^{−1/2}. For a node of the graph with its own edges it returns its row, up to
// the error of the eigenpairs divided by 1 − λ_k. If |1 − λ_k| (combinatorial: |1 − λ_k/D_new|) is
// below 0.05, the neighbours do not determine the entry: it is 0, the mean over all nodes.
#pragma once

#include <cstdint>
#include <span>

#include <querent/graph/matrices/laplacian.hpp>
#include <querent/spectral/embedding.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Eigenpairs with the degrees of their graph.
struct NodeRows {
  LaplacianKind laplacian = LaplacianKind::kNormalized;  ///< whose eigenpairs were computed
  Eigen::VectorXd eigenvalues;                           ///< d, positive
  Embedding::Rows rows;                                  ///< n × d, m_i = (v_k(i)/√λ_k)
  Eigen::VectorXd degree;                                ///< n, D_i
};

/// The row of a node with edges to `neighbours` of weight S_new,j > 0 (`weights` empty: 1). Zeros
/// without a neighbour of positive degree.
Eigen::RowVectorXd out_of_sample(const NodeRows& nodes, std::span<const std::uint32_t> neighbours,
                                 std::span<const double> weights);

/// `before`, for a graph that has grown to `graph`: row_before[i] is the row of node i, kNewNode
/// for a new one. Known nodes keep their rows; new nodes get theirs from their neighbours, first
/// those next to a known one, and zeros if no path connects them. O(d) per edge of a new node.
/// std::invalid_argument if row_before does not fit.
Embedding extended(const Embedding& before, const Graph& graph,
                   std::span<const std::uint32_t> row_before, LaplacianKind laplacian);
inline constexpr std::uint32_t kNewNode = 0xffffffff;

}  // namespace querent
