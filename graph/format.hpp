// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include <querent/datasets/input.hpp>
#include <querent/graph/builder.hpp>

namespace [[gnu::visibility("default")]] querent {

/// The rest of a text after leading blanks and line ends.
std::string_view without_blanks_in_front(std::string_view text);

/// The beginning of a file, for recognising its format.
struct FileHead {
  explicit FileHead(std::string_view head, std::string_view file_name = {});

  std::string_view bytes;  ///< first bytes, without a byte order mark
  std::string_view text;   ///< the same without leading blanks
  std::string_view line;   ///< the first line that is neither empty nor a comment
  std::string_view name;   ///< name of the file; may be empty
};

enum class Holds {
  kGraph,
  kNodes,      ///< a list of nodes, with edges in another file
  kRows,       ///< rows of features
  kArchive,    ///< a graph or rows, depending on its members
  kPlainText,  ///< any other text: edges, labels or a table
  kUnread,     ///< named by foreign_format(), but unsupported
};

/// A format of graphs or of an accompanying file. Each is defined at the end of its reader's file
/// and listed in formats.hpp, the only places that name it.
struct GraphFormat {
  std::string_view name;         ///< its name in messages: "edge list", "GML"
  std::string_view ending = {};  ///< usual suffix of file names: ".gml"
  Holds holds = Holds::kGraph;
  bool (*recognises)(const FileHead& head) = nullptr;
  void (*read)(Input& edges, GraphBuilder& builder) = nullptr;  ///< nullptr: it has no edges
  /// Reads the list of nodes: this file for Holds::kNodes, else the label file that is required
  /// before the edges.
  void (*read_nodes)(Input& nodes, GraphBuilder& builder) = nullptr;
  std::string_view edges = {};  ///< Holds::kNodes: format name of its edges
  /// Holds::kNodes: reads its edges and drops those to other nodes.
  void (*read_edges)(Input& edges, GraphBuilder& builder) = nullptr;
  std::string_view needs = {};   ///< required accompanying file, read by read_nodes
  std::string_view remedy = {};  ///< if it is given as edges but has none, or `needs` is missing
  std::string_view edges_remedy = {};  ///< Holds::kNodes: if its edges have another format
  bool class_attribute = false;        ///< reads ReadOptions::class_attribute
};

/// All formats, in the order in which they are recognised.
std::span<const GraphFormat> graph_formats();

/// Determines the format of a file from its first bytes. Any other text is an edge list (or a label
/// file).
const GraphFormat& recognise(const FileHead& head);

/// The format named `name`; nullptr if unknown.
const GraphFormat* format_named(std::string_view name);

/// Name of an unsupported format that `head` shows, and how to convert it: "a tar archive — unpack
/// it …". Empty for anything else.
std::string_view foreign_format(std::string_view head);

/// The format suggested by a file's suffix, compressed or not; nullptr if none.
const GraphFormat* format_of_name(std::string_view name);

}  // namespace querent
