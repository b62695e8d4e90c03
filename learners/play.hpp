// SPDX-License-Identifier: Apache-2.0
// The online protocol with selective sampling, written once:
//
//   for t = 1, …, T
//     receive x_t, predict ŷ_t
//     draw Q_t ∈ {0, 1} with P(Q_t = 1) given by the query rule
//     if Q_t = 1: ask for y_t; update the model with (x_t, y_t)
//
// Every round counts a mistake, asked or not: the label is known to the experimenter, not to the
// learner.
#pragma once

#include <concepts>
#include <cstdint>
#include <iterator>
#include <stdexcept>
#include <string>
#include <type_traits>

#include <querent/learners/learner.hpp>
#include <querent/learners/random.hpp>

namespace querent {

/// What happened in one round, for an observer.
struct Round {
  Prediction prediction;   ///< before the label was known
  int label = -1;          ///< y_t
  bool mistake = false;    ///< ŷ_t ≠ y_t, asked or not
  double probability = 0;  ///< P(Q_t = 1)
  bool asked = false;      ///< Q_t
  bool updated = false;    ///< the model moved
};

/// Counts of one pass.
struct Tally {
  std::uint64_t rounds = 0;    ///< T
  std::uint64_t mistakes = 0;  ///< rounds with ŷ_t ≠ y_t
  std::uint64_t queries = 0;   ///< labels asked for
  std::uint64_t updates = 0;   ///< rounds in which the model moved

  /// Counts one round.
  void add(const Round& round) {
    ++rounds;
    mistakes += round.mistake;
    queries += round.asked;
    updates += round.updated;
  }

  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    field("rounds", self.rounds);
    field("mistakes", self.mistakes);
    field("queries", self.queries);
    field("updates", self.updates);
  }

  /// Mistakes a round, in [0, 1]; 0 of no rounds.
  double error_rate() const {
    return rounds == 0 ? 0.0 : static_cast<double>(mistakes) / static_cast<double>(rounds);
  }
  /// Questions a round, in [0, 1]; 0 of no rounds.
  double query_rate() const {
    return rounds == 0 ? 0.0 : static_cast<double>(queries) / static_cast<double>(rounds);
  }
};

/// Q_t. A probability of 0 or 1 draws nothing.
inline bool draw(double probability, Rng& rng) {
  return probability >= 1 || (probability > 0 && uniform01(rng) < probability);
}

/// Tells a rule that adapts how the round ended.
template <QueryRule Rule>
void tell(Rule& rule, const Round& round) {
  if constexpr (requires { rule.observe(round.prediction, Outcome{}); }) {
    rule.observe(round.prediction, Outcome{.asked = round.asked,
                                           .label = round.asked ? round.label : -1,
                                           .mistake = round.asked && round.mistake});
  }
}

/// A round as it begins: what is said of x_t, and whether its label is wanted. The one place where
/// Q_t is drawn; every protocol goes through it. NotFinite.
template <QueryRule Rule>
Round open_round(const Prediction& prediction, const Rule& rule, Rng& rng) {
  if (!is_finite(prediction)) throw NotFinite();
  Round round{.prediction = prediction, .probability = rule.probability(prediction)};
  if (std::isnan(round.probability)) throw NotFinite();
  round.asked = draw(round.probability, rng);
  return round;
}

/// One round whose label is known to nobody before it is asked for: ask() is called only then, and
/// gives y. Round::label and Round::mistake are those of a label that was asked.
template <class Learner, class Rule, Row X, class Ask>
  requires OnlineLearner<Learner, X> && QueryRule<Rule> && std::is_invocable_r_v<int, Ask&>
Round ask_round(Learner& learner, Rule& rule, const X& x, Rng& rng, Ask&& ask) {
  Round round = open_round(learner.predict(x), rule, rng);
  if (round.asked) {
    round.label = ask();
    round.mistake = round.prediction.label != round.label;
    round.updated = learn_asked(learner, x, round.label, round.probability);
  }
  tell(rule, round);
  return round;
}

/// std::invalid_argument for the label of an item that has none, which no experiment can play.
inline void check_known(int y) {
  if (y < 0) {
    throw std::invalid_argument("play: label(i) is " + std::to_string(y) +
                                ", no class index: leave items without a label out of the order");
  }
}

/// One round of an experiment. The learner and the rule see y only if it is asked for; it is y ≥ 0
/// that is checked in every round, and its range when the learner sees it. std::invalid_argument.
template <class Learner, class Rule, Row X>
  requires OnlineLearner<Learner, X> && QueryRule<Rule>
Round play_round(Learner& learner, Rule& rule, const X& x, int y, Rng& rng) {
  check_known(y);
  Round round = ask_round(learner, rule, x, rng, [y] { return y; });
  round.label = y;
  round.mistake = round.prediction.label != y;
  return round;
}

/// Says in words what does not fit in a call of play().
template <class Learner, class Rule, class Item, class RowOf, class LabelOf, class Observer>
consteval void check_play() {
  static_assert(std::invocable<RowOf&, Item>, "row(i) must take what `order` holds");
  static_assert(std::is_invocable_r_v<int, LabelOf&, Item>,
                "label(i) must give the class index of x_i, an int");
  static_assert(std::invocable<Observer&, Item, const Round&>,
                "observe must take (i, const Round&)");
  if constexpr (std::invocable<RowOf&, Item>)
    check_learner<Learner, std::remove_cvref_t<std::invoke_result_t<RowOf&, Item>>>();
  check_rule<Rule>();
}

/// One pass over `order`. `row(i)` gives x_i, `label(i)` its class; `observe(i, round)` is called
/// after each round. NotFinite names the row.
template <class Learner, class Rule, class RowOf, class LabelOf, class Order, class Observer>
Tally play(Learner& learner, Rule& rule, const Order& order, RowOf&& row, LabelOf&& label, Rng& rng,
           Observer&& observe) {
  check_play<Learner, Rule, decltype(*std::begin(order)), RowOf, LabelOf, Observer>();
  Tally tally;
  for (const auto i : order) {
    const Round round = at_row(i, [&] { return play_round(learner, rule, row(i), label(i), rng); });
    tally.add(round);
    observe(i, round);
  }
  return tally;
}

}  // namespace querent
