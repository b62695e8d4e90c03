// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/graph/graph.hpp>

namespace querent::spectral {

/// Whether a connected graph is long and thin (a path, a ring, a grid, a road map): its smallest
/// eigenvalues are so small beside ‖L‖ that no polynomial of L tells them apart soon, and it is cut
/// into levels so narrow that L is factorised cheaply. O(edges).
bool is_long_and_thin(const Graph& graph);

}  // namespace querent::spectral
