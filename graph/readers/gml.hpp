// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/datasets/input.hpp>
#include <querent/graph/builder.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Reads GML as found in the wild: nodes by their `id`, their class by ClassAttribute's guess
/// (never `label`, which is a title), the weight of an edge in `weight` or `value`. `directed 1`
/// leaves the choice to ReadOptions::symmetrize. Texts without quotes are read when they end their
/// line, and counted. LimitError beyond 64 levels of brackets.
void read_gml(Input& input, GraphBuilder& builder);

}  // namespace querent
