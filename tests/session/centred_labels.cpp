// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <vector>

#include <doctest/doctest.h>
#include <Eigen/Cholesky>

#include <querent/learners/session/centred_labels.hpp>

#include "pools.hpp"

using namespace querent;
using namespace querent::testing;

TEST_CASE("centred labels: u solves (D − α S) u = b, as a dense factorisation says") {
  const Graph graph = cliques(3, 5);
  const std::vector<LabelledNode> known = {{0, 0}, {6, 1}, {7, 1}, {12, 2}};
  const NodeScores u = centred_labels(graph, known, 3);
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(15, 15), b = Eigen::MatrixXd::Zero(15, 3);
  for (Node i = 0; i < 15; ++i) {
    A(i, i) = graph.degree(i);
    for (const Node j : graph.neighbours(i)) A(i, j) = -0.99;
  }
  for (const auto& [l, y] : known) {
    b.row(l) << -0.25, -0.5, -0.25;
    b(l, y) += 1;
  }
  const Eigen::MatrixXd expected = A.ldlt().solve(b);
  CHECK((u - expected).norm() < 5e-3 * expected.norm());  // it is solved to a residual of 1e-3
}

TEST_CASE("centred labels: half of the say, and nothing of what nothing is known of") {
  const Graph graph = cliques(2, 4);
  const std::vector<LabelledNode> known = {{3, 0}, {7, 1}};
  NodeScores F = NodeScores::Zero(8, 2);
  F.row(1) << 0.1, 0.1;  // no opinion
  F.row(2) << 0, 9;      // sure of the other class
  const NodeScores p = with_centred_labels(F, graph, known);
  CHECK(p.row(0).isZero(0));
  CHECK(p(1, 0) == doctest::Approx(0.75));
  CHECK(p(2, 0) == doctest::Approx(0.5));
  CHECK(p.row(2).sum() == doctest::Approx(1));
}

// Labels that are spread alone say the class of most labels wherever they are far from any; centred
// ones do not.
TEST_CASE("centred labels: one label tells of its clique against three of another") {
  const Graph graph = cliques(4, 10);
  const std::vector<LabelledNode> known = {{5, 0}, {15, 1}, {16, 1}, {17, 1}};
  const NodeScores u = centred_labels(graph, known, 2);
  for (Node i = 0; i < 10; ++i) CHECK(u(i, 0) > 0);
  for (Node i = 10; i < 20; ++i) CHECK(u(i, 1) > 0);
}
