// SPDX-License-Identifier: Apache-2.0
// An order of the nodes in which neighbours are close to each other.
//
// A product reads a row of its block for every edge, at random. Rows of nodes in one community are
// read almost only by nodes of the community: if they are close in memory they stay in the cache. A
// few random vectors from which a filter has removed the components that change along edges show
// the communities: the nodes of one have the same signs. Label propagation removes noise.
//
//   U. Raghavan, R. Albert, S. Kumara: Near linear time algorithm to detect community structures in large-scale
//   networks. Phys. Rev. E 76 (2007).
//
//   X = p(L) (8 random columns without the null vector), L normalized, p of degree 12 on [0.35, 2]   (chebyshev.cpp)
//   cell(i) = the signs of row i
//   three times, for all nodes i at once
//     cell(i) = the cell of most of its neighbours; in a tie its own, or the first found
//   order = by cell, the nodes of each by falling degree, or entries                                 (subgraph.cpp)
//
// If this moves few neighbours closer together (a graph without communities, or one whose order is
// good), the order is by degree alone, as for small graphs, whose blocks are in the cache anyway.
#include <querent/spectral/nodes_by_locality.hpp>

#include <algorithm>
#include <array>
#include <functional>

#include <querent/graph/matrices/block_product.hpp>
#include <querent/graph/matrices/laplacian.hpp>
#include <querent/graph/parallel.hpp>
#include <querent/graph/subgraph.hpp>
#include <querent/spectral/solvers/chebyshev.hpp>
#include <querent/spectral/solvers/random_block.hpp>

namespace querent::spectral {
namespace {

constexpr std::uint64_t kSigns = kBlockColumns;
constexpr std::uint64_t kFromNodes = std::uint64_t{1} << 17;  // nodes: a block of floats is 4 MB
constexpr std::uint64_t kRowsAtOnce = 4096;
constexpr std::size_t kCells = 1 << kSigns;
constexpr int kVotes = 3;
constexpr double kNearer = 0.2;  // of the edges, whose ends become close
using Cell = std::uint8_t;

std::vector<Cell> cells_by_signs(const Graph& graph, int threads) {
  const Laplacian L(graph, LaplacianKind::kNormalized, threads);
  const std::uint64_t n = L.size();
  DenseBlock<float> X(n, kSigns), spare(n, kSigns);
  fill_random(X, 1, threads);
  const std::vector<double> v0 = L.null_vector();
  const auto share = L.sum_rows<kSigns>([&](std::uint64_t i, auto& sum) {
    for (std::uint64_t c = 0; c < kSigns; ++c) sum[c] += v0[i] * static_cast<double>(X.row(i)[c]);
  });
  for_rows(threads, n, kRowsAtOnce, [&](std::uint64_t i) {
    for (std::uint64_t c = 0; c < kSigns; ++c) X.row(i)[c] -= static_cast<float>(v0[i] * share[c]);
  });
  FilterOperator<float>(L, {.cutoff = 0.35, .upper = 2, .degree = 12}, [] {}).apply(X, spare);
  std::vector<Cell> cell(n);
  for_rows(threads, n, kRowsAtOnce, [&](std::uint64_t i) {
    unsigned signs = 0;
    for (std::uint64_t c = 0; c < kSigns; ++c) signs |= static_cast<unsigned>(X.row(i)[c] > 0) << c;
    cell[i] = static_cast<Cell>(signs);
  });
  return cell;
}

void propagate(const Graph& graph, int threads, std::vector<Cell>& cell) {
  std::vector<Cell> next(cell.size());
  for_rows(threads, cell.size(), kRowsAtOnce, [&](std::uint64_t first, std::uint64_t last) {
    std::array<std::uint32_t, kCells> count{};
    for (std::uint64_t i = first; i < last; ++i) {
      const auto neighbours = graph.neighbours(static_cast<Node>(i));
      Cell best = cell[i];
      for (const Node j : neighbours) ++count[cell[j]];
      for (const Node j : neighbours) {
        if (count[cell[j]] > count[best]) best = cell[j];
      }
      for (const Node j : neighbours) count[cell[j]] = 0;
      next[i] = best;
    }
  });
  cell.swap(next);
}

/// The fraction of edges whose ends are within 1/32 of all nodes of each other.
double near(const Graph& graph, const std::vector<Node>& order, int threads) {
  const std::uint64_t n = order.size(), window = n / 32;
  std::vector<Node> place(n);
  for (Node k = 0; k < n; ++k) place[order[k]] = k;
  const auto sums =
      sum_rows<2>(threads, n, [&](std::uint64_t first, std::uint64_t last, double* partial) {
        std::uint64_t found = 0, all = 0;
        for (std::uint64_t i = first; i < last; ++i) {
          for (const Node j : graph.neighbours(static_cast<Node>(i))) {
            const std::uint64_t from = place[i], to = place[j];
            found += (from < to ? to - from : from - to) < window;
            ++all;
          }
        }
        partial[0] += static_cast<double>(found);
        partial[1] += static_cast<double>(all);
      });
  return sums[1] > 0 ? sums[0] / sums[1] : 1;
}

}  // namespace

std::vector<Node> nodes_by_locality(const Graph& graph, int threads,
                                    std::span<const std::uint64_t> entries) {
  std::vector<Node> order = nodes_by_degree(graph);
  if (!entries.empty())
    std::ranges::stable_sort(order, std::greater{}, [&](Node i) { return entries[i]; });
  if (order.size() < kFromNodes) return order;
  std::vector<Cell> cell = cells_by_signs(graph, threads);
  for (int round = 0; round < kVotes; ++round) propagate(graph, threads, cell);
  std::array<std::uint64_t, kCells + 1> begin{};
  for (const Cell c : cell) ++begin[c + 1];
  for (std::size_t c = 1; c <= kCells; ++c) begin[c] += begin[c - 1];
  std::vector<Node> by_cell(order.size());
  for (const Node i : order) by_cell[begin[cell[i]]++] = i;
  if (near(graph, by_cell, threads) > near(graph, order, threads) + kNearer) order.swap(by_cell);
  return order;
}

}  // namespace querent::spectral
