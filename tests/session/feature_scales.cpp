// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <querent/graph/neighbours.hpp>
#include <querent/spectral/feature_scales.hpp>

#include "../spectral/graphs.hpp"

using namespace querent;
using namespace querent::testing;

namespace {

// A ring of 40 nodes; node i has words i % 9 and i % 5.
NodeFeatures words_of(Node n) {
  NodeFeatures features{.dim = 14, .offsets = {0}, .index = {}, .value = {}};
  for (Node i = 0; i < n; ++i) {
    features.index.push_back(i % 9);
    features.index.push_back(9 + i % 5);
    features.value.insert(features.value.end(), {1 + 0.02 * i, 1 + 0.03 * (7 * i % n)});  // no ties
    features.offsets.push_back(features.index.size());
  }
  return features;
}

Graph ring(Node n) {
  Edges edges;
  for (Node i = 0; i < n; ++i) edges.emplace_back(i, (i + 1) % n);
  return make_graph(n, edges);
}

}  // namespace

TEST_CASE("scales: with columns enough, inner products are the mean of those of the scales") {
  const Graph graph = ring(40);
  const NodeFeatures features = words_of(40);
  const Embedding::Rows near = propagate_features(graph, features, {.dim = 14, .steps = 2});
  const Embedding::Rows far = propagate_features(graph, features, {.dim = 14, .steps = 4});
  const Embedding::Rows both =
      propagate_scales(graph, features, {.dim = 28, .steps = {2, 4}, .similar = 0});
  const Eigen::MatrixXd wanted = (near * near.transpose() + far * far.transpose()) / 2;
  CHECK((both * both.transpose() - wanted).cwiseAbs().maxCoeff() < 1e-9);
}

TEST_CASE("scales: words spread over the nodes of similar words are one scale more") {
  const Graph graph = ring(40);
  const NodeFeatures features = words_of(40);
  const PointRows own = propagate_features(graph, features, {.dim = 14, .steps = 0}).cast<float>();
  const Graph similar = neighbour_graph(nearest_neighbours(own, {.k = 3}));
  const Embedding::Rows near = propagate_features(graph, features, {.dim = 14, .steps = 2});
  const Embedding::Rows alike = propagate_features(similar, features, {.dim = 14, .steps = 2});
  const Embedding::Rows both =
      propagate_scales(graph, features, {.dim = 28, .steps = {2}, .similar = 3});
  Eigen::MatrixXd wanted = (near * near.transpose() + alike * alike.transpose()) / 2;
  CHECK((both * both.transpose() - wanted).cwiseAbs().maxCoeff() < 1e-6);
  CHECK_THROWS_AS(propagate_scales(graph, features, {.similar = -1}), std::invalid_argument);
}

TEST_CASE("scales: one scale is the words spread so far, and rows have length 1") {
  const Graph graph = ring(40);
  const NodeFeatures features = words_of(40);
  const Embedding::Rows one =
      propagate_scales(graph, features, {.dim = 14, .steps = {3}, .similar = 0});
  const Embedding::Rows words = propagate_features(graph, features, {.dim = 14, .steps = 3});
  CHECK((one * one.transpose() - words * words.transpose()).cwiseAbs().maxCoeff() < 1e-9);
  const Embedding::Rows few = propagate_scales(graph, features, {.dim = 5});
  CHECK(few.cols() == 5);
  for (Eigen::Index i = 0; i < few.rows(); ++i) CHECK(few.row(i).norm() == doctest::Approx(1));
  CHECK_THROWS_AS(propagate_scales(graph, features, {.steps = {}}), std::invalid_argument);
  const NodeFeatures none{
      .dim = 0, .offsets = std::vector<std::uint64_t>(41), .index = {}, .value = {}};
  CHECK_THROWS_AS(propagate_scales(graph, none), std::invalid_argument);
}
