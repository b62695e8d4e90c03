// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <random>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <Eigen/Dense>

#include <querent/datasets/error.hpp>
#include <querent/spectral/propagation/correct_and_smooth.hpp>

#include "graphs.hpp"

using namespace querent;

namespace {

constexpr int kSize = 20;  // nodes of a clique

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

// Three classes, the third empty; the higher `signal`, the more predictions are right.
NodeScores noisy_scores(std::mt19937_64& engine, double signal) {
  std::uniform_real_distribution<double> uniform(0, 1);
  NodeScores Z(2 * kSize, 3);
  for (Eigen::Index i = 0; i < Z.rows(); ++i) {
    for (Eigen::Index k = 0; k < 3; ++k) Z(i, k) = uniform(engine);
    Z(i, class_of(i)) += signal;
  }
  return Z;
}

// z, z′ − z and s/‖s‖₁ of every node
std::array<Eigen::MatrixXd, 3> dense_parts(const Graph& graph, const NodeScores& Z,
                                           const std::vector<LabelledNode>& known) {
  Eigen::MatrixXd E = Eigen::MatrixXd::Zero(Z.rows(), Z.cols());
  double sigma = 0;
  for (const auto& [l, y] : known) {
    E.row(l) = Eigen::RowVectorXd::Unit(Z.cols(), y) - Z.row(l);
    sigma += E.row(l).cwiseAbs().sum() / static_cast<double>(known.size());
  }
  E = spread(graph, E, 0.8);
  for (Eigen::Index i = 0; i < Z.rows(); ++i) E.row(i) *= sigma / E.row(i).cwiseAbs().sum();
  Eigen::MatrixXd s = Z + E;
  for (const auto& [l, y] : known) s.row(l) = Eigen::RowVectorXd::Unit(Z.cols(), y);
  s = spread(graph, s, 0.8);
  for (Eigen::Index i = 0; i < Z.rows(); ++i) s.row(i) /= s.row(i).cwiseAbs().sum();
  return {Z, E, s};
}

}  // namespace

TEST_CASE("a model that is wrong on whole cliques is corrected by the labels in them") {
  const NodeScores nothing = NodeScores::Zero(2 * kSize, 2);
  const auto found = scores_over_graph(two_cliques(), nothing, half_the_labels());
  CHECK(found.blend.smoothed > 0);
  const auto classes = found.classes();
  for (Eigen::Index i = 0; i < 2 * kSize; ++i)
    CHECK(classes[static_cast<std::size_t>(i)] == class_of(i));
}

TEST_CASE("a model that is right, or has few labels, keeps its predictions") {
  NodeScores Z = NodeScores::Zero(2 * kSize, 2);
  for (Eigen::Index i = 0; i < 2 * kSize; ++i) Z(i, class_of(i)) = 1;
  Z.row(4) << 0, 1;  // an unlabelled node on which the model is right and its clique wrong
  const auto right = scores_over_graph(two_cliques(), Z, half_the_labels());
  CHECK(right.blend.model > 0.8);
  CHECK(right.classes() == best_classes(Z));
  auto few = half_the_labels();
  few.resize(15);
  CHECK(scores_over_graph(two_cliques(), NodeScores::Zero(2 * kSize, 2), few).blend.model_alone());
  CHECK_THROWS_AS(scores_over_graph(two_cliques(), NodeScores::Zero(3, 2), {}),
                  std::invalid_argument);
  CHECK_THROWS_AS(
      scores_over_graph(two_cliques(), Z, half_the_labels(), {.go_on = [] { return false; }}),
      Cancelled);
}

