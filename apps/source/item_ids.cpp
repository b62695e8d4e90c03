// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/source/item_ids.hpp>

#include <utility>

#include <querent/graph/bibliography/folder.hpp>
#include <querent/graph/bibliography/read_folder.hpp>

namespace querent::apps {

ItemIds::ItemIds(Find find, const std::string& source) : find_(std::move(find)) {
  if (!is_graph_folder(source)) return;
  const GraphFolder folder = graph_folder(source);
  if (folder.aliases.empty()) return;
  works_ = std::make_unique<NodeIds>(read_folder_ids(folder));
  aliases_.emplace(*works_);
  Input file = Input::open(folder.aliases);
  aliases_->read(file);
}

std::optional<std::uint32_t> ItemIds::find(std::string_view id) const {
  const auto item = find_(id);
  if (item || !aliases_) return item;
  const auto work = aliases_->find(id);
  return work ? find_(works_->names()[*work]) : std::nullopt;
}

}  // namespace querent::apps
