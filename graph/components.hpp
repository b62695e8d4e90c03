// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
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

}  // namespace querent
