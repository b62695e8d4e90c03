// SPDX-License-Identifier: Apache-2.0
// A graph whose edges say nothing of the classes: then how often each was answered says more.
//
//   M_1:  p_l = softmax(t f_l)                  f_l: of answered l, which was held back; t at its best
//   M_0:  p_l = n_{y_l} / (L − 1 + K)           n_k of the other L − 1 answers, and one more of each class
//
//   Σ log p_l of M_1 < that of M_0:   p_i ∝ exp(t′ f_i) (n_k + 1)/(L + K),   t′ ≥ 0 at its best     for every item i
//
// Least squares on eigenvectors has no intercept, and none is wanted where neighbours agree: items are asked where
// classes meet, so that the answers say of each class how hard it is and not how frequent. So frequencies are not weighed
// against the scores but taken in where the scores do worse than these alone. On six graphs whose neighbours agree that
// was so in none of 76 runs (docs/LABELS.md). With fewer than 16 answers nobody can tell.
#pragma once

#include <optional>
#include <span>

#include <querent/learners/session/calibration.hpp>
#include <querent/learners/session/pool_rule.hpp>

namespace querent {

/// t′ where frequencies foretell these answers better than the scores do.
std::optional<double> outdone_by_frequencies(std::span<const LabelledScores> held_back);

/// t′ f + log((n_k + 1)/(L + K)) of every item: scores of sharpness 1.
NodeScores with_frequencies(const NodeScores& F, std::span<const Answer> answers, double t);

}  // namespace querent
