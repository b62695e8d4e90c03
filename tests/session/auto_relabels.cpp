// SPDX-License-Identifier: Apache-2.0
// Relabelling: answers that are asked for again since they are probably wrong.
#include <algorithm>
#include <cmath>
#include <random>
#include <set>
#include <vector>

#include <doctest/doctest.h>

#include <querent/learners/session/session.hpp>

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

// A session with one wrong answer; the next question is about it.
struct OneWrong {
  Session session;
  std::uint32_t item = 0;
};

OneWrong one_wrong(std::uint64_t budget = 60) {
  OneWrong s{.session =
                 Session(noisy_rows(kItems, 5, 3, 0.15), kThree,
                         {.budget = budget, .checks = 0, .model = {.drawn = 1}, .relabel = true})};
  for (int k = 0; k < 40; ++k) {
    const Question q = question(s.session.next());
    if (q.why == Why::kRelabel) break;
    if (k == 28) s.item = q.item;
    s.session.answer(q.item, (truth(q.item) + (k == 28 ? 1 : 0)) % 3);
  }
  return s;
}

}  // namespace

TEST_CASE("relabelling: the one wrong answer is asked for again, and the new answer counts") {
  OneWrong s = one_wrong();
  const std::uint64_t before = s.session.asked();
  const std::size_t answers = s.session.answers().size();
  const Question again = question(s.session.next());
  REQUIRE(again.why == Why::kRelabel);
  CHECK(again.item == s.item);
  CHECK(again.current_label == (truth(s.item) + 1) % 3);
  CHECK(again.predicted == truth(s.item));
  CHECK(again.uniform == false);
  s.session.answer(again.item, truth(s.item));
  CHECK(s.session.asked() == before + 1);  // it costs a label
  CHECK(s.session.answers().size() == answers);
  CHECK(s.session.predictions()[s.item].label == truth(s.item));
  CHECK(question(s.session.next()).why != Why::kRelabel);
  CHECK(s.session.undo());
  CHECK(s.session.asked() == before);
  CHECK(same(question(s.session.next()), again));
}

TEST_CASE(
    "relabelling: an answer given twice is not asked a third time, and the whole budget is used") {
  OneWrong s = one_wrong(30);
  int looks = 0;
  for (auto next = s.session.next(); const auto* q = std::get_if<Question>(&next);
       next = s.session.next()) {
    looks += q->why == Why::kRelabel && q->item == s.item;
    s.session.answer(q->item, q->item == s.item ? (truth(q->item) + 1) % 3 : truth(q->item));
  }
  CHECK(looks == 1);
  CHECK(s.session.asked() == 30);
  CHECK(s.session.answers().size() < 30);
}

TEST_CASE("relabelling: a skipped answer stays and is not asked again") {
  for (const bool skip : {true, false}) {
    OneWrong s = one_wrong();
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

TEST_CASE("relabelling: a forgotten answer leaves no trace and is asked like a new one") {
  OneWrong s = one_wrong();
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
  CHECK(open.why != Why::kRelabel);
}

TEST_CASE("relabelling: a saved session continues with relabelled answers") {
  const Scratch scratch;
  OneWrong s = one_wrong();
  const Question again = question(s.session.next());
  s.session.save(scratch / "one.session");
  Session loaded = Session::load(scratch / "one.session", noisy_rows(kItems, 5, 3, 0.15));
  CHECK(same(question(loaded.next()), again));
  CHECK(question(loaded.next()).current_label == again.current_label);
  s.session.answer(again.item, again.current_label);
  loaded.answer(again.item, again.current_label);
  CHECK(same(question(loaded.next()), question(s.session.next())));
  CHECK(same(loaded.predictions(), s.session.predictions()));
}

TEST_CASE("relabelling: replayed in a new session, questions are as if it had posed them") {
  OneWrong s = one_wrong();
  const Question again = question(s.session.next());
  Session replayed(noisy_rows(kItems, 5, 3, 0.15), kThree, s.session.options());
  CHECK_FALSE(replayed.replay_question(again));  // the item has no answer yet
  for (const Answer& answer : s.session.answers()) {
    CHECK(replayed.replay_question({.item = answer.item}));
    replayed.answer(answer.item, answer.label);
  }
  CHECK(replayed.replay_question(again));
  CHECK(question(replayed.next()).current_label == again.current_label);
  replayed.answer(again.item, truth(again.item));
  s.session.answer(again.item, truth(again.item));
  CHECK(replayed.asked() == s.session.asked());
  CHECK(same(replayed.predictions(), s.session.predictions()));
}

TEST_CASE("relabelling: most wrong answers are asked again, and hardly a right one") {
  Session session(noisy_rows(kItems, 5, 3, 0.15), kThree,
                  {.budget = 120, .checks = 0, .relabel = true});
  std::set<std::uint32_t> wrong;
  int new_items = 0, wrong_again = 0, right_again = 0;
  for (auto next = session.next(); const auto* q = std::get_if<Question>(&next);
       next = session.next()) {
    if (q->why == Why::kRelabel) {
      ++(wrong.contains(q->item) ? wrong_again : right_again);
    } else if (++new_items % 10 == 0) {
      wrong.insert(q->item);
      session.answer(q->item, (truth(q->item) + 1) % 3);
      continue;
    }
    session.answer(q->item, truth(q->item));
  }
  REQUIRE(wrong.size() >= 9);
  CHECK(2 * wrong_again > static_cast<int>(wrong.size()));
  CHECK(right_again <= 2);
}

TEST_CASE("relabelling: a check keeps its first answer") {
  const auto items = noisy_rows(kItems, 5, 3, 0.15);
  Session session(items, kThree, {.budget = 60, .checks = 0.5, .relabel = true});
  int wrong = 0, again = 0;
  for (auto next = session.next(); const auto* q = std::get_if<Question>(&next);
       next = session.next()) {
    const bool errs = q->why == Why::kCheck && wrong < 3;
    wrong += errs;
    again += q->why == Why::kRelabel;
    session.answer(q->item, (truth(q->item) + (errs ? 1 : 0)) % 3);
  }
  CHECK(again >= 3);
  CHECK(session.estimate().value > 0.05);  // three checks of some thirty have another class
}
