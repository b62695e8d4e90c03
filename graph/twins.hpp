// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <querent/graph/graph.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Of each node the smallest node with the same neighbours and the same weights: itself where it has
/// no such twin before it. Twins are not neighbours of each other. O(m + n log n).
std::vector<Node> first_twins(const Graph& graph);

}  // namespace querent
