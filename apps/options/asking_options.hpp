// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <CLI/App.hpp>

#include <querent/apps/experiment/experiment.hpp>
#include <querent/learners/session/asking.hpp>

namespace querent::apps {

/// --budget, --expect-rounds, --asking, --stop-at-error and --final as they were typed.
struct AskingFlags {
  std::string budget, asking;
  AskingOptions options;
};

inline constexpr const char* kAskingGroup = "Asking";
void add_asking_options(CLI::App& app, AskingFlags& flags);

/// The options, and in `entries` the scale that --asking names. UsageError for a budget that is
/// none, for --asking where no rule has a scale or a budget sets it.
AskingOptions asking_of(const CLI::App& app, const AskingFlags& flags, std::vector<Entry>& entries);

}  // namespace querent::apps
