// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <querent/graph/from_memory.hpp>
#include <querent/graph/layout/layout.hpp>

using namespace querent;

namespace {

using Positions = std::vector<std::array<float, 2>>;

Graph graph_of(std::uint64_t nodes, const std::set<std::pair<Node, Node>>& edges) {
  std::vector<std::vector<Node>> rows(nodes);
  for (const auto& [u, v] : edges) {
    rows[u].push_back(v);
    rows[v].push_back(u);
  }
  std::vector<std::uint64_t> offsets{0};
  std::vector<Node> neighbours;
  for (auto& row : rows) {
    std::sort(row.begin(), row.end());
    neighbours.insert(neighbours.end(), row.begin(), row.end());
    offsets.push_back(neighbours.size());
  }
  return Graph(std::move(offsets), std::move(neighbours));
}

// Communities of equal size on a ring of neighbours, ten edges per node; one in twenty leaves its
// community.
Graph planted(Node nodes, Node communities) {
  std::set<std::pair<Node, Node>> edges;
  std::uint64_t state = 7;
  const auto below = [&](Node bound) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<Node>((state >> 33) % bound);
  };
  const Node size = nodes / communities;
  for (Node i = 0; i < nodes; ++i) {
    for (int k = 0; k < 5; ++k) {
      const Node j = below(20) == 0 ? below(nodes) : i / size * size + below(size);
      if (j != i && j < nodes) edges.emplace(std::min(i, j), std::max(i, j));
    }
  }
  return graph_of(nodes, edges);
}

double distance(const Positions& positions, std::size_t i, std::size_t j) {
  return std::hypot(positions[i][0] - positions[j][0], positions[i][1] - positions[j][1]);
}

}  // namespace

TEST_CASE("layout: components do not overlap, and no two nodes coincide") {
  // a path of 30, 40 triangles, 20 pairs, 50 isolated nodes
  std::set<std::pair<Node, Node>> edges;
  Node next = 0;
  std::vector<int> component;
  const auto add = [&](Node size, bool closed) {
    for (Node k = 0; k + 1 < size; ++k) edges.emplace(next + k, next + k + 1);
    if (closed) edges.emplace(next, next + size - 1);
    const int name = component.empty() ? 0 : component.back() + 1;
    component.insert(component.end(), size, name);
    next += size;
  };
  add(30, false);
  for (int k = 0; k < 40; ++k) add(3, true);
  for (int k = 0; k < 20; ++k) add(2, false);
  for (int k = 0; k < 50; ++k) add(1, false);
  const Positions positions = plane_layout(graph_of(next, edges));
  struct Box {
    float left = 2, right = -2, low = 2, high = -2;
  };
  std::vector<Box> boxes(static_cast<std::size_t>(component.back()) + 1);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    Box& box = boxes[static_cast<std::size_t>(component[i])];
    box = {std::min(box.left, positions[i][0]), std::max(box.right, positions[i][0]),
           std::min(box.low, positions[i][1]), std::max(box.high, positions[i][1])};
    REQUIRE(std::abs(positions[i][0]) <= 1);
    REQUIRE(std::abs(positions[i][1]) <= 1);
  }
  for (std::size_t a = 0; a < boxes.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const bool apart = boxes[a].right < boxes[b].left || boxes[b].right < boxes[a].left ||
                         boxes[a].high < boxes[b].low || boxes[b].high < boxes[a].low;
      REQUIRE(apart);
    }
  }
  for (std::size_t i = 0; i < positions.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) REQUIRE(distance(positions, i, j) > 1e-3);
  }
}

TEST_CASE("layout: a community is compact") {
  constexpr Node kNodes = 1000, kCommunities = 10, kSize = kNodes / kCommunities;
  const Positions positions = plane_layout(planted(kNodes, kCommunities));
  int right = 0;
  for (Node i = 0; i < kNodes; ++i) {  // the nearest ten other nodes
    std::vector<std::pair<double, Node>> near;
    for (Node j = 0; j < kNodes; ++j)
      if (j != i) near.emplace_back(distance(positions, i, j), j);
    std::partial_sort(near.begin(), near.begin() + 10, near.end());
    for (int k = 0; k < 10; ++k)
      right += near[static_cast<std::size_t>(k)].second / kSize == i / kSize;
  }
  CHECK(right > 9 * static_cast<int>(kNodes));
}

TEST_CASE("layout: a grid unfolds") {
  constexpr Node kSide = 20;
  std::set<std::pair<Node, Node>> edges;
  for (Node i = 0; i < kSide * kSide; ++i) {
    if (i % kSide + 1 < kSide) edges.emplace(i, i + 1);
    if (i + kSide < kSide * kSide) edges.emplace(i, i + kSide);
  }
  const Positions positions = plane_layout(graph_of(kSide * kSide, edges));
  double longest = 0, sum = 0;
  for (const auto& [u, v] : edges) {
    longest = std::max(longest, distance(positions, u, v));
    sum += distance(positions, u, v);
  }
  CHECK(longest < 4 * sum / static_cast<double>(edges.size()));
  CHECK(distance(positions, 0, kSide * kSide - 1) > 10 * sum / static_cast<double>(edges.size()));
}

TEST_CASE("layout: the same seed gives the same picture, and a stop ends the layout") {
  const Graph graph = planted(500, 5);
  CHECK(plane_layout(graph) == plane_layout(graph));
  CHECK(plane_layout(graph) != plane_layout(graph, {.seed = 1}));
  CHECK(plane_layout(graph, {.stop = [] { return true; }}).empty());
  CHECK(plane_layout(Graph()).empty());
}

TEST_CASE("layout: 5,000 nodes take at most 2 s, with QUERENT_SLOW 50,000 at most 20 s") {
  const auto seconds = [](Node nodes) {
    const Graph graph = planted(nodes, nodes / 250);
    const auto begin = std::chrono::steady_clock::now();
    const Positions positions = plane_layout(graph);
    CHECK(positions.size() == nodes);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  const double five = seconds(5000);
  MESSAGE("5,000 nodes: " << five << " s");
  WARN(five < 2);
  CHECK(five < 20);  // allows for a busy machine or a sanitizer
  if (std::getenv("QUERENT_SLOW") == nullptr) return;
  const double fifty = seconds(50000);
  MESSAGE("50,000 nodes: " << fifty << " s");
  WARN(fifty < 20);
}
