// SPDX-License-Identifier: Apache-2.0
// Shift-invert is chosen for long graphs whose factorisation is cheap.
//
// Two searches find a node that is far from another; from it, nodes have distances 0 … l − 1. The
// eigenvectors of the d-th pair change their sign over pieces of n/d nodes. r is half the length of
// a piece: the levels around the middle node that contain n/d nodes, or l/2d if that is larger. The
// filter of block Lanczos needs a degree of about 3.8 r (path, 4.8; grids of two and three
// dimensions, 3.5 and 4.0; a triangulation, 3.4), for a combinatorial L times the root of its norm,
// whose bound is about 1.4 times too large, over two mean degrees. The levels are not counted from
// a node at the end, because edges along the hull of a triangulation are so long that these levels
// contain eight times as many nodes as those of a grid. The costs in nanoseconds on one thread:
//
//   products        kEntry   · entries of S · 3.8 r ((2 d + 40)/8 + 5)
//   their basis     kFloats  · n (2 d + 40)²
//   factors         kFactor  · multiplications, twice (the second time to count by inertia)
//   solves          kSolve   · 16 · their numbers · ((2.5 d + 26)/8 + 11)
//   their basis     kDoubles · n (2.5 d + 26)²
//   the order       kOrder   · n
//
// The fill is that of an approximate minimum degree order, counted (elimination.cpp). The levels do
// not show bottlenecks, as those of trees; a graph with few numbers per node is always factorised.
// A graph of few levels is not even ordered, because that takes as long as tens of products. The
// constants were measured on the graphs in docs/notes/performance.md.
#include <querent/spectral/solvers/solver.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace querent::spectral {
namespace {

constexpr std::uint64_t kLeastLevels = 30;
constexpr double kEntry = 1.2, kFloats = 0.25, kFactor = 0.17, kSolve = 0.23, kDoubles = 0.33,
                 kOrder = 500;
constexpr double kThin = 4;           // numbers per node
constexpr double kMostNumbers = 4e8;  // about 5 GB with the active fronts
constexpr double kMostWork = 3e12;    // about ten minutes

/// Nodes by distance from `start`. Another search starts where the last level begins.
struct Levels {
  std::vector<Node> order;
  std::vector<std::uint64_t> begin;  ///< of each level in `order`
};

/// `enough`: the search ends with the level in which it reaches this number of nodes.
Levels levels_from(const Graph& graph, Node start, std::uint64_t enough) {
  Levels levels{.order = {start}, .begin = {}};
  levels.order.reserve(graph.num_nodes());
  std::vector<bool> seen(graph.num_nodes(), false);
  seen[start] = true;
  for (std::uint64_t first = 0; first < levels.order.size() && first < enough;) {
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

std::optional<Elimination> cheap_elimination(const Laplacian& L, Eigen::Index count) {
  const Graph& graph = L.graph();
  Levels levels = levels_from(graph, 0, graph.num_nodes());
  if (2 * levels.begin.size() < kLeastLevels)
    return std::nullopt;  // no two nodes are farther apart
  levels = levels_from(graph, levels.order[levels.begin.back()], graph.num_nodes());
  if (levels.begin.size() < kLeastLevels) return std::nullopt;
  const auto n = static_cast<double>(graph.num_nodes()), d = static_cast<double>(count);
  const auto entries = static_cast<double>(graph.all_neighbours().size());
  const Levels piece =
      levels_from(graph, levels.order[levels.order.size() / 2], static_cast<std::uint64_t>(n / d));
  const auto all = static_cast<double>(levels.begin.size());
  const double r = std::max(static_cast<double>(piece.begin.size()), all / (2 * d));
  const bool combinatorial = L.kind() == LaplacianKind::kCombinatorial;
  const double degree = std::accumulate(L.degree().begin(), L.degree().end(), 0.0) / n;
  const double stretch =
      combinatorial ? std::sqrt(std::max(1.0, L.norm_bound() / (1.4 * 2 * degree))) : 1;
  const double columns = 2 * d + 40, vectors = 2.5 * d + 26;
  const double by_products =
      kEntry * entries * 3.8 * r * stretch * (columns / 8 + 5) + kFloats * n * columns * columns;
  const double left =
      0.55 * std::max(0.0, by_products - kDoubles * n * vectors * vectors - kOrder * n);  // each
  const double numbers = std::max(kThin * n, left / (kSolve * 16 * (vectors / 8 + 11)));
  const double work = std::max(kThin * kThin * n, left / (2 * kFactor));
  return elimination(graph, std::min(kMostNumbers, numbers), std::min(kMostWork, work));
}

std::optional<Elimination> possible_elimination(const Graph& graph) {
  return elimination(graph, kMostNumbers, kMostWork);
}

}  // namespace querent::spectral
