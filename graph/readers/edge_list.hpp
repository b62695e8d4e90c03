// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/datasets/input.hpp>
#include <querent/graph/builder.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Reads an edge list: two node ids and perhaps a weight a line, separated by blanks, tabs or
/// commas; `#` and `%` begin comments. The headers of SNAP ("# Directed graph"), of KONECT ("% asym
/// weighted") and of CSV ("source,target,weight") are understood. Errors in lines go to
/// builder.errors(), up to ErrorList::kShown of them; then it stops.
void read_edge_list(Input& input, GraphBuilder& builder);

}  // namespace querent
