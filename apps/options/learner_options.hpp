// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <CLI/App.hpp>

#include <querent/apps/experiment/experiment.hpp>
#include <querent/apps/options/source_options.hpp>

namespace querent::apps {

/// Which learners play, and how.
struct LearnerOptions {
  std::vector<std::string> learners, params;
  std::string query, encoding;
  std::uint64_t budget_sv = 0;  ///< of kernel learners; 0: no limit
  double eviction = 0;          ///< as the parameter of that name
  bool average = false;         ///< the parameter of that name
};

void add_learner_options(CLI::App& app, LearnerOptions& options);

/// What the options come to. UsageError with the nearest names, or when a value has no meaning for
/// any of the learners.
std::vector<Entry> entries_of(const LearnerOptions& options, bool encoding_given);

/// Rows of linear learners have a constant feature, which a learner of the family `linear` or
/// `multiclass` needs to say "no" to a row of zeros, unless it is said otherwise or rows are scaled
/// to length 1. UsageError where both is said.
void bias_for(const std::vector<Entry>& entries, SourceOptions& source);

/// What a table that may be edges or rows is taken for: rows where every learner is one of vectors.
SourceKind likely_source(const std::vector<Entry>& entries);

}  // namespace querent::apps
