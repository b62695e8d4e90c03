// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include <querent/graph/bibliography/aliases.hpp>

namespace querent::apps {

/// Finds items by their ids; works of a folder of `querent graph` also by DOI, PubMed's number, and
/// the ids of their duplicates.
class ItemIds {
 public:
  /// `source`: the folder, or anything else. CorruptError of its files.
  ItemIds(std::uint32_t items, const std::function<std::string(std::uint32_t)>& id,
          const std::string& source);

  std::optional<std::uint32_t> find(std::string_view id) const;

 private:
  std::unordered_map<std::string, std::uint32_t> item_of_;
  std::unique_ptr<NodeIds> works_;  // of the folder; items may be fewer
  std::optional<Aliases> aliases_;
};

}  // namespace querent::apps
