// SPDX-License-Identifier: Apache-2.0
// The row of a node that was not in the graph when it was embedded, from its neighbours that were.
//
// An eigenpair (λ_k, v_k) of L holds at every node i. At a new node, with its edges S_new,j to
// nodes j of the graph and D_new = Σ_j S_new,j, the line of L v = λ v is solved for its own entry:
//
//   normalized      v_k(new) = Σ_j S_new,j / √(D_new D_j) v_k(j) / (1 − λ_k)
//   combinatorial   v_k(new) = Σ_j S_new,j v_k(j) / (D_new − λ_k)
//
// and m_k = v_k/√λ_k for a row. It is the extension of Nyström (Bengio et al., NIPS 16, 2004) for
// the kernel D^{−1/2} S D^{−1/2}. At a node of the graph with its own edges it gives back its row,
// as exactly as the eigenpairs are known: an error of the pair is divided by 1 − λ_k. Where |1 −
// λ_k| (combinatorial: |1 − λ_k/D_new|) is below 0.05, the neighbours say nothing of the entry: it
// is 0, the mean over all nodes.
#pragma once

#include <cstdint>
#include <span>

#include <querent/graph/laplacian.hpp>
#include <querent/spectral/embedding.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Eigenpairs with the degrees of the graph they are of.
struct NodeRows {
  LaplacianKind laplacian = LaplacianKind::kNormalized;  ///< of which eigenpairs were taken
  Eigen::VectorXd eigenvalues;                           ///< d, positive
  Embedding::Rows rows;                                  ///< n × d, m_i = (v_k(i)/√λ_k)
  Eigen::VectorXd degree;                                ///< n, D_i
};

/// The row of a node with edges to `neighbours` of weight S_new,j > 0 (`weights` empty: 1). Zeros
/// without a neighbour of positive degree.
Eigen::RowVectorXd out_of_sample(const NodeRows& nodes, std::span<const std::uint32_t> neighbours,
                                 std::span<const double> weights);

/// `before`, of a graph that has grown to `graph`: row_before[i] is the row of node i, kNewNode for
/// one that came. What was there keeps its row; new nodes get theirs from their neighbours, those
/// first that are next to a known one, and zeros where no path leads there. O(d) per edge of a new
/// node. std::invalid_argument where row_before does not fit.
Embedding extended(const Embedding& before, const Graph& graph,
                   std::span<const std::uint32_t> row_before, LaplacianKind laplacian);
inline constexpr std::uint32_t kNewNode = 0xffffffff;

}  // namespace querent
