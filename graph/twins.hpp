// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <querent/graph/graph.hpp>

namespace [[gnu::visibility("default")]] querent {

/// For each node, the smallest node with the same neighbours and the same weights: itself if it has
/// no smaller twin. Twins are not adjacent. O(m + n log n).
std::vector<Node> first_twins(const Graph& graph);

/// For each node, the smallest adjacent node with the same other neighbours: itself if there is no
/// smaller one. All such nodes are adjacent to each other, and none has a twin of first_twins().
/// For unweighted graphs; O(m + n log n).
std::vector<Node> first_adjacent_twins(const Graph& graph);

}  // namespace querent
