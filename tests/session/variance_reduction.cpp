// SPDX-License-Identifier: Apache-2.0
// The rule of a pool: how much variance an answer takes from what is in doubt.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include <Eigen/LU>

#include <querent/learners/session/calibration.hpp>
#include <querent/learners/session/ridge.hpp>
#include <querent/learners/session/variance_reduction.hpp>

#include "pools.hpp"

using namespace querent;
using namespace querent::testing;

namespace {

constexpr PoolModel::Params kEveryItem{.gamma = 0.5, .landmarks = 1000};

// A⁻¹ of one view, from its rows.
Eigen::MatrixXd dense_inverse(const PoolModel& model, const std::vector<std::uint32_t>& learned,
                              std::size_t view) {
  const Eigen::Index d = model.seen(0, view).size();
  Eigen::MatrixXd A = model.gamma() * Eigen::MatrixXd::Identity(d, d);
  for (const std::uint32_t i : learned) A += model.seen(i, view) * model.seen(i, view).transpose();
  return A.inverse();
}

std::vector<Answer> answered(const std::vector<std::uint32_t>& items, std::uint32_t clique) {
  std::vector<Answer> answers;
  for (const std::uint32_t i : items) answers.push_back({i, static_cast<int>(i / clique)});
  return answers;
}

}  // namespace

TEST_CASE("pool: covariances follow every answer as a dense inverse has them") {
  const auto items = clique_items(4, 12);
  PoolModel model(items, 4, kEveryItem);
  std::vector<std::uint32_t> learned;
  for (const std::uint32_t i : {3u, 17u, 4u, 30u, 41u}) {
    model.learn(i, static_cast<int>(i / 12));
    learned.push_back(i);
  }
  model.look();
  REQUIRE(model.landmarks().size() == items->size());
  std::vector<float> scratch;
  for (std::size_t view = 0; view < model.num_views(); ++view) {
    const Eigen::MatrixXd inverse = dense_inverse(model, learned, view);
    for (std::uint32_t i = 0; i < items->size(); i += 5) {
      for (std::uint32_t j = 0; j < items->size(); ++j) {
        const double c = model.seen(i, view).dot(inverse * model.seen(j, view));
        CHECK(std::abs(static_cast<double>(model.covariances(i, view, scratch)[j]) - c) < 1e-5);
      }
    }
  }
}

TEST_CASE("pool: covariances fall by what is foreseen as by what is learned, in the copy alone") {
  const auto items = clique_items(4, 12);
  PoolModel model(items, 4, kEveryItem);
  model.learn(3, 0);
  model.look();
  PoolModel ahead = model, told = model;
  for (const std::uint32_t i : {17u, 30u, 5u}) {
    ahead.foresee(i);
    if (i == 30) ahead.look();  // by one and by two
    told.learn(i, static_cast<int>(i / 12));
  }
  ahead.look();
  told.look();
  const PoolModel again = [&] {
    PoolModel fresh(items, 4, kEveryItem);
    fresh.learn(3, 0);
    fresh.look();
    return fresh;
  }();
  std::vector<float> a, b;
  float moved = 0;
  for (std::size_t view = 0; view < model.num_views(); ++view) {
    for (std::uint32_t i = 0; i < items->size(); ++i) {
      const auto c = ahead.covariances(i, view, a), d = told.covariances(i, view, b);
      const std::vector<float> foreseen(c.begin(), c.end()), learned(d.begin(), d.end());
      const auto before = model.covariances(i, view, a), fresh = again.covariances(i, view, b);
      for (std::size_t j = 0; j < foreseen.size(); ++j) {
        CHECK(std::abs(foreseen[j] - learned[j]) < 1e-5F);
        CHECK(before[j] == fresh[j]);
        moved = std::max(moved, std::abs(foreseen[j] - before[j]));
      }
    }
  }
  CHECK(moved > 0.01F);
}

TEST_CASE("pool: landmarks are distinct items, no more than there may be") {
  PoolModel model(noisy_rows(500, 4, 3, 0.1), 3, {.landmarks = 60});
  const std::set<std::uint32_t> distinct(model.landmarks().begin(), model.landmarks().end());
  CHECK(distinct.size() == 60);
  CHECK(*distinct.rbegin() < 500);
  CHECK(PoolModel(noisy_rows(20, 4, 3, 0.1), 3, {.landmarks = 60}).landmarks().size() == 20);
}

