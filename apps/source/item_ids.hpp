// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <querent/graph/bibliography/aliases.hpp>

namespace querent::apps {

/// Finds items by their ids; works in a folder of `querent graph` also by DOI, PubMed id and the
/// ids of their duplicates.
class ItemIds {
 public:
  using Find = std::function<std::optional<std::uint32_t>(std::string_view id)>;
  /// `find`: the item with an id. `source`: the folder, or anything else. Throws CorruptError for
  /// its files.
  ItemIds(Find find, const std::string& source);

  std::optional<std::uint32_t> find(std::string_view id) const;

 private:
  Find find_;
  std::unique_ptr<NodeIds> works_;  // of the folder, which may have more works than items
  std::optional<Aliases> aliases_;
};

}  // namespace querent::apps
