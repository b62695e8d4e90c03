// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <querent/graph/graph.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Of each node the smallest node with the same neighbours and the same weights: itself where it
/// has no such twin before it. Twins are not neighbours of each other. O(m + n log n).
std::vector<Node> first_twins(const Graph& graph);

/// Of each node the smallest node that is its neighbour and has the same neighbours besides: itself
/// where there is none before it. All such nodes are neighbours of each other, and none of them has
/// a twin of first_twins(). Of a graph without weights; O(m + n log n).
std::vector<Node> first_adjacent_twins(const Graph& graph);

}  // namespace querent
