// SPDX-License-Identifier: Apache-2.0
// Graphs with known spectra, and random graphs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include <querent/graph/graph.hpp>

namespace querent::testing {

using Edges = std::vector<std::pair<Node, Node>>;

inline Graph make_graph(Node n, Edges edges) {
  const std::size_t m = edges.size();
  for (std::size_t k = 0; k < m; ++k) edges.emplace_back(edges[k].second, edges[k].first);
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  std::vector<std::uint64_t> offsets(std::size_t{n} + 1, 0);
  std::vector<Node> neighbours;
  for (const auto& [i, j] : edges) {
    ++offsets[std::size_t{i} + 1];
    neighbours.push_back(j);
  }
  for (std::size_t i = 0; i < n; ++i) offsets[i + 1] += offsets[i];
  return Graph(std::move(offsets), std::move(neighbours));
}

inline Graph path(Node n) {
  Edges e;
  for (Node i = 0; i + 1 < n; ++i) e.emplace_back(i, i + 1);
  return make_graph(n, e);
}

inline Graph cycle(Node n) {
  Edges e;
  for (Node i = 0; i < n; ++i) e.emplace_back(i, (i + 1) % n);
  return make_graph(n, e);
}

inline Graph complete(Node n) {
  Edges e;
  for (Node i = 0; i < n; ++i) {
    for (Node j = 0; j < i; ++j) e.emplace_back(i, j);
  }
  return make_graph(n, e);
}

/// K_{a,b}; a = 1 is the star.
inline Graph complete_bipartite(Node a, Node b) {
  Edges e;
  for (Node i = 0; i < a; ++i) {
    for (Node j = 0; j < b; ++j) e.emplace_back(i, a + j);
  }
  return make_graph(a + b, e);
}

inline Graph grid(Node rows, Node cols) {
  Edges e;
  for (Node i = 0; i < rows; ++i) {
    for (Node j = 0; j < cols; ++j) {
      if (j + 1 < cols) e.emplace_back(i * cols + j, i * cols + j + 1);
      if (i + 1 < rows) e.emplace_back(i * cols + j, (i + 1) * cols + j);
    }
  }
  return make_graph(rows * cols, e);
}

/// A connected graph: a random tree of unequal degrees and m − n + 1 more random edges.
inline Graph random_connected(Node n, std::size_t m, std::uint64_t seed) {
  std::mt19937_64 rng(seed);
  Edges e;
  for (Node i = 1; i < n; ++i) {
    const auto j = static_cast<Node>(std::min(rng() % i, rng() % i));
    e.emplace_back(i, j);
  }
  while (e.size() < m) {
    const auto i = static_cast<Node>(rng() % n);
    const auto j = static_cast<Node>(std::min(rng() % n, rng() % n));
    if (i != j) e.emplace_back(i, j);
  }
  return make_graph(n, e);
}

/// The disjoint union of the graphs.
inline Graph disjoint_union(const std::vector<Graph>& graphs) {
  Edges e;
  Node n = 0;
  for (const Graph& g : graphs) {
    for (Node i = 0; i < g.num_nodes(); ++i) {
      for (const Node j : g.neighbours(i)) e.emplace_back(n + i, n + j);
    }
    n += static_cast<Node>(g.num_nodes());
  }
  return make_graph(n, e);
}

}  // namespace querent::testing
