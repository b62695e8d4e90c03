// SPDX-License-Identifier: Apache-2.0
// The kernels of `auto` against their definitions.
#include <doctest/doctest.h>

#include <querent/graph/neighbours.hpp>
#include <querent/learners/session/auto/smoothing.hpp>

#include "auto_models.hpp"

using namespace querent;
using namespace querent::testing;

namespace {

// n × n cosines of G.
Eigen::MatrixXd cosines(const Eigen::MatrixXd& G) {
  const Eigen::VectorXd inverse = G.diagonal().cwiseSqrt().cwiseInverse();
  return inverse.asDiagonal() * G * inverse.asDiagonal();
}

Eigen::MatrixXd kernel(const Kernels& kernels, std::size_t b) {
  std::vector<double> theta(kernels.count(), 0);
  theta[b] = 1;
  return dense_kernel(kernels, theta);
}

// Rows at length 1, then centred: K^(s) is the cosines of Z (ZᵀZ)^(s−1) Zᵀ, without eigenvectors.
Eigen::MatrixXd kernel_of_columns(Eigen::MatrixXd Z, std::size_t s) {
  Z.rowwise().normalize();
  Z.rowwise() -= Z.colwise().mean().eval();
  const Eigen::MatrixXd squares = Z.transpose() * Z;
  Eigen::MatrixXd power = Eigen::MatrixXd::Identity(Z.cols(), Z.cols());
  for (std::size_t k = 1; k < s; ++k) power = power * squares;
  return cosines(Z * power * Z.transpose());
}

}  // namespace

TEST_CASE("auto's kernels: the kernels of a graph are the cosines of Σ_k v_k v_kᵀ λ_k^−s") {
  const Graph graph = cliques(4, 9);
  const Embedding embedding = embed(graph, {.dim = 12});
  const Kernels kernels(std::make_shared<const Items>(items_of(graph, embedding)), 1);
  REQUIRE(kernels.num_near() == 1);
  CHECK(kernels.source(0) == "graph");
  const Eigen::VectorXd lambda = embedding.eigenvalues;
  const Eigen::MatrixXd V = embedding.rows * lambda.cwiseSqrt().asDiagonal();
  for (int s = 1; s <= 3; ++s) {
    const Eigen::VectorXd weight = lambda.array().pow(-s);
    const Eigen::MatrixXd expected = cosines(V * weight.asDiagonal() * V.transpose());
    const Eigen::MatrixXd K = kernel(kernels, static_cast<std::size_t>(s - 1));
    CHECK((K - expected).cwiseAbs().maxCoeff() < 1e-10);
  }
}

TEST_CASE("auto's kernels: words are used directly and smoothed over the graph") {
  const auto items = clique_items_with_words(3, 8, 5, 6);
  const Kernels kernels(items, 1);
  REQUIRE(kernels.num_near() == 3);
  CHECK(kernels.source(1) == "smoothed");
  CHECK(kernels.source(2) == "words");
  const auto& rows = std::get<Embedding::Rows>(items->rows);
  const Eigen::MatrixXd words = rows.rightCols(5);
  // personalised PageRank by dense matrices
  const Graph& graph = *items->graph;
  const auto n = static_cast<Eigen::Index>(graph.num_nodes());
  Eigen::MatrixXd S = Eigen::MatrixXd::Identity(n, n);
  for (Node i = 0; i < graph.num_nodes(); ++i) {
    for (const Node j : graph.neighbours(i)) S(i, j) += 1;
  }
  const Eigen::VectorXd root = S.rowwise().sum().cwiseSqrt().cwiseInverse();
  S = root.asDiagonal() * S * root.asDiagonal();
  Eigen::MatrixXd smoothed = words;
  for (int step = 0; step < 10; ++step) smoothed = 0.9 * S * smoothed + 0.1 * words;
  CHECK((smoothed_over_graph(graph, words, {}, 1) - smoothed).cwiseAbs().maxCoeff() < 1e-12);
  for (std::size_t s = 1; s <= 3; ++s) {
    CHECK((kernel(kernels, 2 + s) - kernel_of_columns(smoothed, s)).cwiseAbs().maxCoeff() < 1e-8);
    CHECK((kernel(kernels, 5 + s) - kernel_of_columns(words, s)).cwiseAbs().maxCoeff() < 1e-8);
  }
}

