// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/graph/assemble.hpp>
#include <querent/graph/builder.hpp>
#include <querent/graph/graph.hpp>

namespace querent {

/// symmetrized() without GraphBLAS, with the same bits: merges the two directions of each edge. `s`
/// has an entry.
Graph symmetrized_plainly(const SparseRows& s, Symmetrize rule);

}  // namespace querent
