// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/matrices/laplacian.hpp>

#include <cmath>
#include <limits>

#include <doctest/doctest.h>
#include <Eigen/Core>

#include <querent/graph/components.hpp>
#include <querent/graph/from_memory.hpp>
#include <querent/graph/subgraph.hpp>
#include <querent/graph/twins.hpp>

namespace {

using namespace querent;

/// The path 0 – 1 – … – (n − 1) with weights 1, 2, …, followed by an isolated node.
Graph weighted_path(Node n) {
  std::vector<std::uint64_t> offsets{0};
  std::vector<Node> neighbours;
  std::vector<double> weights;
  for (Node i = 0; i < n; ++i) {
    if (i > 0) neighbours.push_back(i - 1), weights.push_back(i);
    if (i + 1 < n) neighbours.push_back(i + 1), weights.push_back(i + 1);
    offsets.push_back(neighbours.size());
  }
  offsets.push_back(neighbours.size());
  return Graph(offsets, neighbours, weights);
}

double entry(const Graph& g, LaplacianKind kind, Node i, Node j) {
  double weight = 0;
  for (std::size_t k = 0; k < g.neighbours(i).size(); ++k) {
    if (g.neighbours(i)[k] == j) weight = g.weighted() ? g.weights(i)[k] : 1.0;
  }
  if (kind == LaplacianKind::kCombinatorial) return i == j ? g.degree(i) : -weight;
  if (i == j) return g.degree(i) > 0 ? 1 : 0;
  return weight == 0 ? 0 : -weight / std::sqrt(g.degree(i) * g.degree(j));
}

}  // namespace

TEST_CASE("degrees are the row sums of S, 0 for an isolated node") {
  const Graph g = weighted_path(4);
  const Laplacian L(g, LaplacianKind::kNormalized);
  const auto d = L.degree();
  CHECK(std::vector<double>(d.begin(), d.end()) == std::vector<double>{1, 3, 5, 3, 0});
}

TEST_CASE("L x equals the sum over the entries of L, for one column and for a block of eight") {
  const Graph g = weighted_path(6);
  for (const auto kind : {LaplacianKind::kNormalized, LaplacianKind::kCombinatorial}) {
    const Laplacian L(g, kind);
    for (const std::uint64_t k : {1u, 8u}) {
      DenseBlock<double> x(g.num_nodes(), k);
      DenseBlock<double> y(g.num_nodes(), k);
      for (std::uint64_t i = 0; i < x.rows() * k; ++i) {
        x.data()[i] = std::sin(1.0 + static_cast<double>(i));
      }
      L.multiply(x, y);
      for (Node i = 0; i < g.num_nodes(); ++i) {
        for (std::uint64_t c = 0; c < k; ++c) {
          double sum = 0;
          for (Node j = 0; j < g.num_nodes(); ++j) sum += entry(g, kind, i, j) * x.row(j)[c];
          CHECK(y.row(i)[c] == doctest::Approx(sum).epsilon(1e-14));
        }
      }
    }
  }
}

TEST_CASE_TEMPLATE(
    "three terms of a recurrence: z_1 = s (m - L) z_0 / 2, z_2 = s (m - L) z_1 - z_0", Real, float,
    double) {
  const Graph unweighted({0, 1, 3, 4, 4}, {1, 0, 2, 1});
  const double tolerance = 8 * static_cast<double>(std::numeric_limits<Real>::epsilon());
  for (const Graph& g : {weighted_path(5), unweighted}) {
    for (const auto kind : {LaplacianKind::kNormalized, LaplacianKind::kCombinatorial}) {
      const Laplacian L(g, kind);
      constexpr double m = 0.75, s = 0.5;
      for (const std::uint64_t k : {3u, 8u}) {
        DenseBlock<double> x(g.num_nodes(), k), Lx(g.num_nodes(), k), LLx(g.num_nodes(), k);
        DenseBlock<Real> z0(g.num_nodes(), k), z1(g.num_nodes(), k);
        for (std::uint64_t i = 0; i < x.rows() * k; ++i) {
          x.data()[i] = std::sin(1.0 + static_cast<double>(i));
          z0.data()[i] = static_cast<Real>(x.data()[i]);
        }
        L.multiply(x, Lx);
        L.multiply(Lx, LLx);
        const typename Laplacian::Recurrence<Real> recurrence(L, m, s);
        recurrence.enter(z0);
        recurrence.start(z0, z1);
        recurrence.advance(z1, z0);  // z0 then holds z_2
        recurrence.leave(z1);
        recurrence.leave(z0);
        for (Node i = 0; i < g.num_nodes(); ++i) {
          if (g.neighbours(i).empty()) continue;  // D^{-1/2} is 0 there
          for (std::uint64_t c = 0; c < k; ++c) {
            const double first = s / 2 * (m * x.row(i)[c] - Lx.row(i)[c]);
            const double again = s / 2 * (m * Lx.row(i)[c] - LLx.row(i)[c]);  // L z_1
            const double second = s * (m * first - again) - x.row(i)[c];
            CHECK(std::abs(static_cast<double>(z1.row(i)[c]) - first) <= 100 * tolerance);
            CHECK(std::abs(static_cast<double>(z0.row(i)[c]) - second) <= 1000 * tolerance);
          }
        }
      }
    }
  }
}

