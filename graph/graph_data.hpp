// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <querent/graph/graph.hpp>
#include <querent/graph/node_names.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Class index of an unlabelled node.
inline constexpr int kUnlabelled = -1;

/// Report of reading a graph; everything dropped or merged is counted.
struct ReadReport {
  std::string format;                  ///< "edge list", "GML", …
  std::uint64_t lines = 0;             ///< edge records read
  std::uint64_t self_loops = 0;        ///< dropped loops
  std::uint64_t duplicate_edges = 0;   ///< records merged into an earlier edge, in either direction
  std::uint64_t zero_weights = 0;      ///< dropped edges of weight 0
  std::uint64_t isolated_nodes = 0;    ///< nodes without an edge
  std::uint64_t unlabelled_nodes = 0;  ///< nodes without a label
  std::uint64_t labels_without_node = 0;     ///< ignored under `lenient`
  std::uint64_t edges_to_unknown_nodes = 0;  ///< dropped if the format lists its nodes (LINQS)
  std::uint64_t components = 0;              ///< components of the graph as read
  std::uint64_t nodes_outside_largest_component = 0;   ///< left out
  std::uint64_t labels_outside_largest_component = 0;  ///< of nodes left out
  std::vector<std::string> notes;  ///< further remarks for the user, one sentence each
};

/// Sparse features of nodes, row i for node i (CSR). Empty if the source has none.
struct NodeFeatures {
  std::uint64_t dim = 0;                          ///< columns
  std::vector<std::uint64_t> offsets;             ///< n + 1 entries, or empty
  std::vector<std::uint32_t> index;               ///< ascending within a row, from 0
  std::vector<double> value;                      ///< one per index
  bool empty() const { return offsets.empty(); }  ///< true: the source has none
  std::span<const std::uint32_t> row_index(std::uint64_t i) const {
    return std::span(index).subspan(offsets[i], offsets[i + 1] - offsets[i]);
  }
  std::span<const double> row_value(std::uint64_t i) const {
    return std::span(value).subspan(offsets[i], offsets[i + 1] - offsets[i]);
  }
  /// Appends a row; `offsets` must not be empty.
  void add_row(std::span<const std::uint32_t> columns, std::span<const double> values) {
    index.insert(index.end(), columns.begin(), columns.end());
    value.insert(value.end(), values.begin(), values.end());
    offsets.push_back(index.size());
  }
};

inline constexpr std::uint32_t kNoNode = 0xffffffff;

/// A graph with the user's data about its nodes.
struct GraphData {
  std::string name;                  ///< name of the source
  Graph graph;                       ///< undirected, without loops
  NodeNames names;                   ///< the user's ids, one per node
  std::vector<int> labels;           ///< class index or kUnlabelled per node; the first of a set
  std::vector<std::string> classes;  ///< the user's class names, sorted (numbers by value)
  std::vector<std::vector<int>>
      label_sets;         ///< multilabel sources: the classes of each node; else empty
  NodeFeatures features;  ///< row i for node i
  ReadReport report;      ///< what was read, changed and left out
  NodeNames outside;      ///< the ids of the nodes that were left out
  /// The node of each line of the label file (of labels.tsv in a folder of `querent graph`), in
  /// order; kNoNode if it is not in the graph. Empty without such a file.
  std::vector<std::uint32_t> label_order;
};

}  // namespace querent
