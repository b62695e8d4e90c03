// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include <querent/datasets/input.hpp>
#include <querent/datasets/text/fields.hpp>
#include <querent/graph/builder.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Layout of an edge list, determined from its first lines.
struct EdgeListLayout {
  std::uint64_t lines = 0;  ///< lines of the file before the input, later before its end
  Separator separator = Separator::kBlanks;
  std::size_t columns = 0;  ///< in the first record; 0 before it
  std::uint64_t first_line = 0;
  std::size_t from = 0, to = 1, weight = static_cast<std::size_t>(-1);
  std::size_t type = static_cast<std::size_t>(-1);  ///< Gephi's column Directed or Undirected
  bool named = false;                               ///< a header names the id columns
  bool plain_columns = false;
  bool konect = false;
  bool networkx = false;  ///< a dictionary follows each edge
};

/// Reads an edge list: two node ids and an optional weight per line, separated by blanks, tabs,
/// commas or semicolons; `#` and `%` begin comments. Headers of SNAP ("# Directed graph"), of
/// KONECT ("% asym weighted") and of CSV ("source,target,weight", Neo4j's ":START_ID") are
/// supported, and the dictionaries that NetworkX writes ("1 2 {'weight': 3}"). Errors go to
/// builder.errors(), which keeps the first of them and counts the others.
void read_edge_list(Input& input, GraphBuilder& builder);
/// Reads the next piece of a file whose earlier lines had this layout, and updates the layout.
void read_edge_list(Input& input, GraphBuilder& builder, EdgeListLayout& layout);

}  // namespace querent
