// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <querent/apps/source/opened.hpp>
#include <querent/apps/terminal/console.hpp>
#include <querent/datasets/vectors/vector_data.hpp>
#include <querent/graph/neighbours.hpp>
#include <querent/learners/session/dataset_view.hpp>

namespace querent::apps {

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

/// The rows as points in single precision. Throws LimitError if that takes too much memory for a
/// search for neighbours.
PointRows points_of(const VectorData& data);

/// A few lines about the vectors: their size, then everything that was dropped or is remarkable.
/// `bias`: the first feature is the constant.
std::string summary_of(const VectorData& data, bool bias = false);

}  // namespace querent::apps
