// SPDX-License-Identifier: Apache-2.0
// Consistency: a question shows the probabilities of the predictions for the same answers.
#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include <querent/learners/session/session.hpp>

#include "auto_models.hpp"

using namespace querent;
using namespace querent::testing;

namespace {

// Checks that the question's class and probabilities agree with the predictions.
void check_one_voice(const Session& session, const Question& q) {
  const std::vector<double> p = session.class_probabilities(q.item);
  const ItemPrediction& predicted = session.predictions()[q.item];
  REQUIRE(q.class_probabilities.size() == p.size());
  for (std::size_t k = 0; k < p.size(); ++k)
    CHECK(q.class_probabilities[k] == doctest::Approx(p[k]).epsilon(1e-10).scale(1));
  CHECK(q.predicted == predicted.label);
  CHECK(q.confidence == doctest::Approx(predicted.probability).epsilon(1e-10).scale(1));
}

}  // namespace

TEST_CASE("session: a question shows the prediction for its item given the same answers") {
  for (const auto& items : {clique_items(6, 12), clique_items_with_words(6, 12, 7),
                            nodes_of(make_graph(72, {{0, 1}, {1, 2}, {3, 4}, {5, 6}}), 3)}) {
    for (const std::vector<double>& prior : {std::vector<double>{}, {0.5, 0.3, 0.2}}) {
      Session session(items, {"a", "b", "c"}, {.seed = 4, .class_prior = prior});
      for (int k = 0; k < 24; ++k) {
        const std::vector<Question> open = session.next(k % 4 == 3 ? std::size_t{3} : 1);
        for (const Question& q : open) check_one_voice(session, q);
        if (k > 10) {  // the open questions follow a correction
          session.answer(session.answers()[static_cast<std::size_t>(k % 3)].item, k % 3);
          for (const Question& q : session.next(open.size())) check_one_voice(session, q);
        }
        for (const Question& q : open) session.answer(q.item, third(q.item));
      }
    }
  }
}

TEST_CASE("session: a copy for predictions has the predictions of its session") {
  Session session(clique_items(6, 12), {"a", "b", "c"}, {.seed = 4});
  play(session, 14, third);
  check_one_voice(session.for_predictions(), question(session.next()));
}

TEST_CASE("session: in a component of one class an answer predicts the others") {
  Edges edges;
  for (Node i = 0; i < 24; ++i) {
    for (Node j = i + 1; j < i / 8 * 8 + 8; ++j) edges.emplace_back(i, j);
  }
  // every eigenvector: with only part of an eigenspace the predictions would depend on chance
  Session session(nodes_of(make_graph(24, edges), 21), {"a", "b", "c"}, {});
  for (const std::uint32_t i : {0u, 9u, 17u}) session.answer(i, static_cast<int>(i / 8));
  for (std::uint32_t i = 0; i < 24; ++i)
    CHECK(session.predictions()[i].label == static_cast<int>(i / 8));
}

TEST_CASE("session: a class without an answer is at most as probable as before any answer") {
  for (const auto& items : {clique_items(6, 12), clique_items_with_words(6, 12, 7),
                            nodes_of(planted(4, 60, 0.15, 0.01, 1), 20)}) {
    for (const std::vector<std::string>& classes :
         {std::vector<std::string>{"a", "b"}, {"a", "b", "c"}, {"a", "b", "c", "d", "e"}}) {
      Session session(items, classes, {.seed = 2});
      const auto K = static_cast<double>(classes.size());
      for (int k = 0; k < 4; ++k) {
        session.answer(question(session.next()).item, 0);
        double most_named = 0, most_other = 0;
        for (std::uint32_t i = 0; i < items->size(); ++i) {
          if (session.predictions()[i].asked) continue;
          const std::vector<double> p = session.class_probabilities(i);
          most_named = std::max(most_named, p.front());
          most_other = std::max(most_other, *std::max_element(p.begin() + 1, p.end()));
        }
        CHECK(most_named < 0.97);
        CHECK(most_other <= 1 / K + 1e-12);
      }
    }
  }
}

TEST_CASE(
    "session: with known shares a class without an answer is at most as probable as its share") {
  const auto items = clique_items(6, 12);
  Session session(items, {"a", "b", "c"}, {.seed = 2, .class_prior = {0.1, 0.1, 0.8}});
  for (int k = 0; k < 6; ++k) session.answer(question(session.next()).item, k % 2);
  double most = 0;
  for (std::uint32_t i = 0; i < items->size(); ++i) {
    const std::vector<double> p = session.class_probabilities(i);
    CHECK(p[0] + p[1] + p[2] == doctest::Approx(1));
    most = std::max(most, p[2]);
  }
  CHECK(most <= 0.8 + 1e-12);
  CHECK(most > 0.5);
}

TEST_CASE("session: an estimate has a point only inside its interval") {
  CHECK_FALSE(Session(clique_items(6, 12), {"a"}, {}).estimate().has_value);
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    Session session(clique_items(4, 9), {"a", "b", "c"}, {.checks = 1, .seed = seed});
    int points = 0;
    for (int k = 0; k < 35; ++k) {
      const std::uint32_t item = question(session.next()).item;
      session.answer(item, third(item));
      const Estimate now = session.estimate();
      points += now.has_value;
      if (now.has_value) CHECK((now.low < now.value && now.value < now.high));
    }
    CHECK(points > 5);
  }
}

TEST_CASE("session: with a known class prior the mean prediction equals the prior") {
  const std::vector<double> prior{0.6, 0.3, 0.1};
  const auto items = noisy_rows(300, 6, 3, 0.5);
  Session session(items, {"a", "b", "c"}, {.budget = 12, .class_prior = prior});
  play(session, 12, [](std::uint32_t i) { return static_cast<int>(i % 3); });
  session.predictions();
  std::vector<double> mean(3, 0);
  for (std::uint32_t i = 0; i < items->size(); ++i) {
    const std::vector<double> p = session.class_probabilities(i);
    for (std::size_t k = 0; k < 3; ++k) mean[k] += p[k] / static_cast<double>(items->size());
  }
  // for twelve items the answers replace the model's probabilities
  for (std::size_t k = 0; k < 3; ++k) CHECK(std::abs(mean[k] - prior[k]) <= 12.0 / 300);
  CHECK_THROWS_AS(Session(items, {"a", "b"}, {.class_prior = {1, 0}}), std::invalid_argument);
  CHECK_THROWS_AS(Session(items, {"a", "b"}, {.class_prior = {1}}), std::invalid_argument);
}
