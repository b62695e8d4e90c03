// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <querent/learners/catalogue/values.hpp>
#include <querent/learners/session/dataset_view.hpp>
#include <querent/spectral/label_spreading.hpp>

namespace [[gnu::visibility("default")]] querent {

/// One score per class of x_i; for a learner without such scores, the margin at the predicted
/// class.
std::vector<double> scores_of(const DatasetView& examples, const LearnerValue& learner,
                              std::uint32_t i);

/// softmax(t f) of every row f; zeros if every score is 0.
NodeScores softmax_rows(NodeScores F, double t);

/// The scores of every row, n × K.
NodeScores finished_scores(const DatasetView& examples, const LearnerValue& learner);

}  // namespace querent
