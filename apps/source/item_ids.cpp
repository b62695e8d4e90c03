// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/source/item_ids.hpp>

#include <querent/graph/bibliography/folder.hpp>
#include <querent/graph/bibliography/read_folder.hpp>

namespace querent::apps {

ItemIds::ItemIds(std::uint32_t items, const std::function<std::string(std::uint32_t)>& id,
                 const std::string& source) {
  for (std::uint32_t i = 0; i < items; ++i) item_of_.emplace(id(i), i);
  if (!is_graph_folder(source)) return;
  const GraphFolder folder = graph_folder(source);
  if (folder.aliases.empty()) return;
  works_ = std::make_unique<NodeIds>(read_folder_ids(folder));
  aliases_.emplace(*works_);
  Input file = Input::open(folder.aliases);
  aliases_->read(file);
}

std::optional<std::uint32_t> ItemIds::find(std::string_view id) const {
  auto found = item_of_.find(std::string(id));
  if (found == item_of_.end() && aliases_) {
    if (const auto work = aliases_->find(id))
      found = item_of_.find(std::string(works_->names()[*work]));
  }
  return found == item_of_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace querent::apps