TEST_CASE("L maps its null vector to 0: 1, or the square roots of the degrees") {
  const Graph g = weighted_path(5);
  for (const auto kind : {LaplacianKind::kNormalized, LaplacianKind::kCombinatorial}) {
    const Laplacian L(g, kind);
    DenseBlock<double> x(g.num_nodes(), 1);
    DenseBlock<double> y(g.num_nodes(), 1);
    const auto null = L.null_vector();
    std::copy(null.begin(), null.end(), x.data());
    L.multiply(x, y);
    for (Node i = 0; i < g.num_nodes(); ++i) CHECK(std::abs(y.data()[i]) < 1e-15 * L.norm_bound());
  }
}

TEST_CASE("the bytes of a product do not depend on the number of threads") {
  const Graph g = weighted_path(20'000);  // enough rows for several threads
  const Laplacian one(g, LaplacianKind::kNormalized, 1);
  const Laplacian two(g, LaplacianKind::kNormalized, 2);
  DenseBlock<double> x(g.num_nodes(), 8);
  for (std::uint64_t i = 0; i < x.rows() * 8; ++i) x.data()[i] = std::cos(static_cast<double>(i));
  DenseBlock<double> y1(g.num_nodes(), 8);
  DenseBlock<double> y2(g.num_nodes(), 8);
  one.multiply(x, y1);
  two.multiply(x, y2);
  CHECK(std::equal(y1.data(), y1.data() + y1.rows() * 8, y2.data()));
}

TEST_CASE("a renumbered subgraph has the edges and weights of its nodes") {
  const Graph g = weighted_path(4);  // 0 -1- 1 -2- 2 -3- 3, and the isolated node 4
  std::vector<Node> position(g.num_nodes());
  const std::vector<Node> order{2, 0, 3, 1};
  CHECK(subgraph(g, order, position) ==
        Graph({0, 2, 3, 4, 6}, {2, 3, 3, 0, 0, 1}, {3, 2, 1, 3, 2, 1}));
  CHECK(nodes_by_degree(g) == std::vector<Node>{2, 1, 0, 3, 4});
}

TEST_CASE("twins have the same neighbours and weights, and no edge between them") {
  // 0 – 1, 2, 3 with weights 1, 1, 2; 4 – 0, 5 and 6 – 0, 5; 7 and 8 isolated
  const Graph g({0, 5, 6, 7, 8, 10, 12, 14, 14, 14}, {1, 2, 3, 4, 6, 0, 0, 0, 0, 5, 4, 6, 0, 5},
                {1, 1, 2, 1, 1, 1, 1, 2, 1, 3, 3, 3, 1, 3});
  CHECK(first_twins(g) == std::vector<Node>{0, 1, 1, 3, 4, 5, 4, 7, 7});
  // Two adjacent nodes with the same other neighbours are not twins.
  CHECK(first_twins(Graph({0, 2, 4, 6}, {1, 2, 0, 2, 0, 1})) == std::vector<Node>{0, 1, 2});
}

TEST_CASE("adjacent twins: the same neighbours besides each other") {
  // A triangle 0 1 2; 2 also has the adjacent neighbours 3 and 4; 5 – 6 is separate.
  const Graph g({0, 2, 4, 8, 10, 12, 13, 14}, {1, 2, 0, 2, 0, 1, 3, 4, 2, 4, 2, 3, 6, 5});
  CHECK(first_adjacent_twins(g) == std::vector<Node>{0, 0, 2, 3, 3, 5, 5});
  CHECK(first_adjacent_twins(Graph({0, 1, 3, 4}, {1, 0, 2, 1})) == std::vector<Node>{0, 1, 2});
}

TEST_CASE("multiplicity with edges between twins: L of the quotient is L of the whole") {
  // Two cliques of 4 and 3 nodes, all adjacent to node 7.
  std::vector<Edge> edges;
  for (Node i = 0; i < 7; ++i) {
    for (Node j = 0; j < i; ++j) {
      if ((i < 4) == (j < 4)) edges.push_back({i, j});
    }
    edges.push_back({i, 7});
  }
  const Graph whole = graph_of(8, edges), quotient({0, 1, 2, 4}, {2, 2, 0, 1});
  CHECK(first_adjacent_twins(whole) == std::vector<Node>{0, 0, 0, 0, 4, 4, 4, 7});
  const std::vector<double> m{4, 3, 1}, between{1, 1, 0};
  const std::vector<Node> of{0, 0, 0, 0, 1, 1, 1, 2};
  for (const auto kind : {LaplacianKind::kNormalized, LaplacianKind::kCombinatorial}) {
    const Laplacian L(whole, kind), Q(quotient, kind, 1, m, between);
    DenseBlock<double> x(8, 1), y(8, 1), xq(3, 1), yq(3, 1);
    for (Node c = 0; c < 3; ++c) xq.row(c)[0] = std::sin(1.0 + c);
    for (Node i = 0; i < 8; ++i) x.row(i)[0] = xq.row(of[i])[0] / std::sqrt(m[of[i]]);
    L.multiply(x, y);
    Q.multiply(xq, yq);
    for (Node i = 0; i < 8; ++i)
      CHECK(y.row(i)[0] * std::sqrt(m[of[i]]) == doctest::Approx(yq.row(of[i])[0]));
    for (Node c = 0; c < 3; ++c) xq.row(c)[0] = Q.null_vector()[c];
    Q.multiply(xq, yq);
    for (Node c = 0; c < 3; ++c) CHECK(std::abs(yq.row(c)[0]) < 1e-15);
    CHECK(Q.norm_bound() <= L.norm_bound() * (1 + 1e-15));
  }
}

TEST_CASE("multiplicity: L of the quotient is L of the whole on vectors that are equal on twins") {
  // The hub 0 with three leaves, 1, and three nodes between 0 and 1: classes {0} {1} {2,3,4}
  // {5,6,7}; weights ½ for the leaves, 2 from 0 to the three, 3 from these to 1.
  const Graph whole({0, 6, 9, 10, 11, 12, 14, 16, 18},
                    {2, 3, 4, 5, 6, 7, 5, 6, 7, 0, 0, 0, 0, 1, 0, 1, 0, 1},
                    {.5, .5, .5, 2, 2, 2, 3, 3, 3, .5, .5, .5, 2, 3, 2, 3, 2, 3});
  const Graph quotient({0, 2, 3, 4, 6}, {2, 3, 3, 0, 0, 1}, {.5, 2, 3, .5, 2, 3});
  const std::vector<double> m{1, 1, 3, 3};
  const std::vector<Node> of{0, 1, 2, 2, 2, 3, 3, 3};
  CHECK(first_twins(whole) == std::vector<Node>{0, 1, 2, 2, 2, 5, 5, 5});
  const auto check = [&](const Laplacian& L, const Laplacian& Q) {
    for (const std::uint64_t k : {3u, 8u}) {
      DenseBlock<double> x(8, k), y(8, k), xq(4, k), yq(4, k);
      for (Node c = 0; c < 4; ++c) {
        for (std::uint64_t j = 0; j < k; ++j)
          xq.row(c)[j] = std::sin(1.0 + c + 5.0 * static_cast<double>(j));
      }
      for (Node i = 0; i < 8; ++i) {
        for (std::uint64_t j = 0; j < k; ++j) x.row(i)[j] = xq.row(of[i])[j] / std::sqrt(m[of[i]]);
      }
      L.multiply(x, y);
      Q.multiply(xq, yq);
      for (Node i = 0; i < 8; ++i) {
        for (std::uint64_t j = 0; j < k; ++j) {
          CHECK(y.row(i)[j] * std::sqrt(m[of[i]]) == doctest::Approx(yq.row(of[i])[j]));
        }
      }
    }
    Eigen::MatrixXd dense = Eigen::Map<const Eigen::VectorXd>(Q.diagonal().data(), 4).asDiagonal();
    Q.for_each_entry([&](std::uint64_t i, std::uint64_t j, double entry) {
      dense(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = -entry;
    });
    CHECK((dense - dense.transpose()).norm() < 1e-15);
    const auto null = Q.null_vector();
    CHECK((dense * Eigen::Map<const Eigen::VectorXd>(null.data(), 4)).norm() < 1e-15);
    CHECK(Q.norm_bound() <= L.norm_bound() * (1 + 1e-15));
  };
  for (const auto kind : {LaplacianKind::kNormalized, LaplacianKind::kCombinatorial}) {
    check(Laplacian(whole, kind), Laplacian(quotient, kind, 1, m));
  }
  check(Laplacian(whole, LaplacianKind::kCombinatorial).with_heavy_hubs(2),
        Laplacian(quotient, LaplacianKind::kCombinatorial, 1, m).with_heavy_hubs(2));
}

TEST_CASE("components are numbered by their first nodes, and an isolated node is one") {
  // 0 – 2, 1 – 4, 3
  const Graph g({0, 1, 2, 3, 3, 4}, {2, 4, 0, 1});
  const Components c = connected_components(g);
  CHECK(c.of == std::vector<std::uint32_t>{0, 1, 0, 2, 1});
  CHECK(c.sizes == std::vector<std::uint64_t>{2, 2, 1});
}
