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

/// Finds items by their ids; works of a folder of `querent graph` also by DOI, PubMed's number, and
/// the ids of their duplicates.
class ItemIds {
 public:
  using Find = std::function<std::optional<std::uint32_t>(std::string_view id)>;
  /// `find`: the item of an id of its own. `source`: the folder, or anything else. CorruptError of
  /// its files.
  ItemIds(Find find, const std::string& source);

  std::optional<std::uint32_t> find(std::string_view id) const;

 private:
  Find find_;
  std::unique_ptr<NodeIds> works_;  // of the folder; items may be fewer
  std::optional<Aliases> aliases_;
};

}  // namespace querent::apps
