// SPDX-License-Identifier: Apache-2.0
// Rejects rows, learners and options that do not fit together, before the first run.
#pragma once

#include <algorithm>
#include <vector>

#include <querent/apps/experiment/experiment.hpp>
#include <querent/apps/terminal/usage_error.hpp>

namespace querent::apps {

/// Rejects --forget unless labels arrive one after the other and are learnt once.
inline void check_forgetting(const std::vector<NamedConfig>& configs,
                             const ExperimentOptions& options) {
  const bool forgets = std::ranges::any_of(
      configs, [](const NamedConfig& named) { return named.config.forget > 0; });
  if (!forgets) return;
  if (options.order == RowOrder::kPool)
    throw UsageError(
        "--forget has no meaning with --order pool, which has no latest labels — play the rows as "
        "a stream, --order file");
  if (options.passes > 1)
    throw UsageError("--forget cannot be combined with --passes, which learns old labels again");
  if (options.asking.stop_at_error > 0)
    throw UsageError(
        "--forget cannot be combined with --stop-at-error: questions that have ended cannot see a "
        "change");
}

/// Rejects passes and probabilities that have no meaning.
inline void check_learning(const DatasetView& examples, const std::vector<NamedConfig>& configs,
                           const ExperimentOptions& options) {
  const bool weighs = std::ranges::any_of(
      configs, [](const NamedConfig& named) { return !named.config.weighing.nothing(); });
  if (options.passes == 1 && !options.probabilities && !weighs) return;
  if (!examples.label_sets.empty())
    throw UsageError(
        "--passes, --probabilities, --importance and --class-weight have no meaning for label "
        "sets");
  if (options.order == RowOrder::kPool) {
    throw UsageError(
        "--passes, --probabilities, --importance and --class-weight have no meaning with --order "
        "pool, whose model is fitted to all labels with equal weights");
  }
  if (options.probabilities && options.asking.late())
    throw UsageError(
        "--probabilities has no meaning with --batch or --delay: calibration needs each label in "
        "its round");
  if (options.passes == 1) return;
  const Task task{.dim = examples.dim,
                  .num_classes = examples.num_classes,
                  .encoding = options.encoding,
                  .views = examples.views};
  for (const auto& [name, config] : configs) {
    if (!config.make_learner(task)->solves()) continue;
    throw UsageError(
        "--passes has no meaning for {}, which solves for all labels at once: a second "
        "pass would count each label twice",
        name);
  }
}

/// Rejects --encoding if no learner that plays encodes labels: the process of `auto` does not.
inline void check_encoding(const ExperimentResult& experiment, const ExperimentOptions& options) {
  if (options.encoding == "one-hot" ||
      !std::ranges::all_of(experiment.results,
                           [](const ConfigResult& r) { return r.method.process; }))
    return;
  throw UsageError("--encoding has no meaning for {} here, which encodes no labels — leave it out",
                   experiment.results.front().config.learner->name);
}

inline void check_label_sets(const DatasetView& examples, const std::vector<NamedConfig>& configs,
                             const ExperimentOptions& options) {
  if (examples.label_sets.empty()) return;
  if (options.order == RowOrder::kPool)
    throw UsageError("--order pool has no meaning for label sets");
  if (options.asking.late() || options.asking.final_model || options.asking.hold_out > 0 ||
      !options.known.test.empty())
    throw UsageError(
        "--batch, --delay, --final, --hold-out and --test have no meaning for label sets");
  const Task task{
      .dim = examples.dim, .num_classes = examples.num_classes, .encoding = options.encoding};
  for (const auto& [name, config] : configs) {
    if (config.make_learner(task)->takes_label_sets()) continue;
    throw UsageError(name +
                     " learns one label per row, and these rows have several — use the linear "
                     "MPA-I, or M-DUOL, Max, Uniform, Prop, MIRA, kMPA-I or kMPA-II");
  }
}

}  // namespace querent::apps
