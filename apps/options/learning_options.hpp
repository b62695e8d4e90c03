// SPDX-License-Identifier: Apache-2.0
// Weights of labels, number of passes and probabilities: one group of options for `run`, `train`
// and `sweep`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <CLI/App.hpp>

#include <querent/apps/experiment/experiment.hpp>

namespace querent::apps {

/// The weights of labels.
struct LabelWeights {
  std::vector<std::string> of_class;  ///< "spam=5"
  bool importance = false;
  std::uint64_t forget = 0;  ///< as LearnerConfig::forget
};

/// --passes, --importance, --class-weight, --forget and --probabilities.
void add_learning_options(CLI::App& app, LabelWeights& weights, ExperimentOptions& experiment);

/// Sets the weights of every learner. Throws UsageError with the most similar name for an unknown
/// class.
void weigh_labels(const LabelWeights& weights, const std::vector<std::string>& classes,
                  std::vector<NamedConfig>& configs);

}  // namespace querent::apps
