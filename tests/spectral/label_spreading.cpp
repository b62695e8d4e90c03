// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <random>

#include <doctest/doctest.h>
#include <Eigen/Dense>

#include <querent/datasets/error.hpp>
#include <querent/spectral/propagation/label_spreading.hpp>

#include "datasets/scratch.hpp"
#include "graphs.hpp"
#include "support/not_on_windows.hpp"

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
  CHECK_THROWS_AS(spread_scores(graph, NodeScores::Zero(7, 3)), std::invalid_argument);
  for (const LabelSpreadingOptions& impossible :
       {LabelSpreadingOptions{.alpha = 0}, {.alpha = 1}, {.tolerance = 0}}) {
    CHECK_THROWS_AS(spread_scores(graph, NodeScores::Zero(8, 3), impossible),
                    std::invalid_argument);
  }
}

TEST_CASE(
    "many scores spread in floats equal those in doubles to 1e-5, with the same bytes for any "
    "number of threads") {
  constexpr Node kNodes = 1 << 16;
  constexpr Eigen::Index kClasses = 67;  // more than 2^22 scores, and no multiple of a block
  querent::testing::Edges edges;
  std::mt19937_64 random(11);
  for (Node i = 0; i < kNodes - 1; ++i) {  // the last node has no neighbour
    const auto j = static_cast<Node>(random() % (kNodes - 1));
    if (j < i) edges.emplace_back(j, i);
  }
  const Graph graph = querent::testing::make_graph(kNodes, edges);
  NodeScores Y = NodeScores::Zero(kNodes, kClasses);
  for (int k = 0; k < 3000; ++k)
    Y(static_cast<Eigen::Index>(random() % kNodes),
      static_cast<Eigen::Index>(random() % kClasses)) = 1;
  Y(kNodes - 1, 5) = 2;
  const NodeScores floats = spread_scores(graph, Y);
  const NodeScores doubles = spread_scores(graph, Y, {.tolerance = 9e-7});
  CHECK((floats - doubles).norm() < 1e-5 * doubles.norm());
  CHECK_FALSE(floats == doubles);  // otherwise this compares nothing
  CHECK(floats == spread_scores(graph, Y, {.threads = 3}));
  CHECK(floats(kNodes - 1, 5) == doctest::Approx(0.4));  // (1 − α) y if nothing spreads
}

TEST_CASE("label spreading calls go_on at every step, and false ends it with Cancelled") {
  const Graph graph({0, 1, 3, 4}, {1, 0, 2, 1});
  const std::vector<int> labels{0, -1, 1};
  int asked = 0;
  const auto twice = [&] { return ++asked < 3; };
  CHECK_THROWS_AS(
      spread_labels(graph, labels, 2, {.alpha = 0.99, .tolerance = 1e-300, .go_on = twice}),
      Cancelled);
  CHECK(asked == 3);
}

NOT_ON_WINDOWS_TEST_CASE("label spreading classifies like scikit-learn's LabelSpreading") {
  const Scratch scratch;
  std::ofstream(scratch / "peer.py") << R"(
import numpy, warnings
from sklearn.semi_supervised import LabelSpreading
warnings.simplefilter("ignore")
rng = numpy.random.default_rng(5)
n = 150
block = numpy.arange(n) % 3
p = numpy.where(block[:, None] == block[None, :], 0.2, 0.03)
W = numpy.triu(rng.random((n, n)) < p, 1)
W[numpy.arange(n - 1), numpy.arange(1, n)] = True
W = W | W.T
labels = numpy.where(rng.random(n) < 0.15, block, -1)
with open("edges", "w") as out:
    for i, j in numpy.argwhere(numpy.triu(W)): print(i, j, file=out)
with open("nodes", "w") as out:
    for alpha in (0.2, 0.8, 0.95):
        model = LabelSpreading(kernel=lambda X, Y=None: W.astype(float), alpha=alpha, max_iter=5000, tol=1e-12)
        model.fit(numpy.zeros((n, 1)), labels)
        for pair in zip(labels, model.transduction_): print(*pair, file=out)
)";
  if (std::system(
          ("cd " + scratch.path().string() + " && /usr/bin/python3 peer.py 2>log").c_str()) != 0) {
    MESSAGE("scikit-learn is absent: skipped");
    return;
  }
  querent::testing::Edges edges;
  std::ifstream read_edges(scratch / "edges");
  for (Node i = 0, j = 0; read_edges >> i >> j;) edges.emplace_back(i, j);
  const Graph graph = querent::testing::make_graph(150, edges);
  std::ifstream nodes(scratch / "nodes");
  for (const double alpha : {0.2, 0.8, 0.95}) {
    std::vector<int> labels(150), expected(150);
    for (std::size_t i = 0; i < 150; ++i) nodes >> labels[i] >> expected[i];
    CHECK(spread_labels(graph, labels, 3, {.alpha = alpha, .tolerance = 1e-10}) == expected);
  }
}

TEST_CASE("scores that are not finite and labels that do not exist are rejected") {
  const Graph graph({0, 1, 2}, {1, 0});
  const double nan = std::nan("");
  CHECK_THROWS_AS(spread_scores(graph, NodeScores::Constant(2, 2, nan)), std::invalid_argument);
  CHECK_THROWS_AS(spread_scores(graph, NodeScores::Zero(2, 2), {.tolerance = 1 / 0.0}),
                  std::invalid_argument);
  CHECK_THROWS_AS(spread_labels(graph, std::vector{0, 2}, 2), std::invalid_argument);
}
