// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/datasets/input.hpp>
#include <querent/graph/builder.hpp>

namespace [[gnu::visibility("default")]] querent {

/// True if `head` begins an object with nodes and links, as written by NetworkX's node_link_data
/// and D3.
bool looks_like_node_link(std::string_view head);

/// Reads node-link JSON. Nodes are named by their "id", or numbered from 0 without one; the class
/// is the attribute that ClassAttribute selects. Throws DataError with places.
void read_node_link(Input& input, GraphBuilder& builder);

}  // namespace querent
