// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <querent/graph/graph.hpp>

namespace [[gnu::visibility("default")]] querent {

/// A hash table from 64-bit keys to nodes: open addressing, linear probing, 12 bytes per slot, at
/// most four fifths full, growing by half: 15 to 23 bytes per key. Equal keys may belong to
/// different items; the caller's `same(node)` decides.
class KeyTable {
 public:
  static constexpr Node kNone = 0xffffffff;  ///< result of find() for an absent key

  /// The node with this key for which same(node) holds, or kNone.
  template <class Same>
  Node find(std::uint64_t key, Same same) const {
    if (nodes_.empty()) return kNone;
    for (std::size_t i = home(key);; i = i + 1 == nodes_.size() ? 0 : i + 1) {
      if (nodes_[i] == kNone || (keys_[i] == key && same(nodes_[i]))) return nodes_[i];
    }
  }
  Node find(std::uint64_t key) const {
    return find(key, [](Node) { return true; });
  }
  /// The key and node must not be in the table yet.
  void add(std::uint64_t key, Node node) {
    if (5 * (used_ + 1) > 4 * nodes_.size()) grow();
    place(key, node);
    ++used_;
  }

 private:
  std::size_t home(std::uint64_t key) const {           // below 2^32 slots: nodes are 32-bit
    key = (key ^ (key >> 33)) * 0xff51afd7ed558ccdULL;  // the 64-bit finaliser of MurmurHash3
    key = (key ^ (key >> 33)) * 0xc4ceb9fe1a85ec53ULL;
    return static_cast<std::size_t>(((key >> 32) * nodes_.size()) >> 32);
  }
  void place(std::uint64_t key, Node node) {
    std::size_t i = home(key);
    while (nodes_[i] != kNone) i = i + 1 == nodes_.size() ? 0 : i + 1;
    keys_[i] = key;
    nodes_[i] = node;
  }
  void grow() {
    const std::size_t slots = nodes_.size() < 64 ? 64 : nodes_.size() + nodes_.size() / 2;
    std::vector<std::uint64_t> keys(slots);
    std::vector<Node> nodes(slots, kNone);
    keys.swap(keys_);
    nodes.swap(nodes_);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (nodes[i] != kNone) place(keys[i], nodes[i]);
    }
  }

  std::vector<std::uint64_t> keys_;
  std::vector<Node> nodes_;
  std::size_t used_ = 0;
};

}  // namespace querent
