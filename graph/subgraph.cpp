// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/subgraph.hpp>

#include <algorithm>
#include <numeric>
#include <utility>

#include <querent/graph/parallel.hpp>

namespace querent {

namespace {

constexpr std::uint64_t kRowsAtOnce = 4096;

/// The rows of a graph without weights, each found twice: how long it is, and what it is.
Graph pattern_of(const Graph& graph, std::span<const Node> nodes, const std::vector<Node>& position,
                 int threads) {
  std::vector<std::uint64_t> offsets(nodes.size() + 1, 0);
  for_rows(threads, nodes.size(), kRowsAtOnce, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t k = first; k < last; ++k) {
      offsets[k + 1] = static_cast<std::uint64_t>(std::ranges::count_if(
          graph.neighbours(nodes[k]), [&](Node j) { return position[j] != kLeftOut; }));
    }
  });
  std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
  std::vector<Node> neighbours(offsets.back());
  for_rows(threads, nodes.size(), kRowsAtOnce, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t k = first; k < last; ++k) {
      Node* const row = neighbours.data() + offsets[k];
      Node* end = row;
      for (const Node i : graph.neighbours(nodes[k])) {
        if (position[i] != kLeftOut) *end++ = position[i];
      }
      std::sort(row, end);
    }
  });
  return Graph(Graph::Trusted{}, std::move(offsets), std::move(neighbours), {});
}

/// Nodes by falling number of neighbours, equal ones in the order that they have.
std::vector<Node> falling(const Graph& graph, const std::vector<Node>& nodes) {
  std::uint64_t most = 0;
  for (const Node i : nodes) most = std::max<std::uint64_t>(most, graph.neighbours(i).size());
  std::vector<std::uint64_t> place(most + 2,
                                   0);  // of the first node with so many neighbours fewer than most
  const auto of = [&](Node i) { return most - graph.neighbours(i).size(); };
  for (const Node i : nodes) ++place[of(i) + 1];
  std::partial_sum(place.begin(), place.end(), place.begin());
  std::vector<Node> order(nodes.size());
  for (const Node i : nodes) order[place[of(i)]++] = i;
  return order;
}

}  // namespace

Graph subgraph(const Graph& graph, std::span<const Node> nodes, std::vector<Node>& position,
               int threads) {
  for (Node k = 0; k < nodes.size(); ++k) position[nodes[k]] = k;
  if (!graph.weighted()) return pattern_of(graph, nodes, position, threads);
  std::uint64_t entries = 0;
  for (const Node i : nodes) entries += graph.neighbours(i).size();
  std::vector<std::uint64_t> offsets{0};
  std::vector<Node> neighbours;
  std::vector<double> weights;
  offsets.reserve(nodes.size() + 1);
  neighbours.reserve(entries);
  weights.reserve(entries);
  std::vector<std::pair<Node, double>> row;
  for (const Node i : nodes) {
    const auto w = graph.weights(i);
    row.clear();
    for (std::size_t k = 0; k < graph.neighbours(i).size(); ++k) {
      const Node j = position[graph.neighbours(i)[k]];
      if (j != kLeftOut) row.emplace_back(j, w[k]);
    }
    std::sort(row.begin(), row.end());
    for (const auto& [j, weight] : row) {
      neighbours.push_back(j);
      weights.push_back(weight);
    }
    offsets.push_back(neighbours.size());
  }
  return Graph(Graph::Trusted{}, std::move(offsets), std::move(neighbours), std::move(weights));
}

std::vector<Node> nodes_by_degree(const Graph& graph) {
  const std::uint64_t n = graph.num_nodes();
  std::vector<Node> all(n);
  std::iota(all.begin(), all.end(), Node{0});
  const std::vector<Node> by_degree = falling(graph, all);
  std::vector<Node> order;
  std::vector<bool> found(n, false);
  order.reserve(n);
  const auto add = [&](Node i) {
    if (!found[i]) order.push_back(i);
    found[i] = true;
  };
  for (const Node i : by_degree) {
    for (const Node j : graph.neighbours(i)) add(j);
  }
  for (const Node i : by_degree) add(i);
  return falling(graph, order);
}

}  // namespace querent
