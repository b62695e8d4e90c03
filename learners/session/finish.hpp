// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <querent/learners/catalogue/values.hpp>
#include <querent/learners/session/dataset_view.hpp>
#include <querent/learners/session/pool_rule.hpp>
#include <querent/spectral/correct_and_smooth.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Classifies the nodes of a graph after a learner has seen the labels of `asked`, by spreading its
/// scores over the graph (spectral/correct_and_smooth.hpp). Returns nullopt if the rows are not
/// graph nodes or the learner has no leave-one-out; the learner then classifies row by row.
/// `options.progress` receives shares.
std::optional<ScoresOverGraph> finished_over_graph(const DatasetView& examples,
                                                   const LearnerValue& learner,
                                                   std::span<const std::uint32_t> asked,
                                                   const OverGraphOptions& options = {});

/// The final scores and the temperature of their probabilities.
struct FinishedScores {
  NodeScores F;  ///< n × K
  double t = 0;  ///< softmax(t f) is the probability of each class; 0: unknown
};

/// One score per class of x_i; for a learner without such scores, the margin at the predicted
/// class.
std::vector<double> scores_of(const DatasetView& examples, const LearnerValue& learner,
                              std::uint32_t i);

/// The final scores of every row by a learner that has seen the labels of `answers`, over the graph
/// if that is possible. The labels of `examples` are not used.
FinishedScores finished_scores(const DatasetView& examples, const LearnerValue& learner,
                               std::span<const Answer> answers);

}  // namespace querent
