// SPDX-License-Identifier: Apache-2.0
// The kinds of graphs that a bibliography supports.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <querent/apps/bibliography/graph_command.hpp>

namespace querent::apps {

/// A kind of graph and its number of edges.
struct KindEdges {
  GraphKind kind;
  std::uint64_t edges = 0;
};

/// The largest group whose members are connected, unless --max-group sets another limit.
std::uint64_t default_max_group(GraphKind kind);

/// All kinds that have edges, most edges first; kinds by references are included only if the
/// references were kept. `options.max_group` is replaced by the default of each kind, unless
/// `own_max_group`.
std::vector<KindEdges> kinds_with_edges(const Bibliography& bibliography, PairOptions options,
                                        bool own_max_group);

struct KindChoice {
  GraphKind kind;
  std::string why;  ///< "196 of 200 records name two or more authors"
};

/// Co-authors if half of the records name at least two authors, else the kind with the most edges.
KindChoice choose_kind(const Bibliography& bibliography, const PairOptions& options,
                       bool own_max_group);

/// Rejects a graph without edges and names the kinds that have edges; `others` is the result of
/// kinds_with_edges().
[[noreturn]] void refuse_no_edges(const Made& made, const GraphCommand& command,
                                  const std::vector<KindEdges>& others);

}  // namespace querent::apps
