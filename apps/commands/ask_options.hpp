// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <CLI/App.hpp>

#include <querent/apps/ask/answerer.hpp>
#include <querent/apps/ask/settings.hpp>
#include <querent/apps/ask/web/web_options.hpp>
#include <querent/apps/options/embedding_options.hpp>
#include <querent/apps/options/learner_options.hpp>
#include <querent/apps/options/source_options.hpp>
#include <querent/apps/source/criteria.hpp>

namespace querent::apps {

/// Everything that `querent ask` can be told.
struct AskOptions {
  SourceOptions source;
  EmbedOptions embedding;
  LearnerOptions learner;
  AskSettings settings;
  std::string keys, budget, show, guide, seeds, opinions, out, export_to, stop_at_recall;
  AnswererOptions answerer;
  CriteriaFlags criteria;
  bool json = false, log = false, repair = false, web = false, quiet = false;
  web::WebOptions page;
};

inline constexpr const char* kAskGroup = "Questions";
/// Declares them.
void add_ask_options(CLI::App& app, AskOptions& options);

/// The options that were typed and that the store keeps, as they would be typed again from another
/// directory: "--edges=/home/…".
std::vector<std::string> kept_arguments(const CLI::App& app);

/// Reads `arguments` as if they had been typed before those of `typed`, which win. UsageError.
void parse_again(CLI::App& app, const std::vector<std::string>& arguments, const CLI::App& typed);

/// The settings that the options come to. UsageError.
AskSettings settings_of(const AskOptions& options, const CLI::App& app);

}  // namespace querent::apps
