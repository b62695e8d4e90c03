// SPDX-License-Identifier: Apache-2.0
// Which graphs shift-invert is for: those that are long, and whose factorisation is cheap.
//
// From a node that is far from another (two searches), nodes lie at distances 0 … l − 1. λ_1 is of the
// order of (π/l)² ‖L‖ or less, and the filter of block Lanczos needs a degree that grows as l: some 2 l
// was measured on triangulations, and more on what is thinner. A block of eight columns takes count/4 + 10
// applications of it.
//
//   products  2 l (count/4 + 10) · 32 multiplications and additions an edge
//   factors   the fill of an approximate minimum degree order, counted (elimination.cpp)
//
// A multiplication of the factorisation takes as long as some kSlower of the products', which run in
// floats and eight at a time; it is done twice, the second time to count by inertia. That was measured
// with simplicial factors: fronts are some six times as fast, and the choice so much more careful. A graph of few
// levels is not even ordered: that takes as long as tens of products.
#include <querent/spectral/choose_solver.hpp>

#include <algorithm>
#include <vector>

namespace querent::spectral {
namespace {

constexpr std::uint64_t kLeastLevels = 30;
constexpr double kSlower = 13;
constexpr double kMostNumbers = 4e8;  // some 5 GB with the fronts at hand
constexpr double kMostWork = 3e12;    // some ten minutes

/// Nodes by distance from `start`; where the last level begins is where another search does.
struct Levels {
  std::vector<Node> order;
  std::vector<std::uint64_t> begin;  ///< of each level in `order`
};

Levels levels_from(const Graph& graph, Node start) {
  Levels levels{.order = {start}, .begin = {}};
  levels.order.reserve(graph.num_nodes());
  std::vector<bool> seen(graph.num_nodes(), false);
  seen[start] = true;
  for (std::uint64_t first = 0; first < levels.order.size();) {
    levels.begin.push_back(first);
    const std::uint64_t last = levels.order.size();
    for (; first < last; ++first) {
      for (const Node j : graph.neighbours(levels.order[first])) {
        if (seen[j]) continue;
        seen[j] = true;
        levels.order.push_back(j);
      }
    }
  }
  return levels;
}

}  // namespace

std::uint64_t num_levels(const Graph& graph) {
  const Levels first = levels_from(graph, 0);
  return levels_from(graph, first.order[first.begin.back()]).begin.size();
}

std::optional<Elimination> cheap_elimination(const Graph& graph, Eigen::Index count) {
  Levels levels = levels_from(graph, 0);
  if (2 * levels.begin.size() < kLeastLevels) return std::nullopt;  // no two nodes are farther apart
  levels = levels_from(graph, levels.order[levels.begin.back()]);
  if (levels.begin.size() < kLeastLevels) return std::nullopt;
  const double pairs = static_cast<double>(count);
  const double products = 2 * static_cast<double>(levels.begin.size()) * (pairs / 4 + 10) * 32 *
                          static_cast<double>(graph.num_edges());
  // Lanczos on the inverse: two solves a vector, of some four vectors a pair
  const double solves = 4 * pairs + 20;
  return elimination(graph, std::min(kMostNumbers, products / (kSlower * 2 * solves)),
                     std::min(kMostWork, products / (2 * kSlower)));
}

std::optional<Elimination> possible_elimination(const Graph& graph) {
  return elimination(graph, kMostNumbers, kMostWork);
}

}  // namespace querent::spectral
