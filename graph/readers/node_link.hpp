// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/datasets/input.hpp>
#include <querent/graph/builder.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Whether `head` begins an object that holds nodes and links, as NetworkX's node_link_data and D3
/// have it.
bool looks_like_node_link(std::string_view head);

/// Reads node-link JSON. Nodes are called by their "id", or by their number from 0 where they have
/// none; the class is the attribute that ClassAttribute picks. DataError with places.
void read_node_link(Input& input, GraphBuilder& builder);

}  // namespace querent
