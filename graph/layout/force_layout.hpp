// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <querent/graph/layout/layout.hpp>

namespace querent {

using Point = std::array<double, 2>;

/// Sums repulsive forces in O(n log n): distant points are treated as one (Barnes and Hut, Nature
/// 1986).
class QuadTree {
 public:
  /// Points of positive mass; both arrays must outlive the tree.
  QuadTree(const std::vector<Point>& points, const std::vector<double>& masses);

  /// Σ_j m_j (p − p_j) / |p − p_j|² over all points except index `self`.
  Point repulsion(std::size_t self) const;

 private:
  struct Cell {
    double mass = 0, x = 0, y = 0;  // centre of mass, after the construction
    double side = 0;                // side length
    std::array<std::int32_t, 4> child{-1, -1, -1, -1};
    std::int32_t point = -1;  // first point of a leaf
  };
  void insert(std::int32_t point);

  const std::vector<Point>& points_;
  const std::vector<double>& masses_;
  std::vector<Cell> cells_;
  std::vector<std::int32_t> next_;  // next point of the same leaf
  Point corner_{0, 0};
  double side_ = 1;
};

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
  std::vector<Node> neighbours = {};
  std::vector<double> weights = {}, masses = {};
  std::vector<Node> parent = {};  ///< merged node of each finer node; empty for the finest
};

/// The graph as the finest level: weights divided by their mean, masses 1 + degree.
Coarser finest(const Graph& graph);
/// Merges neighbours; a node without an unmatched neighbour joins another node of the same
/// neighbour.
Coarser coarser(const Coarser& fine);

}  // namespace querent
