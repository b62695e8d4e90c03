// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <span>
#include <vector>

#include <querent/graph/graph.hpp>

namespace [[gnu::visibility("default")]] querent {

/// A node that is not in the subgraph.
constexpr Node kLeftOut = std::numeric_limits<Node>::max();

/// The graph of some nodes under new numbers: nodes[k] becomes k, and position[nodes[k]] is set to
/// k. Neighbours of them that are not among `nodes` are left out: their `position`, of num_nodes()
/// entries, is kLeftOut. What it holds of other nodes does not matter, so that calls for one
/// component after another may share it. By up to `threads` threads where there are no weights.
Graph subgraph(const Graph& graph, std::span<const Node> nodes, std::vector<Node>& position,
               int threads = 1);

/// All nodes by falling number of neighbours; equal ones as a walk over the neighbours of every
/// node meets them, the nodes of most neighbours first, so that leaves of one hub lie beside each
/// other. In products rows of equal length follow each other, which a processor guesses right, and
/// hubs share lines of its cache: twice as fast at 20,000 nodes.
std::vector<Node> nodes_by_degree(const Graph& graph);

}  // namespace querent
