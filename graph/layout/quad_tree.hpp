// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

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

}  // namespace querent
