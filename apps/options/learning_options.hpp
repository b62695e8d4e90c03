// SPDX-License-Identifier: Apache-2.0
// What a label counts for, how often it is learnt, and what is said of a prediction beside its
// class: one group of flags for `run`, `train` and `sweep`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <CLI/App.hpp>

#include <querent/apps/experiment/experiment.hpp>

namespace querent::apps {

/// What labels count for.
struct LabelWeights {
  std::vector<std::string> of_class;  ///< "spam=5"
  bool importance = false;
  std::uint64_t forget = 0;  ///< as Contestant::forget
};

/// --passes, --importance, --class-weight, --forget and --probabilities.
void add_learning_options(CLI::App& app, LabelWeights& weights, ExperimentOptions& experiment);

/// Gives the weights to every learner. UsageError with the nearest name for a class that is none of
/// `classes`.
void weigh_labels(const LabelWeights& weights, const std::vector<std::string>& classes,
                  std::vector<Entry>& entries);

}  // namespace querent::apps
