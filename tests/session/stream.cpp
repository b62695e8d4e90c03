// SPDX-License-Identifier: Apache-2.0
// A session in stream order follows the papers' protocol.
#include <algorithm>
#include <set>

#include <doctest/doctest.h>

#include <querent/learners/least_squares/msg.hpp>
#include <querent/learners/play.hpp>
#include <querent/learners/query/theta.hpp>
#include <querent/learners/session/auto/model.hpp>
#include <querent/learners/session/session.hpp>

#include "../datasets/scratch.hpp"
#include "pools.hpp"

using namespace querent;
using namespace querent::testing;

namespace {

int third_class(std::uint32_t i) {
  return static_cast<int>(i % 3);
}

const std::vector<std::string> kThree{"a", "b", "c"};

// Answers until the session ends.
Ending answer_all(Session& session) {
  for (;;) {
    const auto next = session.next();
    if (const auto* ending = std::get_if<Ending>(&next)) return *ending;
    session.answer(question(next).item, third_class(question(next).item));
  }
}

}  // namespace

TEST_CASE("stream: MSG asks and predicts as in play()") {
  const auto items = noisy_rows(300, 6, 3, 0.4);
  const auto& rows = std::get<Embedding::Rows>(items->rows);
  Msg msg(6, 3);
  ThetaQuery theta(3, {.h = 1e-3});
  Rng shuffler = make_rng(5, 2, Stream::kOrder), coin = make_rng(5, 2, Stream::kQuery);
  const auto order = random_order(300, shuffler);
  std::vector<PassedItem> played;
  play(
      msg, theta, order,
      [&](std::uint32_t i) {
        return DenseRow{{rows.data() + 6 * i, 6}};
      },
      third_class, coin,
      [&](std::uint32_t i, const Round& round) {
        played.push_back(
            {i, round.prediction.label, round.prediction.margin, round.probability, round.asked});
      });

  Session session(items, kThree, {.order = Order::kStream, .seed = 5, .learner = "MSG", .run = 2});
  CHECK(answer_all(session) == Ending::kNothingLeft);
  const auto& rounds = session.rounds();
  REQUIRE(rounds.size() == played.size());
  for (std::size_t t = 0; t < rounds.size(); ++t) {
    CHECK(rounds[t].item == played[t].item);
    CHECK(rounds[t].predicted == played[t].predicted);
    CHECK(rounds[t].margin == played[t].margin);
    CHECK(rounds[t].probability == played[t].probability);
    CHECK(rounds[t].asked == played[t].asked);
  }
  for (std::uint32_t i = 0; i < 300; ++i) {
    if (!session.predictions()[i].asked)
      CHECK(session.predictions()[i].label ==
            msg.predict(DenseRow{{rows.data() + 6 * i, 6}}).label);
  }
}

TEST_CASE(
    "stream: a budget is respected, the rest is passed, and the interval contains the error") {
  const auto items = noisy_rows(1500, 6, 3, 0.5);
  Session session(items, kThree, {.order = Order::kStream, .budget = 60, .seed = 1});
  CHECK(answer_all(session) == Ending::kBudget);
  CHECK(session.asked() == 60);
  CHECK(session.rounds().size() == 1500);
  int wrong = 0;
  for (const PassedItem& round : session.rounds())
    wrong += round.predicted != third_class(round.item);
  const Estimate estimate = session.estimate();
  CHECK(estimate.low <= wrong / 1500.0);
  CHECK(wrong / 1500.0 <= estimate.high);
}

TEST_CASE("stream: undo, files and copies continue with the same questions") {
  const Scratch scratch;
  const auto items = clique_items(3, 12);
  const auto label = [](std::uint32_t i) { return static_cast<int>(i / 12); };
  Session session(items, kThree, {.order = Order::kStream, .budget = 12, .seed = 8});
  session.answer(35, 2);  // volunteered beforehand, so it is not in the stream
  play(session, 5, label);
  const Question next = question(session.next());
  const auto before = session.predictions();
  session.answer(next.item, (label(next.item) + 1) % 3);
  session.next();
  CHECK(session.undo());
  CHECK(same(question(session.next()), next));
  CHECK(same(session.predictions(), before));
  session.save(scratch / "stream.session");
  Session again = Session::load(scratch / "stream.session", items), copy = session;
  for (int k = 0; k < 4; ++k) {
    const Question q = question(session.next());
    CHECK(same(q, question(again.next())));
    CHECK(same(q, question(copy.next())));
    CHECK(q.item != 35);
    for (Session* each : {&session, &again, &copy}) each->answer(q.item, label(q.item));
  }
  for (auto rest = session.next(); rest.index() == 0; rest = session.next())
    session.answer(question(rest).item, label(question(rest).item));
  for (auto rest = again.next(); rest.index() == 0; rest = again.next())
    again.answer(question(rest).item, label(question(rest).item));
  for (auto rest = copy.next(); rest.index() == 0; rest = copy.next())
    copy.answer(question(rest).item, label(question(rest).item));
  CHECK(session.rounds().size() == 35);  // all but the one volunteered beforehand
  for (const PassedItem& round : session.rounds()) CHECK(round.item != 35);
  CHECK(same(session.predictions(), again.predictions()));
  CHECK(same(session.predictions(), copy.predictions()));
}

