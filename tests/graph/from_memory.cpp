// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <boost/graph/adjacency_list.hpp>

#include <querent/graph/builder.hpp>
#include <querent/graph/from_memory.hpp>

using namespace querent;

namespace {

// 0 – 1 – 2 – 0 with weights 1, 2, 0.5, and the isolated node 3
const std::vector<Edge> kTriangle{{0, 1, 1}, {2, 1, 2}, {0, 2, 0.5}};

Graph triangle() {
  return Graph({0, 2, 4, 6, 6}, {1, 2, 0, 2, 0, 1}, {1, 0.5, 1, 2, 0.5, 2});
}

}  // namespace

TEST_CASE("memory: a span of edges, in either direction, loops and zeros left out") {
  CHECK(graph_of(4, kTriangle) == triangle());
  std::vector<Edge> more = kTriangle;
  more.push_back({3, 3, 7});
  more.push_back({3, 0, 0});
  more.push_back({1, 2, 2});  // repeated with the same weight
  CHECK(graph_of(4, more) == triangle());
  const std::vector<std::pair<Node, Node>> pairs{{0, 1}, {1, 0}, {1, 2}};
  CHECK(graph_of(3, pairs) == Graph({0, 1, 3, 4}, {1, 0, 2, 1}));
  CHECK_FALSE(graph_of(3, pairs).weighted());
  CHECK(graph_of(0, std::vector<Edge>{}).num_nodes() == 0);
}

TEST_CASE("memory: invalid graphs are rejected") {
  const double infinity = std::numeric_limits<double>::infinity();
  const auto refused = [](std::vector<Edge> edges) {
    CHECK_THROWS_AS(graph_of(3, edges), std::invalid_argument);
  };
  refused({{0, 3, 1}});
  refused({{0, 1, -1}});
  refused({{0, 1, infinity}});
  refused({{0, 1, infinity - infinity}});
  refused({{0, 1, 1}, {1, 0, 2}});
}

TEST_CASE("memory: a symmetric Eigen::SparseMatrix by rows or by columns") {
  std::vector<Eigen::Triplet<double>> entries{{3, 3, 9}};
  for (const auto& [u, v, weight] : kTriangle) {
    entries.emplace_back(u, v, weight);
    entries.emplace_back(v, u, weight);
  }
  Eigen::SparseMatrix<double> columns(4, 4);
  columns.setFromTriplets(entries.begin(), entries.end());
  Eigen::SparseMatrix<double, Eigen::RowMajor, std::int64_t> rows(4, 4);
  rows.setFromTriplets(entries.begin(), entries.end());
  CHECK(graph_of(columns) == triangle());
  CHECK(graph_of(rows) == triangle());
  columns.coeffRef(0, 1) = 3;
  CHECK_THROWS_AS(graph_of(columns), std::invalid_argument);
  CHECK_THROWS_AS(graph_of(Eigen::SparseMatrix<double>(3, 4)), std::invalid_argument);
}

TEST_CASE("memory: Boost graphs whose vertices are numbers, and whose vertices are pointers") {
  using Weight = boost::property<boost::edge_weight_t, double>;
  using Numbers = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS,
                                        boost::no_property, Weight>;
  using Pointers = boost::adjacency_list<boost::listS, boost::listS, boost::bidirectionalS>;
  Numbers numbers(4);
  for (const auto& [u, v, weight] : kTriangle) add_edge(u, v, Weight(weight), numbers);
  CHECK(graph_of_boost(numbers, [&](auto e) { return get(boost::edge_weight, numbers, e); }) ==
        triangle());
  Pointers pointers;
  const auto a = add_vertex(pointers), b = add_vertex(pointers), c = add_vertex(pointers);
  add_edge(a, b, pointers);
  add_edge(c, b, pointers);
  const Graph path = graph_of_boost(pointers);
  CHECK(path.num_nodes() == 3);
  CHECK(path.num_edges() == 2);
}

