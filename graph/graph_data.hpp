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

/// A sparse matrix by rows (CSR), such as the features of nodes or items. Without rows: none.
struct CsrMatrix {
  struct Row {
    std::span<const std::uint32_t> index;
    std::span<const double> value;
  };
  std::vector<std::uint64_t> offsets{0};  ///< rows + 1 entries
  std::vector<std::uint32_t> index = {};  ///< ascending within a row, from 0
  std::vector<double> value = {};         ///< one per index
  std::size_t dim = 0;                    ///< columns

  bool empty() const { return offsets.size() < 2; }          ///< no rows
  std::uint64_t rows() const { return offsets.size() - 1; }  ///< n
  Row operator[](std::uint64_t i) const {
    const std::uint64_t begin = offsets[i], count = offsets[i + 1] - begin;
    return {std::span(index).subspan(begin, count), std::span(value).subspan(begin, count)};
  }
  void add_row(const Row& row) {
    index.insert(index.end(), row.index.begin(), row.index.end());
    value.insert(value.end(), row.value.begin(), row.value.end());
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
      label_sets;      ///< multilabel sources: the classes of each node; else empty
  CsrMatrix features;  ///< row i for node i
  ReadReport report;   ///< what was read, changed and left out
  NodeNames outside;   ///< the ids of the nodes that were left out
  /// The node of each line of the label file (of labels.tsv in a folder of `querent graph`), in
  /// order; kNoNode if it is not in the graph. Empty without such a file.
  std::vector<std::uint32_t> label_order;
};

}  // namespace querent
