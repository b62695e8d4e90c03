// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include <querent/datasets/error.hpp>
#include <querent/graph/builder.hpp>

namespace [[gnu::visibility("default")]] querent {

/// An id and its place.
struct PlacedId {
  std::string_view id;
  Place place;
};

/// Treatment of an edge to a node that no node file listed.
enum class Unlisted {
  kAdd,   ///< no node file: the edge adds its nodes
  kDrop,  ///< counted as ReadReport::edges_to_unknown_nodes (17 lines of Citeseer)
};

/// Reads one line of a citation file. The papers' matrix is max(S, Sᵀ): a citation is an edge.
inline void add_citation(const PlacedId& cited, const PlacedId& citing, GraphBuilder& builder,
                         Unlisted unlisted) {
  if (unlisted == Unlisted::kDrop && (!builder.find(cited.id) || !builder.find(citing.id))) {
    ++builder.report().lines;
    ++builder.report().edges_to_unknown_nodes;
    return;
  }
  const Node u = builder.node(cited.id, cited.place);
  const Node v = builder.node(citing.id, citing.place);
  builder.add_edge(u, v, 1, cited.place.line);
}

}  // namespace querent
