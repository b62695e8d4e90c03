// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <iterator>
#include <limits>
#include <set>

#include <doctest/doctest.h>

#include <querent/learners/models/model_error.hpp>
#include <querent/learners/session/session.hpp>

#include "../datasets/scratch.hpp"
#include "pools.hpp"

using namespace querent;
using namespace querent::testing;

TEST_CASE("session: five cliques are classified from few labels, and every answer is kept") {
  Session session(clique_items(5, 10), {"a", "b", "c", "d", "e"}, {.budget = 15, .seed = 3});
  play(session, 15, clique_of);
  CHECK(std::get<Ending>(session.next()) == Ending::kBudget);
  CHECK(session.asked() == 15);
  int wrong = 0;
  for (std::uint32_t i = 0; i < 50; ++i) {
    const ItemPrediction& predicted = session.predictions()[i];
    wrong += predicted.label != clique_of(i);
    CHECK(predicted.probability > 0.2);
    CHECK(predicted.probability <= 1);
    const std::vector<double> p = session.class_probabilities(i);
    double sum = 0;
    for (const double p_k : p) sum += p_k;
    CHECK(sum == doctest::Approx(1));
    CHECK(p[static_cast<std::size_t>(predicted.label)] == doctest::Approx(predicted.probability));
  }
  CHECK(wrong == 0);
  for (const auto& [item, label] : session.answers()) {
    CHECK(session.predictions()[item].asked);
    CHECK(session.predictions()[item].label == label);
    CHECK(session.predictions()[item].probability == 1);
  }
}

TEST_CASE("session: it is unsure of random labels, whatever the graph") {
  const auto items = clique_items(30, 12);
  constexpr std::uint64_t kLots = 12;  // the mean of several: one assignment is too random
  double sure = 0, left = 0;
  for (std::uint64_t seed = 5; seed < 5 + kLots; ++seed) {
    Session session(items, {"a", "b"}, {.seed = 1});
    Rng rng = make_rng(seed, 0, Stream::kOrder);
    std::vector<int> lot(360);
    for (int& label : lot) label = static_cast<int>(uniform_below(rng, 2));
    play(session, 60, [&](std::uint32_t item) { return lot[item]; });
    for (const ItemPrediction& predicted : session.predictions()) {
      if (predicted.asked) continue;
      sure += predicted.probability;
      ++left;
    }
  }
  CHECK(sure / left < 0.72);  // half of them are right, and sixty answers cannot predict more
}

TEST_CASE("session: the same seed, options and events give the same bits") {
  const auto items = clique_items(4, 10);
  Session one(items, kFour, {.seed = 9}), two(items, kFour, {.seed = 9, .threads = 2});
  for (int k = 0; k < 12; ++k) {
    const Question q = question(one.next());
    CHECK(same(q, question(two.next())));
    CHECK(q.id == static_cast<std::uint64_t>(k + 1));
    CHECK(same(q, question(one.next())));  // the same until it is answered
    one.answer(q.item, clique_of(q.item));
    two.answer(q.item, clique_of(q.item));
  }
  CHECK(same(one.predictions(), two.predictions()));
  Session copy = one;
  CHECK(same(question(copy.next()), question(one.next())));
}

TEST_CASE("session: with_seed() is a new session with that seed, whatever was answered before") {
  const auto items = clique_items(4, 10);
  Session first(items, kFour, {.seed = 1});
  first.add_class("five");
  play(first, 6, clique_of);
  Session copy = first.with_seed(2), anew(items, kFour, {.seed = 2});
  for (int k = 0; k < 12; ++k) {
    const Question q = question(anew.next());
    CHECK(same(q, question(copy.next())));
    for (Session* const session : {&copy, &anew}) session->answer(q.item, clique_of(q.item));
  }
  CHECK(same(copy.predictions(), anew.predictions()));
  Session again = first.with_seed(1), unasked(items, kFour, {.seed = 1});
  CHECK(same(question(again.next()), question(unasked.next())));
  CHECK(again.classes() == kFour);
}

TEST_CASE("stream: with_seed() begins the stream again") {
  const auto items = clique_items(4, 10);
  const SessionOptions options{.order = Order::kStream, .budget = 12, .seed = 3};
  Session first(items, kFour, options), anew(items, kFour, options);
  play(first, 3, clique_of);
  Session copy = first.with_seed(3);
  for (Session* const session : {&copy, &anew}) play(*session, 8, clique_of);
  CHECK(same(copy.predictions(), anew.predictions()));
}

TEST_CASE("session: undo leaves no trace") {
  const auto items = clique_items(4, 10);
  Session session(items, kFour, {.seed = 2});
  CHECK_FALSE(session.undo());
  play(session, 6, clique_of);
  const Question next = question(session.next());
  const std::vector<ItemPrediction> before = session.predictions();
  session.answer(next.item, (clique_of(next.item) + 1) % 4);
  session.next();
  session.skip(question(session.next()).item);
  session.next();
  CHECK(session.undo());  // the skip
  CHECK(session.undo());  // the wrong answer
  CHECK(same(question(session.next()), next));
  CHECK(same(session.predictions(), before));
  CHECK(session.add_class("e") == 4);
  CHECK(session.undo());
  CHECK(session.classes() == kFour);
}

