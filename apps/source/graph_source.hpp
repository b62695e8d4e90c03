// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <querent/apps/source/opened.hpp>
#include <querent/apps/terminal/console.hpp>

namespace querent::apps {

/// A graph as it was read, and its files.
struct LoadedGraph {
  GraphData data;
  std::vector<std::filesystem::path> files;
};

/// Fetches the graph if needed and reads it, with progress bars.
LoadedGraph load_graph(OpenedSource source, const SourceOptions& options, const Console& console);
/// The same for a source that must be a graph. Throws UsageError if it is not.
LoadedGraph load_graph(const SourceOptions& options, const Console& console);

/// Throws DataError for a weight whose square, or the sum of whose squares, exceeds a double: such
/// a graph has no computable eigenvectors.
void check_weights(const GraphData& data);

/// One or a few lines about the graph: its size, then everything that was dropped or merged.
std::string summary_of(const GraphData& data);

}  // namespace querent::apps
