// SPDX-License-Identifier: Apache-2.0
#include <querent/spectral/out_of_sample.hpp>

#include <cmath>

#include <doctest/doctest.h>

#include "graphs.hpp"

using namespace querent;
using namespace querent::testing;

TEST_CASE("the row of an old node from its own neighbours is its own row, for either Laplacian") {
  const Graph graph = random_connected(60, 260, 7);
  for (const auto kind : {LaplacianKind::kNormalized, LaplacianKind::kCombinatorial}) {
    const Embedding M = embed(
        graph, {.dim = 59, .laplacian = kind, .solver = EigenSolver::kDense, .tolerance = 1e-10});
    NodeRows nodes{.laplacian = kind,
                   .eigenvalues = M.eigenvalues,
                   .rows = M.rows,
                   .degree = Eigen::VectorXd(60)};
    for (Node i = 0; i < 60; ++i) nodes.degree[i] = graph.degree(i);
    int compared = 0;
    for (Node i = 0; i < 60; ++i) {
      const Eigen::RowVectorXd m = out_of_sample(nodes, graph.neighbours(i), graph.weights(i));
      const double whole = kind == LaplacianKind::kNormalized ? 1 : graph.degree(i);
      for (Eigen::Index k = 0; k < m.size(); ++k) {
        if (std::abs(whole - M.eigenvalues[k]) < 0.05 * whole) {
          CHECK(m[k] == 0);
          continue;
        }
        ++compared;
        // the residual of a pair, 1e-10 ‖L‖, divided by at least 0.05
        CHECK(m[k] == doctest::Approx(M.rows(i, k)).epsilon(1e-6).scale(1e-2));
      }
    }
    CHECK(compared > 2000);
  }
}

TEST_CASE(
    "a graph that has grown: old rows stay, new rows follow from known neighbours in layers") {
  // nodes 0 … 39 are old; 40 is next to them, 41 only next to 40, 42 and 43 are a separate pair
  const Graph before = random_connected(40, 120, 3);
  std::vector<std::pair<Node, Node>> edges;
  for (Node i = 0; i < 40; ++i) {
    for (const Node j : before.neighbours(i)) {
      if (i < j) edges.emplace_back(i, j);
    }
  }
  for (const auto& edge : {std::pair<Node, Node>{3, 40}, {7, 40}, {40, 41}, {42, 43}})
    edges.push_back(edge);
  const Graph grown = make_graph(44, edges);
  const Embedding M = embed(before, {.dim = 6});
  std::vector<std::uint32_t> row_before(44, kNewNode);
  for (std::uint32_t i = 0; i < 40; ++i) row_before[i] = i;
  const Embedding E = extended(M, grown, row_before, LaplacianKind::kNormalized);
  CHECK(E.rows.topRows(40) == M.rows);
  CHECK(E.eigenvalues == M.eigenvalues);
  NodeRows nodes{.eigenvalues = M.eigenvalues, .rows = E.rows, .degree = Eigen::VectorXd(44)};
  for (Node i = 0; i < 44; ++i) nodes.degree[i] = grown.degree(i);
  const std::vector<std::uint32_t> of_40{3, 7}, of_41{40};
  CHECK((E.rows.row(40) - out_of_sample(nodes, of_40, {})).norm() < 1e-12);
  CHECK((E.rows.row(41) - out_of_sample(nodes, of_41, {})).norm() < 1e-12);
  CHECK(E.rows.row(41).norm() > 0);
  CHECK(E.rows.bottomRows(2).isZero(0));
  CHECK_THROWS_AS(extended(M, before, row_before, LaplacianKind::kNormalized),
                  std::invalid_argument);
  row_before[0] = 40;
  CHECK_THROWS_AS(extended(M, grown, row_before, LaplacianKind::kNormalized),
                  std::invalid_argument);
}

TEST_CASE("a node without a known neighbour has a row of zeros") {
  const Graph graph = random_connected(20, 60, 1);
  const Embedding M = embed(graph, {.dim = 5});
  NodeRows nodes{.eigenvalues = M.eigenvalues, .rows = M.rows, .degree = Eigen::VectorXd::Ones(20)};
  CHECK(out_of_sample(nodes, {}, {}).norm() == 0);
  const std::vector<std::uint32_t> first{0}, missing{20};
  CHECK_THROWS_AS(out_of_sample(nodes, first, std::vector<double>{-1}), std::invalid_argument);
  CHECK_THROWS_AS(out_of_sample(nodes, first, std::vector<double>{1, 1}), std::invalid_argument);
  CHECK_THROWS_AS(out_of_sample(nodes, missing, {}), std::invalid_argument);
}
