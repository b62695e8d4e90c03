// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <Eigen/Dense>

#include <querent/spectral/propagation/label_walks.hpp>

#include "graphs.hpp"

using namespace querent;

namespace {

// (1 − α) (I − α D⁻¹ W)⁻¹, by a dense inverse.
Eigen::MatrixXd ends_of_walks(const Graph& graph, double alpha) {
  const auto n = static_cast<Eigen::Index>(graph.num_nodes());
  Eigen::MatrixXd P = Eigen::MatrixXd::Zero(n, n);
  for (Node i = 0; i < graph.num_nodes(); ++i) {
    for (std::size_t k = 0; k < graph.neighbours(i).size(); ++k) {
      const double weight = graph.weighted() ? graph.weights(i)[k] : 1;
      P(i, graph.neighbours(i)[k]) = weight / graph.degree(i);
    }
  }
  return (1 - alpha) * (Eigen::MatrixXd::Identity(n, n) - alpha * P).inverse();
}

// two triangles with a bridge of weight ½, and a separate pair
Graph triangles() {
  return Graph({0, 2, 4, 7, 10, 12, 14, 15, 16}, {1, 2, 0, 2, 0, 1, 3, 2, 4, 5, 3, 5, 3, 4, 7, 6},
               {1, 1, 1, 1, 1, 1, 0.5, 0.5, 1, 1, 1, 1, 1, 1, 1, 1});
}

}  // namespace

TEST_CASE("walks end at labels as in (1 − α)(I − αD⁻¹W)⁻¹, and miss at most ε d_l / mean") {
  for (const Graph& graph : {triangles(), testing::path(40), testing::complete_bipartite(1, 30)}) {
    double mean = 0;
    for (Node i = 0; i < graph.num_nodes(); ++i)
      mean += graph.degree(i) / static_cast<double>(graph.num_nodes());
    for (const double alpha : {0.3, 0.8, 0.95}) {
      const Eigen::MatrixXd K = ends_of_walks(graph, alpha);
      for (const double epsilon : {1e-2, 1e-4, 1e-12}) {
        LabelWalks walks(graph, 3, {.alpha = alpha, .epsilon = epsilon});
        walks.learn(2, 1);
        for (Node i = 0; i < graph.num_nodes(); ++i) {
          const double missing = K(i, 2) - walks.scores(i)[1];
          CHECK(missing >= (epsilon < 1e-6 ? -1e-12 : -1e-6));  // floats
          CHECK(missing <= epsilon * graph.degree(2) / mean + 1e-12);
        }
        walks.learn(0, 1);
        walks.learn(5, 2);
        if (epsilon > 1e-9) continue;
        for (Node i = 0; i < graph.num_nodes(); ++i) {
          CHECK(walks.scores(i)[0] == 0);
          CHECK(walks.scores(i)[1] == doctest::Approx(K(i, 2) + K(i, 0)).epsilon(1e-8));
          CHECK(walks.scores(i)[2] == doctest::Approx(K(i, 5)).epsilon(1e-8));
        }
      }
    }
  }
}

TEST_CASE("if every node has a label, each walk ends at one") {
  const Graph graph = testing::cycle(25);
  LabelWalks walks(graph, 2, {.epsilon = 1e-12});
  for (Node i = 0; i < 25; ++i) walks.learn(i, i % 2);
  for (Node i = 0; i < 25; ++i) CHECK(walks.scores(i).sum() == doctest::Approx(1).epsilon(1e-8));
}

TEST_CASE("walks over a dense graph miss at most the mass that is not followed") {
  std::mt19937_64 engine(4);
  testing::Edges edges;
  for (Node i = 0; i < 60; ++i) {
    for (Node j = i + 1; j < 60; ++j) {
      if (engine() % 2 == 0) edges.emplace_back(i, j);
    }
  }
  const Graph graph = testing::make_graph(61, edges);  // node 60 has no edges
  double mean = 0;
  for (Node i = 0; i < graph.num_nodes(); ++i)
    mean += graph.degree(i) / static_cast<double>(graph.num_nodes());
  std::vector<LabelledNode> labels;
  for (Node l = 0; l < 21; ++l) labels.push_back({l == 20 ? 60 : 2 * l, static_cast<int>(l % 3)});
  for (const double alpha : {0.3, 0.8, 0.95}) {
    const Eigen::MatrixXd K = ends_of_walks(graph, alpha);
    const LabelWalksOptions options{.alpha = alpha, .epsilon = 1e-4};
    LabelWalks walks(graph, 3, options);
    Eigen::MatrixXd F = Eigen::MatrixXd::Zero(61, 3);
    double missing = 0;
    for (const auto& [node, label] : labels) {
      walks.learn(node, label);
      F.col(label) += K.col(node);
      missing += graph.degree(node) > 0 ? options.epsilon * graph.degree(node) / mean : 0;
    }
    CHECK(walks.scores(60).sum() == 1);
    for (Node i = 0; i < 60; ++i) {
      const Eigen::RowVectorXd less = F.row(i) - walks.scores(i);
      CHECK(less.minCoeff() >= -1e-12);
      CHECK(less.sum() <= missing);
    }
  }
}

TEST_CASE("a node without edges is reached only from itself") {
  const Graph graph({0, 1, 2, 2}, {1, 0});
  LabelWalks walks(graph, 2);
  walks.learn(2, 1);
  CHECK(walks.scores(2)[1] == 1);
  CHECK(walks.scores(0).sum() == 0);
  CHECK_THROWS_AS(walks.learn(3, 1), std::invalid_argument);
  CHECK_THROWS_AS(walks.learn(2, 2), std::invalid_argument);
  CHECK_THROWS_AS(LabelWalks(graph, 1), std::invalid_argument);
  CHECK_THROWS_AS(LabelWalks(graph, 2, {.alpha = 1}), std::invalid_argument);
  CHECK_THROWS_AS(LabelWalks(graph, 2, {.epsilon = 0}), std::invalid_argument);
}
