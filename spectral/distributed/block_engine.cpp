// SPDX-License-Identifier: Apache-2.0
// From the rows of this rank to the data of the block engine of one machine (graph/matrices/graph_part.hpp).
//
//   own = the edges between this rank's nodes, in the order of nodes_by_locality.cpp (as in quotient.cpp)
//   ghosts = the other ranks' nodes that its rows name, by rank and then by their place there:
//            sent rows are then read in order, and hubs share cache lines;
//            all nodes of a rank if nearly all are named
//   near = the ghosts of ranks on the same machine, which are read in place (ghost_exchange.hpp)
//
// Twins are not merged: a class may belong to several ranks.
#include <querent/spectral/distributed/embed_shared.hpp>

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <querent/graph/subgraph.hpp>
#include <querent/spectral/distributed/ghost_exchange.hpp>
#include <querent/spectral/distributed/local_numbers.hpp>
#include <querent/spectral/nodes_by_locality.hpp>
#include <querent/spectral/solvers/accuracy.hpp>

namespace querent::distributed {
namespace {

/// Rows of a matrix under construction.
struct Growing {
  std::vector<std::uint64_t> offsets{0};
  std::vector<Node> column;
  std::vector<double> weight;

  void add(Node j, const SparseRows& from, std::uint64_t entry) {
    column.push_back(j);
    if (!from.weight.empty()) weight.push_back(from.weight[entry]);
  }
  void end_row() { offsets.push_back(column.size()); }
  /// Takes a row of columns and the entries of `from` that belong to them; `row` is empty
  /// afterwards.
  void take_row(std::vector<std::pair<Node, std::uint64_t>>& row, const SparseRows& from) {
    std::sort(row.begin(), row.end());
    for (const auto& [j, entry] : row) add(j, from, entry);
    row.clear();
    end_row();
  }
  Graph graph() {
    return {Graph::Trusted{}, std::move(offsets), std::move(column), std::move(weight)};
  }
};

/// The data of a rank, in the order of the engine.
struct Parts {
  std::vector<Node> order;     // the row of the SharedGraph for each row
  Graph own, near, others;     // edges among this rank's nodes, on this machine, and to ghosts
  std::vector<Ghost> ghosts;   // by their numbers
  std::uint64_t num_near = 0;  // nodes of other ranks on this machine
};

Graph edges_between(const SparseRows& rows, const LocalNumbers& local) {
  Growing own;
  for (std::uint64_t i = 0; i < rows.num_rows(); ++i) {
    for (std::uint64_t k = rows.offsets[i]; k < rows.offsets[i + 1]; ++k) {
      if (local.is_own(rows.column[k])) own.add(local[rows.column[k]], rows, k);
    }
    own.end_row();
  }
  return own.graph();
}

/// The rows that a rank of `rows` rows sends if `asked` of them, ascending, are ghosts: all, if
/// that is nearly all. One piece of memory needs no packing: 0.95 to 0.98 of the time, measured
/// with two ranks of 10^6 nodes and 96 of 100 rows asked.
std::vector<Node> rows_to_send(std::span<const Node> asked, std::uint64_t rows) {
  if (10 * asked.size() >= 9 * rows) {
    std::vector<Node> all(rows);
    std::iota(all.begin(), all.end(), Node{0});
    return all;
  }
  std::vector<Node> sorted(asked.begin(), asked.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

Parts parts_of(const SparseRows& rows, const Ranges& ranges, const Machine& machine, int threads,
               const Ranks& ranks) {
  const std::uint64_t n = rows.num_rows();
  const LocalNumbers local(rows, ranges, ranks);
  Parts parts;
  std::vector<Node> place(n, kLeftOut);  // of each row in the order
  {
    const Graph own = edges_between(rows, local);
    std::vector<std::uint64_t> entries(
        n);  // also to nodes of other ranks, so that all hubs are together
    for (std::uint64_t i = 0; i < n; ++i) entries[i] = rows.offsets[i + 1] - rows.offsets[i];
    parts.order = spectral::nodes_by_locality(own, threads, entries);
    parts.own = subgraph(own, parts.order, place, threads);
  }
  const std::vector<Node> ids = local.others();
  const std::vector<Node> there =
      fetch(ranks, ranges, std::span<const Node>(place), std::span<const std::uint32_t>(ids));
  std::vector<Node> number(ids.size());
  std::vector<bool> is_near(ids.size(), false);
  for (std::size_t begin = 0, end = 0; begin < ids.size(); begin = end) {
    const int rank = ranges.owner(ids[begin]);  // ids ascend, so those of a rank are consecutive
    while (end < ids.size() && ids[end] < ranges.end(rank)) ++end;
    if (const auto start = machine.start(rank)) {
      for (std::size_t k = begin; k < end; ++k) {
        number[k] = static_cast<Node>(*start) + there[k];
        is_near[k] = true;
      }
      parts.num_near += end - begin;
      continue;
    }
    const std::span<const Node> asked(there.data() + begin, end - begin);
    const auto before = static_cast<Node>(parts.ghosts.size());
    const std::vector<Node> sent = rows_to_send(asked, ranges.size(rank));
    for (const Node row : sent) parts.ghosts.push_back({.rank = rank, .row = row});
    for (std::size_t k = begin; k < end; ++k) {
      const auto at = std::lower_bound(sent.begin(), sent.end(), there[k]);
      number[k] = before + static_cast<Node>(at - sent.begin());
    }
  }

  Growing near, others;
  std::vector<std::pair<Node, std::uint64_t>> near_row, others_row;
  for (const Node i : parts.order) {
    for (std::uint64_t k = rows.offsets[i]; k < rows.offsets[i + 1]; ++k) {
      if (local.is_own(rows.column[k])) continue;
      const std::size_t other = local[rows.column[k]] - n;
      (is_near[other] ? near_row : others_row).emplace_back(number[other], k);
    }
    near.take_row(near_row, rows);
    others.take_row(others_row, rows);
  }
  parts.near = near.graph();
  parts.others = others.graph();
  return parts;
}

}  // namespace

spectral::EigenPairs solve_on_ranks(SharedGraph& graph, LaplacianKind kind, Eigen::Index count,
                                    double tolerance, int threads, const Ranks& ranks,
                                    Traffic& traffic, const std::function<void(double)>& progress) {
  const Dealing dealing(graph.ranges.total(), ranks.count);
  if (graph.uneven) {
    graph.rows = dealt(graph.rows, dealing, ranks);
    if (!graph.component.empty()) graph.component = dealt(graph.component, dealing, ranks);
  }
  const Machine machine(ranks, graph.rows.num_rows());
  Parts parts = parts_of(graph.rows, graph.ranges, machine, threads, ranks);
  graph.rows = {};
  const GhostExchange exchange(ranks, machine, parts.own.num_nodes(), parts.ghosts, parts.num_near);
  GraphPart part{.communicator = exchange,
                 .near = std::move(parts.near),
                 .ghosts = std::move(parts.others),
                 .nodes = graph.ranges.total(),
                 .first = graph.ranges.begin(ranks.rank),
                 .components = graph.components};
  if (!graph.component.empty()) {
    for (const Node i : parts.order) part.component.push_back(graph.component[i]);
  }
  const Laplacian L(parts.own, part, kind, threads);
  const spectral::Problem problem{.L = L,
                                  .count = count,
                                  .tolerance = tolerance * L.norm_bound(),
                                  .value_error = spectral::allowed_value_error(tolerance),
                                  .progress = progress};
  spectral::EigenPairs pairs = spectral::solve_part(problem, std::move(parts.order));
  require_good(problem, pairs);
  if (graph.uneven) bring_home(pairs.vectors, dealing, ranks);
  traffic = exchange.traffic();
  if (ranks.count > 1)
    pairs.solver +=
        fmt::format(", {}{} exchanges of at most {} ghosts, {} rows of others read in place",
                    graph.uneven ? "rows dealt, " : "", traffic.exchanges, traffic.most_ghosts,
                    traffic.most_near);
  return pairs;
}

}  // namespace querent::distributed