TEST_CASE("builder: an edge beyond the nodes is rejected") {
  GraphBuilder builder("here");
  const Node a = builder.node("a"), b = builder.node("b");
  builder.add_edge(a, b, 1, 1);
  CHECK_THROWS_AS(builder.add_edge(a, 2, 1, 2), std::invalid_argument);
  CHECK_THROWS_AS(builder.add_edge(7, b, 1, 2), std::invalid_argument);
  CHECK(builder.finish().graph.num_edges() == 1);
}

namespace {

// Result of the exact check in Graph's own constructor for the same arrays.
bool exactly(const std::vector<std::uint64_t>& offsets, const std::vector<Node>& neighbours,
             const std::vector<double>& weights) {
  try {
    return Graph(offsets, neighbours, weights).num_nodes() + 1 == offsets.size();
  } catch (const std::invalid_argument&) {
    return false;
  }
}

bool by_hash(const std::vector<std::uint64_t>& offsets, const std::vector<Node>& neighbours,
             const std::vector<double>& weights) {
  try {
    return graph_of_csr(nullptr, offsets, neighbours, weights).num_nodes() + 1 == offsets.size();
  } catch (const std::invalid_argument&) {
    return false;
  }
}

}  // namespace

TEST_CASE("a CSR matrix is viewed in place and kept alive") {
  const auto arrays = std::make_shared<std::pair<std::vector<std::uint64_t>, std::vector<Node>>>();
  arrays->first = {0, 2, 4, 6, 6};
  arrays->second = {1, 2, 0, 2, 0, 1};
  const std::weak_ptr<void> alive = arrays;
  {
    const Graph graph = graph_of_csr(arrays, arrays->first, arrays->second);
    CHECK(graph.all_neighbours().data() == arrays->second.data());
    Graph copy = graph;
    const Graph moved = std::move(copy);
    CHECK(moved.all_neighbours().data() == arrays->second.data());
    CHECK(moved == Graph({0, 2, 4, 6, 6}, {1, 2, 0, 2, 0, 1}));
    CHECK(alive.use_count() > 1);
  }
  CHECK(alive.use_count() == 1);
  const std::vector<double> ones(6, 1.0);
  CHECK_FALSE(graph_of_csr(arrays, arrays->first, arrays->second, ones).weighted());
}

TEST_CASE("the check of a CSR matrix by hashes agrees with the exact one for every kind of error") {
  std::mt19937_64 rng(7);
  int refused = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const std::uint64_t n = 2 + rng() % 9;
    std::vector<Edge> edges;
    for (std::uint64_t k = 0; k < 2 * n; ++k) {
      const Node u = static_cast<Node>(rng() % n), v = static_cast<Node>(rng() % n);
      if (std::ranges::none_of(edges, [&](const Edge& e) {
            return (e.u == u && e.v == v) || (e.u == v && e.v == u);
          }))
        edges.push_back({u, v, static_cast<double>(1 + rng() % 3)});
    }
    const Graph graph = graph_of(n, edges);
    std::vector<std::uint64_t> offsets(graph.offsets().begin(), graph.offsets().end());
    std::vector<Node> to(graph.all_neighbours().begin(), graph.all_neighbours().end());
    std::vector<double> weights(graph.all_weights().begin(), graph.all_weights().end());
    if (to.empty()) continue;
    CHECK(by_hash(offsets, to, weights));
    const std::size_t k = rng() % to.size();
    switch (rng() % 4) {
      case 0:
        to[k] = static_cast<Node>(rng() % (n + 1));
        break;
      case 1:
        if (!weights.empty()) weights[k] = static_cast<double>(rng() % 4);
        break;
      case 2:
        ++offsets[rng() % offsets.size()];
        break;
      default:
        std::swap(to[k], to[rng() % to.size()]);
        break;
    }
    const bool right = exactly(offsets, to, weights);
    CHECK(by_hash(offsets, to, weights) == right);
    refused += !right;
  }
  CHECK(refused > 1000);
}
