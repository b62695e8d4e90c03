// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <querent/apps/options/source_options.hpp>
#include <querent/apps/terminal/console.hpp>
#include <querent/datasets/catalogue.hpp>
#include <querent/datasets/input.hpp>
#include <querent/datasets/locate.hpp>

namespace querent::apps {

/// SOURCE, found and identified, but not yet read.
struct OpenedSource {
  SourceKind kind;  ///< kGraph or kVectors
  std::optional<DatasetInfo> dataset;
  std::string decided = {};   ///< how an ambiguous table was read, and how to change that
  std::optional<Input> pipe;  ///< an input that cannot be opened again: standard input or a named
                              ///< pipe
};

/// Throws UsageError if SOURCE does not exist (with the most similar data set), if it is not of the
/// kind that `options` asks for, and for a typed option that does not apply to its kind. The kind
/// is recognised by content: an edge list is a graph; a table of at least four columns, or with
/// names of features in its header, is vectors; ambiguous tables follow `options.likely`. A file
/// takes precedence over a data set of the same name, with a note.
OpenedSource open_source(const SourceOptions& options, const Console& console);

/// The data sets known by name, those of the user last.
std::vector<std::string> dataset_names();

/// Finds a data set and fetches missing files, with a progress bar; notes go to standard error.
LocatedDataset locate_with_progress(const DatasetInfo& dataset, const Console& console);

}  // namespace querent::apps
