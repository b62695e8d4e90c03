// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include <querent/datasets/error.hpp>
#include <querent/graph/graph.hpp>
#include <querent/graph/key_table.hpp>
#include <querent/graph/node_names.hpp>

namespace [[gnu::visibility("default")]] querent {

/// The user's node ids and their indices, in order of first appearance. An id is its text: "7" and
/// "007" are two nodes. Canonical decimal numbers below 10^19 are not hashed as strings; small ones
/// are looked up in an array.
class NodeIds {
 public:
  /// Maximum length of an id in bytes.
  static constexpr std::size_t kMaxBytes = 4096;

  std::uint64_t size() const { return names_.size(); }  ///< number of ids
  const NodeNames& names() const { return names_; }     ///< names of node 0, 1, …

  /// The node of an id, compared byte by byte; nullopt if it was not added.
  std::optional<Node> find(std::string_view id) const {
    const auto number = canonical_number(id);
    const Node node = number ? find_number(*number) : find_text(id);
    return node == KeyTable::kNone ? std::nullopt : std::optional<Node>(node);
  }

  /// Throws LimitError beyond 2^32 − 2 nodes.
  Node find_or_add(std::string_view id) {
    if (const auto number = canonical_number(id)) return find_or_add(*number);
    Node node = find_text(id);
    if (node == KeyTable::kNone) {
      node = append(id);
      texts_.add(std::hash<std::string_view>()(id), node);
    }
    return node;
  }

  /// The node whose id is `number` in decimal; number < 10^19.
  Node find_or_add(std::uint64_t number) {
    if (number < small_.size() && small_[number] != KeyTable::kNone) return small_[number];
    return find_or_add_slowly(number);
  }

 private:
  static std::optional<std::uint64_t> canonical_number(std::string_view id) {
    if (id.empty() || id.size() > 19 || (id[0] == '0' && id.size() > 1)) return std::nullopt;
    std::uint64_t number = 0;
    for (const char c : id) {
      if (c < '0' || c > '9') return std::nullopt;
      number = 10 * number + static_cast<std::uint64_t>(c - '0');
    }
    return number;
  }
  Node find_number(std::uint64_t number) const {
    if (number < small_.size() && small_[number] != KeyTable::kNone) return small_[number];
    return numbers_.find(number);
  }
  Node find_text(std::string_view id) const {
    return texts_.find(std::hash<std::string_view>()(id),
                       [&](Node node) { return names_[node] == id; });
  }
  Node append(std::string_view id);
  Node find_or_add_slowly(std::uint64_t number);

  NodeNames names_;
  std::vector<Node> small_;  // node of a number, if numbers do not far exceed the number of nodes
  KeyTable numbers_;
  KeyTable texts_;
};

}  // namespace querent
