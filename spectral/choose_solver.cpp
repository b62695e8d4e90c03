// SPDX-License-Identifier: Apache-2.0
// Which graphs shift-invert is for: those that are long, and whose factorisation is cheap.
//
// From a node that is far from another (two searches), nodes lie at distances 0 … l − 1. The eigenvectors of the
// d-th pair change their sign over pieces of n/d nodes. r, the levels that hold the first n/d nodes, or l/d where
// that is more, is as long as a piece: the filter of block Lanczos needs a degree of some 2.2 r (path, 2.4; grids of
// two and three dimensions, 2.2 and 2.0, by Weyl's law), of a combinatorial L times the root of its norm over two mean
// degrees. What is counted, in nanoseconds on one thread:
//
//   products        kEntry   · entries of S · 2.2 r ((2 d + 40)/8 + 5)
//   their basis     kFloats  · n (2 d + 40)²
//   factors         kFactor  · multiplications, twice (the second time to count by inertia)
//   solves          kSolve   · 16 · their numbers · ((3 d + 40)/8 + 8)
//   their basis     kDoubles · n (3 d + 40)²
//   the order       kOrder   · n
//
// The fill is that of an approximate minimum degree order, counted (elimination.cpp). Balls do not see bottlenecks,
// as those of trees: what can be factorised with a few numbers a node always is. A graph of few levels is not even
// ordered: that takes as long as tens of products. docs/PERFORMANCE.md has what the constants were measured on.
#include <querent/spectral/choose_solver.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace querent::spectral {
namespace {

constexpr std::uint64_t kLeastLevels = 30;
constexpr double kEntry = 1.0, kFloats = 0.25, kFactor = 0.17, kSolve = 0.23, kDoubles = 0.45, kOrder = 500;
constexpr double kThin = 4;  // numbers a node
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

double mean_degree(const Laplacian& L) {
  return std::accumulate(L.degree().begin(), L.degree().end(), 0.0) / static_cast<double>(L.size());
}

}  // namespace

std::uint64_t num_levels(const Graph& graph) {
  const Levels first = levels_from(graph, 0);
  return levels_from(graph, first.order[first.begin.back()]).begin.size();
}

std::optional<Elimination> cheap_elimination(const Laplacian& L, Eigen::Index count) {
  const Graph& graph = L.graph();
  Levels levels = levels_from(graph, 0);
  if (2 * levels.begin.size() < kLeastLevels) return std::nullopt;  // no two nodes are farther apart
  levels = levels_from(graph, levels.order[levels.begin.back()]);
  if (levels.begin.size() < kLeastLevels) return std::nullopt;
  const auto n = static_cast<double>(graph.num_nodes()), d = static_cast<double>(count);
  const auto entries = static_cast<double>(graph.all_neighbours().size());
  const auto piece = std::ranges::lower_bound(levels.begin, static_cast<std::uint64_t>(n / d)) - levels.begin.begin();
  const double r = std::max(static_cast<double>(piece), static_cast<double>(levels.begin.size()) / d);
  const bool combinatorial = L.kind() == LaplacianKind::kCombinatorial;
  const double stretch = combinatorial ? std::sqrt(L.norm_bound() / (2 * mean_degree(L))) : 1;
  const double columns = 2 * d + 40, vectors = 3 * d + 40;
  const double by_products = kEntry * entries * 2.2 * r * stretch * (columns / 8 + 5) + kFloats * n * columns * columns;
  const double left = 0.7 * std::max(0.0, by_products - kDoubles * n * vectors * vectors - kOrder * n);  // to each
  const double numbers = std::max(kThin * n, left / (kSolve * 16 * (vectors / 8 + 8)));
  const double work = std::max(kThin * kThin * n, left / (2 * kFactor));
  return elimination(graph, std::min(kMostNumbers, numbers), std::min(kMostWork, work));
}

std::optional<Elimination> possible_elimination(const Graph& graph) {
  return elimination(graph, kMostNumbers, kMostWork);
}

}  // namespace querent::spectral
