// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include <querent/datasets/fields.hpp>
#include <querent/datasets/input.hpp>
#include <querent/graph/builder.hpp>

namespace [[gnu::visibility("default")]] querent {

/// What the first lines of an edge list say of all others.
struct EdgeListLayout {
  std::uint64_t lines = 0;  ///< of the file that lie before the input, then before its end
  Separator separator = Separator::kBlanks;
  std::size_t columns = 0;  ///< of the first record; 0 until it is met
  std::uint64_t first_line = 0;
  std::size_t from = 0, to = 1, weight = static_cast<std::size_t>(-1);
  bool named = false;  ///< a header says which columns are the ids
  bool plain_columns = false;
  bool konect = false;
  bool networkx = false;  ///< a dictionary stands behind each edge
};

/// Reads an edge list: two node ids and perhaps a weight a line, separated by blanks, tabs or
/// commas or semicolons; `#` and `%` begin comments. The headers of SNAP ("# Directed graph"), of
/// KONECT ("% asym weighted") and of CSV ("source,target,weight", Neo4j's ":START_ID") are
/// understood, and the dictionaries that NetworkX writes ("1 2 {'weight': 3}"). Errors in lines go
/// to builder.errors(), up to ErrorList::kShown of them; then it stops.
void read_edge_list(Input& input, GraphBuilder& builder);
/// The same for the next piece of a file whose lines before it had this layout; it becomes that of
/// the lines after it.
void read_edge_list(Input& input, GraphBuilder& builder, EdgeListLayout& layout);

}  // namespace querent
