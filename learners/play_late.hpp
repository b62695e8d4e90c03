// SPDX-License-Identifier: Apache-2.0
// The online protocol when labels come late: in batches, or some rounds after they were asked for.
//
//   for t = 1, …, T
//     the labels due by now arrive: update the model with each, in the order of asking
//     receive x_t, predict ŷ_t                                          predictions never wait
//     draw Q_t; if Q_t = 1: x_t joins the open batch, and the learner foresees x_t
//     an open batch of k questions is posed; its labels are due `delay` rounds later
//   what is still open is posed, and all labels arrive
//
// A learner that can foresee lowers its uncertainty around a row as soon as its label is asked for
// (uncertainty does not depend on labels), so that the questions of a batch are diverse: the second
// of two like rows is no longer worth asking. Rules observe a question when it is asked, without
// its label; one that has learned(probability, mistake) is told when the label arrives.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include <querent/learners/play.hpp>

namespace querent {

struct LateLabels {
  std::size_t batch = 1;    ///< k ≥ 1 questions posed together
  std::uint64_t delay = 0;  ///< rounds from posing a batch to its labels; 0: at once
};

/// play() with late labels. Round::updated is false in what the observer sees: the model moves when
/// the label arrives.
template <class Learner, class Rule, class RowOf, class LabelOf, class Order, class Observer>
Tally play_late(Learner& learner, Rule& rule, const Order& order, RowOf&& row, LabelOf&& label,
                Rng& rng, const LateLabels& late, Observer&& observe) {
  check_play<Learner, Rule, decltype(*std::begin(order)), RowOf, LabelOf, Observer>();
  using Item = std::remove_cvref_t<decltype(*order.begin())>;
  struct Question {
    Item item;
    double probability;
    int predicted;
    std::uint64_t due;
  };
  if (late.batch < 1) throw std::invalid_argument("play_late: batch >= 1 is needed");
  constexpr std::uint64_t kNotPosed = ~std::uint64_t{0};
  Tally tally;
  std::vector<Question> questions;  // asked, in order; those before `arrived` have their label
  std::size_t arrived = 0, posed = 0;
  const auto arrive = [&](std::uint64_t now) {
    for (; arrived < questions.size() && questions[arrived].due <= now; ++arrived) {
      const Question& q = questions[arrived];
      const int y = label(q.item);
      tally.updates += learner.update(row(q.item), y);
      if constexpr (requires { rule.learned(q.probability, true); }) {
        rule.learned(q.probability, q.predicted != y);
      }
    }
  };
  const auto pose = [&](std::uint64_t now) {
    for (; posed < questions.size(); ++posed) questions[posed].due = now + late.delay;
  };
  for (const auto i : order) {
    arrive(tally.rounds);
    const auto x = row(i);
    Round round{.prediction = learner.predict(x), .label = label(i)};
    round.mistake = round.prediction.label != round.label;
    round.probability = rule.probability(round.prediction);
    round.asked = draw(round.probability, rng);
    tally.add(round);
    if constexpr (requires { rule.observe(round.prediction, Outcome{}); }) {
      rule.observe(round.prediction, Outcome{.asked = round.asked});
    }
    if (round.asked) {
      if constexpr (requires { learner.foresee(x); }) learner.foresee(x);
      questions.push_back({i, round.probability, round.prediction.label, kNotPosed});
      if (questions.size() - posed == late.batch) pose(tally.rounds);
    }
    observe(i, round);
  }
  pose(tally.rounds);
  arrive(kNotPosed);
  return tally;
}

}  // namespace querent
