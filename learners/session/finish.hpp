// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <querent/learners/catalogue/values.hpp>
#include <querent/learners/session/examples.hpp>
#include <querent/learners/session/pool_rule.hpp>
#include <querent/spectral/correct_and_smooth.hpp>

namespace [[gnu::visibility("default")]] querent {

/// What classifies the nodes of a graph once a learner has seen the labels of `asked`: its scores
/// brought over the graph (spectral/correct_and_smooth.hpp). Nothing where the rows are no nodes,
/// or the learner cannot leave out what it learned: it then classifies row by row.
/// `options.progress` is told shares.
std::optional<ScoresOverGraph> finished_over_graph(const Examples& examples,
                                                   const LearnerValue& learner,
                                                   std::span<const std::uint32_t> asked,
                                                   const OverGraphOptions& options = {});

/// Scores that classify, and how sure they are.
struct FinishedScores {
  NodeScores F;  ///< n × K
  double t = 0;  ///< softmax(t f) is the probability of each class; 0: not known
};

/// One score a class of x_i; of a learner that has no such scores the margin, at the class that it
/// names.
std::vector<double> scores_of(const Examples& examples, const LearnerValue& learner,
                              std::uint32_t i);

/// What a learner that has heard the labels of `answers` says of every row, over the graph where
/// that is possible. The labels of `examples` are not looked at.
FinishedScores finished_scores(const Examples& examples, const LearnerValue& learner,
                               std::span<const Answer> answers);

}  // namespace querent
