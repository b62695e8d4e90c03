// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <querent/graph/layout/layout.hpp>
#include <querent/graph/layout/quad_tree.hpp>

namespace querent {

/// The layout of a connected graph of at least two nodes: springs along edges, repulsion between
/// all nodes, first for a coarse graph, then for finer ones.
///
///   repulsion of i by j  ← m_i m_j / d_ij,   attraction along an edge  ← w_ij d_ij
///   levels: pairs of neighbours are merged, heaviest edge first, down to 30 nodes
///   (Hu, Efficient and high quality force-directed graph drawing, 2005; edge-degree masses as in
///   Noack, Energy models for graph clustering, 2007, so that communities are separated)
///
/// Returns an empty layout if stopped.
std::vector<Point> force_layout(const Graph& graph, const LayoutOptions& options);

/// A graph of merged nodes, with the mapping from the finer graph.
struct Coarser {
  std::vector<std::uint64_t> offsets;
  std::vector<Node> neighbours;
  std::vector<double> weights, masses;
  std::vector<Node> parent;  ///< merged node of each finer node; empty for the finest
};

/// The graph as the finest level: weights divided by their mean, masses 1 + degree.
Coarser finest(const Graph& graph);
/// Merges neighbours; a node without an unmatched neighbour joins another node of the same
/// neighbour.
Coarser coarser(const Coarser& fine);

}  // namespace querent