TEST_CASE("a fourth of many labels is held out, few labels are all held out in turn") {
  // cliques of four: the first of each four labels is in a clique on which the model is right, the
  // others in cliques on which it is wrong
  constexpr Node kNodes = 8004, kRight = kNodes / 4;
  std::vector<std::uint64_t> offsets{0};
  std::vector<Node> neighbours;
  for (Node i = 0; i < kNodes; ++i) {
    for (Node j = i - i % 4; j < i - i % 4 + 4; ++j) {
      if (j != i) neighbours.push_back(j);
    }
    offsets.push_back(neighbours.size());
  }
  const Graph graph(offsets, neighbours);
  NodeScores Z = NodeScores::Zero(kNodes, 2);
  for (Node i = 0; i < kNodes; ++i)
    Z(i, i < kRight - kRight % 4 ? 0 : 1) = 1;  // all labels are of class 0
  std::vector<LabelledNode> labelled;
  for (Node k = 0; k < kNodes - 4; ++k)
    labelled.push_back({k % 4 == 0 ? k / 4 : kRight - kRight % 4 + k / 4 * 3 + k % 4 - 1, 0});
  CHECK(scores_over_graph(graph, Z, labelled).blend.correction == 0);
  labelled.resize(1600);
  CHECK(scores_over_graph(graph, Z, labelled).blend.correction > 0);
}

TEST_CASE("the shares and the scores are those of the formulas with dense inverses") {
  std::mt19937_64 engine(3);
  const Graph graph = two_cliques();
  const auto labelled = half_the_labels();
  int corrected = 0, smoothed = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const NodeScores Z = noisy_scores(engine, 0.3);
    const auto found = scores_over_graph(graph, Z, labelled);
    const Eigen::Vector3d x(found.blend.model, found.blend.correction, found.blend.smoothed);
    CHECK(x.sum() == doctest::Approx(1));
    // logistic regression over the held-out labels, at the best scale of these shares: at its
    // minimum over x ≥ 0 positive parts have slope 0, and no zero part would lower the loss
    std::vector<std::pair<Eigen::MatrixXd, int>> kept;
    for (std::size_t fold = 0; fold < 4; ++fold) {
      std::vector<LabelledNode> known;
      for (std::size_t k = 0; k < labelled.size(); ++k) {
        if (k % 4 != fold) known.push_back(labelled[k]);
      }
      const auto parts = dense_parts(graph, Z, known);
      for (std::size_t k = fold; k < labelled.size(); k += 4) {
        Eigen::MatrixXd at(3, 3);
        for (int p = 0; p < 3; ++p)
          at.row(p) = parts[static_cast<std::size_t>(p)].row(labelled[k].node);
        kept.emplace_back(at, labelled[k].label);
      }
    }
    const auto slope_at = [&](double t) {
      Eigen::Vector3d slope = t * Eigen::Vector3d(0.01, 1, 1).cwiseProduct(x);
      for (const auto& [at, y] : kept) {
        const Eigen::Vector3d e = (t * at.transpose() * x).array().exp();
        slope += at * (e / e.sum() - Eigen::Vector3d::Unit(y));
      }
      return slope;
    };
    double low = 0, high = 1000;  // the slope along x grows with t
    for (int k = 0; k < 60; ++k) {
      const double middle = (low + high) / 2;
      (slope_at(middle).dot(x) < 0 ? low : high) = middle;
    }
    const Eigen::Vector3d slope = slope_at(low);
    for (int p = 0; p < 3; ++p) {
      CHECK(x[p] >= 0);
      CHECK(slope[p] > -0.05);
      if (x[p] > 0) CHECK(slope[p] < 0.05);
    }
    const auto parts = dense_parts(graph, Z, labelled);
    const Eigen::MatrixXd F = x[0] * parts[0] + x[1] * parts[1] + x[2] * parts[2];
    CHECK((found.scores - F).norm() < 1e-2 * F.norm());
    corrected += x[1] > 0;
    smoothed += x[2] > 0;
  }
  CHECK(corrected > 0);
  CHECK(smoothed > 10);
}

TEST_CASE("a labelled node that does not exist is rejected") {
  const Graph graph({0, 1, 2}, {1, 0});
  for (const LabelledNode& wrong : {LabelledNode{2, 0}, LabelledNode{0, 2}, LabelledNode{0, -1}})
    CHECK_THROWS_AS(scores_over_graph(graph, NodeScores::Zero(2, 2), {wrong}),
                    std::invalid_argument);
}
