// SPDX-License-Identifier: Apache-2.0
// How sure scores are: the probability of class k is softmax(t f)_k, with the sharpness t that
// makes the labels that are known most probable. f_l is what is said of a labelled item l without
// its own label.
//
//   t = argmax Σ_l u_l log p_l − (log t − log t_0)² / (2 σ²),   p_l = (1 − ε) softmax(t f_l)_{y_l} + ε/K
//
// (Guo, Pleiss, Sun, Weinberger, On Calibration of Modern Neural Networks, ICML 2017, §4.2, with a
// prior, since the first labels say nothing: t_0 = 6, which is right for least squares on one-hot
// labels of a few hundred items, and σ = ½; 1 where the answers were held back, which tell of
// labels that do not follow from the items.) ε: so many labels follow from nothing, as a tired
// observer presses the wrong key (the lapses of Wichmann, Hill, Perception & Psychophysics 63,
// 2001): one of them cannot make all others unsure.
//
// Answers that a rule asked for their small margins are no sample of the items; those that cover
// them, the first of all, are near to one. Of m of these the scores without them foretell r, and so
// often the scores of all items I should be right:
//
//   t = argmax … + r log A(t) + (m − r) log(1 − A(t)),   A(t) = 1/|I| Σ_I max_k softmax(t f_i)_k
//
// the likelihood of Beta(1 + r, 1 + m − r) for the share A. docs/LABELS.md has what was tried.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <Eigen/Core>

#include <querent/spectral/label_spreading.hpp>

namespace querent {

/// Scores of an item without its own label, which is known.
struct LabelledScores {
  std::vector<double> f;
  int label = 0;
  double weight = 1;  ///< u ≥ 0
};

/// What the answers that cover the items tell of all of them.
struct CoveredItems {
  double right = 0, wrong = 0;  ///< r and m − r: how many the scores foretell that do not know them
  NodeScores items = {};        ///< f of I, a row an item
};

struct SharpnessParams {
  double spread = 0.5;  ///< σ > 0
  double slips = 0;     ///< 0 ≤ ε < 1
};

/// t > 0; t_0 where nothing is known.
double sharpness(std::span<const LabelledScores> known, const SharpnessParams& params = {});
double sharpness(std::span<const LabelledScores> known, const SharpnessParams& params,
                 const CoveredItems& covered);

/// A(t) of `items`, a row an item, at least one: the share that should be right.
double mean_of_greatest(const NodeScores& items, double t);

/// softmax(t f).
std::vector<double> probabilities(std::span<const double> f, double t);

}  // namespace querent
