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
        // the residual of a pair, 1e-10 ‖L‖, over at least 0.05
        CHECK(m[k] == doctest::Approx(M.rows(i, k)).epsilon(1e-6).scale(1e-2));
      }
    }
    CHECK(compared > 2000);
  }
}

TEST_CASE("a node without a known neighbour has a row of zeros") {
  const Graph graph = random_connected(20, 60, 1);
  const Embedding M = embed(graph, {.dim = 5});
  NodeRows nodes{.eigenvalues = M.eigenvalues, .rows = M.rows, .degree = Eigen::VectorXd::Ones(20)};
  CHECK(out_of_sample(nodes, {}, {}).norm() == 0);
}
