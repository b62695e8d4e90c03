// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <optional>

#include <querent/datasets/input.hpp>
#include <querent/graph/builder.hpp>
#include <querent/graph/format.hpp>

namespace [[gnu::visibility("default")]] querent {

/// The files of a graph. GML, GraphML and npz files contain their labels, which a separate label
/// file replaces.
struct GraphSource {
  std::filesystem::path edges;  ///< "-" is standard input
  std::optional<std::filesystem::path> labels =
      {};  ///< id and label per line, or the node file of LINQS, Pubmed, DBLP four-area
  std::optional<std::filesystem::path> features =
      {};  ///< svmlight rows, in the order of the label file's lines
};

/// Called regularly with the fraction of the bytes read, 0 … 1 (-1 if the size is unknown); false
/// stops.
using Progress = std::function<bool(double share)>;

/// Reads, applies the policy of `options`, and returns one simple undirected graph with its node
/// data. Formats are recognised by content; if reading fails and the file's suffix suggested
/// another format, the DataError mentions it. Throws DataError with places, IoError, LimitError;
/// Cancelled if `progress` returns false.
GraphData read_graph(const GraphSource& source, const ReadOptions& options = {},
                     const Progress& progress = {});
/// The same from open inputs; `labels` and `features` may be null; `features` is consumed.
GraphData read_graph(Input& edges, Input* labels, Input* features, const ReadOptions& options = {});

}  // namespace querent
