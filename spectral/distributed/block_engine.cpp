// SPDX-License-Identifier: Apache-2.0
// From the rows of this rank to what the block engine of one machine works on (graph/share.hpp).
//
//   own = the edges between this rank's nodes, in the order of nodes_by_locality.cpp (as quotient.cpp has it)
//   ghosts = the nodes of others that its rows name, by rank and then by their place there, so that
//            what is sent is read in order and hubs share lines of the cache here, too
//
// Twins are not joined: a class may lie on several ranks.
#include <querent/spectral/distributed/block_engine.hpp>

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <querent/graph/subgraph.hpp>
#include <querent/spectral/accuracy.hpp>
#include <querent/spectral/distributed/dealing.hpp>
#include <querent/spectral/distributed/ghost_exchange.hpp>
#include <querent/spectral/distributed/local_numbers.hpp>
#include <querent/spectral/nodes_by_locality.hpp>

namespace querent::distributed {
namespace {

/// Rows of a matrix as they grow.
struct Growing {
  std::vector<std::uint64_t> offsets{0};
  std::vector<Node> column;
  std::vector<double> weight;

  void add(Node j, const SparseRows& from, std::uint64_t entry) {
    column.push_back(j);
    if (!from.weight.empty()) weight.push_back(from.weight[entry]);
  }
  void end_row() { offsets.push_back(column.size()); }
  Graph graph() {
    return {Graph::Trusted{}, std::move(offsets), std::move(column), std::move(weight)};
  }
};

/// What a rank holds, in the order of the engine.
struct Parts {
  std::vector<Node> order;    // the row of the SharedGraph that each row is
  Graph own, others;          // edges among this rank's nodes, and to ghosts
  std::vector<Ghost> ghosts;  // by their numbers
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

Parts parts_of(const SparseRows& rows, const Ranges& ranges, int threads, const Ranks& ranks) {
  const std::uint64_t n = rows.num_rows();
  const LocalNumbers local(rows, ranges, ranks);
  Parts parts;
  std::vector<Node> place(n, kLeftOut);  // of each row in the order
  {
    const Graph own = edges_between(rows, local);
    parts.order = spectral::nodes_by_locality(own, threads);
    parts.own = subgraph(own, parts.order, place, threads);
  }
  const std::vector<Node> ids = local.others();
  const std::vector<Node> there =
      fetch(ranks, ranges, std::span<const Node>(place), std::span<const std::uint32_t>(ids));
  std::vector<Node> sorted(ids.size()), number(ids.size());
  std::iota(sorted.begin(), sorted.end(), Node{0});
  for (std::size_t k = 0; k < ids.size(); ++k)
    parts.ghosts.push_back({.rank = ranges.owner(ids[k]), .row = there[k]});
  const auto before = [](const Ghost& a, const Ghost& b) {
    return std::pair(a.rank, a.row) < std::pair(b.rank, b.row);
  };
  std::sort(sorted.begin(), sorted.end(),
            [&](Node a, Node b) { return before(parts.ghosts[a], parts.ghosts[b]); });
  for (std::size_t k = 0; k < sorted.size(); ++k) number[sorted[k]] = static_cast<Node>(k);
  std::sort(parts.ghosts.begin(), parts.ghosts.end(), before);

  Growing others;
  std::vector<std::pair<Node, std::uint64_t>> row;
  for (const Node i : parts.order) {
    row.clear();
    for (std::uint64_t k = rows.offsets[i]; k < rows.offsets[i + 1]; ++k) {
      if (!local.is_own(rows.column[k])) row.emplace_back(number[local[rows.column[k]] - n], k);
    }
    std::sort(row.begin(), row.end());
    for (const auto& [ghost, entry] : row) others.add(ghost, rows, entry);
    others.end_row();
  }
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
  Parts parts = parts_of(graph.rows, graph.ranges, threads, ranks);
  graph.rows = {};
  const GhostExchange exchange(ranks, parts.own.num_nodes(), parts.ghosts);
  Share share{.communicator = exchange,
              .ghosts = parts.others,
              .nodes = graph.ranges.total(),
              .first = graph.ranges.begin(ranks.rank),
              .components = graph.components,
              .component = {}};
  if (!graph.component.empty()) {
    for (const Node i : parts.order) share.component.push_back(graph.component[i]);
  }
  const Laplacian L(parts.own, share, kind, threads);
  const spectral::Problem problem{.L = L,
                                  .count = count,
                                  .tolerance = tolerance * L.norm_bound(),
                                  .value_error = spectral::allowed_value_error(tolerance),
                                  .progress = progress};
  spectral::EigenPairs pairs = spectral::solve_share(problem, std::move(parts.order));
  require_good(problem, pairs);
  if (graph.uneven) bring_home(pairs.vectors, dealing, ranks);
  traffic = exchange.traffic();
  if (ranks.count > 1)
    pairs.solver +=
        fmt::format(", {}{} exchanges of at most {} ghosts", graph.uneven ? "rows dealt, " : "",
                    traffic.exchanges, traffic.most_ghosts);
  return pairs;
}

}  // namespace querent::distributed
