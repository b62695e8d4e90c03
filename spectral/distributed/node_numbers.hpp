// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <querent/graph/graph.hpp>
#include <querent/graph/node_names.hpp>
#include <querent/spectral/distributed/ranks.hpp>

namespace querent::distributed {

/// The numbers 0 … n − 1 of the nodes of a file that several ranks read: by first appearance, as
/// one reader of the whole file would assign them.
struct NodeNumbers {
  std::vector<Node> of;  ///< number of each id of this rank's share
  NodeNames names;       ///< the ids that appear here first
  Ranges ranges;         ///< their numbers, by rank
};

/// `names` are the ids of this rank's share, each once, by first appearance.
NodeNumbers number_nodes(const Ranks& ranks, const NodeNames& names);

}  // namespace querent::distributed
