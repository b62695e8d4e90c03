// SPDX-License-Identifier: Apache-2.0
// The order of a large graph's nodes: communities are contiguous, and a graph without communities
// is ordered by degree.
#include <querent/spectral/nodes_by_locality.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include <querent/graph/subgraph.hpp>

#include "graphs.hpp"

namespace {

using namespace querent;
using namespace querent::testing;

constexpr Node kNodes = 140'000, kBlocks = 50;

/// Five edges per node; `inside` of ten are between nodes of the same number modulo kBlocks.
Graph planted(unsigned inside) {
  std::mt19937_64 random(1);
  Edges edges;
  for (Node i = 0; i < kNodes; ++i) {
    for (int k = 0; k < 5; ++k) {
      const Node j = static_cast<Node>(random() % kNodes);
      edges.emplace_back(i, random() % 10 < inside ? j - j % kBlocks + i % kBlocks : j);
    }
  }
  std::erase_if(edges, [](const auto& e) { return e.first == e.second || e.second >= kNodes; });
  return make_graph(kNodes, std::move(edges));
}

}  // namespace

TEST_CASE("communities are contiguous, for any number of threads") {
  const Graph graph = planted(8);
  const std::vector<Node> order = spectral::nodes_by_locality(graph, 1);
  CHECK(order == spectral::nodes_by_locality(graph, 2));
  std::vector<Node> place(kNodes, kLeftOut);
  for (Node k = 0; k < kNodes; ++k) place[order[k]] = k;
  CHECK(std::ranges::count(place, kLeftOut) == 0);
  std::uint64_t near = 0;
  for (Node i = 0; i < kNodes; ++i) {
    for (const Node j : graph.neighbours(i)) {
      const Node between = std::max(place[i], place[j]) - std::min(place[i], place[j]);
      near += between < kNodes / kBlocks;
    }
  }
  // 8 of 10 ends are within; in an order without information about the blocks 1 of 25
  CHECK(near > graph.all_neighbours().size() / 2);
}

TEST_CASE("without communities, and for few nodes, the order is by degree") {
  const Graph graph = planted(0);
  CHECK(spectral::nodes_by_locality(graph, 1) == nodes_by_degree(graph));
  const Graph few = path(100);
  CHECK(spectral::nodes_by_locality(few, 1) == nodes_by_degree(few));
}

TEST_CASE("a part of a graph is ordered by the entries of whole rows") {
  const Graph part = path(100);
  std::vector<std::uint64_t> entries(100);
  for (Node i = 0; i < 100; ++i) entries[i] = 2 + i / 2;
  const std::vector<Node> order = spectral::nodes_by_locality(part, 1, entries);
  CHECK(std::ranges::is_sorted(order, std::greater{}, [&](Node i) { return entries[i]; }));
  // equal ones in the order of nodes_by_degree()
  const std::vector<Node> by_degree = nodes_by_degree(part);
  for (std::size_t k = 0; k + 1 < order.size(); ++k) {
    if (entries[order[k]] != entries[order[k + 1]]) continue;
    CHECK(std::ranges::find(by_degree, order[k]) < std::ranges::find(by_degree, order[k + 1]));
  }
}
