// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <querent/apps/output/results_json.hpp>

namespace querent::apps {

/// What a plan says of a cell.
struct PlannedCell {
  std::string key, learner;
  double target_rate = 1;
};

/// The cells of a plan that was read, or is this sweep's own.
std::vector<PlannedCell> planned_cells(const Json& plan);

/// The finished cells below DIR/cells, one file each, whole or not at all: several processes may
/// share the directory. A cell is read as a stranger's: its bytes must have the checksum they were
/// written with, and every field the type and range that tables and tests rely on.
class CellStore {
 public:
  explicit CellStore(std::filesystem::path directory) : directory_(std::move(directory)) {}
  /// Makes the directory. IoError, also where DIR/cells is a link to somewhere else.
  void make() const;
  const std::filesystem::path& directory() const { return directory_; }

  /// Nothing when the cell is not finished. CorruptError for a file that is no cell of this plan.
  std::optional<Json> find(const PlannedCell& cell, const Json& plan) const;
  void keep(const std::string& key, const Json& cell) const;

 private:
  std::filesystem::path place_of(const std::string& key) const;

  std::filesystem::path directory_;
};

/// The measures of a cell that the tables and pictures of its plan show.
std::vector<std::string> measures_shown(const Json& cell, const Json& plan);

/// plan.json of a sweep's directory. DataError when there is none, CorruptError when it is damaged
/// or names a cell that would lie elsewhere.
Json read_plan(const std::filesystem::path& directory);

/// Writes plan.json, in place of an earlier one whose cells are all planned here too. UsageError
/// where another sweep lies there, whose tables this one's would replace.
void write_plan(const std::filesystem::path& directory, const Json& plan);

}  // namespace querent::apps
