// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <querent/datasets/input.hpp>
#include <querent/graph/bibliography/pair_graph.hpp>
#include <querent/graph/builder.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Members and groups, and how the members are called.
struct NamedIncidence {
  Incidence incidence;
  NodeNames names;
};

/// Reads a list of members and their groups, a pair a line (read_incidence_list). A member that is
/// named twice in a group is there once.
NamedIncidence read_incidence(Input& input);

/// How many pairs of members share a group, counted once a group: what B Bᵀ costs.
std::uint64_t pairs_in(const Incidence& incidence);

/// The graph on the members, the weight of an edge how many groups both are in; `labels` and
/// `features` as in read_graph(), may be null. LimitError beyond 2³² pairs.
GraphData read_incidence_graph(Input& incidence, Input* labels, Input* features,
                               const ReadOptions& options);

}  // namespace querent