TEST_CASE("session: a forgotten answer leaves no trace, and its question is open again") {
  const auto items = clique_items(4, 10);
  Session session(items, kFour, {.checks = 0.5, .seed = 2}), other = session;
  play(session, 6, clique_of);
  play(other, 6, clique_of);
  const Question first = question(session.next());
  session.answer(first.item, clique_of(first.item));
  const Question second = question(session.next());
  session.answer(second.item, clique_of(second.item));
  session.forget(first.item);  // others have answered since
  CHECK(session.asked() == 7);
  CHECK(question(session.next()).id == first.id);
  CHECK(question(session.next()).item == first.item);
  other.answer(second.item, clique_of(second.item));
  CHECK(same(session.predictions(), other.predictions()));
  session.answer(first.item, clique_of(first.item));
  CHECK(session.asked() == 8);
  CHECK(session.estimate().value == doctest::Approx(0));
  const auto before = session.answers().size();
  session.forget(39 - first.item == second.item ? 38 : 39 - first.item);
  CHECK(session.answers().size() <= before);
  session.do_not_know(question(session.next()).item);
  session.forget(question(other.next()).item);  // an item without an answer
  CHECK(session.undo());
}

TEST_CASE("session: questions replayed in a new session are as if it had posed them") {
  const auto items = clique_items(4, 10);
  Session one(items, kFour, {.checks = 0.3, .seed = 5}), two = one;
  for (int k = 0; k < 20; ++k) {
    const Question asked = question(one.next());
    one.answer(asked.item, clique_of(asked.item));
    CHECK(two.replay_question(asked));
    CHECK_FALSE(two.replay_question(asked));
    two.answer(asked.item, clique_of(asked.item));
  }
  CHECK(same(one.predictions(), two.predictions()));
  CHECK(one.estimate().high == two.estimate().high);
  CHECK(same(question(one.next()), question(two.next())));
}

TEST_CASE("session: a corrected answer is as if it had been given first") {
  const auto items = clique_items(4, 10);
  Session right(items, kFour), corrected(items, kFour);
  for (const std::uint32_t i : {1u, 11u, 22u, 35u, 19u}) {
    right.answer(i, clique_of(i));
    corrected.answer(i, i == 11 ? 3 : clique_of(i));
  }
  CHECK_FALSE(same(right.predictions(), corrected.predictions()));
  corrected.answer(11, 1);
  CHECK(same(right.predictions(), corrected.predictions()));
  CHECK(corrected.answers().size() == 5);
}

TEST_CASE("session: a volunteered label is learned and costs nothing") {
  Session session(clique_items(4, 10), kFour, {.budget = 3});
  for (const std::uint32_t i : {1u, 11u, 22u, 35u}) session.answer(i, clique_of(i));
  CHECK(session.asked() == 0);
  int wrong = 0;
  for (std::uint32_t i = 0; i < 40; ++i) wrong += session.predictions()[i].label != clique_of(i);
  CHECK(wrong == 0);
  play(session, 3, clique_of);
  CHECK(std::get<Ending>(session.next()) == Ending::kBudget);
}

TEST_CASE("session: a component without a label is predicted by the class shares") {
  Edges edges;
  for (Node c = 0; c < 2; ++c) {
    for (Node i = 0; i < 6; ++i) {
      for (Node j = i + 1; j < 6; ++j) edges.emplace_back(6 * c + i, 6 * c + j);
    }
  }
  const Graph graph = make_graph(13, edges);  // the last node is alone
  Session session(items_of(graph, embed(graph, {.dim = 6})), {}, {.seed = 1});
  for (const ItemPrediction& predicted : session.predictions()) CHECK(predicted.label == -1);
  CHECK(question(session.next()).predicted == -1);
  session.add_class("first");
  session.answer(0, 0);
  session.add_class("second");
  session.answer(1, 1);
  session.answer(2, 1);
  for (std::uint32_t i = 0; i < 13; ++i) {
    CHECK(session.predictions()[i].asked == (i < 3));
    if (i < 6) continue;
    CHECK(session.predictions()[i].label == 1);
    CHECK(session.predictions()[i].probability > 0.5);
    CHECK(session.predictions()[i].probability <
          2.0 / 3);  // the share with which two of three count
  }
  CHECK_THROWS_AS(session.add_class("first"), std::invalid_argument);
}

TEST_CASE("session: a copy for predictions predicts like the session, also after a correction") {
  Session session(clique_items(4, 10), kFour, {.seed = 3});
  for (int k = 0; k < 9; ++k) {
    const auto next = session.next();
    const std::uint32_t item = std::get<Question>(next).item;
    session.answer(item, clique_of(item));
  }
  session.answer(session.answers().front().item, 3 - session.answers().front().label);
  Session copy = session.for_predictions();
  const auto &predicted = copy.predictions(), &whole = session.predictions();
  for (std::size_t i = 0; i < whole.size(); ++i) {
    CHECK(predicted[i].label == whole[i].label);
    CHECK(predicted[i].probability == whole[i].probability);
  }
  CHECK(copy.estimate().value == session.estimate().value);
  CHECK(std::holds_alternative<Question>(session.next()));
}

