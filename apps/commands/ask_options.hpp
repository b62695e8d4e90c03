// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <CLI/App.hpp>

#include <querent/apps/ask/answerer.hpp>
#include <querent/apps/ask/settings.hpp>
#include <querent/apps/options/experiment_options.hpp>
#include <querent/apps/options/source_options.hpp>
#include <querent/apps/source/criteria.hpp>

namespace querent::apps {

/// All options of `querent ask`.
struct AskOptions {
  SourceOptions source;
  EmbedOptions embedding;
  LearnerOptions learner;
  AskSettings settings;
  std::string keys, budget, show, guide, seeds, opinions, out, export_to, stop_at_recall;
  AnswererOptions answerer;
  CriteriaFlags criteria;
  bool json = false, log = false, repair = false, web = false, quiet = false;
  WebOptions page;
};

inline constexpr const char* kAskGroup = "Questions";
/// Declares the options.
void add_ask_options(CLI::App& app, AskOptions& options);

/// The typed options that the store keeps, with absolute paths, so that they can be parsed in
/// another directory: "--edges=/home/…".
std::vector<std::string> kept_arguments(const CLI::App& app);

/// Parses `arguments` before the words of `typed`, which take precedence; a typed SOURCE only if
/// it is not the folder of the answers. Throws UsageError.
void parse_again(CLI::App& app, const std::vector<std::string>& arguments, const CLI::App& typed,
                 bool source_is_answers);

/// Takes from the first start what its answers belong to, such as the learner. Throws UsageError if
/// `typed` would change it.
void keep_first(AskSettings& settings, const AskSettings& first, const CLI::App& typed);

/// The settings that the options describe. Throws UsageError.
AskSettings settings_of(const AskOptions& options, const CLI::App& app);

}  // namespace querent::apps
