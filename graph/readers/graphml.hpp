// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/datasets/input.hpp>
#include <querent/graph/builder.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Reads GraphML: nodes by their `id`, their class as guessed by ClassAttribute from the keys'
/// names, the weight of an edge from the key "weight", else 1. Directed edges leave the choice to
/// ReadOptions::symmetrize; mixed edge directions, nested graphs and hyperedges are rejected.
void read_graphml(Input& input, GraphBuilder& builder);

}  // namespace querent
