// SPDX-License-Identifier: Apache-2.0
// The clusters that cover a pool: every item once, at its nearest centre, for any number of
// threads.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include <querent/learners/random.hpp>
#include <querent/learners/session/auto/clusters.hpp>

#include "auto_models.hpp"

using namespace querent;
using namespace querent::testing;

namespace {

double distance_to_mean(const RowMatrix& features, const std::vector<std::uint32_t>& items,
                        std::uint32_t i) {
  Eigen::RowVectorXd mean = Eigen::RowVectorXd::Zero(features.cols());
  for (const std::uint32_t j : items) mean += features.row(j) / static_cast<double>(items.size());
  return (features.row(i) - mean).squaredNorm();
}

Clusters clusters_of_items(const std::shared_ptr<const Items>& items, std::uint32_t k,
                           int threads = 1) {
  const auto kernels = kernels_of(items, threads);
  return clusters_of(*kernels, k);
}

}  // namespace

TEST_CASE("pool: clusters of rows around four directions are these, the largest first") {
  const auto items = noisy_rows(42, 6, 4, 0.05);  // 11, 11, 10 and 10 rows
  const Clusters found = clusters_of_items(items, 4);
  REQUIRE(found.items.size() == 4);
  std::set<std::uint32_t> seen;
  for (const auto& cluster : found.items) {
    for (const std::uint32_t i : cluster) {
      CHECK(i % 4 == cluster.front() % 4);
      CHECK(seen.insert(i).second);
    }
  }
  CHECK(seen.size() == 42);
  CHECK(found.items.front().size() == 11);
  CHECK(found.items.back().size() == 10);
}

TEST_CASE(
    "pool: every item lies at its nearest centre, and the first of a cluster of rows of one length "
    "is the nearest to it") {
  const auto items = noisy_rows(300, 5, 3, 0.6);
  const auto kernels = kernels_of(items);
  const RowMatrix features = features_by(*kernels, 0, {{}, 300});
  const Clusters found = clusters_of(*kernels, 7);
  REQUIRE(found.items.size() == 7);
  for (const auto& cluster : found.items) {
    double before = 0;
    for (const std::uint32_t i : cluster) {
      const double own = distance_to_mean(features, cluster, i);
      CHECK(own >= before - 5e-5);  // for_comparison() rounds to 14 bits
      before = own;
      for (const auto& other : found.items)  // converged: no other cluster has a nearer mean
        CHECK(distance_to_mean(features, other, i) >= own - 1e-5);
    }
  }
}

TEST_CASE(
    "pool: the first of a cluster is the one whose answer most reduces the variance of its mean") {
  Edges edges;
  for (Node i = 0; i < 60; ++i) {  // a ring, and sixty pairs, whose rows of the graph are zeros
    for (const Node step : {1u, 2u, 5u}) edges.emplace_back(i, (i + step) % 60);
    edges.emplace_back(60 + 2 * i, 61 + 2 * i);
  }
  Graph graph = make_graph(180, edges);
  Embedding embedding = embed(graph, {.dim = 20});
  Embedding::Rows words(180, 6);
  Rng rng = make_rng(3, 0, Stream::kOrder);
  for (double& word : words.reshaped()) word = uniform01(rng);
  words.rowwise().normalize();
  const auto items = std::make_shared<const Items>(
      items_of(std::make_shared<const Graph>(std::move(graph)), std::move(embedding), words));
  const auto kernels = kernels_of(items);
  const RowMatrix X = kernels->first_features({{}, 180});
  const double noise = AutoParams{}.prior_noise(), sources = 3;
  REQUIRE(kernels->num_near() == 3);
  bool differ = false;  // from the nearest
  for (const auto& cluster : clusters_of(*kernels, 4).items) {
    RowMatrix own(static_cast<Eigen::Index>(cluster.size()), X.cols());
    for (std::size_t s = 0; s < cluster.size(); ++s)
      own.row(static_cast<Eigen::Index>(s)) = X.row(cluster[s]);
    const Eigen::RowVectorXd mean = own.colwise().mean();
    const Eigen::ArrayXd squares = own.rowwise().squaredNorm().array();
    const Eigen::ArrayXd told =
        (own * mean.transpose()).array() / (squares / sources + noise).sqrt();
    CHECK(told[0] > told.maxCoeff() - 1e-5);
    Eigen::Index nearest = 0;
    (own.rowwise() - mean).rowwise().squaredNorm().minCoeff(&nearest);
    differ = differ || nearest != 0;
  }
  CHECK(differ);
}

TEST_CASE("pool: the number of clusters is at most the number of different items") {
  Embedding::Rows rows(6, 2);
  rows << 1, 0, 1, 0, 1, 0, 0, 1, 0, 1, -1, 0;
  const auto items = std::make_shared<const Items>(Items{.rows = rows});
  const Clusters found = clusters_of_items(items, 5);
  REQUIRE(found.items.size() == 3);
  CHECK(found.items[0] == std::vector<std::uint32_t>{0, 1, 2});
  CHECK(found.items[1] == std::vector<std::uint32_t>{3, 4});
  CHECK(found.items[2] == std::vector<std::uint32_t>{5});
}

TEST_CASE("pool: clusters do not depend on the numbering of items") {
  const auto items = noisy_rows(600, 5, 3, 0.5);  // no two first ones tie at 14 bits
  const auto& rows = std::get<Embedding::Rows>(items->rows);
  std::vector<std::uint32_t> number(600);  // new number of each item
  std::iota(number.begin(), number.end(), 0U);
  Rng rng = make_rng(5, 0, Stream::kOrder);
  shuffle(number, rng);
  Embedding::Rows renumbered(rows.rows(), rows.cols());
  for (std::uint32_t i = 0; i < 600; ++i) renumbered.row(number[i]) = rows.row(i);
  const auto others = std::make_shared<const Items>(Items{.rows = renumbered});
  std::set<std::uint32_t> first, first_of_others;
  for (const auto& cluster : clusters_of_items(items, 8).items)
    first.insert(number[cluster.front()]);
  for (const auto& cluster : clusters_of_items(others, 8).items)
    first_of_others.insert(cluster.front());
  CHECK(first.size() == 8);
  CHECK(first == first_of_others);
}

TEST_CASE("pool: parts are cut across their longest axis, the widest first, at their means") {
  Kernels::FloatRows X(6, 2);
  X << -10, 0, -10, 1, 10, 0, 10, 4, 12, 0, 12, 4;
  Kernels::FloatRows two(2, 2), three(3, 2);
  two << 11, 2, -10, 0.5;
  CHECK(split_centres(X, 2).isApprox(two));
  three << 11, 4, -10, 0.5, 11, 0;
  CHECK(split_centres(X, 3).isApprox(three));
  CHECK(split_centres(Kernels::FloatRows::Ones(5, 2), 3).rows() == 1);
}

TEST_CASE("pool: clusters are the same for any number of threads") {
  const auto items = noisy_rows(9000, 5, 3, 0.6);
  const Clusters one = clusters_of_items(items, 9, 1);
  CHECK(clusters_of_items(items, 9, 4).items == one.items);
}
