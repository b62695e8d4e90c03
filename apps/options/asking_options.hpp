// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <CLI/App.hpp>

#include <querent/apps/experiment/experiment.hpp>
#include <querent/learners/session/asking.hpp>

namespace querent::apps {

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

}  // namespace querent::apps
