// SPDX-License-Identifier: Apache-2.0
// Which kinds of graphs a bibliography supports.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <querent/apps/bibliography/graph_command.hpp>

namespace querent::apps {

/// A kind of graph and how many edges it would have.
struct KindEdges {
  GraphKind kind;
  std::uint64_t edges = 0;
};

/// The largest group that joins its members, unless --max-group says otherwise.
std::uint64_t default_max_group(GraphKind kind);

/// Every kind that has edges, most edges first; of kinds by references only where these were kept.
/// `options.max_group` is replaced by the default of each kind, unless `own_max_group`.
std::vector<KindEdges> kinds_with_edges(const Bibliography& bibliography, PairOptions options,
                                        bool own_max_group);

struct KindChoice {
  GraphKind kind;
  std::string why;  ///< "196 of 200 records name two or more authors"
};

/// Co-authors if half of the records name two authors or more, else the kind with the most edges.
KindChoice choose_kind(const Bibliography& bibliography, const PairOptions& options,
                       bool own_max_group);

/// Refuses a graph without edges and names the kinds that have some; `others` is what
/// kinds_with_edges() found.
[[noreturn]] void refuse_no_edges(const Made& made, const GraphCommand& command,
                                  const std::vector<KindEdges>& others);

}  // namespace querent::apps
