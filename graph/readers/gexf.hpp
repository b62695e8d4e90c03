// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/datasets/input.hpp>
#include <querent/graph/builder.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Reads a GEXF document, which Gephi and NetworkX write. The class is the node attribute that
/// ClassAttribute picks by its title. DataError with places.
void read_gexf(Input& input, GraphBuilder& builder);

}  // namespace querent