TEST_CASE("stream: an item that was excluded before it comes is not asked about") {
  Session session(noisy_rows(40, 6, 3, 0.4), kThree,
                  {.order = Order::kStream, .learner = "MSG", .query = "all", .shuffle = false});
  for (std::uint32_t item = 1; item < 40; item += 2) session.do_not_know(item);
  CHECK(answer_all(session) == Ending::kNothingLeft);
  CHECK(session.asked() == 20);
  CHECK(std::ranges::all_of(session.rounds(), [](const auto& r) { return r.item % 2 == 0; }));
}

TEST_CASE("stream: on a graph the process predicts from the answers so far") {
  const auto items = clique_items(5, 12);
  const std::vector<std::string> classes{"a", "b", "c", "d", "e"};
  const auto label = [](std::uint32_t i) { return static_cast<int>(i % 7 == 0 ? 0 : i / 12); };
  Session session(items, classes, {.order = Order::kStream, .budget = 20, .seed = 3});
  const auto kernels = std::make_shared<const Kernels>(items, 1);
  AutoModel model(kernels, 5, {}, 0, false);
  std::size_t seen = 0, named = 0;
  std::vector<bool> has_answer(5, false);
  const auto compare = [&](const PassedItem& round) {
    const std::vector<double> p = model.probabilities(round.item);
    if (std::ranges::count(has_answer, true) == 5)
      CHECK(round.predicted == std::ranges::max_element(p) - p.begin());
    if (!round.asked) return;
    has_answer[static_cast<std::size_t>(label(round.item))] = true;
    model.learn({round.item, label(round.item)});
    model.update();
    ++named;
  };
  for (auto next = session.next(); next.index() == 0; next = session.next()) {
    session.answer(question(next).item, label(question(next).item));
    for (; seen < session.rounds().size(); ++seen) compare(session.rounds()[seen]);
  }
  CHECK(named == 20);
  for (std::uint32_t i = 0; i < items->size(); ++i) {
    if (session.predictions()[i].asked) continue;
    const std::vector<double> p = model.probabilities(i), q = session.class_probabilities(i);
    for (std::size_t k = 0; k < 5; ++k) CHECK(q[k] == doctest::Approx(p[k]).epsilon(1e-12));
  }
}

TEST_CASE("stream: an item unlike the only answer is predicted to be of the other class") {
  const auto items = clique_items(2, 20);
  const std::vector<std::string> classes{"a", "b"};
  std::vector<std::uint32_t> arrivals{0};
  for (std::uint32_t i = 20; i < 40; ++i) arrivals.push_back(i);
  Session session(items, classes,
                  {.order = Order::kStream, .budget = 1, .arrivals = arrivals, .shuffle = false});
  session.answer(1, 0);  // volunteered
  for (auto next = session.next(); next.index() == 0; next = session.next())
    session.skip(question(next).item);
  int other = 0;
  for (const PassedItem& round : session.rounds()) other += round.predicted == 1;
  CHECK(session.rounds().front().predicted == 0);
  CHECK(other == 20);
}

TEST_CASE("stream: labels that do not follow the graph are predicted by their frequencies") {
  const auto items = clique_items(60, 10, 30);
  std::vector<int> y;  // .6, .2 and .2
  Rng rng = make_rng(4, 0, Stream::kOrder);
  for (std::uint32_t i = 0; i < items->size(); ++i) {
    const double u = uniform01(rng);
    y.push_back(u < 0.6 ? 0 : u < 0.8 ? 1 : 2);
  }
  double wrong = 0, rounds = 0, largest = 0;
  for (std::uint64_t run = 0; run < 10; ++run) {
    Session session(items, kThree, {.order = Order::kStream, .budget = 60, .run = run});
    for (auto next = session.next(); next.index() == 0; next = session.next())
      session.answer(question(next).item, y[question(next).item]);
    for (const PassedItem& round : session.rounds()) {
      ++rounds;
      wrong += round.predicted != y[round.item];
      largest += y[round.item] != 0;
    }
  }
  CHECK(wrong / rounds < largest / rounds + 0.05);
}

TEST_CASE("stream: invalid options and calls are rejected") {
  const auto items = noisy_rows(20, 3, 2, 0.1);
  const auto refused = [&](std::vector<std::string> classes, SessionOptions options) {
    options.order = Order::kStream;
    CHECK_THROWS_AS(Session(items, std::move(classes), options), std::invalid_argument);
  };
  refused({"a"}, {});
  refused({"a", "b"}, {.learner = "nobody"});
  refused({"a", "b"}, {.learner = "PAUM", .query = "theta"});
  refused({"a", "b"}, {.params = {{"gamma", -1}}});
  refused({"a", "b"}, {.arrivals = {20}});
  Session session(items, {"a", "b"}, {.order = Order::kStream, .learner = "PAUM"});
  CHECK_THROWS_AS(session.add_class("c"), std::invalid_argument);
  CHECK_THROWS_AS(session.answer(0, 2), std::invalid_argument);
}
