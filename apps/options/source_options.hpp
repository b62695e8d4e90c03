// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <querent/apps/options/given_options.hpp>
#include <querent/apps/options/vector_options.hpp>
#include <querent/graph/read.hpp>

namespace querent::apps {

/// What becomes of the features of nodes.
enum class NodeWords { kByLearner, kUse, kIgnore };

/// What SOURCE is taken for.
enum class SourceKind { kByContent, kGraph, kVectors };

/// SOURCE and how it is read.
struct SourceOptions {
  std::string source;  ///< a data set's name, a file, "-", or empty when --edges is given
  std::string edges, labels, features;
  std::string label_column;                 ///< of a table of rows or of a label file
  NodeWords words = NodeWords::kByLearner;  ///< --features use|ignore
  int knn = 0;  ///< --knn: neighbours that join rows to a graph; 0: none
  SourceKind kind = SourceKind::kByContent;  ///< --as
  SourceKind likely = SourceKind::kGraph;    ///< what a table of two or three columns is taken for
  bool lenient = false;
  bool keep_as_read = false;  ///< rows are kept as they were before scaling, to be shown
  bool labels_needed = true;  ///< not where a person will give them
  ReadOptions read;
  VectorSourceOptions vectors;
  GivenOptions given;  ///< which of them a person typed
};

inline constexpr const char* kGraphGroup = "Graph";

/// Declares them as the options of a command: a graph's, and those of vectors.
void add_source_options(CLI::App& app, SourceOptions& options);
/// The same where labels are not read: without those that choose among classes.
void add_unlabelled_source_options(CLI::App& app, SourceOptions& options);
/// Those of a graph alone.
void add_graph_source_options(CLI::App& app, SourceOptions& options);

/// `options.read` with what the reading of a data set needs ("symmetrize", "or"), where a person
/// said nothing else.
ReadOptions read_options_for(const SourceOptions& options,
                             const std::vector<std::pair<std::string, std::string>>& needed);

}  // namespace querent::apps
