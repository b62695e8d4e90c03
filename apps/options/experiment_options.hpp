// SPDX-License-Identifier: Apache-2.0
// Options of experiments: learners, learning, asking, orders and output.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <CLI/App.hpp>

#include <querent/apps/experiment/experiment.hpp>
#include <querent/apps/options/figure_style.hpp>
#include <querent/apps/options/source_options.hpp>
#include <querent/learners/session/asking.hpp>

namespace querent::apps {

/// The learners to run and their parameters.
struct LearnerOptions {
  std::vector<std::string> learners, params;
  std::string query, encoding;
  std::uint64_t budget_sv = 0;  ///< of kernel learners; 0: no limit
  double eviction = 0;          ///< the parameter of that name
  bool average = false;         ///< the parameter of that name
};

inline constexpr const char* kLearnerGroup = "Learner";
void add_learner_options(CLI::App& app, LearnerOptions& options);

/// The learner configurations. Throws UsageError with similar names for an unknown name, or if a
/// value has no meaning for any of the learners.
std::vector<NamedConfig> configs_of(const LearnerOptions& options, bool encoding_given);

/// Adds a constant feature for learners of the families `linear` and `multiclass`, which cannot
/// predict "no" for a row of zeros without it, unless the options say otherwise or rows are scaled
/// to norm 1. Throws UsageError if --bias and --no-bias are both given.
void bias_for(const std::vector<NamedConfig>& configs, SourceOptions& source);

/// How to read a table that may hold edges or rows: as rows if every learner needs vectors.
SourceKind likely_source(const std::vector<NamedConfig>& configs);

/// The weights of labels.
struct LabelWeights {
  std::vector<std::string> of_class;  ///< "spam=5"
  bool importance = false;
  std::uint64_t forget = 0;  ///< as LearnerConfig::forget

  bool equal() const { return of_class.empty() && !importance && forget == 0; }
};

/// --passes, --importance, --class-weight, --forget and --probabilities.
void add_learning_options(CLI::App& app, LabelWeights& weights, ExperimentOptions& experiment);

/// Sets the weights of every learner. Throws UsageError with the most similar name for an unknown
/// class.
void weigh_labels(const LabelWeights& weights, const std::vector<std::string>& classes,
                  std::vector<NamedConfig>& configs);

/// --budget, --expect-rounds, --asking, --stop-at-error and --final as typed.
struct AskingFlags {
  std::string budget, asking;
  AskingOptions options;
};

inline constexpr const char* kAskingGroup = "Asking";
void add_asking_options(CLI::App& app, AskingFlags& flags);

/// The options; sets the scale of --asking in `configs`. Throws UsageError for an invalid budget,
/// and for --asking if no rule has a scale or a budget sets it.
AskingOptions asking_of(const CLI::App& app, const AskingFlags& flags,
                        std::vector<NamedConfig>& configs);

inline constexpr const char* kExperimentGroup = "Experiment";
/// Adds --runs, --seed, --order and --positive-weight.
void add_experiment_options(CLI::App& app, ExperimentOptions& options);
/// Throws UsageError if --positive-weight is given and the task does not have two classes.
void check_positive_weight(const CLI::App& app, int num_classes);
/// Adds the same without --runs; `pool` allows --order pool.
void add_order_options(CLI::App& app, ExperimentOptions& options, bool pool = false);

/// --json, --out and --quiet.
struct OutputOptions {
  bool json = false, quiet = false;
  std::string out;
  FigureStyle figures;
};
void add_output_options(CLI::App& app, OutputOptions& options);

/// Adds --figure-format and --figure-width, for commands that draw.
void add_figure_options(CLI::App& app, FigureStyle& style);

}  // namespace querent::apps
