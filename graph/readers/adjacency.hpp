// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/datasets/input.hpp>
#include <querent/graph/builder.hpp>

namespace [[gnu::visibility("default")]] querent {

/// True if `head` begins like NetworkX's write_adjlist or write_multiline_adjlist, with three
/// comments of which the second is the time.
bool looks_like_adjacency(std::string_view head);

/// Reads lines of a node and its neighbours, or NetworkX's "node degree" followed by lines of one
/// neighbour and its dictionary. Each edge is counted once, in whichever line it occurs.
void read_adjacency(Input& input, GraphBuilder& builder);

}  // namespace querent
