// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/datasets/input.hpp>
#include <querent/graph/builder.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Whether `head` begins as NetworkX's write_adjlist and write_multiline_adjlist do, with three
/// comments of which the second is the time.
bool looks_like_adjacency(std::string_view head);

/// Reads lines of a node and its neighbours, or NetworkX's "node degree" with as many lines of one
/// neighbour and its dictionary below. Each edge counts once, in whichever line it stands.
void read_adjacency(Input& input, GraphBuilder& builder);

}  // namespace querent
