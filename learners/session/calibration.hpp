// SPDX-License-Identifier: Apache-2.0
// How sure scores are: the probability of class k is softmax(t f)_k, with the sharpness t that
// makes the labels that are known most probable. f_l is what is said of a labelled item l without
// its own label.
//
//   t = argmax Σ_l u_l log p_l − (log t − log t_0)² / (2 σ²),   p_l = (1 − ε) softmax(t f_l)_{y_l} + ε/K
//
// (Guo, Pleiss, Sun, Weinberger, On Calibration of Modern Neural Networks, ICML 2017, §4.2, with a
// prior, since the first labels say nothing: t_0 = 6, which is right for least squares on one-hot
// labels of a few hundred items, and σ = ½; 1 where the answers were held back, which tell of labels
// that do not follow from the items.) ε: so many labels follow from nothing, as a tired observer presses
// the wrong key (the lapses of Wichmann, Hill, Perception & Psychophysics 63, 2001): one of them cannot
// make all others unsure.
//
// Answers that a rule asked for their small margins are no sample of the items. Later answers were asked
// because of them, so that one whose margin is large without itself is often one that contradicts its
// neighbours: at the same margin what was never asked is right more often. Where the margin is still small
// it is as when it was asked, and tells what any item of that margin would; one that covered the items tells
// at any margin. So those after the cover that are above the median margin of all have the weight u = 0.2, all
// others u = 1; also those that were drawn by lot or told, a tenth or so, since predictions are to follow from the
// answers and their order, not from who asked for them and why. docs/LABELS.md has what was tried.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <Eigen/Core>

namespace querent {

/// Scores of an item without its own label, which is known.
struct LabelledScores {
  std::vector<double> f;
  int label = 0;
  double weight = 1;  ///< u ≥ 0
};

struct SharpnessParams {
  double spread = 0.5;  ///< σ > 0
  double slips = 0;     ///< 0 ≤ ε < 1
};

/// t > 0; t_0 where nothing is known.
double sharpness(std::span<const LabelledScores> known, const SharpnessParams& params = {});

/// Gives those that were asked for their small margins, urgent[l] != 0, and have a large one, the weight 0.2.
void weigh_surprises(std::span<LabelledScores> known, std::span<const std::uint8_t> urgent);

/// softmax(t f).
std::vector<double> probabilities(std::span<const double> f, double t);

}  // namespace querent