TEST_CASE("session: without random checks the error is unknown") {
  Session session(noisy_rows(30, 3, 2, 0.1), {"a", "b"});
  session.answer(0, 0);
  session.answer(1, 1);
  CHECK_FALSE(session.estimate().is_informative());
}

TEST_CASE("session: a file continues where it was saved, and only with its items") {
  const Scratch scratch;
  const auto items = clique_items(4, 10);
  Session session(items, {"a", "b"}, {.budget = 20, .checks = 0.3, .seed = 11});
  session.answer(5, 0);
  session.answer(12, 1);
  session.add_class("c");
  session.add_class("d");
  play(session, 7, clique_of);
  session.skip(question(session.next()).item);
  session.do_not_know(question(session.next()).item);
  session.answer(5, 3);
  session.answer(5, 0);
  session.next(std::size_t{3});
  session.save(scratch / "one.session");
  Session again = Session::load(scratch / "one.session", items);
  CHECK(again.classes() == session.classes());
  CHECK(again.asked() == session.asked());
  for (int k = 0; k < 8; ++k) {
    CHECK(same(session.predictions(), again.predictions()));
    const Question q = question(session.next());
    CHECK(same(q, question(again.next())));
    session.answer(q.item, clique_of(q.item));
    again.answer(q.item, clique_of(q.item));
  }
  CHECK(session.undo());
  CHECK(again.undo());
  CHECK(same(question(session.next()), question(again.next())));

  CHECK_THROWS_WITH_AS(Session::load(scratch / "one.session", clique_items(4, 11)),
                       doctest::Contains("found one of other items"), ModelError);
  CHECK_THROWS_AS(Session::load(scratch / "one.session", nullptr), std::invalid_argument);
  std::ifstream in(scratch / "one.session", std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(in), {}};
  bytes[bytes.size() / 2] ^= 1;
  std::ofstream(scratch / "bad.session", std::ios::binary) << bytes;
  CHECK_THROWS_AS(Session::load(scratch / "bad.session", items), ModelError);
}

TEST_CASE("session: invalid options and calls are rejected") {
  const auto items = noisy_rows(10, 3, 2, 0.1);
  CHECK_THROWS_AS(Session(items, {"a", "a"}), std::invalid_argument);
  CHECK_THROWS_AS(Session(items, {}, {.checks = 1.5}), std::invalid_argument);
  CHECK_THROWS_AS(Session(items, {}, {.stop_at_error = -1}), std::invalid_argument);
  CHECK_THROWS_AS(Session(items, {"a", "b"}, {.threads = 0}), std::invalid_argument);
  for (const AutoParams& bad :
       {AutoParams{.intercept = -1}, AutoParams{.intercept = 1e300},
        AutoParams{.label_noise_prior = {0, 0, 0}}, AutoParams{.cluster_sample = 0},
        AutoParams{.drawn = 2}, AutoParams{.opinions = {.steps = 0}},
        AutoParams{.opinions = {.right = std::nan("")}}}) {
    CHECK_THROWS_AS(Session(items, {"a", "b"}, {.model = bad}), std::invalid_argument);
  }
  CHECK_THROWS_WITH_AS(Session(items, {"a", "b"}, {.class_prior = {90, 10}}),
                       doctest::Contains("found 100"), std::invalid_argument);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const CsrMatrix bad{.offsets = {0, 1}, .index = {0}, .value = {nan}, .dim = 1};
  CHECK_THROWS_AS(Session(Items{.rows = bad}, {"a", "b"}), std::invalid_argument);
  CHECK_THROWS_AS(
      Session(Items{.rows = Embedding::Rows(3, 2), .graph = std::make_shared<Graph>()}, {"a", "b"}),
      std::invalid_argument);
  Session session(items, {"a", "b"});
  CHECK_THROWS_AS(session.answer(10, 0), std::invalid_argument);
  CHECK_THROWS_AS(session.answer(0, 2), std::invalid_argument);
  CHECK_THROWS_AS(session.answer(0, -1), std::invalid_argument);
  CHECK_THROWS_AS(session.skip(10), std::invalid_argument);
  CHECK_THROWS_AS(session.do_not_know(10), std::invalid_argument);
  CHECK_THROWS_AS(session.replay_question({.item = 3, .probability = nan}), std::invalid_argument);
  for (const PoolChoice& wrong : {PoolChoice{.item = 100'000'000, .why = Why::kRelabel},
                                  {.item = 3, .why = Why::kRelabel},  // which has no answer
                                  {.item = 3, .probability = nan}}) {
    Session by_rule(items, {"a", "b"},
                    {.rule = [&](const Pool&, Rng&) { return wrong; }, .checks = 0});
    CHECK_THROWS_AS(by_rule.next(), std::invalid_argument);
  }
}
