// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <optional>

#include <querent/datasets/input.hpp>
#include <querent/graph/builder.hpp>
#include <querent/graph/format.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Where a graph is found. GML, GraphML and npz files bring their labels; a label file beside them
/// replaces those.
struct GraphSource {
  std::filesystem::path edges;  ///< "-" is standard input
  std::optional<std::filesystem::path>
      labels;  ///< id and label a line, or the node file of LINQS, Pubmed, DBLP four-area
  std::optional<std::filesystem::path>
      features;  ///< svmlight rows, in the order of the label file's lines
};

/// Called now and then with the share of the bytes read, 0 … 1 (-1 when the size is not known);
/// false stops.
using Progress = std::function<bool(double share)>;

/// Reads, applies the policy of `options`, and gives one simple undirected graph with all it knows
/// of its nodes. Formats are told by content; where reading fails and the file's name promised
/// another one, the DataError says so. DataError with places, IoError, LimitError; Cancelled when
/// `progress` says so.
GraphData read_graph(const GraphSource& source, const ReadOptions& options = {},
                     const Progress& progress = {});
/// The same from open inputs, `labels` and `features` may be null; `features` is consumed.
GraphData read_graph(Input& edges, Input* labels, Input* features, const ReadOptions& options = {});

}  // namespace querent
