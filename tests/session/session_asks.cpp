// SPDX-License-Identifier: Apache-2.0
// The questions of a session: each once, in batches, a share of them at random, until it ends.
#include <cmath>
#include <set>
#include <utility>

#include <doctest/doctest.h>

#include <querent/datasets/error.hpp>
#include <querent/learners/session/session.hpp>

#include "pools.hpp"

using namespace querent;
using namespace querent::testing;

TEST_CASE("session: it asks every item once, skipped ones later, excluded ones never again") {
  const auto items = noisy_rows(40, 4, 2, 0.1);
  Session session(items, {"a", "b"}, {.seed = 4});
  const std::uint32_t unknown = question(session.next()).item;
  session.do_not_know(unknown);
  const std::uint32_t skipped = question(session.next()).item;
  session.skip(skipped);
  std::vector<std::uint32_t> order;
  for (auto next = session.next(); std::holds_alternative<Question>(next); next = session.next()) {
    order.push_back(question(next).item);
    session.answer(order.back(), static_cast<int>(order.back() % 2));
  }
  CHECK(std::get<Ending>(session.next()) == Ending::kNothingLeft);
  CHECK(order.size() == 39);
  CHECK(std::set<std::uint32_t>(order.begin(), order.end()).size() == 39);
  CHECK(std::find(order.begin(), order.end(), unknown) == order.end());
  CHECK(std::find(order.begin(), order.end(), skipped) - order.begin() >= 8);
}

// With few items, the rule draws all of them.
TEST_CASE("session: the question is the item of greatest utility") {
  const auto items = noisy_rows(45, 4, 2, 0.4);
  for (const SessionOptions& options :
       {SessionOptions{.checks = 0}, SessionOptions{.checks = 0, .find = 1},
        SessionOptions{.checks = 0, .learner = "PA-I"}}) {
    Session session(items, {"a", "b"}, options);
    play(session, 6, [](std::uint32_t item) { return static_cast<int>(item % 2); });
    const std::vector<double> utilities = session.utilities();
    REQUIRE(utilities.size() == 45);
    const Question next = question(session.next());
    CHECK(next.why == Why::kUrgent);
    for (std::uint32_t i = 0; i < 45; ++i) {
      const bool asked = session.predictions()[i].asked;
      CHECK(std::isnan(utilities[i]) == asked);
      if (!asked) CHECK(utilities[i] <= utilities[next.item]);
    }
  }
  CHECK(Session(items, {"a", "b"}, {.order = Order::kStream}).utilities().empty());
}

TEST_CASE("session: a batch that is cancelled goes on as if it had not been") {
  const auto items = noisy_rows(60, 4, 2, 0.1);
  int left = -1;  // number of calls before it cancels; -1: never
  SessionOptions options{.seed = 4};
  options.go_on = [&] { return left < 0 || left-- > 0; };
  Session session(items, {"a", "b"}, options), whole(items, {"a", "b"}, {.seed = 4});
  left = 4;
  CHECK_THROWS_AS(session.next(20), Cancelled);
  CHECK(session.num_open() == 5);
  left = 0;  // a single question cannot be cancelled
  CHECK(question(session.next()).item == question(whole.next()).item);
  left = -1;
  const std::vector<Question> then = session.next(20), all = whole.next(20);
  REQUIRE(then.size() == 20);
  for (std::size_t k = 0; k < 20; ++k) CHECK(then[k].item == all[k].item);
}

TEST_CASE("session: a skipped item rests for ten questions") {
  SessionOptions options{.rule = [](const Pool& pool, Rng&) {  // the first that may be asked
    PoolChoice choice;
    while (pool.may_ask[choice.item] == 0) ++choice.item;
    return choice;
  }};
  options.checks = 0;
  Session session(noisy_rows(30, 3, 2, 0.1), {"a", "b"}, options);
  CHECK(question(session.next()).item == 0);
  session.skip(0);
  for (std::uint32_t item = 1; item <= 10; ++item) {
    CHECK(question(session.next()).item == item);
    session.answer(item, 0);
  }
  CHECK(question(session.next()).item == 0);
}

TEST_CASE("session: all remaining items may be skipped and are asked again") {
  Session session(noisy_rows(2, 2, 2, 0), {"a", "b"});
  for (int k = 0; k < 7; ++k) session.skip(question(session.next()).item);
  CHECK(std::holds_alternative<Question>(session.next()));
}

