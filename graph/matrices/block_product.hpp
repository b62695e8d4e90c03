// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <querent/graph/graph.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Best number of columns per pass over a matrix: a row of floats is 32 bytes, one AVX2 register
/// and half a cache line.
constexpr std::uint64_t kBlockColumns = 8;

/// One step of a three-term recurrence on rows `first` … `last` − 1 of a block of `columns`:
///   out_i ← (α_i in_i + β_i Σ_j S_ij in_j)/2          when `fresh`
///   out_i ← α_i in_i + β_i Σ_j S_ij in_j − out_i      otherwise
/// An unweighted graph is read as a pattern, four bytes per entry.
template <class Real>
[[gnu::visibility("default")]] void recurrence_rows(const Graph& graph, std::uint64_t first,
                                                    std::uint64_t last, std::uint64_t columns,
                                                    const Real* alpha, const Real* beta,
                                                    const Real* in, Real* out, bool fresh);

/// Adds the entries in other processes' rows (graph_part.hpp) to such a step of kBlockColumns
/// columns:
///   out_i ← out_i + β_i Σ_j S_ij in_j, half of it when `fresh`
/// where `in` holds the ghost rows.
template <class Real>
[[gnu::visibility("default")]] void add_ghost_rows(const Graph& ghosts, std::uint64_t first,
                                                   std::uint64_t last, const Real* beta,
                                                   const Real* in, Real* out, bool fresh);

extern template void recurrence_rows(const Graph&, std::uint64_t, std::uint64_t, std::uint64_t,
                                     const float*, const float*, const float*, float*, bool);
extern template void recurrence_rows(const Graph&, std::uint64_t, std::uint64_t, std::uint64_t,
                                     const double*, const double*, const double*, double*, bool);
extern template void add_ghost_rows(const Graph&, std::uint64_t, std::uint64_t, const float*,
                                    const float*, float*, bool);
extern template void add_ghost_rows(const Graph&, std::uint64_t, std::uint64_t, const double*,
                                    const double*, double*, bool);

}  // namespace querent
