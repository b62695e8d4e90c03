// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/datasets/input.hpp>
#include <querent/graph/builder.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Reads GML as found in practice: nodes by their `id`, their class as guessed by ClassAttribute
/// (never `label`, which is a title), the weight of an edge from `weight` or `value`. `directed 1`
/// leaves the choice to ReadOptions::symmetrize. Texts without quotes are accepted at the end of a
/// line and counted. Throws LimitError beyond 64 levels of brackets.
void read_gml(Input& input, GraphBuilder& builder);

}  // namespace querent
