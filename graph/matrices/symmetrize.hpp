// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/graph/assemble.hpp>
#include <querent/graph/builder.hpp>

namespace [[gnu::visibility("default")]] querent {

/// The undirected graph of a directed one with the matrix S of empty diagonal: max(S, Sᵀ), min(S,
/// Sᵀ) or S + Sᵀ, by GraphBLAS. Throws std::invalid_argument for Symmetrize::kRefuse.
Graph symmetrized(const SparseRows& s, Symmetrize rule);

}  // namespace querent
