// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include <querent/datasets/error.hpp>
#include <querent/graph/graph.hpp>
#include <querent/graph/node_names.hpp>

namespace [[gnu::visibility("default")]] querent {

/// A hash table from 64-bit keys to nodes: open addressing, linear probing, 16 bytes per slot, at
/// most half full. Equal keys may belong to different ids; the caller's `same(node)` decides.
class NodeTable {
 public:
  static constexpr Node kNone = 0xffffffff;  ///< result of find() for an absent key

  template <class Same>
  /// The node with this key for which same(node) holds, or kNone.
  Node find(std::uint64_t key, Same same) const {
    if (slots_.empty()) return kNone;
    for (std::size_t i = mix(key) & (slots_.size() - 1);; i = (i + 1) & (slots_.size() - 1)) {
      const Slot& slot = slots_[i];
      if (slot.node == kNone || (slot.key == key && same(slot.node))) return slot.node;
    }
  }
  /// The id must not be in the table yet.
  void add(std::uint64_t key, Node node) {
    if (2 * (used_ + 1) > slots_.size()) grow();
    place({key, node});
    ++used_;
  }

 private:
  struct Slot {
    std::uint64_t key = 0;
    Node node = kNone;
  };

  static std::size_t mix(std::uint64_t key) {  // the 64-bit finaliser of MurmurHash3
    key = (key ^ (key >> 33)) * 0xff51afd7ed558ccdULL;
    key = (key ^ (key >> 33)) * 0xc4ceb9fe1a85ec53ULL;
    return key ^ (key >> 33);
  }
  void place(const Slot& slot) {
    std::size_t i = mix(slot.key) & (slots_.size() - 1);
    while (slots_[i].node != kNone) i = (i + 1) & (slots_.size() - 1);
    slots_[i] = slot;
  }
  void grow() {
    std::vector<Slot> old(slots_.empty() ? 64 : 2 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.node != kNone) place(slot);
    }
  }

  std::vector<Slot> slots_;
  std::size_t used_ = 0;
};

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
    return node == NodeTable::kNone ? std::nullopt : std::optional<Node>(node);
  }

  /// Throws LimitError beyond 2^32 − 2 nodes.
  Node find_or_add(std::string_view id) {
    if (const auto number = canonical_number(id)) return find_or_add(*number);
    Node node = find_text(id);
    if (node == NodeTable::kNone) {
      node = append(id);
      texts_.add(std::hash<std::string_view>()(id), node);
    }
    return node;
  }

  /// The node whose id is `number` in decimal; number < 10^19.
  Node find_or_add(std::uint64_t number) {
    if (number < small_.size() && small_[number] != NodeTable::kNone) return small_[number];
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
    if (number < small_.size() && small_[number] != NodeTable::kNone) return small_[number];
    return numbers_.find(number, [](Node) { return true; });
  }
  Node find_text(std::string_view id) const {
    return texts_.find(std::hash<std::string_view>()(id),
                       [&](Node node) { return names_[node] == id; });
  }
  Node append(std::string_view id);
  Node find_or_add_slowly(std::uint64_t number);

  NodeNames names_;
  std::vector<Node> small_;  // node of a number, if numbers do not far exceed the number of nodes
  NodeTable numbers_;
  NodeTable texts_;
};

}  // namespace querent
