// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <querent/apps/source/prepared.hpp>
#include <querent/graph/bibliography/aliases.hpp>

namespace querent::apps {

/// Finds items by their ids.
class ItemIds {
 public:
  /// `source` must outlive this object, with the same names.
  explicit ItemIds(const Prepared& source);

  std::optional<std::uint32_t> exact(std::string_view id) const;
  /// Works in a folder of `querent graph` are found by DOI, PubMed id and the ids of their
  /// duplicates, too, which are read at the first call. Throws CorruptError for their files.
  std::optional<std::uint32_t> find(std::string_view id);
  /// The own ids of the works that have this id in one of their exports.
  std::vector<std::string> works_with(std::string_view id);

 private:
  const Aliases* aliases();

  const Prepared* source_;
  std::unordered_map<std::string_view, std::uint32_t> by_name_;  // of nodes
  std::unordered_map<std::uint64_t, std::uint32_t> by_number_;   // of rows
  std::unique_ptr<NodeIds> works_;  // of the folder, which may have more works than items
  std::optional<Aliases> aliases_;
  bool has_looked_ = false;  // for that folder
};

}  // namespace querent::apps
