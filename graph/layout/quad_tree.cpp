// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/layout/quad_tree.hpp>

#include <algorithm>

namespace querent {

namespace {

constexpr double kOpen = 1.2;       // a cell is one point if side / distance is smaller
constexpr int kDeepest = 24;        // points nearer than side · 2⁻²⁴ share a leaf
constexpr double kNearest = 1e-12;  // squared distance of coinciding points

}  // namespace

QuadTree::QuadTree(const std::vector<Point>& points, const std::vector<double>& masses)
    : points_(points), masses_(masses), next_(points.size(), -1) {
  Point low = points.front(), high = points.front();
  for (const Point& p : points) {
    for (std::size_t k = 0; k < 2; ++k) {
      low[k] = std::min(low[k], p[k]);
      high[k] = std::max(high[k], p[k]);
    }
  }
  corner_ = low;
  side_ = std::max({high[0] - low[0], high[1] - low[1], 1e-9}) * 1.0001;
  cells_.reserve(2 * points.size());
  cells_.push_back({});
  cells_.front().side = side_;
  for (std::size_t i = 0; i < points.size(); ++i) insert(static_cast<std::int32_t>(i));
  for (Cell& cell : cells_) {
    cell.x /= cell.mass;
    cell.y /= cell.mass;
  }
}

void QuadTree::insert(std::int32_t point) {
  const auto at = static_cast<std::size_t>(point);
  const Point p = points_[at];
  double x = corner_[0], y = corner_[1], half = side_ / 2;
  std::int32_t cell = 0;
  for (int depth = 0;; ++depth) {
    Cell& here = cells_[static_cast<std::size_t>(cell)];
    const bool empty = here.mass == 0;
    const std::int32_t before = here.point;
    here.mass += masses_[at];
    here.x += masses_[at] * p[0];
    here.y += masses_[at] * p[1];
    if (empty || depth == kDeepest) {
      next_[at] = before;
      here.point = point;
      return;
    }
    const auto descend = [&](const Point& q) {
      return static_cast<std::size_t>((q[0] >= x + half ? 1 : 0) + (q[1] >= y + half ? 2 : 0));
    };
    const auto child_of = [&](std::size_t quarter) {
      std::int32_t child = cells_[static_cast<std::size_t>(cell)].child[quarter];
      if (child < 0) {
        child = static_cast<std::int32_t>(cells_.size());
        cells_.push_back({});
        cells_.back().side = half;
        cells_[static_cast<std::size_t>(cell)].child[quarter] = child;
      }
      return child;
    };
    if (before >= 0) {  // a leaf with one point, which moves down
      const auto old = static_cast<std::size_t>(before);
      here.point = -1;
      Cell& lower = cells_[static_cast<std::size_t>(child_of(descend(points_[old])))];
      lower.mass = masses_[old];
      lower.x = masses_[old] * points_[old][0];
      lower.y = masses_[old] * points_[old][1];
      lower.point = before;
    }
    const std::size_t quarter = descend(p);
    cell = child_of(quarter);
    if ((quarter & 1) != 0) x += half;
    if ((quarter & 2) != 0) y += half;
    half /= 2;
  }
}

Point QuadTree::repulsion(std::size_t self) const {
  const Point p = points_[self];
  Point force{0, 0};
  const auto add = [&](double x, double y, double mass) {
    const double dx = p[0] - x, dy = p[1] - y;
    const double scale = mass / std::max(dx * dx + dy * dy, kNearest);
    force[0] += scale * dx;
    force[1] += scale * dy;
  };
  std::array<std::int32_t, 4 * (kDeepest + 2)> stack;
  std::size_t top = 0;
  stack[top++] = 0;
  while (top > 0) {
    const Cell& cell = cells_[static_cast<std::size_t>(stack[--top])];
    if (cell.point >= 0) {
      for (std::int32_t i = cell.point; i >= 0; i = next_[static_cast<std::size_t>(i)]) {
        const auto k = static_cast<std::size_t>(i);
        if (k != self) add(points_[k][0], points_[k][1], masses_[k]);
      }
      continue;
    }
    const double dx = p[0] - cell.x, dy = p[1] - cell.y;
    if (cell.side * cell.side < kOpen * kOpen * (dx * dx + dy * dy)) {
      add(cell.x, cell.y, cell.mass);
      continue;
    }
    for (const std::int32_t child : cell.child) {
      if (child >= 0) stack[top++] = child;
    }
  }
  return force;
}

}  // namespace querent
