// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <set>

#include <doctest/doctest.h>

#include <querent/datasets/error.hpp>
#include <querent/graph/neighbours.hpp>

using namespace querent;

namespace {

PointRows random_points(Eigen::Index n, Eigen::Index d) {
  PointRows points(n, d);
  std::uint64_t state = 99;
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < d; ++j) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      points(i, j) = static_cast<float>(state >> 40) / 16777216.0f + (i % 7 == j ? 1.0f : 0.0f);
    }
  }
  return points;
}

std::vector<double> slow_distances(const PointRows& X, Eigen::Index i) {
  std::vector<double> all;
  for (Eigen::Index j = 0; j < X.rows(); ++j) {
    if (j != i) all.push_back((X.row(i) - X.row(j)).cast<double>().norm());
  }
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace

TEST_CASE("exact neighbours agree with a comparison of all pairs for any number of threads") {
  const PointRows X = random_points(700, 9);
  const Neighbours found = nearest_neighbours(X, {.k = 6});
  CHECK(found.search == "exact");
  for (Eigen::Index i = 0; i < X.rows(); ++i) {
    const auto slow = slow_distances(X, i);
    for (std::size_t m = 0; m < 6; ++m) {
      const std::size_t at = static_cast<std::size_t>(i) * 6 + m;
      REQUIRE(found.distance[at] == slow[m]);
      REQUIRE((X.row(i) - X.row(found.index[at])).cast<double>().norm() == slow[m]);
      REQUIRE(found.index[at] != static_cast<Node>(i));
    }
  }
  const Neighbours two = nearest_neighbours(X, {.k = 6, .threads = 2});
  CHECK(two.index == found.index);
  CHECK(two.distance == found.distance);
}

TEST_CASE("the approximate search finds at least 95 % of the true neighbours") {
  const PointRows X = random_points(1500, 12);
  const Neighbours exact = nearest_neighbours(X, {.k = 10, .search = NeighbourSearch::kExact});
  const Neighbours near = nearest_neighbours(X, {.k = 10, .search = NeighbourSearch::kApproximate});
  CHECK(near.search.starts_with("HNSW"));
  std::size_t hits = 0;
  for (std::size_t i = 0; i < 1500; ++i) {
    const std::set<Node> truth(exact.index.begin() + static_cast<std::ptrdiff_t>(10 * i),
                               exact.index.begin() + static_cast<std::ptrdiff_t>(10 * i + 10));
    for (std::size_t m = 0; m < 10; ++m) hits += truth.count(near.index[10 * i + m]);
  }
  CHECK(static_cast<double>(hits) >= 0.95 * 15000);
}

TEST_CASE("S_ij = exp(−‖x_i − x_j‖²/(σ_i σ_j)), symmetric, with an edge if either is a neighbour") {
  const PointRows X = random_points(200, 5);
  const Neighbours found = nearest_neighbours(X, {.k = 8});
  const Graph graph = neighbour_graph(found);
  const auto copy = [](auto part) { return std::vector(part.begin(), part.end()); };
  // this constructor checks the symmetry
  CHECK(Graph(copy(graph.offsets()), copy(graph.all_neighbours()), copy(graph.all_weights())) ==
        graph);
  std::set<std::pair<Node, Node>> edges;
  for (Node i = 0; i < 200; ++i) {
    for (std::size_t m = 0; m < 8; ++m) {
      const Node j = found.index[8 * std::size_t{i} + m];
      edges.insert({std::min(i, j), std::max(i, j)});
    }
    const auto to = graph.neighbours(i);
    for (std::size_t k = 0; k < to.size(); ++k) {
      const double square = (X.row(i) - X.row(to[k])).cast<double>().squaredNorm();
      const double scale =
          found.distance[8 * std::size_t{i} + 6] * found.distance[8 * std::size_t{to[k]} + 6];
      REQUIRE(graph.weights(i)[k] == doctest::Approx(std::max(std::exp(-square / scale), 1e-6)));
    }
  }
  CHECK(graph.num_edges() == edges.size());
}

TEST_CASE("rows that coincide are joined with weight 1, a single row has no neighbours") {
  PointRows X = PointRows::Zero(12, 3);
  X.row(11).setConstant(1);
  const Graph graph = neighbour_graph(nearest_neighbours(X, {.k = 3}));
  for (const double w : graph.weights(0)) CHECK((w == 1 || w == 1e-6));
  CHECK(neighbour_graph(nearest_neighbours(PointRows::Zero(12, 3), {.k = 3})).weighted());
  X.row(11).setConstant(3e38F);
  X.row(10).setConstant(-3e38F);
  CHECK_THROWS_AS(neighbour_graph(nearest_neighbours(X, {.k = 11})), std::invalid_argument);
  CHECK(neighbour_graph(nearest_neighbours(PointRows::Zero(1, 3), {.k = 3})).num_edges() == 0);
  CHECK_THROWS_AS(nearest_neighbours(X, {.k = 0}), std::invalid_argument);
  X(0, 0) = std::numeric_limits<float>::quiet_NaN();
  CHECK_THROWS_AS(nearest_neighbours(X, {.k = 3}), std::invalid_argument);
}
