// SPDX-License-Identifier: Apache-2.0
// Which graphs shift-invert is for, told from the levels of a breadth-first search.
//
// From a node that is far from another (two searches), w_l nodes lie at distance l = 0 … D. λ_1 is of
// the order of (π/D)² ‖L‖: small where D is large, and a residual of tolerance·‖L‖ says nothing of it
// then. L in the order of the levels is block tridiagonal: its factorisation costs at most Σ w_l³ and
// keeps at most 2 Σ w_l² numbers (A. George, J. Liu: Computer Solution of Large Sparse Positive Definite
// Systems, 1981, ch. 4); a fill-reducing order does better.
//
// Leaves that hang on the graph fill nothing: they are taken off before the levels are counted.
#include <querent/spectral/long_graph.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace querent::spectral {
namespace {

constexpr std::uint64_t kLeastLevels = 120;    // 4π²/120² ≈ 1/365: below it block Lanczos is quick and right
constexpr std::uint64_t kMostEdgesANode = 4;   // of a planar graph 3
constexpr double kMostWork = 2e12, kMostNumbers = 1e9;  // a minute, 8 GB; both far above the truth

/// What is left when nodes of one neighbour are taken off again and again; false: taken off.
std::vector<bool> without_leaves(const Graph& graph) {
  const std::uint64_t n = graph.num_nodes();
  std::vector<bool> left(n, true);
  std::vector<Node> degree(n), leaves;
  for (Node i = 0; i < n; ++i) {
    degree[i] = static_cast<Node>(graph.neighbours(i).size());
    if (degree[i] == 1) leaves.push_back(i);
  }
  while (!leaves.empty()) {
    const Node leaf = leaves.back();
    leaves.pop_back();
    left[leaf] = false;
    for (const Node j : graph.neighbours(leaf)) {
      if (left[j] && --degree[j] == 1) leaves.push_back(j);
    }
  }
  return left;
}

/// Nodes by distance from `start`; the first of the last level is where another search begins.
struct Levels {
  std::vector<Node> order;
  std::vector<std::uint64_t> begin;  ///< of each level in `order`
};

Levels levels_from(const Graph& graph, Node start) {
  Levels levels{.order = {start}, .begin = {}};
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

bool is_long_and_thin(const Graph& graph) {
  const std::uint64_t n = graph.num_nodes();
  if (n < kLeastLevels || graph.num_edges() > kMostEdgesANode * n) return false;
  Levels levels = levels_from(graph, 0);
  if (2 * levels.begin.size() < kLeastLevels) return false;  // no two nodes are farther apart
  levels = levels_from(graph, levels.order[levels.begin.back()]);
  if (levels.begin.size() < kLeastLevels) return false;
  const std::vector<bool> core = without_leaves(graph);
  double widest = 0, work = 0, numbers = 0, of_core = 0;
  for (std::size_t l = 0; l < levels.begin.size(); ++l) {
    const std::uint64_t end = l + 1 < levels.begin.size() ? levels.begin[l + 1] : n;
    double width = 0;
    for (std::uint64_t k = levels.begin[l]; k < end; ++k) width += core[levels.order[k]];
    widest = std::max(widest, width);
    of_core += width;
    work += width * width * width;
    numbers += 2 * width * width;
  }
  return widest <= 4 * std::sqrt(of_core) + 8 && work <= kMostWork && numbers <= kMostNumbers;
}

}  // namespace querent::spectral
