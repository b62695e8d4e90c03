// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <vector>

#include <querent/graph/assemble.hpp>
#include <querent/graph/builder.hpp>
#include <querent/graph/graph_data.hpp>
#include <querent/spectral/distributed/ranks.hpp>

namespace querent::distributed {

/// This rank's share of the lines of an edge list, read like read_edge_list does: whole lines of
/// about size/ranks bytes, with their numbers in the file. Collective: a DataError of the first
/// rank that has one ends the job. Only edge lists can be divided: DataError for another format,
/// with the remedy. The policy is applied to the share, except that all components are kept; the
/// numbers and counts of GraphBuilder are those of this share. `unpacked` is a file on a file
/// system of all ranks, for the text of a compressed list. `progress` gets fractions of its bytes.
GraphData read_part(const std::filesystem::path& file, const ReadOptions& options,
                    const Ranks& ranks, const std::filesystem::path& unpacked,
                    const std::function<void(double)>& progress);

/// An undirected graph whose rows are distributed over the ranks, contiguous ones for each rank,
/// with about equal work. Nodes are numbered as by the reader of one machine, for any number of
/// ranks.
struct SharedGraph {
  Ranges ranges;  ///< of nodes, by rank
  bool uneven =
      false;        ///< contiguous rows of equal work differ in entries: the ranges are Dealing's
  SparseRows rows;  ///< this rank's rows of S, with columns of all ranks
  NodeNames names;  ///< the user's ids of this rank's nodes
  std::vector<Node> component;   ///< of this rank's nodes; empty if there is one
  std::uint64_t components = 1;  ///< among the nodes kept
  std::uint64_t num_edges = 0;   ///< of the whole graph
  ReadReport report;             ///< of the whole file
};

/// Reads an edge list, each rank a share of its lines (read_part), and applies the policy of
/// `options` like GraphBuilder::finish does: the same nodes, edges and counts. `unpacked` is a file
/// for the text of a compressed list, on a file system of all ranks. Collective.
SharedGraph read_shared(const std::filesystem::path& file, const ReadOptions& options,
                        const Ranks& ranks, const std::filesystem::path& unpacked,
                        const std::function<void(double)>& progress);

/// The steps of read_shared. Rows of S, by `ranges`, from the graphs of all ranks' shares, whose
/// nodes have the numbers `number`; the policy for duplicates is applied to edges in several
/// shares.
SparseRows assemble_rows(GraphData& part, const std::vector<Node>& number, const Ranges& ranges,
                         Duplicates duplicates, const Ranks& ranks);

/// Components, numbered by their first node.
struct SharedComponents {
  std::vector<Node> of;              ///< of this rank's nodes
  std::vector<std::uint64_t> sizes;  ///< of all, on every rank
};
/// Rank 0 joins the spanning forests of the ranks' rows; it needs 4 bytes per node of the whole
/// graph.
SharedComponents find_components(const SparseRows& rows, const Ranges& ranges, const Ranks& ranks);

}  // namespace querent::distributed
