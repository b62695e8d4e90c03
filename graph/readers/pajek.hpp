// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/datasets/input.hpp>
#include <querent/graph/builder.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Reads a network of Pajek (.net), as NetworkX, igraph and VOSviewer write it: *Vertices, *Edges,
/// *Arcs, *Edgeslist, *Arcslist. A node is called by its label; a file with arcs is directed.
/// Errors in lines go to builder.errors().
void read_pajek(Input& input, GraphBuilder& builder);

}  // namespace querent
