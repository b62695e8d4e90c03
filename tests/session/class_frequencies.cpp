// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include <querent/learners/session/class_frequencies.hpp>

#include "pools.hpp"

using namespace querent;
using namespace querent::testing;

namespace {

// `count` answers, three of four of class 0; the scores are right with probability `right`.
std::vector<LabelledScores> said_of_answers(int count, double right, Rng& rng) {
  std::vector<LabelledScores> known;
  for (int l = 0; l < count; ++l) {
    const int y = l % 4 == 0 ? 1 : 0, said = uniform01(rng) < right ? y : 1 - y;
    known.push_back({.f = {said == 0 ? 0.5 : 0.0, said == 1 ? 0.5 : 0.0}, .label = y});
  }
  return known;
}

constexpr double kSeldom = 0.5;  // of two classes, as often as a coin

}  // namespace

TEST_CASE(
    "frequencies: taken in where scores are no better than a coin, not where they are right") {
  Rng rng(3);
  CHECK(outdone_by_frequencies(said_of_answers(60, 0.5, rng), kSeldom).has_value());
  CHECK(!outdone_by_frequencies(said_of_answers(60, 0.9, rng), kSeldom).has_value());
  CHECK(!outdone_by_frequencies(said_of_answers(15, 0.5, rng), kSeldom).has_value());  // too few
  const auto t =
      outdone_by_frequencies(said_of_answers(60, 0.1, rng), kSeldom);  // worse than a coin
  REQUIRE(t.has_value());
  CHECK(*t == 0);
}

TEST_CASE(
    "frequencies: a graph is to foretell answers clearly better, and chance gives its scores no "
    "say") {
  Rng rng(5);
  // right three times of four, as always the larger class would be
  CHECK(outdone_by_frequencies(said_of_answers(40, 0.75, rng), kSeldom).has_value());
  // but not where the scores are right more often, of all items, than that class would be
  CHECK(!outdone_by_frequencies(said_of_answers(40, 0.75, rng), 0.9).has_value());
  std::vector<LabelledScores> of_ten(19, {.f = std::vector<double>(10, 0), .label = 3});
  CHECK(!outdone_by_frequencies(of_ten, kSeldom).has_value());  // not two a class
  of_ten.resize(20, of_ten.front());
  CHECK(outdone_by_frequencies(of_ten, kSeldom).has_value());
  constexpr int kDraws = 500;
  int with_a_say = 0;
  for (int draw = 0; draw < kDraws; ++draw) {
    const auto t = outdone_by_frequencies(said_of_answers(60, 0.5, rng), kSeldom);
    REQUIRE(t.has_value());
    with_a_say += *t > 0;
  }
  // Wilks: twice the gain is χ² of one degree, of which half lies at t < 0: P(χ² > 6)/2 = 0.0072
  CHECK(with_a_say < kDraws * 0.0072 + 4 * std::sqrt(kDraws * 0.0072));
}

TEST_CASE(
    "frequencies: where answers say the opposite it is not enough that scores should be right a "
    "little more often") {
  Rng rng(6);
  const auto coin = said_of_answers(60, 0.5, rng), as_often = said_of_answers(60, 0.75, rng);
  constexpr double kLargest = 46.0 / 62;  // of the two classes
  CHECK(outdone_by_frequencies(coin, kLargest + 0.02).has_value());
  CHECK(!outdone_by_frequencies(coin, kLargest + 0.03).has_value());  // a tenth of 16/62
  CHECK(!outdone_by_frequencies(as_often, kLargest + 0.02).has_value());
  // with words in this case alone
  CHECK(outdone_by_frequencies(coin, kLargest + 0.02, true).has_value());
  CHECK(outdone_by_frequencies(as_often, kSeldom).has_value());
  CHECK(!outdone_by_frequencies(as_often, kSeldom, true).has_value());
}

TEST_CASE(
    "frequencies: of scores that say nothing what is left are the shares of the answers, one more "
    "each") {
  const std::vector<Answer> answers = {{0, 1}, {1, 1}, {2, 0}};
  const NodeScores F = with_frequencies(NodeScores::Zero(4, 2), answers, 5);
  for (Eigen::Index i = 0; i < 4; ++i) {
    CHECK(std::exp(F(i, 0)) == doctest::Approx(0.4));
    CHECK(std::exp(F(i, 1)) == doctest::Approx(0.6));
  }
}

TEST_CASE("session: where the graph tells nothing, what is said is what most answers were") {
  const auto items = clique_items(30, 12);
  double frequent = 0, left = 0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    Session session(items, {"a", "b", "c"}, {.seed = seed});
    Rng rng = make_rng(seed, 0, Stream::kOrder);
    std::vector<int> lot(360);  // 7 of 10 have class 0
    for (int& label : lot) label = std::max(0, static_cast<int>(uniform_below(rng, 10)) - 7);
    for (int& label : lot) label = std::min(label, 2);
    play(session, 60, [&](std::uint32_t item) { return lot[item]; });
    for (const ItemPrediction& said : session.predictions()) {
      if (said.asked) continue;
      frequent += said.label == 0;
      ++left;
    }
  }
  CHECK(
      frequent / left >
      0.9);  // 0.8 would be said right; of cliques of two answers each, a fourth would follow another class
}
