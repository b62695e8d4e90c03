// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <CLI/App.hpp>

#include <querent/apps/experiment/experiment.hpp>
#include <querent/apps/options/source_options.hpp>

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

}  // namespace querent::apps
