// SPDX-License-Identifier: Apache-2.0
// The inverse temperature t of scores, by which the probability of class k is softmax(t f)_k. f_l
// are the scores of item l by a model without its label y_l.
//
//   t = argmax Σ_l log softmax(t f_l)_{y_l} − (log t − log t_0)² / (2 σ²),   t_0 = 6
//
// (Guo, Pleiss, Sun, Weinberger, On Calibration of Modern Neural Networks, ICML 2017, §4.2, with a
// prior, since few labels do not determine t.)
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <querent/learners/catalogue/values.hpp>
#include <querent/learners/session/dataset_view.hpp>
#include <querent/spectral/propagation/label_spreading.hpp>

namespace querent {

/// Scores of an item by a model without its label, and the label.
struct LabelledScores {
  std::vector<double> f;
  int label = 0;
};

/// t > 0; t_0 without labels. `sigma`: σ > 0 of the prior.
double inverse_temperature(std::span<const LabelledScores> known, double sigma = 0.5);

/// softmax(t f).
std::vector<double> probabilities(std::span<const double> f, double t);
/// The same of every row f; zeros if every score is 0.
NodeScores softmax_rows(NodeScores F, double t);

/// One score per class of x_i; for a learner without such scores, the margin at the predicted
/// class.
std::vector<double> scores_of(const DatasetView& examples, const LearnerValue& learner,
                              std::uint32_t i);

}  // namespace querent
