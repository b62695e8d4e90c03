// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/datasets/input.hpp>
#include <querent/graph/builder.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Reads a network of Pajek (.net), as written by NetworkX, igraph and VOSviewer: *Vertices,
/// *Edges, *Arcs, *Edgeslist, *Arcslist. Nodes are named by their labels; a file with arcs is
/// directed. Errors in lines go to builder.errors().
void read_pajek(Input& input, GraphBuilder& builder);

}  // namespace querent
