// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include <querent/graph/graph.hpp>

namespace [[gnu::visibility("default")]] querent {

/// The graph of some nodes under new numbers: nodes[k] becomes k. `nodes` holds every neighbour of
/// its nodes: whole components, or all nodes in another order. `position` is memory of num_nodes()
/// entries that calls may share.
Graph subgraph(const Graph& graph, std::span<const Node> nodes, std::vector<Node>& position);

/// All nodes by falling number of neighbours, equal ones ascending.
std::vector<Node> nodes_by_degree(const Graph& graph);

}  // namespace querent
