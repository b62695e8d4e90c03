// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include <querent/datasets/input.hpp>
#include <querent/graph/builder.hpp>

namespace [[gnu::visibility("default")]] querent {

/// What follows the blanks and line ends at the beginning of a text.
std::string_view without_blanks_in_front(std::string_view text);

/// What a file shows of itself before it is read.
struct FileHead {
  explicit FileHead(std::string_view head, std::string_view file_name = {});

  std::string_view bytes;  ///< the first ones, without a byte order mark
  std::string_view text;   ///< without the blanks in front
  std::string_view line;   ///< the first line that is neither empty nor a comment
  std::string_view name;   ///< of the file; may be empty
};

enum class Holds {
  kGraph,
  kNodes,      ///< a list of nodes, whose edges are in a file beside it
  kRows,       ///< rows of features
  kArchive,    ///< a graph or rows: its members say which
  kPlainText,  ///< a text that is nothing else: edges, labels or a table
  kUnread,     ///< foreign_format() knows what, no reader does
};

/// A format of graphs, or of a file beside one. It is said at the end of its reader's file, and
/// listed in formats.hpp: nothing else knows it.
struct GraphFormat {
  std::string_view name;         ///< as messages call it: "edge list", "GML"
  std::string_view ending = {};  ///< of the file names that promise it: ".gml"
  Holds holds = Holds::kGraph;
  bool (*recognises)(const FileHead& head) = nullptr;
  void (*read)(Input& edges, GraphBuilder& builder) = nullptr;  ///< null: there are no edges in it
  /// Reads the list of nodes: of Holds::kNodes this file, else the label file without which the
  /// edges cannot be read.
  void (*read_nodes)(Input& nodes, GraphBuilder& builder) = nullptr;
  std::string_view edges = {};  ///< Holds::kNodes: the name of the format of its edges
  /// Holds::kNodes: reads its edges, and leaves out those to other nodes.
  void (*read_edges)(Input& edges, GraphBuilder& builder) = nullptr;
  std::string_view needs = {};  ///< what must lie beside the edges, where read_nodes is to read it
  std::string_view remedy =
      {};  ///< where it is given as edges and holds none, or `needs` is missing
  std::string_view edges_remedy =
      {};  ///< Holds::kNodes: where the edges beside it are of another format
};

/// All formats, in the order in which they are recognised.
std::span<const GraphFormat> graph_formats();

/// The format of a file from its first bytes. A text that is nothing else is an edge list (or a
/// label file).
const GraphFormat& recognise(const FileHead& head);

/// The format called `name`; null for none.
const GraphFormat* format_named(std::string_view name);

/// Name of a format that `head` shows and that is not read here, and how to convert it: "a tar
/// archive — unpack it …". Empty for anything else.
std::string_view foreign_format(std::string_view head);

/// The format that a file's name promises by its ending, compressed or not; null for none.
const GraphFormat* format_of_name(std::string_view name);

}  // namespace querent
