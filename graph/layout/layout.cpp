// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/layout/layout.hpp>

#include <algorithm>
#include <cmath>

#include <querent/graph/components.hpp>
#include <querent/graph/layout/force_layout.hpp>
#include <querent/graph/subgraph.hpp>

namespace querent {

namespace {

// A component and its rectangle, whose area is the number of nodes.
struct Box {
  Node component;
  double wide = 1, high = 1;
  double x = 0, y = 0;                // lower left corner
  std::vector<Point> positions = {};  // node positions in [0, 1]²
};

// Rotates the axis of largest extent to the horizontal.
void turn(std::vector<Point>& positions) {
  double xx = 0, xy = 0, yy = 0, mx = 0, my = 0;
  const auto n = static_cast<double>(positions.size());
  for (const Point& p : positions) {
    mx += p[0] / n;
    my += p[1] / n;
  }
  for (const Point& p : positions) {
    xx += (p[0] - mx) * (p[0] - mx);
    xy += (p[0] - mx) * (p[1] - my);
    yy += (p[1] - my) * (p[1] - my);
  }
  const double angle = 0.5 * std::atan2(2 * xy, xx - yy);
  const double c = std::cos(angle), s = std::sin(angle);
  for (Point& p : positions)
    p = {c * (p[0] - mx) + s * (p[1] - my), c * (p[1] - my) - s * (p[0] - mx)};
}

// Pulls in outliers, which would leave little room for the rest: the distance r from the centre
// becomes r^0.7.
void pull_in(std::vector<Point>& positions) {
  constexpr double kPower = 0.7;
  for (Point& p : positions) {
    const double r = std::hypot(p[0], p[1]);
    const double scale = r > 0 ? std::pow(r, kPower - 1) : 1;
    p = {p[0] * scale, p[1] * scale};
  }
}

// Scales positions to [0, 1]² and adapts the box to their shape: at most three times as wide as
// high.
void fit(Box& box, std::vector<Point> positions) {
  constexpr double kMostWide = 3;
  Point low = positions.front(), high = positions.front();
  for (const Point& p : positions) {
    for (std::size_t k = 0; k < 2; ++k) {
      low[k] = std::min(low[k], p[k]);
      high[k] = std::max(high[k], p[k]);
    }
  }
  const double longest = std::max({high[0] - low[0], high[1] - low[1], 1e-12});
  const Point side{std::max(high[0] - low[0], longest / kMostWide),
                   std::max(high[1] - low[1], longest / kMostWide)};
  for (Point& p : positions) {
    for (std::size_t k = 0; k < 2; ++k) p[k] = 0.5 + (p[k] - (low[k] + high[k]) / 2) / side[k];
  }
  const auto nodes = static_cast<double>(positions.size());
  box.wide = std::sqrt(nodes * side[0] / side[1]);
  box.high = nodes / box.wide;
  box.positions = std::move(positions);
}

// Packs boxes by height into shelves from the top; lower boxes of a shelf are stacked.
void pack(std::vector<Box>& boxes) {
  constexpr double kWideOverHigh = 1.5, kFilled = 0.85;
  std::ranges::stable_sort(boxes, [](const Box& a, const Box& b) { return a.high > b.high; });
  double area = 0, most = 0;
  for (const Box& box : boxes) {
    area += box.wide * box.high;
    most = std::max(most, box.wide);
  }
  const double width = std::max(most, std::sqrt(kWideOverHigh * area / kFilled));
  double top = 0, shelf = boxes.front().high;  // y decreases
  double left = 0, column = 0, used = 0;       // left, width and height of the stack
  for (Box& box : boxes) {
    const bool on_stack = column > 0 && used + box.high <= shelf && box.wide <= 1.2 * column &&
                          left + box.wide <= width;
    if (!on_stack) {
      left += column;
      column = used = 0;
      if (left + box.wide > width && left > 0) {
        top -= shelf;
        shelf = box.high;
        left = 0;
      }
    }
    box.x = left;
    box.y = top - used - box.high;
    used += box.high;
    column = std::max(column, box.wide);
  }
}

// Scales all boxes to [−1, 1]², equally in both axes.
std::vector<std::array<float, 2>> placed(const std::vector<Box>& boxes,
                                         const std::vector<std::vector<Node>>& nodes,
                                         std::size_t all) {
  constexpr double kMargin = 0.08;  // fraction of a box, on each side
  double right = 0, low = 0;
  for (const Box& box : boxes) {
    right = std::max(right, box.x + box.wide);
    low = std::min(low, box.y);
  }
  const double scale = 2 / std::max(right, -low);
  std::vector<std::array<float, 2>> result(all);
  for (const Box& box : boxes) {
    for (std::size_t k = 0; k < box.positions.size(); ++k) {
      const auto inside = [&](std::size_t axis, double from, double side) {
        return from + side * (kMargin + (1 - 2 * kMargin) * box.positions[k][axis]);
      };
      result[nodes[box.component][k]] = {
          static_cast<float>(scale * (inside(0, box.x, box.wide) - right / 2)),
          static_cast<float>(scale * (inside(1, box.y, box.high) - low / 2))};
    }
  }
  return result;
}

}  // namespace

std::vector<std::array<float, 2>> plane_layout(const Graph& graph, const LayoutOptions& options) {
  const Components components = connected_components(graph);
  if (components.count() == 0) return {};
  std::vector<Node> position(graph.num_nodes());
  const std::vector<std::vector<Node>> nodes = components.members();
  std::vector<Box> boxes;
  for (Node c = 0; c < components.count(); ++c) {
    boxes.push_back({.component = c, .positions = {{0.5, 0.5}}});
    if (nodes[c].size() == 1) continue;
    std::vector<Point> positions = force_layout(subgraph(graph, nodes[c], position), options);
    if (positions.empty()) return {};
    turn(positions);
    pull_in(positions);
    fit(boxes.back(), std::move(positions));
  }
  pack(boxes);
  return placed(boxes, nodes, graph.num_nodes());
}

}  // namespace querent
