// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <random>

#include <doctest/doctest.h>
#include <Eigen/Dense>

#include <querent/spectral/correct_and_smooth.hpp>

#include "graphs.hpp"

using namespace querent;

namespace {

constexpr int kSize = 12;  // nodes of a clique

// Two cliques with one edge between them; class 1 is the second.
Graph two_cliques() {
  testing::Edges edges{{0, kSize}};
  for (Node c = 0; c < 2; ++c) {
    for (Node i = 0; i < kSize; ++i) {
      for (Node j = i + 1; j < kSize; ++j) edges.emplace_back(c * kSize + i, c * kSize + j);
    }
  }
  return testing::make_graph(2 * kSize, edges);
}

int class_of(Eigen::Index i) {
  return i >= kSize;
}

std::vector<LabelledNode> half_the_labels() {
  std::vector<LabelledNode> labelled;
  for (std::uint32_t i = 1; i < 2 * kSize; i += 2) labelled.push_back({i, class_of(i)});
  return labelled;
}

// (1 − α) (I − α S)⁻¹ X by a dense inverse
Eigen::MatrixXd spread(const Graph& graph, const Eigen::MatrixXd& X, double alpha) {
  const auto n = X.rows();
  Eigen::MatrixXd A = Eigen::MatrixXd::Identity(n, n);
  for (Node i = 0; i < n; ++i) {
    for (const Node j : graph.neighbours(i))
      A(i, j) -= alpha / std::sqrt(graph.degree(i) * graph.degree(j));
  }
  return (1 - alpha) * A.inverse() * X;
}

}  // namespace

TEST_CASE("a model that errs on whole cliques is corrected by the labels in them") {
  const NodeScores nothing = NodeScores::Zero(2 * kSize, 2);
  const auto found = scores_over_graph(two_cliques(), nothing, half_the_labels());
  CHECK(found.how != OverGraph::kScores);
  const auto classes = found.classes();
  for (Eigen::Index i = 0; i < 2 * kSize; ++i)
    CHECK(classes[static_cast<std::size_t>(i)] == class_of(i));
}

TEST_CASE("a model that is right keeps its word, as does any that has few labels to be judged by") {
  NodeScores Z = NodeScores::Zero(2 * kSize, 2);
  for (Eigen::Index i = 0; i < 2 * kSize; ++i) Z(i, class_of(i)) = 1;
  Z.row(4) << 0, 1;  // an unlabelled node of which the model knows better than its clique
  const auto right = scores_over_graph(two_cliques(), Z, half_the_labels());
  CHECK(right.how == OverGraph::kScores);
  CHECK(right.classes() == best_classes(Z));
  const auto few = scores_over_graph(two_cliques(), NodeScores::Zero(2 * kSize, 2), {{13, 1}});
  CHECK(few.how == OverGraph::kScores);
  CHECK_THROWS_AS(scores_over_graph(two_cliques(), NodeScores::Zero(3, 2), {}),
                  std::invalid_argument);
}

TEST_CASE("corrected and smoothed classes are those of the paper's formulas with dense inverses") {
  std::mt19937_64 engine(3);
  std::uniform_real_distribution<double> uniform(0, 1);
  int corrected = 0, smoothed = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const Graph graph = two_cliques();
    const auto labelled = half_the_labels();
    // of one class the model knows nothing, to a degree
    NodeScores Z(2 * kSize, 3);
    for (Eigen::Index i = 0; i < Z.rows(); ++i) {
      for (Eigen::Index k = 0; k < 3; ++k) Z(i, k) = uniform(engine);
      Z(i, class_of(i)) += 0.3;
    }
    const auto found = scores_over_graph(graph, Z, labelled);
    Eigen::MatrixXd E = Eigen::MatrixXd::Zero(Z.rows(), 3);
    double sigma = 0;
    for (const auto& [l, y] : labelled) {
      E.row(l) = Eigen::RowVector3d::Unit(y) - Z.row(l);
      sigma += E.row(l).cwiseAbs().sum() / static_cast<double>(labelled.size());
    }
    E = spread(graph, E, 0.8);
    NodeScores expected = Z;
    for (Eigen::Index i = 0; i < Z.rows(); ++i)
      expected.row(i) += sigma / E.row(i).cwiseAbs().sum() * E.row(i);
    if (found.how == OverGraph::kScores) {
      expected = Z;
    } else if (found.how == OverGraph::kSmoothed) {
      for (const auto& [l, y] : labelled) expected.row(l) = Eigen::RowVector3d::Unit(y);
      expected = spread(graph, expected, 0.8);
    }
    corrected += found.how == OverGraph::kCorrected;
    smoothed += found.how == OverGraph::kSmoothed;
    CHECK(found.classes() == best_classes(expected));
  }
  CHECK(corrected + smoothed > 10);
}

TEST_CASE(
    "a new node's scores are, at a node of the graph without a label and with its own edges, those "
    "it has") {
  const Graph graph = two_cliques();
  Eigen::VectorXd degree(2 * kSize);
  for (Node i = 0; i < graph.num_nodes(); ++i) degree[i] = graph.degree(i);
  std::mt19937_64 engine(5);
  std::uniform_real_distribution<double> uniform(0, 1);
  int corrected = 0, smoothed = 0;
  for (int trial = 0; trial < 40; ++trial) {
    NodeScores Z(2 * kSize, 3);
    for (Eigen::Index i = 0; i < Z.rows(); ++i) {
      for (Eigen::Index k = 0; k < 3; ++k) Z(i, k) = uniform(engine);
      Z(i, class_of(i)) += 0.2;
    }
    const ScoresOverGraph over = scores_over_graph(graph, Z, half_the_labels());
    corrected += over.how == OverGraph::kCorrected;
    smoothed += over.how == OverGraph::kSmoothed;
    for (Node i = 0; i < graph.num_nodes(); i += 2) {
      const Eigen::RowVectorXd f =
          scores_of_new_node(over, degree, Z.row(i), graph.neighbours(i), graph.weights(i));
      CHECK((f - over.scores.row(i)).norm() < 1e-2);
    }
    const Eigen::RowVectorXd alone = scores_of_new_node(over, degree, Z.row(0), {}, {});
    CHECK(alone.isApprox((over.how == OverGraph::kSmoothed ? 0.2 : 1.0) * Z.row(0)));
  }
  CHECK(corrected > 0);
  CHECK(smoothed > 0);
}
