// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
#include <Eigen/Dense>

#include <querent/spectral/label_spreading.hpp>

#include "graphs.hpp"

using namespace querent;

TEST_CASE("label spreading is argmax of the dense (I − αS)⁻¹ Y (Zhou et al. 2003, Eq. 4)") {
  // two triangles with a bridge of weight ½, and a pair that no label reaches
  const Graph graph({0, 2, 4, 7, 10, 12, 14, 15, 16},
                    {1, 2, 0, 2, 0, 1, 3, 2, 4, 5, 3, 5, 3, 4, 7, 6},
                    {1, 1, 1, 1, 1, 1, 0.5, 0.5, 1, 1, 1, 1, 1, 1, 1, 1});
  const std::vector<int> labels{1, -1, -1, -1, -1, 2, -1, -1};
  Eigen::MatrixXd S = Eigen::MatrixXd::Zero(8, 8);
  for (Node i = 0; i < 8; ++i) {
    for (std::size_t k = 0; k < graph.neighbours(i).size(); ++k) {
      const Node j = graph.neighbours(i)[k];
      S(i, j) = graph.weights(i)[k] / std::sqrt(graph.degree(i) * graph.degree(j));
    }
  }
  for (const double alpha : {0.2, 0.9, 0.99}) {
    Eigen::MatrixXd Y = Eigen::MatrixXd::Zero(8, 3);
    Y(0, 1) = Y(5, 2) = 1;
    const Eigen::MatrixXd F = (Eigen::MatrixXd::Identity(8, 8) - alpha * S).inverse() * Y;
    const auto predicted = spread_labels(graph, labels, 3, {.alpha = alpha});
    for (Eigen::Index i = 0; i < 8; ++i) {
      Eigen::Index best = 0;
      F.row(i).maxCoeff(&best);
      CHECK(predicted[static_cast<std::size_t>(i)] == best);
    }
    CHECK(predicted[6] == 0);
  }
  CHECK_THROWS_AS(spread_labels(graph, std::vector<int>{1}, 3), std::invalid_argument);
}
