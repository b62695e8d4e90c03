// SPDX-License-Identifier: Apache-2.0
// A graph whose edges say nothing of the classes: then how often each was answered says more.
//
//   M_1:  p_l = softmax(t f_l)                  f_l: of answered l, which was held back; t at its best
//   M_0:  p_l = n_{y_l} / (L − 1 + K)           n_k of the other L − 1 answers, and one more of each class; or 1/K
//
//   Σ log p_l of M_1 < that of M_0 + c + b L  and  A(t) < max_k (n_k + 1)/(L + K), or
//     Σ log p_l of M_1 < that of M_0 − c  and  1 − A(t) > 0.9 (1 − max_k (n_k + 1)/(L + K)):
//     p_i ∝ exp(t′ f_i) (n_k + 1)/(L + K)    for every item i
//
//   t″ = argmax Σ log softmax(t f_l + log of M_0)_{y_l} over t ≥ 0,   G: by how much it is above that of t = 0
//   t′ = t″ (1 − 3/G)/2 where G > 3, else 0
//
// Least squares on eigenvectors has no intercept, and none is wanted where neighbours agree: items
// are asked where classes meet, so that the answers say of each class how hard it is and not how
// frequent. So frequencies are not weighed against the scores of every graph, but taken in where
// the graph does not say clearly more than they do: b = 0.1 of a nat an answer, and c = 3 besides,
// which is the 1 : 20 that few answers have to overcome. The scores then have a say if they are
// worth more than chance would give them (3 nats, a χ² of 6), and half of the sharpness that fits
// best: scores of what was held back lie closer together than others do, and the answers were
// chosen by scores like them. Where fewer than 16 answers, or two a class, are known nobody can
// tell. Answers that were asked for their small margins lie where the graph says least: of pubmed
// with 60 of them and of github-social with 40, which follow their labels, it foretells hardly more
// than frequencies do. So the scores also have to be right less often, of all items and by what the
// calibration says (A(t), calibration.hpp), than the most frequent class would be; where
// frequencies foretell the answers clearly better (c again), wrong less often by less than a tenth.
// docs/LABELS.md has what c, b and the half were chosen on. Words tell of a node what no neighbour
// does, so that beside them frequencies count in this last case alone.
#pragma once

#include <optional>
#include <span>

#include <querent/learners/session/calibration.hpp>
#include <querent/learners/session/pool_rule.hpp>

namespace querent {

/// t′ where the scores do not foretell these answers clearly better than frequencies do. `right`:
/// A(t), how often they should be right. With `words` where frequencies do it clearly better.
std::optional<double> outdone_by_frequencies(std::span<const LabelledScores> held_back,
                                             double right, bool words = false);

/// t′ f + log((n_k + 1)/(L + K)) of every item: scores of sharpness 1.
NodeScores with_frequencies(const NodeScores& F, std::span<const Answer> answers, double t);

}  // namespace querent
