// SPDX-License-Identifier: Apache-2.0
// The clusters that cover a pool: every item once, at its nearest centre, whatever the threads.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include <querent/learners/random.hpp>
#include <querent/learners/session/clusters.hpp>
#include <querent/learners/session/split_centres.hpp>
#include <querent/learners/session/variance_reduction.hpp>

#include "pools.hpp"

using namespace querent;
using namespace querent::testing;

namespace {

double distance_to_mean(const PoolModel& model, const std::vector<std::uint32_t>& items,
                        std::uint32_t i) {
  Eigen::VectorXd mean = Eigen::VectorXd::Zero(model.seen(0, 0).size());
  for (const std::uint32_t j : items) mean += model.seen(j, 0) / static_cast<double>(items.size());
  return (model.seen(i, 0) - mean).squaredNorm();
}

}  // namespace

TEST_CASE("pool: clusters of rows around four directions are these, the largest first") {
  const auto items = noisy_rows(42, 6, 4, 0.05);  // 11, 11, 10 and 10 rows
  const PoolModel model(items, 4, {});
  const Clusters found = clusters_of(model, 0, 4);
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
    "pool: every item lies at its nearest centre, and the first of a cluster is the nearest to "
    "it") {
  const auto items = noisy_rows(300, 5, 3, 0.6);
  const PoolModel model(items, 3, {});
  const Clusters found = clusters_of(model, 0, 7);
  REQUIRE(found.items.size() == 7);
  for (const auto& cluster : found.items) {
    double before = 0;
    for (const std::uint32_t i : cluster) {
      const double own = distance_to_mean(model, cluster, i);
      CHECK(own >= before - 1e-5);
      before = own;
      for (const auto& other : found.items)  // settled: the mean of no other cluster is nearer
        CHECK(distance_to_mean(model, other, i) >= own - 1e-5);
    }
  }
}

TEST_CASE("pool: more clusters than there are different items are as many as these") {
  Embedding::Rows rows(6, 2);
  rows << 1, 0, 1, 0, 1, 0, 0, 1, 0, 1, -1, 0;
  const auto items = std::make_shared<const Items>(Items{.rows = rows});
  const Clusters found = clusters_of(PoolModel(items, 2, {}), 0, 5);
  REQUIRE(found.items.size() == 3);
  CHECK(found.items[0] == std::vector<std::uint32_t>{0, 1, 2});
  CHECK(found.items[1] == std::vector<std::uint32_t>{3, 4});
  CHECK(found.items[2] == std::vector<std::uint32_t>{5});
}

TEST_CASE("pool: clusters are the same however items are numbered") {
  const auto items = noisy_rows(600, 5, 3, 0.6);
  const auto& rows = std::get<Embedding::Rows>(items->rows);
  std::vector<std::uint32_t> number(600);  // of each item
  std::iota(number.begin(), number.end(), 0U);
  Rng rng = make_rng(5, 0, Stream::kOrder);
  shuffle(number, rng);
  Embedding::Rows renumbered(rows.rows(), rows.cols());
  for (std::uint32_t i = 0; i < 600; ++i) renumbered.row(number[i]) = rows.row(i);
  const auto others = std::make_shared<const Items>(Items{.rows = renumbered});
  std::set<std::uint32_t> first, first_of_others;
  for (const auto& cluster : clusters_of(PoolModel(items, 3, {}), 0, 8).items)
    first.insert(number[cluster.front()]);
  for (const auto& cluster : clusters_of(PoolModel(others, 3, {}), 0, 8).items)
    first_of_others.insert(cluster.front());
  CHECK(first.size() == 8);
  CHECK(first == first_of_others);
}

TEST_CASE("pool: parts are cut across their longest axis, the widest first, at their means") {
  PoolModel::Covariances X(6, 2);
  X << -10, 0, -10, 1, 10, 0, 10, 4, 12, 0, 12, 4;
  PoolModel::Covariances two(2, 2), three(3, 2);
  two << 11, 2, -10, 0.5;
  CHECK(split_centres(X, 2).isApprox(two));
  three << 11, 4, -10, 0.5, 11, 0;
  CHECK(split_centres(X, 3).isApprox(three));
  CHECK(split_centres(PoolModel::Covariances::Ones(5, 2), 3).rows() == 1);
}

TEST_CASE("pool: clusters are the same for any number of threads") {
  const auto items = noisy_rows(2000, 5, 3, 0.6);
  const Clusters one = clusters_of(PoolModel(items, 3, {}, 1), 0, 9);
  CHECK(clusters_of(PoolModel(items, 3, {}, 4), 0, 9).items == one.items);
}

TEST_CASE(
    "pool: on a graph without words each of the first questions is the nearest to the centre of a "
    "cluster") {
  const auto items = clique_items(6, 10);
  Session session(items, {"a", "b", "c"}, {.budget = 9, .checks = 0});
  const PoolModel model(items, 3, {});
  std::set<std::uint32_t> nearest;
  for (const auto& cluster : clusters_of(model, 0, 6).items) nearest.insert(cluster.front());
  std::set<std::uint32_t> asked, cliques;
  for (int k = 0; k < 6; ++k) {
    const Question q = question(session.next());
    CHECK(q.why == Why::kCover);
    asked.insert(q.item);
    cliques.insert(q.item / 10);
    session.answer(q.item, static_cast<int>(q.item / 10 % 3));
  }
  CHECK(asked == nearest);
  CHECK(cliques.size() == 6);
  CHECK(question(session.next()).why == Why::kUrgent);
}

TEST_CASE(
    "pool: a cluster with an answer needs none, and open questions lie in different clusters") {
  const auto items = clique_items(6, 10);
  Session session(items, {"a", "b", "c"}, {.budget = 9, .checks = 0});
  session.answer(37, 0);  // of the fourth clique
  std::set<std::uint32_t> cliques;
  for (const Question& q : session.next(5)) cliques.insert(q.item / 10);
  CHECK(cliques == std::set<std::uint32_t>{0, 1, 2, 4, 5});
}

TEST_CASE("pool: clusters a class are not negative, nor without end") {
  CHECK_THROWS_AS(variance_reduction({.clusters_a_class = -1}), std::invalid_argument);
  CHECK_THROWS_AS(variance_reduction({.clusters_a_class = std::nan("")}), std::invalid_argument);
}
