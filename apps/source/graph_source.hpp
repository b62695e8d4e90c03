// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <querent/apps/source/opened.hpp>
#include <querent/apps/terminal/console.hpp>

namespace querent::apps {

/// A graph as it was read, and the files it came from.
struct LoadedGraph {
  GraphData data;
  std::vector<std::filesystem::path> files;
};

/// Fetches the graph where needed and reads it, with progress bars.
LoadedGraph load_graph(OpenedSource source, const SourceOptions& options, const Console& console);
/// The same for what can only be a graph. UsageError when SOURCE is none.
LoadedGraph load_graph(const SourceOptions& options, const Console& console);

/// DataError for a weight whose square, or the sum of whose kind, a double does not hold: no
/// eigenvector is found of such a graph.
void check_weights(const GraphData& data);

/// What was read, in one line or a few: sizes, then everything that was dropped or merged.
std::string summary_of(const GraphData& data);

}  // namespace querent::apps
