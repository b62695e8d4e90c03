// SPDX-License-Identifier: Apache-2.0
// The online protocol with selective sampling, implemented once:
//
//   for t = 1, …, T
//     receive x_t, predict ŷ_t
//     draw Q_t ∈ {0, 1} with P(Q_t = 1) given by the query rule
//     if Q_t = 1: ask for y_t; update the model with (x_t, y_t)
//
// Every round counts a mistake, asked or not: the experimenter has the label, the learner does not.
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

/// The result of one round, for an observer.
struct Round {
  Prediction prediction;   ///< before the label was known
  int label = -1;          ///< y_t
  bool mistake = false;    ///< ŷ_t ≠ y_t, asked or not
  double probability = 0;  ///< P(Q_t = 1)
  bool asked = false;      ///< Q_t
  bool updated = false;    ///< the model changed
};

/// Counts of one pass.
struct Tally {
  std::uint64_t rounds = 0;    ///< T
  std::uint64_t mistakes = 0;  ///< rounds with ŷ_t ≠ y_t
  std::uint64_t queries = 0;   ///< labels asked for
  std::uint64_t updates = 0;   ///< rounds in which the model changed

  /// Counts one round.
  void add(const Round& round) {
    ++rounds;
    mistakes += round.mistake;
    queries += round.asked;
    updates += round.updated;
  }

  static void fields(auto& self, auto&& field) {
    field("rounds", self.rounds);
    field("mistakes", self.mistakes);
    field("queries", self.queries);
    field("updates", self.updates);
  }

  /// Mistakes per round, in [0, 1]; 0 without rounds.
  double error_rate() const {
    return rounds == 0 ? 0.0 : static_cast<double>(mistakes) / static_cast<double>(rounds);
  }
  /// Queries per round, in [0, 1]; 0 without rounds.
  double query_rate() const {
    return rounds == 0 ? 0.0 : static_cast<double>(queries) / static_cast<double>(rounds);
  }
};

/// Q_t. A probability of 0 or 1 needs no draw.
inline bool draw(double probability, Rng& rng) {
  return probability >= 1 || (probability > 0 && uniform01(rng) < probability);
}

/// Reports the outcome of the round to a rule that adapts.
void tell(QueryRule auto& rule, const Round& round) {
  if constexpr (requires { rule.observe(round.prediction, Outcome{}); }) {
    rule.observe(round.prediction, Outcome{.asked = round.asked,
                                           .label = round.asked ? round.label : -1,
                                           .mistake = round.asked && round.mistake});
  }
}

/// The start of a round: the prediction for x_t and whether its label is asked for. This is the
/// only place where Q_t is drawn; every protocol uses it. Throws NotFinite.
Round open_round(const Prediction& prediction, const QueryRule auto& rule, Rng& rng) {
  if (!is_finite(prediction)) throw NotFinite();
  Round round{.prediction = prediction, .probability = rule.probability(prediction)};
  if (std::isnan(round.probability)) throw NotFinite();
  round.asked = draw(round.probability, rng);
  return round;
}

/// One round whose label is unknown until it is asked for: only then is ask() called, which returns
/// y. Round::label and Round::mistake are set only if the label was asked for.
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

/// Throws std::invalid_argument for an item without a label, which no experiment can play.
inline void check_known(int y) {
  if (y < 0) {
    throw std::invalid_argument(
        "play: label(i) is " + std::to_string(y) +
        ", not a class index — leave items without a label out of the order");
  }
}

/// One round of an experiment. The learner and the rule receive y only if it is asked for. Every
/// round checks y ≥ 0; its range is checked when the learner receives it. Throws
/// std::invalid_argument.
template <class Learner, class Rule, Row X>
  requires OnlineLearner<Learner, X> && QueryRule<Rule>
Round play_round(Learner& learner, Rule& rule, const X& x, int y, Rng& rng) {
  check_known(y);
  Round round = ask_round(learner, rule, x, rng, [y] { return y; });
  round.label = y;
  round.mistake = round.prediction.label != y;
  return round;
}

/// Reports in words which argument of a call of play() does not fit.
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

/// One pass over `order`. `row(i)` returns x_i and `label(i)` its class; `observe(i, round)` is
/// called after each round. NotFinite names the row.
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
