// SPDX-License-Identifier: Apache-2.0
// Answers that are asked for again, and which are probably wrong.
#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include <querent/learners/session/calibration.hpp>
#include <querent/learners/session/session.hpp>
#include <querent/learners/session/slips.hpp>

#include "../datasets/scratch.hpp"
#include "pools.hpp"

using namespace querent;
using namespace querent::testing;

namespace {

constexpr std::uint32_t kItems = 300;
const std::vector<std::string> kThree{"a", "b", "c"};

int truth(std::uint32_t item) {
  return static_cast<int>(item % 3);
}

// A session that was told another class once, and else the right one; it stands at the second look.
struct Slipped {
  Session session;
  std::uint32_t item = 0;
};

Slipped slipped(std::uint64_t budget = 60) {
  Slipped s{.session = Session(noisy_rows(kItems, 5, 3, 0.15), kThree,
                               {.budget = budget, .checks = 0, .second_looks = true})};
  for (int k = 0; k < 40; ++k) {
    const Question q = question(s.session.next());
    if (q.why == Why::kAgain) break;
    if (k == 12) s.item = q.item;
    s.session.answer(q.item, (truth(q.item) + (k == 12 ? 1 : 0)) % 3);
  }
  return s;
}

}  // namespace

TEST_CASE("second looks: the one wrong answer is asked for again, and what is said then counts") {
  Slipped s = slipped();
  const std::uint64_t before = s.session.asked();
  const std::size_t answers = s.session.answers().size();
  const Question again = question(s.session.next());
  REQUIRE(again.why == Why::kAgain);
  CHECK(again.item == s.item);
  CHECK(again.said == (truth(s.item) + 1) % 3);
  CHECK(again.predicted == truth(s.item));
  CHECK(again.uniform == false);
  s.session.answer(again.item, truth(s.item));
  CHECK(s.session.asked() == before + 1);  // it costs a label
  CHECK(s.session.answers().size() == answers);
  CHECK(s.session.predictions()[s.item].label == truth(s.item));
  CHECK(question(s.session.next()).why != Why::kAgain);
  CHECK(s.session.undo());
  CHECK(s.session.asked() == before);
  CHECK(same(question(s.session.next()), again));
}

TEST_CASE(
    "second looks: who says the same again is not asked a third time, and all labels of the budget "
    "are used") {
  Slipped s = slipped(30);
  int looks = 0;
  for (auto next = s.session.next(); const auto* q = std::get_if<Question>(&next);
       next = s.session.next()) {
    looks += q->why == Why::kAgain && q->item == s.item;
    s.session.answer(q->item, q->item == s.item ? (truth(q->item) + 1) % 3 : truth(q->item));
  }
  CHECK(looks == 1);
  CHECK(s.session.asked() == 30);
  CHECK(s.session.answers().size() < 30);
}

TEST_CASE("second looks: skipped, the answer stays, and it is not asked again") {
  for (const bool skip : {true, false}) {
    Slipped s = slipped();
    const std::uint32_t item = question(s.session.next()).item;
    if (skip) {
      s.session.skip(item);
    } else {
      s.session.do_not_know(item);
    }
    CHECK(s.session.predictions()[item].label == (truth(item) + 1) % 3);
    for (int k = 0; k < 15; ++k) {
      const Question q = question(s.session.next());
      CHECK(q.item != item);
      s.session.answer(q.item, truth(q.item));
    }
  }
}

TEST_CASE("second looks: what is forgotten was never said, and is asked as if for the first time") {
  Slipped s = slipped();
  const std::uint64_t before = s.session.asked();
  const std::uint32_t item = question(s.session.next()).item;
  SUBCASE("while it is asked again") {
    s.session.forget(item);
    CHECK(s.session.asked() == before - 1);
  }
  SUBCASE("once it was answered twice") {
    s.session.answer(item, truth(item));
    s.session.forget(item);
    CHECK(s.session.asked() == before - 1);
  }
  CHECK_FALSE(s.session.predictions()[item].asked);
  const Question open = question(s.session.next());
  CHECK(open.item == item);
  CHECK(open.why != Why::kAgain);
}

TEST_CASE("second looks: a file goes on with them") {
  const Scratch scratch;
  Slipped s = slipped();
  const Question again = question(s.session.next());
  s.session.save(scratch / "one.session");
  Session loaded = Session::load(scratch / "one.session", noisy_rows(kItems, 5, 3, 0.15));
  CHECK(same(question(loaded.next()), again));
  CHECK(question(loaded.next()).said == again.said);
  s.session.answer(again.item, again.said);
  loaded.answer(again.item, again.said);
  CHECK(same(question(loaded.next()), question(s.session.next())));
  CHECK(same(loaded.predictions(), s.session.predictions()));
}

