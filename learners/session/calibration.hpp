// SPDX-License-Identifier: Apache-2.0
// How sure scores are: the probability of class k is softmax(t f)_k, with the sharpness t that
// makes the labels that are known most probable. f_l is what is said of a labelled item l without
// its own label.
//
//   t = argmax Σ_l log softmax(t f_l)_{y_l} − (log t − log t_0)² / (2 σ²)
//
// (Guo, Pleiss, Sun, Weinberger, On Calibration of Modern Neural Networks, ICML 2017, §4.2, with a
// prior, since the first labels say nothing: t_0 = 6, which is right for least squares on one-hot
// labels of a few hundred items, and σ = ½; 1 where the answers were held back, which tell of labels
// that do not follow from the items.)
#pragma once

#include <span>
#include <vector>

#include <Eigen/Core>

namespace querent {

/// Scores of an item without its own label, which is known.
struct LabelledScores {
  std::vector<double> f;
  int label = 0;
};

/// t > 0; t_0 where nothing is known.
double sharpness(std::span<const LabelledScores> known, double spread = 0.5);

/// softmax(t f).
std::vector<double> probabilities(std::span<const double> f, double t);

}  // namespace querent