TEST_CASE("session: a batch has different questions, within the budget, and stays until answered") {
  const auto items = clique_items(4, 10);
  Session session(items, kFour, {.budget = 14, .checks = 0, .seed = 1});
  play(session, 8, clique_of);
  const std::vector<Question> batch = session.next(std::size_t{4});
  REQUIRE(batch.size() == 4);
  std::set<std::uint32_t> asked;
  for (const Question& q : batch) asked.insert(q.item);
  CHECK(asked.size() == 4);
  session.answer(batch[2].item, clique_of(batch[2].item));
  const std::vector<Question> later = session.next(std::size_t{10});
  REQUIRE(later.size() == 5);  // of 14, nine are answered
  for (const auto& [k, was] : {std::pair{0u, 0u}, {1u, 1u}, {2u, 3u}}) {
    CHECK(later[k].id == batch[was].id);
    CHECK(later[k].item == batch[was].item);
  }
}

TEST_CASE("session: equal items are not asked in one batch") {
  Embedding::Rows rows(6, 3);
  rows << 1, 0, 0, 1, 0, 0, 0, .9, 0, 0, .9, 0, 0, 0, .8, 0, 0, .8;
  // the rule that chooses the largest r
  SessionOptions options{.rule = [](const Pool& pool, Rng&) {
    PoolChoice choice;
    double most = -1;
    for (std::uint32_t i = 0; i < pool.model.size(); ++i) {
      if (pool.may_ask[i] == 0 || pool.model.uncertainty(i) <= most) continue;
      most = pool.model.uncertainty(i);
      choice.item = i;
    }
    return choice;
  }};
  options.checks = 0;
  Session by_r(Items{.rows = rows}, {"a", "b"}, options);
  std::set<std::uint32_t> pairs;
  for (const Question& q : by_r.next(std::size_t{3})) pairs.insert(q.item / 2);
  CHECK(pairs.size() == 3);
}

TEST_CASE("session: a share of the questions is drawn uniformly from all items") {
  const auto items = noisy_rows(3000, 5, 2, 0.4);
  Session session(items, {"a", "b"}, {.checks = 0.25, .seed = 7, .model = {.drawn = 1}});
  int checks = 0;
  double expected = 0, variance = 0;
  constexpr int kQuestions = 400;
  for (int k = 0; k < kQuestions; ++k) {
    const Question q = question(session.next());
    CHECK(q.probability > 0);
    CHECK(q.probability <= 1);
    // two answers per class are chosen first; from five per class on the share is tripled until
    // there are twenty checks
    const double share = k < 4 ? 0 : k >= 10 && checks < 20 ? 0.75 : 0.25;
    expected += share;
    variance += share * (1 - share);
    if (q.why == Why::kCheck) {
      ++checks;
      CHECK(share > 0);
      CHECK(q.probability == doctest::Approx(1.0 / (3000 - k)));
    } else if (q.why == Why::kUrgent) {
      CHECK(q.probability == doctest::Approx(1 - share + share / (3000 - k)));
    }
    session.answer(q.item, static_cast<int>(q.item % 2));
  }
  CHECK(std::abs(checks - expected) < 4 * std::sqrt(variance));
}

TEST_CASE("session: a known error is in the interval, and the goal ends the questions") {
  const auto items = noisy_rows(2000, 6, 3, 0.45);
  std::mt19937_64 engine(3);
  std::vector<int> labels(2000);  // one in five is unpredictable noise
  for (std::uint32_t i = 0; i < 2000; ++i)
    labels[i] = engine() % 5 == 0 ? static_cast<int>(engine() % 3) : static_cast<int>(i % 3);
  Session session(items, {"a", "b", "c"}, {.checks = 1, .seed = 5});
  play(session, 300, [&](std::uint32_t i) { return labels[i]; });
  int wrong = 0, left = 0;
  for (std::uint32_t i = 0; i < 2000; ++i) {
    if (session.predictions()[i].asked) continue;
    ++left;
    wrong += session.predictions()[i].label != labels[i];
  }
  const Estimate estimate = session.estimate();
  const double error = static_cast<double>(wrong) / left;
  CHECK(std::abs(estimate.value - error) < 4 * std::sqrt(error * (1 - error) / 300));
  CHECK(estimate.low < error);
  CHECK(error < estimate.high);

  Session easy(noisy_rows(2000, 6, 3, 0.05), {"a", "b", "c"},
               {.budget = 1000, .stop_at_error = 0.1, .checks = 0.5, .seed = 5});
  std::variant<Question, Ending> next = easy.next();
  for (; std::holds_alternative<Question>(next); next = easy.next())
    easy.answer(question(next).item, static_cast<int>(question(next).item % 3));
  CHECK(std::get<Ending>(next) == Ending::kGoal);
  CHECK(easy.asked() < 200);
}