TEST_CASE(
    "pool: the rule is by how much the weighted variance of all items falls, by brute force") {
  const auto items = noisy_rows(60, 5, 3, 0.4);
  PoolModel model(items, 3, kEveryItem);
  std::vector<Answer> answers;
  for (std::uint32_t i = 0; i < 9; ++i) {
    model.learn(i, static_cast<int>(i % 3));
    answers.push_back({i, static_cast<int>(i % 3)});
  }
  model.look();
  std::vector<std::uint8_t> may_ask(items->size(), 1);
  for (std::uint32_t i = 0; i < 9; ++i) may_ask[i] = 0;
  const Pool pool{
      .model = model, .answers = answers, .may_ask = may_ask, .num_may_ask = 51, .left = {}};
  for (const double sharpness : {0.0, 12.0}) {
    const std::vector<double> V = variance_reductions(pool, {.sharpness = sharpness});
    for (std::uint32_t i = 0; i < items->size(); ++i) {
      if (may_ask[i] == 0) {
        CHECK(V[i] == 0);
        continue;
      }
      PoolModel after = model;
      after.foresee(i);
      after.look();
      double fall = 0;
      for (std::uint32_t j = 0; j < items->size(); ++j) {
        std::vector<double> f(3);
        model.scores(j, f);
        const std::vector<double> p = probabilities(f, sharpness);
        const double doubt = sharpness == 0 ? 1 : 1 - *std::max_element(p.begin(), p.end());
        fall += doubt * (model.uncertainty(j) - after.uncertainty(j));
      }
      CHECK(V[i] == doctest::Approx(fall).epsilon(1e-3).scale(0));
    }
  }
}

TEST_CASE("pool: the first questions lie in a clique each, and their answers tell of all") {
  const auto items = clique_items(4, 12);
  Session session(items, {"a", "b", "c", "d"}, {.budget = 4, .checks = 0});
  std::set<std::uint32_t> found;
  for (int k = 0; k < 4; ++k) {
    const Question asked = question(session.next());
    CHECK(asked.why == Why::kCover);
    found.insert(asked.item / 12);
    session.answer(asked.item, static_cast<int>(asked.item / 12));
  }
  CHECK(found.size() == 4);
  CHECK(std::get<Ending>(session.next()) == Ending::kBudget);
  for (std::uint32_t i = 0; i < items->size(); ++i)
    CHECK(session.predictions()[i].label == static_cast<int>(i / 12));
}

TEST_CASE("pool: a model without landmarks cannot say how much variance falls") {
  const auto items = clique_items(2, 6, 4);
  PoolModel model(items, 2, {});
  const std::vector<Answer> answers = answered({0}, 6);
  const std::vector<std::uint8_t> may_ask(items->size(), 1);
  const Pool pool{
      .model = model, .answers = answers, .may_ask = may_ask, .num_may_ask = 12, .left = {}};
  CHECK_THROWS_AS(variance_reductions(pool, {}), std::invalid_argument);
  CHECK_THROWS_AS(variance_reduction({.sharpness = -1}), std::invalid_argument);
}

TEST_CASE("pool: the ridge doubles with the answers a class, between its ends") {
  CHECK(ridge_for(0, 7) == 0.3);
  CHECK(ridge_for(34, 7) == 0.3);
  CHECK(ridge_for(35, 7) == 0.6);
  CHECK(ridge_for(70, 7) == 1.2);
  CHECK(ridge_for(140, 7) == 2.4);
  CHECK(ridge_for(100'000, 2) == 2.4);
  CHECK(ridge_for(9, 0) == 0.3);  // as of two classes
  CHECK(ridge_for(17, 7, 1) == 0.3);
  CHECK(ridge_for(18, 7, 1) == 1);
  CHECK(ridge_for(70, 7, 1) == 1.2);
}

TEST_CASE("session: known shares of the classes are those of what is said on the whole") {
  const std::vector<double> shares{0.6, 0.3, 0.1};
  const auto items = noisy_rows(300, 6, 3, 0.5);
  Session session(items, {"a", "b", "c"}, {.budget = 12, .class_shares = shares});
  play(session, 12, [](std::uint32_t i) { return static_cast<int>(i % 3); });
  session.predictions();
  std::vector<double> mean(3, 0);
  for (std::uint32_t i = 0; i < items->size(); ++i) {
    const std::vector<double> p = session.class_probabilities(i);
    for (std::size_t k = 0; k < 3; ++k) mean[k] += p[k] / static_cast<double>(items->size());
  }
  // of twelve items their answers are said in place of what the model finds
  for (std::size_t k = 0; k < 3; ++k) CHECK(std::abs(mean[k] - shares[k]) <= 12.0 / 300);
  CHECK_THROWS_AS(Session(items, {"a", "b"}, {.class_shares = {1, 0}}), std::invalid_argument);
  CHECK_THROWS_AS(Session(items, {"a", "b"}, {.class_shares = {1}}), std::invalid_argument);
}
