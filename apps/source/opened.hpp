// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include <querent/apps/options/source_options.hpp>
#include <querent/apps/terminal/console.hpp>
#include <querent/datasets/catalogue.hpp>
#include <querent/datasets/input.hpp>

namespace querent::apps {

/// SOURCE, found and looked at, not yet read.
struct OpenedSource {
  SourceKind kind;  ///< kGraph or kVectors
  std::optional<DatasetInfo> dataset;
  std::string decided = {};   ///< what a table was taken for in doubt, and how to say otherwise
  std::optional<Input> pipe;  ///< what cannot be opened again: standard input, a named pipe
};

/// UsageError when SOURCE names nothing, with the nearest data set; when it is not of the kind that
/// `options` asks for; when an option was typed that has no meaning for its kind. A file is told by
/// content: what looks like an edge list is a graph, a table of four columns or more, or with names
/// of features in its header, is vectors; in doubt it is what `options.likely` says.
/// A file named like a data set is the file; that there are both is said.
OpenedSource open_source(const SourceOptions& options, const Console& console);

}  // namespace querent::apps
