// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/datasets/input.hpp>
#include <querent/graph/builder.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Reads a square Matrix Market file (coordinate; pattern, real or integer; general or symmetric)
/// as the matrix S. Nodes are "1" … "n". A general matrix that is not symmetric is a directed
/// graph: ReadOptions::symmetrize decides. Throws LimitError if the header claims far more rows
/// than there are entries.
void read_matrix_market(Input& input, GraphBuilder& builder);

}  // namespace querent
