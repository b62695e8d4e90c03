// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <querent/apps/options/given_options.hpp>
#include <querent/apps/options/vector_options.hpp>
#include <querent/graph/read.hpp>

namespace querent::apps {

/// How node features are used.
enum class NodeWords { kByLearner, kUse, kIgnore };

/// How SOURCE is interpreted.
enum class SourceKind { kByContent, kGraph, kVectors };

/// SOURCE and the options for reading it.
struct SourceOptions {
  std::string source;  ///< a data set's name, a file, "-", or empty when --edges is given
  std::string edges, labels, features;
  std::string label_column;                 ///< of a table of rows or of a label file
  NodeWords words = NodeWords::kByLearner;  ///< --features use|ignore
  int knn = 0;  ///< --knn: neighbours that connect rows to a graph; 0: none
  SourceKind kind = SourceKind::kByContent;  ///< --as
  SourceKind likely = SourceKind::kGraph;    ///< the reading of a table of two or three columns
  bool lenient = false;
  bool keep_as_read = false;  ///< also keeps rows as they were before scaling, for display
  bool labels_needed = true;  ///< false if a person will give the labels
  ReadOptions read;
  VectorSourceOptions vectors;
  GivenOptions given;  ///< the options that the user typed
};

inline constexpr const char* kGraphGroup = "Graph";

/// Declares them as the options of a command, for graphs and vectors.
void add_source_options(CLI::App& app, SourceOptions& options);
/// The same for commands that do not read labels: without options that choose among classes.
void add_unlabelled_source_options(CLI::App& app, SourceOptions& options);
/// Declares the options of graphs only.
void add_graph_source_options(CLI::App& app, SourceOptions& options);

/// `options.read` with the settings that a data set needs ("symmetrize", "or"), unless the user
/// chose others.
ReadOptions read_options_for(const SourceOptions& options,
                             const std::vector<std::pair<std::string, std::string>>& needed);

}  // namespace querent::apps
