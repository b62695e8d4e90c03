// SPDX-License-Identifier: Apache-2.0
// One run in pool order: a session (learners/session) asks, and the labels of the source answer.
//
// Counts of a run: rounds are the items that may be asked, mistakes the wrong predictions of the
// finished model (an asked item is predicted as answered), queries the answers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <querent/apps/experiment/experiment.hpp>
#include <querent/learners/session/session.hpp>

namespace querent::apps {

/// The rows that a run may ask for, ascending, and the rows of the test set.
struct PoolSplit {
  std::vector<std::uint32_t> pool, held_out;
};

/// Throws UsageError if a session cannot use this query rule, or if nothing ends the session.
void check_pool(const LearnerConfig& config, const ExperimentOptions& options);
void check_pool_rule(const LearnerConfig& config);  ///< only the check of the rule
/// Whether `ask` uses a pool by default: for auto, with its own rule or at random.
bool asked_from_pool(const LearnerConfig& config);

/// What auto asks by, for people.
inline const char* query_of_auto(bool find) {
  return find ? "most probable" : "expected reduction of variance";
}

/// Sets the learner and the query rule of a session in pool order.
void ask_pool_by(const std::string& learner, const std::string& query, const Params& params,
                 const std::string& encoding, SessionOptions& how);

/// The session of run 0 before any answer. `pool`: number of rows that may be asked.
Session first_session(const DatasetView& examples, const LearnerConfig& config,
                      const ExperimentOptions& options, std::size_t pool);
/// Plays run `run` of such a session; `filled`, if not null, receives the final prediction of every
/// row. Throws Interrupted if the user interrupts.
RunResult play_pool(const DatasetView& examples, const Session& first,
                    const ExperimentOptions& options, std::uint64_t run, const PoolSplit& split,
                    std::vector<RowPrediction>* filled, Progress* progress);

}  // namespace querent::apps
