// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include <querent/datasets/error.hpp>
#include <querent/graph/builder.hpp>
#include <querent/graph/readers/linqs.hpp>

namespace [[gnu::visibility("default")]] querent {

/// An id and its place.
struct PlacedId {
  std::string_view id;
  Place place;
};

/// Reads one line of a citation file; see Unlisted for papers missing from the node file.
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
