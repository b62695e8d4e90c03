// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/source/item_ids.hpp>

#include <querent/graph/bibliography/folder.hpp>
#include <querent/graph/bibliography/read_folder.hpp>

namespace querent::apps {

ItemIds::ItemIds(const Prepared& source) : source_(&source) {
  const NodeNames& names = source.graph.data.names;
  by_name_.reserve(names.size());
  for (std::uint32_t i = 0; i < names.size(); ++i) by_name_.emplace(names[i], i);
  const std::uint64_t rows = source.is_graph() ? 0 : source.vectors.data.rows();
  for (std::uint32_t i = 0; i < rows; ++i) by_number_.emplace(source.vectors.data.row_number(i), i);
}

std::optional<std::uint32_t> ItemIds::exact(std::string_view id) const {
  if (source_->is_graph()) {
    const auto found = by_name_.find(id);
    return found == by_name_.end() ? std::nullopt : std::optional(found->second);
  }
  if (id.empty() || id.size() > 18 || id.find_first_not_of("0123456789") != std::string_view::npos)
    return std::nullopt;
  const auto found = by_number_.find(std::stoull(std::string(id)));
  return found == by_number_.end() ? std::nullopt : std::optional(found->second);
}

const Aliases* ItemIds::aliases() {
  if (!has_looked_ && is_graph_folder(source_->name())) {
    if (const GraphFolder folder = graph_folder(source_->name()); !folder.aliases.empty()) {
      works_ = std::make_unique<NodeIds>(read_folder_ids(folder));
      aliases_.emplace(*works_);
      Input file = Input::open(folder.aliases);
      aliases_->read(file);
    }
  }
  has_looked_ = true;
  return aliases_ ? &*aliases_ : nullptr;
}

std::optional<std::uint32_t> ItemIds::find(std::string_view id) {
  if (const auto item = exact(id)) return item;
  const auto work = aliases() != nullptr ? aliases_->find(id) : std::nullopt;
  return work ? exact(works_->names()[*work]) : std::nullopt;
}

std::vector<std::string> ItemIds::works_with(std::string_view id) {
  std::vector<std::string> ids;
  if (aliases() == nullptr) return ids;
  for (const Node work : aliases_->all(id)) ids.emplace_back(works_->names()[work]);
  return ids;
}

}  // namespace querent::apps
