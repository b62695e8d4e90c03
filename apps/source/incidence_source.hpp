// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/apps/options/source_options.hpp>
#include <querent/apps/source/graph_source.hpp>
#include <querent/graph/bibliography/read_incidence.hpp>

namespace querent::apps {

/// Whether the edges are a list of members and groups (--incidence).
bool is_incidence(const SourceOptions& options);

/// The graph of the list, B Bᵀ.
LoadedGraph load_incidence_graph(const SourceOptions& options, const Console& console);

/// With more pairs of members, B itself is embedded: as a graph they would take 3 GB.
inline constexpr std::uint64_t kMostPairs = std::uint64_t{1} << 27;

}  // namespace querent::apps
