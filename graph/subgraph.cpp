// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/subgraph.hpp>

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include <querent/graph/parallel.hpp>

namespace querent {

namespace {

constexpr std::uint64_t kRowsAtOnce = 4096;

/// Nodes by decreasing degree; equal ones keep their order.
std::vector<Node> falling(const Graph& graph, const std::vector<Node>& nodes) {
  std::uint64_t most = 0;
  for (const Node i : nodes) most = std::max<std::uint64_t>(most, graph.neighbours(i).size());
  // First position of the nodes with `most` − d neighbours.
  std::vector<std::uint64_t> place(most + 2, 0);
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
  const auto kept = [&](Node j) { return position[j] != kLeftOut; };
  // Each row is traversed twice: to count its length and to fill it.
  std::vector<std::uint64_t> offsets(nodes.size() + 1, 0);
  for_rows(threads, nodes.size(), kRowsAtOnce, [&](std::uint64_t k) {
    offsets[k + 1] =
        static_cast<std::uint64_t>(std::ranges::count_if(graph.neighbours(nodes[k]), kept));
  });
  std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
  std::vector<Node> neighbours(offsets.back());
  std::vector<double> weights(graph.weighted() ? offsets.back() : 0);
  for_rows(threads, nodes.size(), kRowsAtOnce, [&](std::uint64_t first, std::uint64_t last) {
    std::vector<std::pair<Node, double>> row;  // for weighted graphs
    for (std::uint64_t k = first; k < last; ++k) {
      const std::span<const Node> all = graph.neighbours(nodes[k]);
      Node* end = neighbours.data() + offsets[k];
      if (!graph.weighted()) {
        for (const Node i : all) {
          if (kept(i)) *end++ = position[i];
        }
        if (!std::is_sorted(neighbours.data() + offsets[k], end))
          std::sort(neighbours.data() + offsets[k], end);
        continue;
      }
      row.clear();
      for (std::size_t l = 0; l < all.size(); ++l) {
        if (kept(all[l])) row.emplace_back(position[all[l]], graph.weights(nodes[k])[l]);
      }
      if (!std::ranges::is_sorted(row)) std::ranges::sort(row);
      for (std::size_t l = 0; l < row.size(); ++l) {
        std::tie(neighbours[offsets[k] + l], weights[offsets[k] + l]) = row[l];
      }
    }
  });
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
