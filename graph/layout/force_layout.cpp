// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/layout/force_layout.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <querent/datasets/split_mix.hpp>

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

namespace {

constexpr std::size_t kCoarsest = 30;

// Uniform on [−1, 1), a function of seed and place.
double jitter(std::uint64_t seed, std::uint64_t at) {
  const auto x = split_mix64((seed - 1) * kSplitMixStep + (at + 1) * 0xd1b54a32d192ed03ULL);
  return static_cast<double>(x >> 11) * 0x1.0p-52 - 1;
}

double mean_edge(const Coarser& level, const std::vector<Point>& positions) {
  double sum = 0;
  for (Node i = 0; i + 1 < level.offsets.size(); ++i) {
    for (std::uint64_t k = level.offsets[i]; k < level.offsets[i + 1]; ++k) {
      const Point& other = positions[level.neighbours[k]];
      sum += std::hypot(positions[i][0] - other[0], positions[i][1] - other[1]);
    }
  }
  return std::max(sum / static_cast<double>(std::max<std::size_t>(level.neighbours.size(), 1)),
                  1e-9);
}

// Moves every node by `step` along its force; returns Σ |force|².
double move_once(const Coarser& level, std::vector<Point>& positions, double step) {
  const QuadTree tree(positions, level.masses);
  std::vector<Point> moved(positions.size());
  double energy = 0;
  for (Node i = 0; i < positions.size(); ++i) {
    Point force = tree.repulsion(i);
    force[0] *= level.masses[i];
    force[1] *= level.masses[i];
    for (std::uint64_t k = level.offsets[i]; k < level.offsets[i + 1]; ++k) {
      const Point& other = positions[level.neighbours[k]];
      force[0] -= level.weights[k] * (positions[i][0] - other[0]);
      force[1] -= level.weights[k] * (positions[i][1] - other[1]);
    }
    const double size = std::hypot(force[0], force[1]);
    energy += size * size;
    const double scale = size > 0 ? step / size : 0;
    moved[i] = {positions[i][0] + scale * force[0], positions[i][1] + scale * force[1]};
  }
  positions.swap(moved);
  return energy;
}

// The step grows while the energy falls and shrinks otherwise (Hu, section 3.2).
bool relax(const Coarser& level, std::vector<Point>& positions, int most, double first_step,
           const LayoutOptions& options) {
  constexpr double kShrink = 0.9, kStill = 0.005;
  const double length = mean_edge(level, positions);
  double step = first_step * length, before = std::numeric_limits<double>::infinity();
  int falls = 0;
  for (int round = 0; round < most && step > kStill * length; ++round) {
    if (options.stop && options.stop()) return false;
    const double energy = move_once(level, positions, step);
    if (energy < before) {
      if (++falls >= 5) {
        falls = 0;
        step /= kShrink;
      }
    } else {
      falls = 0;
      step *= kShrink;
    }
    before = energy;
  }
  return true;
}

}  // namespace

std::vector<Point> force_layout(const Graph& graph, const LayoutOptions& options) {
  std::vector<Coarser> levels{finest(graph)};
  while (levels.back().masses.size() > kCoarsest) {
    Coarser next = coarser(levels.back());
    if (10 * next.masses.size() > 9 * levels.back().masses.size()) break;
    levels.push_back(std::move(next));
  }
  std::vector<Point> positions(levels.back().masses.size());
  const double radius = std::sqrt(static_cast<double>(positions.size()));
  for (std::size_t i = 0; i < positions.size(); ++i)
    positions[i] = {radius * jitter(options.seed, 2 * i), radius * jitter(options.seed, 2 * i + 1)};
  for (std::size_t l = levels.size(); l-- > 0;) {
    const Coarser& level = levels[l];
    const double first_step = l + 1 == levels.size() ? 1 : 0.3;
    // finer levels start from the coarser layout; larger levels need fewer rounds
    const std::size_t n = positions.size();
    const int rounds = n <= kCoarsest * 4 ? 300 : n <= 2000 ? 120 : n <= 20000 ? 80 : 50;
    if (!relax(level, positions, rounds, first_step, options)) return {};
    if (l == 0) break;
    const double near = 0.1 * mean_edge(level, positions);
    std::vector<Point> finer(level.parent.size());
    for (std::size_t i = 0; i < finer.size(); ++i) {
      const Point& from = positions[level.parent[i]];
      finer[i] = {from[0] + near * jitter(options.seed + l, 2 * i),
                  from[1] + near * jitter(options.seed + l, 2 * i + 1)};
    }
    positions.swap(finer);
  }
  return positions;
}

}  // namespace querent
