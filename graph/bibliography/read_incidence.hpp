// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include <querent/datasets/input.hpp>
#include <querent/graph/bibliography/pair_graph.hpp>
#include <querent/graph/builder.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Members and groups, with the names of the members.
struct NamedIncidence {
  Incidence incidence;
  NodeNames names;
  std::string note;  ///< about the header; "" if there is none
};

/// Reads a list of members and their groups, one pair per line (read_incidence_list). Repeated
/// members of a group are merged.
NamedIncidence read_incidence(Input& input);

/// The graph on the members; the weight of an edge is the number of common groups. `labels` and
/// `features` are as in read_graph() and may be null. Throws LimitError beyond 2³² pairs.
GraphData read_incidence_graph(Input& incidence, Input* labels, Input* features,
                               const ReadOptions& options);

}  // namespace querent
