// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string_view>

#include <querent/datasets/input.hpp>
#include <querent/graph/builder.hpp>

namespace [[gnu::visibility("default")]] querent {

enum class GraphFormat {
  kEdgeList,
  kGml,
  kGraphMl,
  kMatrixMarket,
  kNpz,
  kLinqsContent,  ///< id, words, class: a LINQS node file
  kPubmedCites,   ///< "DIRECTED cites"
  kPubmedNodes,   ///< "NODE paper"
  kFourArea,      ///< DBLP four-area's paper_author.txt: told by its name, its content is two ids
  kAdjacency,     ///< a node and its neighbours a line
  kGexf,
  kPajek,
  kNodeLink,      ///< JSON of nodes and links
  kSvmlight,      ///< rows of features: not a graph
  kForeign,       ///< foreign_format() knows what, no reader does
};

/// "edge list", "GML", …
std::string_view to_string(GraphFormat format);

/// The format of a file from its first bytes. A text that is nothing else is an edge list (or a
/// label file).
GraphFormat recognise(std::string_view head);

/// What is known to begin with `head` and is not read here, with what to do about it: "a tar
/// archive — unpack it …". Empty for anything else.
std::string_view foreign_format(std::string_view head);

/// The format that a file's name promises (.gml, .graphml, .mtx, .npz), compressed or not.
std::optional<GraphFormat> format_of_name(std::string_view name);

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