TEST_CASE("second looks: told to a new session they are as if it had posed them") {
  Slipped s = slipped();
  const Question again = question(s.session.next());
  Session told(noisy_rows(kItems, 5, 3, 0.15), kThree, s.session.options());
  CHECK_FALSE(told.posed(again));  // nobody has answered it
  for (const Answer& answer : s.session.answers()) {
    CHECK(told.posed({.item = answer.item}));
    told.answer(answer.item, answer.label);
  }
  CHECK(told.posed(again));
  CHECK(question(told.next()).said == again.said);
  told.answer(again.item, truth(again.item));
  s.session.answer(again.item, truth(again.item));
  CHECK(told.asked() == s.session.asked());
  CHECK(same(told.predictions(), s.session.predictions()));
}

TEST_CASE("second looks: a check remains what it was") {
  const auto items = noisy_rows(kItems, 5, 3, 0.15);
  Session session(items, kThree, {.budget = 60, .checks = 0.5, .second_looks = true});
  int wrong = 0, looks = 0;
  for (auto next = session.next(); const auto* q = std::get_if<Question>(&next);
       next = session.next()) {
    const bool slips = q->why == Why::kCheck && wrong < 3;
    wrong += slips;
    looks += q->why == Why::kAgain;
    session.answer(q->item, (truth(q->item) + (slips ? 1 : 0)) % 3);
  }
  CHECK(looks >= 3);
  CHECK(session.estimate().value > 0.05);  // three checks of some thirty say another class
}

namespace {

// Items of which a classifier says f, whose class is drawn from softmax(12 f), answered by somebody
// who is wrong with probability `rate`.
struct Simulated {
  std::vector<AnsweredItem> items;
  std::vector<int> truth;
};

Simulated simulated(std::size_t count, double rate, std::uint64_t seed) {
  constexpr int kClasses = 5;
  Simulated all;
  Rng rng = make_rng(seed, 0, Stream::kLearner);
  for (std::size_t l = 0; l < count; ++l) {
    AnsweredItem item{.f = std::vector<double>(kClasses)};
    for (double& f : item.f) f = uniform01(rng);
    const std::vector<double> p = probabilities(item.f, 12);
    double left = uniform01(rng);
    int y = 0;
    while (y + 1 < kClasses && (left -= p[static_cast<std::size_t>(y)]) > 0) ++y;
    all.truth.push_back(y);
    if (uniform01(rng) < rate)
      y = (y + 1 + static_cast<int>(uniform_below(rng, kClasses - 1))) % kClasses;
    item.said = {y};
    item.label = y;
    all.items.push_back(std::move(item));
  }
  return all;
}

}  // namespace

TEST_CASE("slips: of answers that were drawn so it says how often they are wrong, and which") {
  constexpr std::size_t kCount = 1000;
  for (const double rate : {0.1, 0.3}) {
    const Simulated all = simulated(kCount, rate, 5);
    const Slips found = find_slips(all.items, {.rate = 0.2, .unlike = 0.001});
    CHECK(std::abs(found.rate - rate) < 0.08);
    double expected = 0, variance = 0, wrong = 0;
    for (std::size_t l = 0; l < kCount; ++l) {
      expected += found.wrong[l];
      variance += found.wrong[l] * (1 - found.wrong[l]);
      wrong += all.items[l].label != all.truth[l];
    }
    // within four deviations, and what the rate itself is unsure of
    CHECK(std::abs(expected - wrong) < 4 * std::sqrt(variance) + 0.03 * kCount);
  }
}

TEST_CASE("slips: an answer that was given again is less probably wrong, one that was not more") {
  Simulated all = simulated(100, 0, 7);
  all.items[0] = {.f = {1, 0, 0, 0, 0}, .said = {3}, .label = 3};
  const double once = find_slips(all.items).wrong[0];
  all.items[0].said = {3, 3};
  const double twice = find_slips(all.items).wrong[0];
  all.items[0].said = {3, 0};
  const Slips other = find_slips(all.items);
  all.items[0].label = 0;
  CHECK(twice < 0.5 * once);
  CHECK(other.wrong[0] > once);
  CHECK(find_slips(all.items).wrong[0] == doctest::Approx(1 - other.wrong[0]).epsilon(0.2));
  CHECK(find_slips({}).wrong.empty());
}

TEST_CASE(
    "slips: a second look that finds a slip makes the other surprises more suspect, one that "
    "confirms less") {
  Simulated all = simulated(60, 0, 11);
  for (std::size_t l = 0; l < 3; ++l)
    all.items[l] = {.f = {1, 0, 0, 0, 0}, .said = {3}, .label = 3};
  const double before = find_slips(all.items).wrong[2];
  all.items[0] = {.f = {1, 0, 0, 0, 0}, .said = {3, 0}, .label = 0};
  CHECK(find_slips(all.items).wrong[2] > before);
  all.items[0] = {.f = {1, 0, 0, 0, 0}, .said = {3, 3}, .label = 3};
  CHECK(find_slips(all.items).wrong[2] < before);
}
