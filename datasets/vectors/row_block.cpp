// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/vectors/row_block.hpp>

#include <algorithm>

namespace querent {

void RowBlock::clear() {
  rows.clear();
  labels.clear();
  label_names.clear();
  label_ids.clear();
  bad_rows.clear();
  counts = {};
  lines = 0;
}

std::uint32_t RowBlock::intern(std::string_view label) {
  constexpr std::size_t kFew = 16;
  if (label_names.size() < kFew) {
    const auto found = std::find(label_names.rbegin(), label_names.rend(), label);
    if (found != label_names.rend())
      return static_cast<std::uint32_t>(label_names.rend() - found - 1);
  } else {
    for (std::size_t k = label_ids.size(); k < label_names.size(); ++k)
      label_ids.emplace(label_names[k], static_cast<std::uint32_t>(k));
    if (const auto found = label_ids.find(std::string(label)); found != label_ids.end())
      return found->second;
  }
  label_names.emplace_back(label);
  return static_cast<std::uint32_t>(label_names.size() - 1);
}

void RowBlock::reserve_entries(std::size_t entries) {
  if (entries <= value.size()) return;
  const std::size_t room = std::max(entries, value.size() + value.size() / 2);
  index.resize(room);
  value.resize(room);
}

}  // namespace querent
