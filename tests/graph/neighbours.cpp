// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

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

using Precise = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

PrecisePoints points_of(const Precise& X) {
  return {X.data(), X.rows(), X.cols()};
}

double distance_of(const Precise& X, Eigen::Index i, Eigen::Index j) {
  const Eigen::RowVectorXd difference = X.row(i) - X.row(j);
  return difference.norm();
}

// (distance, row) of every other row, ascending.
std::vector<std::pair<double, Node>> slow_neighbours(const Precise& X, Eigen::Index i) {
  std::vector<std::pair<double, Node>> all;
  for (Eigen::Index j = 0; j < X.rows(); ++j) {
    if (j != i) all.emplace_back(distance_of(X, i, j), static_cast<Node>(j));
  }
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace

TEST_CASE("exact neighbours agree with a comparison of all pairs for any number of threads") {
  const PointRows points = random_points(700, 9);
  const Neighbours found = nearest_neighbours(points, {.k = 6});
  const Precise X = points.cast<double>();
  CHECK(found.search == "exact");
  for (Eigen::Index i = 0; i < X.rows(); ++i) {
    const auto slow = slow_neighbours(X, i);
    for (std::size_t m = 0; m < 6; ++m) {
      const std::size_t at = static_cast<std::size_t>(i) * 6 + m;
      REQUIRE(found.distance[at] == slow[m].first);
      REQUIRE(distance_of(X, i, found.index[at]) == slow[m].first);
      REQUIRE(found.index[at] != static_cast<Node>(i));
    }
  }
  const Neighbours two = nearest_neighbours(points, {.k = 6, .threads = 2});
  CHECK(two.index == found.index);
  CHECK(two.distance == found.distance);
}

TEST_CASE("neighbours are the same wherever the rows lie and in whatever unit they are") {
  const Precise near_0 = random_points(300, 9).cast<double>();
  const Precise far = near_0.array() + 1e5;
  for (const Precise& X :
       {near_0, far, Precise(far.array() * -1e3), Precise(near_0 * 1e18), Precise(near_0 * 1e-25),
        Precise(near_0 * 1e200), Precise(near_0 * 1e-250), Precise(far * 1e290)}) {
    const Precise scaled = X / X.cwiseAbs().maxCoeff();  // whose squares are finite
    const Neighbours found = nearest_neighbours(points_of(X), {.k = 6});
    const Neighbours approximate =
        nearest_neighbours(points_of(X), {.k = 6, .search = NeighbourSearch::kApproximate});
    std::size_t hits = 0;
    for (Eigen::Index i = 0; i < X.rows(); ++i) {
      const auto slow = slow_neighbours(scaled, i);
      std::set<Node> nearest;
      for (std::size_t m = 0; m < 6; ++m) {
        REQUIRE(found.index[static_cast<std::size_t>(i) * 6 + m] == slow[m].second);
        nearest.insert(slow[m].second);
      }
      for (std::size_t m = 0; m < 6; ++m)
        hits += nearest.count(approximate.index[static_cast<std::size_t>(i) * 6 + m]);
    }
    CHECK(static_cast<double>(hits) >= 0.95 * 1800);
    const Graph graph = neighbour_graph(found);
    const Graph first = neighbour_graph(nearest_neighbours(points_of(near_0), {.k = 6}));
    REQUIRE(graph.num_edges() == first.num_edges());
    for (std::size_t k = 0; k < first.all_weights().size(); ++k)
      REQUIRE(graph.all_weights()[k] == doctest::Approx(first.all_weights()[k]).epsilon(1e-6));
  }
  const PointRows single = random_points(300, 9).array() + 100.0F;
  const Precise same = single.cast<double>();
  CHECK(nearest_neighbours(single).index == nearest_neighbours(points_of(same)).index);
}

TEST_CASE("neighbours within a city are found on a map of the world") {
  Precise X = random_points(900, 2).cast<double>() * 1e-5;  // of the distance between cities
  for (Eigen::Index i = 0; i < X.rows(); ++i)
    X.row(i) +=
        Eigen::RowVector2d(static_cast<double>(i % 3), static_cast<double>(i % 5 * (i % 5)));
  const Neighbours found = nearest_neighbours(points_of(X), {.k = 6});
  for (Eigen::Index i = 0; i < X.rows(); ++i) {
    const auto slow = slow_neighbours(X, i);
    for (std::size_t m = 0; m < 6; ++m)
      REQUIRE(found.distance[static_cast<std::size_t>(i) * 6 + m] ==
              doctest::Approx(slow[m].first).epsilon(1e-6));
  }
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
  CHECK(neighbour_graph(nearest_neighbours(X, {.k = 11})).weights(0).back() < 1);
  Precise most = Precise::Zero(12, 3);
  most.row(11).setConstant(1.7e308);
  most.row(10).setConstant(-1.7e308);
  CHECK_THROWS_AS(neighbour_graph(nearest_neighbours(points_of(most), {.k = 11})),
                  std::invalid_argument);
  const Precise tenth = most * 0.1;
  CHECK(neighbour_graph(nearest_neighbours(points_of(tenth), {.k = 11})).num_edges() == 66);
  CHECK(neighbour_graph(nearest_neighbours(PointRows::Zero(1, 3), {.k = 3})).num_edges() == 0);
  CHECK_THROWS_AS(nearest_neighbours(X, {.k = 0}), std::invalid_argument);
  X(0, 0) = std::numeric_limits<float>::quiet_NaN();
  CHECK_THROWS_AS(nearest_neighbours(X, {.k = 3}), std::invalid_argument);
}
