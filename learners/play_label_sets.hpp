// SPDX-License-Identifier: Apache-2.0
// The online protocol for rows with several labels:
//
//   for t = 1, …, T
//     receive x_t, rank the labels by their scores f(x_t)
//     draw Q_t ∈ {0, 1} with P(Q_t = 1) given by the query rule
//     if Q_t = 1: ask for the set Y_t; update the model with (x_t, Y_t)
//
// A mistake is a ranking with some irrelevant label before a relevant one, asked or not; with one
// label per row this is ŷ ≠ y.
#pragma once

#include <querent/learners/label_ranking.hpp>
#include <querent/learners/play.hpp>

namespace querent {

/// One pass over `order`. `row(i)` returns x_i and `labels(i)` its Y_i. Every round is added to
/// `ranking`; then `observe(i, round)` is called with the first label of the set.
Tally play_label_sets(auto& learner, auto& rule, const auto& order, auto&& row, auto&& labels,
                      Rng& rng, LabelRankingTally& ranking, auto&& observe) {
  Tally tally;
  for (const auto i : order) {
    const auto x = row(i);
    const LabelSet Y = labels(i);
    std::span<const double> f;
    Round round = at_row(i, [&] { return open_round(predict_labels(learner, x, f), rule, rng); });
    ranking.add(f, Y);
    round.label = Y.empty() ? -1 : Y.front();
    round.mistake = label_margin(f, Y).mistake();
    if (round.asked) round.updated = learner.update(x, Y);
    tell(rule, round);
    tally.add(round);
    observe(i, round);
  }
  return tally;
}

}  // namespace querent
