// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/graph/neighbours.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Fills `result`, which is sized for its k, with neighbours found by HNSW (Malkov and Yashunin,
/// TPAMI 42, 2020).
void search_approximately(const PointRows& points, const NeighbourOptions& options,
                          Neighbours& result);

}  // namespace querent
