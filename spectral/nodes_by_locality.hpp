// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <querent/graph/graph.hpp>

namespace querent::spectral {

/// All nodes in the order in which products with the graph's matrix are fast
/// (nodes_by_locality.cpp): by degree, for a large graph by communities first. It does not depend
/// on `threads`. `entries`: of each node's row, if the graph contains only some of them; otherwise
/// its degree is used.
std::vector<Node> nodes_by_locality(const Graph& graph, int threads,
                                    std::span<const std::uint64_t> entries = {});

}  // namespace querent::spectral
