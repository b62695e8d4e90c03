// SPDX-License-Identifier: Apache-2.0
// Pool order with a learner of the catalogue.
#include <algorithm>
#include <cmath>
#include <set>

#include <doctest/doctest.h>

#include <querent/learners/least_squares/rls.hpp>
#include <querent/learners/query/margin_variance.hpp>
#include <querent/learners/session/session.hpp>

#include "../datasets/scratch.hpp"
#include "pools.hpp"

using namespace querent;
using namespace querent::testing;

namespace {

int class_of(std::uint32_t i) {
  return static_cast<int>(i % 2);
}

const std::vector<std::string> kTwo{"a", "b"};

// Share of the items that are predicted wrongly.
double error_of(const Session& session) {
  double wrong = 0;
  const auto& predictions = session.predictions();
  for (std::uint32_t i = 0; i < predictions.size(); ++i)
    wrong += predictions[i].label != class_of(i);
  return wrong / static_cast<double>(predictions.size());
}

// The same after `budget` answers to the rule's queries.
double error_after(std::uint64_t budget, const char* learner, const char* query,
                   std::uint64_t seed) {
  Session session(noisy_rows(600, 20, 2, 0.5, seed), kTwo,
                  {.budget = budget, .seed = seed, .learner = learner, .query = query});
  play(session, static_cast<int>(budget), class_of);
  return error_of(session);
}

}  // namespace

TEST_CASE("pool learner: least squares ask the row of greatest urgency given all answers") {
  const auto items = noisy_rows(200, 6, 2, 0.6);
  const auto& rows = std::get<Embedding::Rows>(items->rows);
  const auto row = [&](std::uint32_t i) { return DenseRow{{rows.data() + 6 * i, 6}}; };
  Session session(items, kTwo, {.checks = 0, .seed = 3, .learner = "thrifty"});
  Rls rls(6, 2, {});
  const MarginVarianceQuery rule({});
  for (int asked = 0; asked < 40; ++asked) {
    const Question next = question(session.next());
    if (next.why == Why::kUrgent) {
      const double urgency = rule.urgency(rls.predict(row(next.item)));
      for (std::uint32_t i = 0; i < 200; ++i) {
        const auto& known = session.answers();
        if (std::any_of(known.begin(), known.end(), [&](const Answer& a) { return a.item == i; }))
          continue;
        CHECK(rule.urgency(rls.predict(row(i))) <= urgency);
      }
    } else {
      CHECK(asked < 12);  // two answers per class cover; a class may be missed for a while: 2^-11
    }
    session.answer(next.item, class_of(next.item));
    rls.update(row(next.item), class_of(next.item));
  }
}

TEST_CASE("pool learner: linearly separable classes are separated after the answers") {
  // the perceptron's theorem: mistakes are bounded, so that enough passes learn every answer
  for (const char* learner : {"SOP", "AROW", "PA", "Perceptron"}) {
    Session session(noisy_rows(300, 4, 2, 0.1), kTwo, {.budget = 20, .learner = learner});
    play(session, 20, class_of);
    CHECK(error_of(session) < 0.01);
  }
}

TEST_CASE("pool learner: its own rule needs fewer labels than random queries") {
  for (const char* learner : {"AROW", "SOAL", "SOP", "PA-I"}) {
    double difference = 0, square = 0;
    constexpr int kOrders = 30;
    for (std::uint64_t seed = 1; seed <= kOrders; ++seed) {
      const double d =
          error_after(40, learner, "random", seed) - error_after(40, learner, "", seed);
      difference += d / kOrders;
      square += d * d / kOrders;
    }
    // worse by no more than four standard errors
    CHECK_MESSAGE(difference > -4 * std::sqrt((square - difference * difference) / kOrders),
                  learner);
  }
}

TEST_CASE("pool learner: --query random draws each question uniformly") {
  Session session(noisy_rows(50, 4, 2, 0.5), kTwo,
                  {.budget = 20, .learner = "AROW", .query = "random"});
  for (int k = 0; k < 20; ++k) {
    const Question next = question(session.next());
    CHECK(next.uniform);
    CHECK(next.probability == doctest::Approx(1.0 / (50 - k)));
    session.answer(next.item, class_of(next.item));
  }
}

