// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/datasets/input.hpp>
#include <querent/graph/builder.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Reads a GEXF document, as written by Gephi and NetworkX. The class is the node attribute that
/// ClassAttribute selects by its title. Throws DataError with places.
void read_gexf(Input& input, GraphBuilder& builder);

}  // namespace querent