TEST_CASE("auto's kernels: links are the rows of the adjacency matrix by TF-IDF") {
  const Graph graph = planted(2, 30, 0.1, 0.3, 5);
  const Kernels kernels(nodes_of(graph, 10), 1);
  REQUIRE(kernels.num_sources() == 2);
  CHECK(kernels.source(1) == "links");
  Eigen::MatrixXd rows = Eigen::MatrixXd::Zero(60, 60);
  for (Node i = 0; i < 60; ++i) {
    for (const Node j : graph.neighbours(i)) rows(i, j) = 1 + std::log(61 / (1 + graph.degree(j)));
  }
  for (std::size_t s = 1; s <= 3; ++s)
    CHECK((kernel(kernels, 2 + s) - kernel_of_columns(rows, s)).cwiseAbs().maxCoeff() < 1e-8);
  CHECK(Kernels(nodes_of(graph, 10), 1, {.joined_rows = 59}).num_sources() == 1);
}

// Edges join different classes, so that eigenvectors of small eigenvalues do not distinguish these.
TEST_CASE("auto's kernels: nodes with the same neighbours are alike if neighbours differ") {
  const auto kernels = kernels_of(nodes_of(planted(2, 100, 0.005, 0.1, 3), 20));
  AutoModel model(kernels, 2, {}, 1);
  const auto place = [](std::uint32_t k) { return k * 37 % 200; };
  for (std::uint32_t k = 0; k < 40; ++k) model.learn({place(k), place(k) < 100 ? 0 : 1});
  model.update();
  const RowMatrix P = model.all_probabilities();
  int right = 0;
  for (std::uint32_t k = 40; k < 200; ++k) right += (P(place(k), 0) > 0.5) == (place(k) < 100);
  CHECK(right >= 144);  // nine in ten; without links about half
}

TEST_CASE("auto's kernels: rows without a graph are joined to their ten nearest neighbours") {
  const auto items = noisy_rows(60, 5, 3, 0.4);
  const auto& rows = std::get<Embedding::Rows>(items->rows);
  const Kernels kernels(items, 1);
  REQUIRE(kernels.num_sources() == 2);
  CHECK(kernels.source(0) == "neighbours");
  Graph graph = neighbour_graph(
      nearest_neighbours(PrecisePoints(rows.data(), rows.rows(), rows.cols()), {.k = 10}));
  Embedding embedding = embed(graph);
  const Kernels of_graph(
      std::make_shared<const Items>(items_of(std::move(graph), std::move(embedding))), 1);
  for (std::size_t b = 0; b < 3; ++b)
    CHECK((kernel(kernels, b) - kernel(of_graph, b)).cwiseAbs().maxCoeff() < 1e-12);
  const Kernels alone(items, 1, {.neighbours = 0});
  REQUIRE(alone.num_sources() == 1);
  for (std::size_t s = 1; s <= 3; ++s)
    CHECK((kernel(kernels, 2 + s) - kernel(alone, s - 1)).isZero(0));
  CHECK(Kernels(items, 1, {.joined_rows = 59}).num_sources() == 1);
}

TEST_CASE("auto's kernels: neither the origin nor the unit of rows changes their neighbours") {
  const auto items = noisy_rows(60, 5, 3, 0.4);
  const auto& rows = std::get<Embedding::Rows>(items->rows);
  const Kernels kernels(items, 1);
  for (const Embedding::Rows& other :
       {Embedding::Rows(rows.array() + 1e5), Embedding::Rows(rows * 1e200),
        Embedding::Rows(rows * 1e-200)}) {
    const Kernels moved(std::make_shared<const Items>(Items{.rows = other}), 1);
    REQUIRE(moved.num_sources() == 2);
    for (std::size_t b = 0; b < 3; ++b)
      CHECK((kernel(kernels, b) - kernel(moved, b)).cwiseAbs().maxCoeff() < 1e-6);
    const bool scaled = other.cwiseAbs().minCoeff() < 1e4 || other.cwiseAbs().minCoeff() > 1e6;
    for (std::size_t b = 3; scaled && b < 6; ++b)  // their own columns are cosines from 0
      CHECK((kernel(kernels, b) - kernel(moved, b)).cwiseAbs().maxCoeff() < 1e-12);
  }
}

