// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/node_ids.hpp>

#include <array>
#include <charconv>

namespace querent {

Node NodeIds::append(std::string_view id) {
  if (names_.size() >= KeyTable::kNone - 1) throw LimitError("a graph has at most 2^32 - 2 nodes");
  names_.push_back(id);
  return static_cast<Node>(names_.size() - 1);
}

Node NodeIds::find_or_add_slowly(std::uint64_t number) {
  Node node = numbers_.find(number);
  if (node != KeyTable::kNone) {
    if (number < small_.size()) small_[number] = node;  // it was added before the array grew to it
    return node;
  }
  std::array<char, 20> text;
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), number);
  node = append({text.data(), static_cast<std::size_t>(end - text.data())});
  // The array may take as much memory as 4 ids per node; larger numbers are few or sparse and go to
  // the table.
  const std::uint64_t reach = 4 * names_.size() + 65536;
  if (number >= small_.size() && number < reach) small_.resize(reach, KeyTable::kNone);
  if (number < small_.size()) {
    small_[number] = node;
  } else {
    numbers_.add(number, node);
  }
  return node;
}

}  // namespace querent
