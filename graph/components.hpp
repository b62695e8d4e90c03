// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include <querent/graph/graph.hpp>

namespace [[gnu::visibility("default")]] querent {

/// The connected components of a graph, numbered by their first node.
struct Components {
  std::vector<Node> of;                                 ///< component index of each node
  std::vector<std::uint64_t> sizes;                     ///< nodes of each component
  std::uint64_t count() const { return sizes.size(); }  ///< including isolated nodes
  /// The largest component; of equal ones that with the first node.
  Node largest() const;
  /// The nodes of a component, ascending.
  std::vector<Node> nodes(Node component) const;
  /// The nodes of every component, ascending.
  std::vector<std::vector<Node>> members() const;
};

Components connected_components(const Graph& graph);

/// Disjoint sets of 0 … n − 1, represented by their least member.
class LeastSets {
 public:
  explicit LeastSets(std::uint64_t n) : parent_(n) {
    std::iota(parent_.begin(), parent_.end(), Node{0});
  }
  Node least(Node i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  /// False if i and j are in one set already.
  bool join(Node i, Node j) {
    i = least(i);
    j = least(j);
    parent_[std::max(i, j)] = std::min(i, j);
    return i != j;
  }

 private:
  std::vector<Node> parent_;
};

}  // namespace querent
