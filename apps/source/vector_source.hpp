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
#include <querent/learners/session/examples.hpp>

namespace querent::apps {

/// Vectors as they were read, of the classes asked for, and the files they came from.
struct LoadedVectors {
  VectorData data;
  std::vector<std::filesystem::path> files;
  RowTransform transform = RowTransform();  ///< as learnt from the rows
  bool dense = false;                      ///< how the scalings saw rows, which a hash makes sparse
  std::optional<VectorData> as_read = {};  ///< where `keep_as_read` and a default changed them
};

/// Where the rows are, and how they are read.
struct VectorRead {
  std::filesystem::path file;  ///< "-" is standard input
  VectorOptions options;

  /// The file of the rows, and that of their labels where there is one.
  std::vector<std::filesystem::path> files() const;
};

/// Fetches the data set where needed.
VectorRead vector_read(const std::optional<DatasetInfo>& dataset, const SourceOptions& options,
                       int threads, const Console& console);

/// Fetches the vectors where needed and reads them, with progress bars; then the class filter and
/// the transformation of `options`, fitted to all rows. Rows of which at least a third of the
/// entries are not 0 are made dense first.
LoadedVectors load_vectors(OpenedSource source, const SourceOptions& options, int threads,
                           const Console& console);

/// The same without the transformation.
LoadedVectors load_raw_vectors(OpenedSource source, const SourceOptions& options, int threads,
                               const Console& console);

/// Scaling and bias as `params` say, fitted to all rows.
VectorData transformed(VectorData data, const TransformParams& params);

/// The rows and labels; `data` must stay where it is.
Examples examples_of(const VectorData& data);

/// The rows as points in single precision. LimitError where that takes more memory than any search
/// for neighbours should.
PointRows points_of(const VectorData& data);

/// What was read, in a few lines: sizes, then everything that was dropped or is remarkable. `bias`:
/// the first feature is the constant.
std::string summary_of(const VectorData& data, bool bias = false);

}  // namespace querent::apps
