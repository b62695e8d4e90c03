// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/App.hpp>

#include <querent/datasets/vectors/class_filter.hpp>
#include <querent/datasets/vectors/row_stream.hpp>
#include <querent/datasets/vectors/transform/row_transform.hpp>
#include <querent/graph/read.hpp>
#include <querent/spectral/null_vector.hpp>

namespace querent::apps {

/// The options of a command that the user typed; empty without a command line.
class GivenOptions {
 public:
  GivenOptions() = default;
  /// Call after parsing.
  explicit GivenOptions(const CLI::App& app);

  bool empty() const { return given_.empty(); }
  /// Whether "--component" was typed, by any of its names.
  bool has(std::string_view name) const;
  /// Throws UsageError if an option of these groups was typed, since it has no meaning for `what`.
  void refuse_groups(const std::vector<std::string>& groups, std::string_view what) const;
  /// Throws UsageError if one of these options was typed.
  void refuse(const std::vector<std::string>& names, std::string_view what) const;

 private:
  struct Given {
    std::string name;                ///< the name in messages
    std::vector<std::string> names;  ///< all names, with dashes
    std::string group;
  };
  std::vector<Given> given_;
};

/// How a vector file is read and its rows are transformed.
struct VectorSourceOptions {
  VectorOptions read;
  ClassFilter filter;
  TransformParams transform;
  bool no_bias = false;       ///< --no-bias
  bool scale_tables = false;  ///< standardise columns of CSV and ARFF, since --scale is not given
  bool cache = false;         ///< --cache: store a binary copy in the cache
};

inline constexpr const char* kVectorGroup = "Vectors";

/// Adds the options of kVectorGroup that control the reading of rows.
void add_vector_options(CLI::App& app, VectorSourceOptions& options);
/// Adds the options that choose among classes.
void add_class_options(CLI::App& app, VectorSourceOptions& options);

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

/// How a graph is embedded.
struct EmbedOptions {
  EmbeddingOptions embedding;
  NullVector null_vector = NullVector::kDrop;  ///< if not dropped, it is one of the columns
  bool no_cache = false;
  bool verbose = false;     ///< report the solver, its filter, cutoff and residual
  bool words = false;       ///< use node features unless --features decides
  bool may_extend = false;  ///< allows the embedding of a grown graph, see embedded_graph.hpp
  bool unsmoothed = false;  ///< features stay unsmoothed: the process of `auto` smooths them
  bool by_shard = false;    ///< shards of an embedding are read one at a time, when needed
};

inline constexpr const char* kEmbeddingGroup = "Embedding of a graph";
void add_embedding_options(CLI::App& app, EmbedOptions& options);

/// Adds --threads; the default is the number of processors.
void add_threads_option(CLI::App& app, int& threads);

/// Translates a message of the library to options of the command line: lenient=true, duplicates=sum
/// and label_column become --lenient, --duplicates sum and --label-column if `options` has them.
std::string with_flags(std::string_view message, const std::vector<std::string>& options);

/// The same for a note on a source, with the source options that all commands share.
std::string with_source_flags(std::string_view note);

}  // namespace querent::apps
