// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <CLI/App.hpp>

#include <querent/apps/experiment/known_items.hpp>
#include <querent/apps/source/prepared.hpp>

namespace querent::apps {

/// --test, --seeds, --oracle-error, --checks, --second-looks and --class-shares as they were typed.
struct PoolFlags {
  std::string test, seeds, class_shares;
  double oracle_error = 0, checks = KnownItems().checks;
  bool second_looks = false;
};

void add_pool_options(CLI::App& app, PoolFlags& flags);

/// The files among them.
std::vector<std::filesystem::path> input_files(const PoolFlags& flags);

/// What the files say, as items and classes of the source. UsageError for a flag that means nothing
/// in this order; DataError for what is not in the source; IoError.
KnownItems known_items(const CLI::App& app, const PoolFlags& flags, bool pool,
                       const Prepared& prepared);

}  // namespace querent::apps
