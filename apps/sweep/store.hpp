// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <querent/apps/terminal/escape.hpp>

namespace querent::apps {

// JSON files that are written once and read later, perhaps from another computer: the field
// "sha256" is the checksum of the file without that field. It detects damage but not forgery, so
// every field is checked as well.

/// The content of the file.
std::string sealed(Json json);

/// The content without its checksum, which was verified. Throws CorruptError with the remedy.
Json read_sealed(const std::filesystem::path& file, const std::string& remedy);

/// The description of a cell in a plan.
struct PlannedCell {
  std::string key, learner;
  double target_rate = 1;
};

/// The cells of a plan that was read, or of this sweep's own plan.
std::vector<PlannedCell> planned_cells(const Json& plan);

/// The finished cells in DIR/cells, one file per cell, written atomically, so that several
/// processes may share the directory. A cell is not trusted when it is read: its checksum must
/// match, and every field must have the type and range that tables and tests rely on.
class CellStore {
 public:
  explicit CellStore(std::filesystem::path directory) : directory_(std::move(directory)) {}
  /// Creates the directory. Throws IoError, also if DIR/cells is a link to another place.
  void make() const;
  const std::filesystem::path& directory() const { return directory_; }

  /// Returns nullopt if the cell is not finished. Throws CorruptError for a file that is not a cell
  /// of this plan.
  std::optional<Json> find(const PlannedCell& cell, const Json& plan) const;
  void keep(const std::string& key, const Json& cell) const;

 private:
  std::filesystem::path place_of(const std::string& key) const;

  std::filesystem::path directory_;
};

/// The measures of a cell that the tables and figures of its plan show.
std::vector<std::string> measures_shown(const Json& cell, const Json& plan);

/// Reads plan.json of a sweep's directory. Throws DataError if it is missing, CorruptError if it is
/// damaged or names a cell outside the directory.
Json read_plan(const std::filesystem::path& directory);

/// Writes plan.json; replaces an earlier one if all its cells are planned here, too. Throws
/// UsageError if the directory holds another sweep, whose tables would be replaced.
void write_plan(const std::filesystem::path& directory, const Json& plan);

}  // namespace querent::apps
