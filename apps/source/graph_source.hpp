// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <querent/apps/options/source_options.hpp>
#include <querent/apps/terminal/console.hpp>

namespace querent::apps {

/// A graph as it was read, and the files it came from.
struct LoadedGraph {
  GraphData data;
  std::vector<std::filesystem::path> files;
};

/// Finds SOURCE, fetches it where needed, and reads it, with progress bars. UsageError when it
/// names nothing, with the nearest data set.
LoadedGraph load_graph(const SourceOptions& options, const Console& console);

/// What was read, in one line or a few: sizes, then everything that was dropped or merged.
std::string summary_of(const GraphData& data);

}  // namespace querent::apps