TEST_CASE("pool learner: a budget is respected, and the final model's error is estimated") {
  int inside = 0;
  constexpr int kRuns = 40;
  for (std::uint64_t seed = 1; seed <= kRuns; ++seed) {
    Session session(noisy_rows(500, 8, 2, 0.7, seed), kTwo,
                    {.budget = 60, .checks = 0.5, .seed = seed, .learner = "AROW"});
    play(session, 60, class_of);
    CHECK(std::get<Ending>(session.next()) == Ending::kBudget);
    double wrong = 0, rest = 0;
    for (std::uint32_t i = 0; i < 500; ++i) {
      const ItemPrediction& prediction = session.predictions()[i];
      if (prediction.asked) continue;
      ++rest;
      wrong += prediction.label != class_of(i);
    }
    const Estimate estimate = session.estimate();
    inside += estimate.low <= wrong / rest && wrong / rest <= estimate.high;
  }
  CHECK(inside >= 32);  // 38 of 40 at 95 %; four standard deviations of a count are 5.5
}

TEST_CASE("pool learner: undo, corrections, files and copies continue with the same questions") {
  const Scratch scratch;
  const auto items = noisy_rows(120, 5, 2, 0.5);
  Session session(items, kTwo, {.budget = 40, .seed = 8, .learner = "D-ADA-I"});
  play(session, 25, class_of);
  const Question next = question(session.next());
  const auto before = session.predictions();
  session.answer(next.item, 1 - class_of(next.item));
  session.next();
  CHECK(session.undo());
  CHECK(same(question(session.next()), next));
  CHECK(same(session.predictions(), before));
  session.answer(next.item, 1 - class_of(next.item));
  session.answer(next.item, class_of(next.item));  // a wrong answer, corrected
  Session straight(items, kTwo, {.budget = 40, .seed = 8, .learner = "D-ADA-I"});
  for (const auto& [item, label] : session.answers()) straight.answer(item, label);
  CHECK(same(straight.predictions(),
             session.predictions()));  // they follow from the answers and their order
  session.save(scratch / "pool.session");
  Session again = Session::load(scratch / "pool.session", items), copy = session;
  for (int k = 0; k < 5; ++k) {
    const Question q = question(session.next());
    CHECK(same(q, question(again.next())));
    CHECK(same(q, question(copy.next())));
    for (Session* each : {&session, &again, &copy}) each->answer(q.item, class_of(q.item));
  }
  CHECK(same(session.predictions(), again.predictions()));
}

TEST_CASE("pool learner: several questions at once are of different items") {
  Session session(noisy_rows(100, 5, 2, 0.5), kTwo, {.learner = "SOAL-full"});
  std::set<std::uint32_t> items;
  for (int k = 0; k < 6; ++k) {
    const auto batch = session.next(5);
    REQUIRE(batch.size() == 5);
    for (const Question& q : batch) {
      CHECK(items.insert(q.item).second);
      session.answer(q.item, class_of(q.item));
    }
  }
}

TEST_CASE("pool learner: three classes are rejected unless the learner is multiclass") {
  Session three(noisy_rows(90, 5, 3, 0.2), {"a", "b", "c"}, {.budget = 30, .learner = "PA-I"});
  play(three, 30, [](std::uint32_t i) { return static_cast<int>(i % 3); });
  int wrong = 0;
  for (std::uint32_t i = 0; i < 90; ++i)
    wrong += three.predictions()[i].label != static_cast<int>(i % 3);
  CHECK(wrong <= 9);
  const auto items = noisy_rows(90, 5, 3, 0.2);
  CHECK_THROWS_AS(Session(items, {"a", "b", "c"}, {.learner = "AROW"}), std::invalid_argument);
  CHECK_THROWS_AS(Session(items, {"a"}, {.learner = "AROW"}), std::invalid_argument);
  CHECK_THROWS_AS(Session(items, kTwo, {.learner = "nobody"}), std::invalid_argument);
  Session two(items, kTwo, {.learner = "AROW"});
  CHECK_THROWS_AS(two.add_class("c"), std::invalid_argument);
  CHECK(two.classes().size() == 2);
}
