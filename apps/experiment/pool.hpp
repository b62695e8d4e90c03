// SPDX-License-Identifier: Apache-2.0
// One run in pool order: a session (learners/session) asks, the labels of the source answer.
//
// What a run counts: rounds are the items that may be asked, mistakes what the finished model says
// wrongly of them — an asked item is what was answered —, queries the answers.
#pragma once

#include <optional>
#include <string_view>

#include <querent/apps/experiment/experiment.hpp>
#include <querent/learners/session/pool_rule.hpp>

namespace querent::apps {

/// The rows that a run may ask for, ascending, and those that only test.
struct PoolSplit {
  std::vector<std::uint32_t> pool, held_out;
};

/// UsageError when the session does not play this learner or query rule, or nothing ends it.
void check_pool(const Contestant& contestant, const ExperimentOptions& options);

/// The rule of that name for a pool, null for the session's own; nothing where it asks streams alone.
std::optional<PoolRule> pool_rule(std::string_view query);

/// Plays run `run`; `said` gets what is said of every row in the end, where it is not null.
/// Interrupted when the user stops it.
RunResult play_pool(const Examples& examples, const Contestant& contestant,
                    const ExperimentOptions& options, std::uint64_t run, const PoolSplit& split,
                    std::vector<RowPrediction>* said, Progress* progress);

}  // namespace querent::apps
