// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/subgraph.hpp>

#include <algorithm>
#include <numeric>
#include <utility>

namespace querent {

Graph subgraph(const Graph& graph, std::span<const Node> nodes, std::vector<Node>& position) {
  std::uint64_t entries = 0;
  for (Node k = 0; k < nodes.size(); ++k) {
    position[nodes[k]] = k;
    entries += graph.neighbours(nodes[k]).size();
  }
  std::vector<std::uint64_t> offsets{0};
  std::vector<Node> neighbours;
  std::vector<double> weights;
  offsets.reserve(nodes.size() + 1);
  neighbours.reserve(entries);
  if (graph.weighted()) weights.reserve(entries);
  std::vector<std::pair<Node, double>> row;
  for (const Node i : nodes) {
    const auto w = graph.weights(i);
    row.clear();
    for (std::size_t k = 0; k < graph.neighbours(i).size(); ++k) {
      const Node j = position[graph.neighbours(i)[k]];
      if (j != kLeftOut) row.emplace_back(j, w.empty() ? 1.0 : w[k]);
    }
    std::sort(row.begin(), row.end());
    for (const auto& [j, weight] : row) {
      neighbours.push_back(j);
      if (graph.weighted()) weights.push_back(weight);
    }
    offsets.push_back(neighbours.size());
  }
  return Graph(Graph::Trusted{}, std::move(offsets), std::move(neighbours), std::move(weights));
}

std::vector<Node> nodes_by_degree(const Graph& graph) {
  const std::uint64_t n = graph.num_nodes();
  const auto falling = [&](Node i, Node j) {
    return graph.neighbours(i).size() > graph.neighbours(j).size();
  };
  std::vector<Node> by_degree(n);
  std::iota(by_degree.begin(), by_degree.end(), Node{0});
  std::stable_sort(by_degree.begin(), by_degree.end(), falling);
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
  std::stable_sort(order.begin(), order.end(), falling);
  return order;
}

}  // namespace querent
