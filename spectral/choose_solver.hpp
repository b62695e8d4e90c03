// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include <Eigen/Core>

#include <querent/graph/graph.hpp>
#include <querent/graph/laplacian.hpp>
#include <querent/spectral/elimination.hpp>

namespace querent::spectral {

/// Levels of a breadth-first search from a node that is far from another: one more than a lower
/// bound of the diameter (of a tree, the diameter itself). For a connected graph; O(edges).
std::uint64_t num_levels(const Graph& graph);

/// How to factorise L, of a connected graph, for its `count` smallest pairs, if that is less work
/// than block Lanczos: on paths, rings, grids, trees, road maps.
std::optional<Elimination> cheap_elimination(const Laplacian& L, Eigen::Index count);

/// The same whenever it is possible: if the user asks for it, or block Lanczos has failed.
std::optional<Elimination> possible_elimination(const Graph& graph);

}  // namespace querent::spectral