TEST_CASE("auto's kernels: a mixture is the product of its features, with a diagonal of 1") {
  for (const auto& items :
       {clique_items(4, 12), clique_items_with_words(3, 8, 5), noisy_rows(40, 6, 2, 0.5)}) {
    const Kernels kernels(items, 1);
    const ItemList all{{}, items->size()};
    const std::vector<std::uint32_t> some{5, 3, 17, 0};
    Mixture mixed{.theta = {}, .intercept = 0.1};
    for (std::size_t b = 0; b < kernels.count(); ++b) {
      Mixture one{.theta = std::vector<double>(kernels.count(), 0)};
      one.theta[b] = 1;
      mixed.theta.push_back(b % 2 == 0 ? 0.1 : b % 4 == 1 ? 0.3 : 0);
      const RowMatrix features = kernels.features(one, all);
      const Eigen::MatrixXd K = dense_kernel(kernels, one.theta);
      CHECK((features * features.transpose() - K).cwiseAbs().maxCoeff() < 1e-12);
      CHECK((K.diagonal().array() - 1).abs().maxCoeff() < 1e-12);
      CHECK(kernels.prior_variance(one, 3) == 1);
    }
    const RowMatrix features = kernels.features(mixed, all);
    const Eigen::MatrixXd K = dense_kernel(kernels, mixed.theta).array() + 0.1;
    CHECK((features * features.transpose() - K).cwiseAbs().maxCoeff() < 1e-12);
    CHECK(kernels.prior_variance(mixed, 3) == doctest::Approx(K(3, 3)));
    const Eigen::MatrixXd W = Eigen::MatrixXd::Random(features.cols(), 3);
    const RowMatrix product = kernels.times(mixed, all, W);
    CHECK((product - features * W).cwiseAbs().maxCoeff() < 1e-12);
    const RowMatrix of_some = kernels.times(mixed, {some, 4}, W);
    for (Eigen::Index k = 0; k < 4; ++k)
      CHECK((of_some.row(k) - product.row(some[static_cast<std::size_t>(k)])).norm() < 1e-12);
    const Kernels::FloatRows floats = kernels.times_float(mixed, all, W);
    CHECK((floats.cast<double>() - product).cwiseAbs().maxCoeff() < 1e-4);
  }
}

TEST_CASE("auto's kernels: a row of zeros is similar to no other and has no variance") {
  Embedding::Rows rows(5, 2);
  rows << 0, 0, 1, 0, 0, 1, -1, 0, 0, -1;  // with mean 0, so that centring has no effect
  const Kernels kernels(std::make_shared<const Items>(Items{.rows = rows}), 1);
  const std::vector<double> theta{0.5, 0.25, 0.25};
  const Eigen::MatrixXd K = dense_kernel(kernels, theta);
  CHECK(K.row(0).isZero(0));
  CHECK(kernels.prior_variance({.theta = theta}, 0) == 0);
  CHECK(kernels.prior_variance({.theta = theta}, 1) == 1);
  CHECK(K(1, 3) == doctest::Approx(-1));
}

TEST_CASE("auto's kernels: any number of threads gives the same bits") {
  const auto items = noisy_rows(20'000, 7, 3, 0.5);
  const Kernels one(items, 1, {.neighbours = 0}), four(items, 4, {.neighbours = 0});
  const Mixture mixture{.theta = {0.2, 0.3, 0.5}, .intercept = 0.1};
  const ItemList all{{}, items->size()};
  const Eigen::MatrixXd W = Eigen::MatrixXd::Random(one.features(mixture, {{}, 1}).cols(), 5);
  CHECK(one.times(mixture, all, W) == four.times(mixture, all, W));
  CHECK(one.times_float(mixture, all, W) == four.times_float(mixture, all, W));
  const Graph graph = random_connected(10'000, 30'000, 3);
  const RowMatrix Z = RowMatrix::Random(10'000, 4);
  CHECK(smoothed_over_graph(graph, Z, {}, 1) == smoothed_over_graph(graph, Z, {}, 4));
}
