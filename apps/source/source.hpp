// SPDX-License-Identifier: Apache-2.0
// A SOURCE as it is found, and the graph or the vectors that are read from it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <querent/apps/options/source_options.hpp>
#include <querent/apps/terminal/console.hpp>
#include <querent/apps/terminal/progress.hpp>
#include <querent/datasets/catalogue.hpp>
#include <querent/datasets/input.hpp>
#include <querent/datasets/locate.hpp>
#include <querent/datasets/vectors/vector_data.hpp>
#include <querent/graph/graph_data.hpp>
#include <querent/graph/neighbours.hpp>
#include <querent/learners/session/dataset_view.hpp>

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

/// Vectors as they were read, of the requested classes, and their files.
struct LoadedVectors {
  VectorData data;
  std::vector<std::filesystem::path> files;
  RowTransform transform = RowTransform();  ///< as fitted to the rows
  bool dense = false;                       ///< the layout of rows for scaling; a hash makes them
                                            ///< sparse
  std::vector<double> means = {};           ///< of the columns as read, for --missing mean
  std::optional<VectorData> as_read = {};  ///< set if `keep_as_read` is given and a default changed
                                           ///< the rows
};

/// The files of the rows and how to read them.
struct VectorRead {
  std::filesystem::path file;  ///< "-" is standard input
  VectorOptions options;

  /// The file of the rows, and the file of their labels if there is one.
  std::vector<std::filesystem::path> files() const;
};

/// Fetches the data set if needed.
VectorRead vector_read(const std::optional<DatasetInfo>& dataset, const SourceOptions& options,
                       int threads, const Console& console);

/// Fetches the vectors if needed and reads them, with progress bars; then applies the class filter
/// and the transformation of `options`, fitted to all rows. Rows are made dense first if at least a
/// third of their entries are not 0.
LoadedVectors load_vectors(OpenedSource source, const SourceOptions& options, int threads,
                           const Console& console);

/// The same without the transformation. Without `fill`, --missing mean leaves NaN.
LoadedVectors load_raw_vectors(OpenedSource source, const SourceOptions& options, int threads,
                               const Console& console, bool fill = true);

/// Applies scaling and bias of `params`, fitted to all rows.
VectorData transformed(VectorData data, const TransformParams& params);

/// The rows and labels; `data` must not move.
DatasetView dataset_view_of(const VectorData& data);

/// The nearest neighbours of the rows. Throws LimitError if the search takes too much memory.
Neighbours neighbours_of(const VectorData& data, const NeighbourOptions& options);

/// A few lines about the vectors: their size, then everything that was dropped or is remarkable.
/// `bias`: the first feature is the constant.
std::string summary_of(const VectorData& data, bool bias = false);

}  // namespace querent::apps
