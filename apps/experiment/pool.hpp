// SPDX-License-Identifier: Apache-2.0
// One run in pool order: a session (learners/session) asks, the labels of the source answer.
//
// What a run counts: rounds are the items that may be asked, mistakes what the finished model says
// wrongly of them — an asked item is what was answered —, queries the answers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <querent/apps/experiment/experiment.hpp>
#include <querent/learners/session/session.hpp>

namespace querent::apps {

/// The rows that a run may ask for, ascending, and those that only test.
struct PoolSplit {
  std::vector<std::uint32_t> pool, held_out;
};

/// UsageError when the session does not play this query rule, or nothing ends it.
void check_pool(const Contestant& contestant, const ExperimentOptions& options);
void check_pool_rule(const Contestant& contestant);  ///< the first of the two
/// Whether `ask` asks it from a pool where nobody says: auto, by its own rule or at random.
bool asked_from_pool(const Contestant& contestant);

/// Fills in who asks a session in pool order.
void ask_pool_by(const std::string& learner, const std::string& query, const Params& params,
                 const std::string& encoding, SessionOptions& how);

/// Plays run `run`; `said` gets what is said of every row in the end, where it is not null.
/// Interrupted when the user stops it.
RunResult play_pool(const Examples& examples, const Contestant& contestant,
                    const ExperimentOptions& options, std::uint64_t run, const PoolSplit& split,
                    std::vector<RowPrediction>* said, Progress* progress);

}  // namespace querent::apps
