// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <CLI/App.hpp>

#include <querent/apps/experiment/experiment.hpp>
#include <querent/apps/source/criteria.hpp>
#include <querent/apps/source/prepared.hpp>

namespace querent::apps {

/// --test, --seeds, --oracle-error, --checks, --second-looks, --class-shares, --opinions, and
/// --find, --stop-at-recall, --priors, --criteria and --like, as typed.
struct PoolFlags {
  std::string test, seeds, class_prior, opinions, find, stop_at_recall, priors;
  CriteriaFlags criteria;
  double oracle_error = 0, checks = KnownItems().checks;
  bool relabel = false;
};

void add_pool_options(CLI::App& app, PoolFlags& flags);

/// Declares --find, --stop-at-recall, --criteria and --like; `ask` has them, too, in its own group.
void add_find_options(CLI::App& app, std::string& find, std::string& stop_at_recall,
                      CriteriaFlags& criteria);
/// Declares --opinions; `ask` has it, too.
void add_opinions_option(CLI::App& app, std::string& opinions);
/// The goal as typed, in (0, 1]; 0 if none was given. Throws UsageError.
double recall_goal(const std::string& typed);
/// The index of the class of --find. Throws UsageError if the source has no such class.
int class_to_find(const std::string& name, const std::vector<std::string>& classes);

/// The files that these options name.
std::vector<std::filesystem::path> input_files(const PoolFlags& flags);

/// Reads the files into items and classes of the source. Throws UsageError for an option that does
/// not apply to this order, DataError for a name that the source does not have, and IoError. With
/// `lenient`, ids of --opinions that are not in the source are skipped.
KnownItems known_items(const CLI::App& app, const PoolFlags& flags, bool pool,
                       const Prepared& prepared, bool lenient);

}  // namespace querent::apps
