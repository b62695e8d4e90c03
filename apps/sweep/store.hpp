// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <querent/apps/output/results_json.hpp>

namespace querent::apps {

/// The finished cells below DIR/cells, one file each, whole or not at all: several processes may
/// share the directory.
class CellStore {
 public:
  /// Makes the directory. IoError.
  explicit CellStore(std::filesystem::path directory);
  const std::filesystem::path& directory() const { return directory_; }

  /// Nothing when the cell is not finished. DataError for a file that is no cell of this key.
  std::optional<Json> find(const std::string& key) const;
  void keep(const std::string& key, const Json& cell) const;

 private:
  std::filesystem::path place_of(const std::string& key) const;

  std::filesystem::path directory_;
};

/// plan.json of a sweep's directory. DataError when it is none.
Json read_plan(const std::filesystem::path& directory);

}  // namespace querent::apps
