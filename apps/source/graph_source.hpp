// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <querent/apps/options/source_options.hpp>
#include <querent/apps/source/opened.hpp>
#include <querent/apps/terminal/console.hpp>
#include <querent/apps/terminal/progress.hpp>
#include <querent/graph/graph_data.hpp>

namespace querent::apps {

/// A graph as it was read, and its files.
struct LoadedGraph {
  GraphData data;
  std::vector<std::filesystem::path> files;
};

/// Shows the share of the work that is done; returns false after an interrupt.
std::function<bool(double)> reporting(Progress& progress);

/// Fetches the graph if needed and reads it, with progress bars.
LoadedGraph load_graph(OpenedSource source, const SourceOptions& options, const Console& console);
/// The same for a source that must be a graph. Throws UsageError if it is not.
LoadedGraph load_graph(const SourceOptions& options, const Console& console);

/// Throws DataError for a weight whose square, or the sum of whose squares, exceeds a double: such
/// a graph has no computable eigenvectors.
void check_weights(const GraphData& data);

/// One or a few lines about the graph: its size, then everything that was dropped or merged.
std::string summary_of(const GraphData& data);

/// Whether the edges are a list of members and groups (--incidence).
bool is_incidence(const SourceOptions& options);

/// The graph of the list, B Bᵀ.
LoadedGraph load_incidence_graph(const SourceOptions& options, const Console& console);

/// With more pairs of members, B itself is embedded: as a graph they would take 3 GB.
inline constexpr std::uint64_t kMostPairs = std::uint64_t{1} << 27;

/// The size of a graph.
struct Extent {
  std::uint64_t nodes = 0, edges = 0;
};

/// The same for a graph whose edges are not in `data`.
std::string summary_of(const GraphData& data, const Extent& extent);

}  // namespace querent::apps
