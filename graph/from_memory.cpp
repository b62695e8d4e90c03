// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/from_memory.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include <querent/graph/graphblas_api.h>
#include <querent/graph/assemble.hpp>

namespace querent {

namespace {

// Whether it is an edge at all.
bool checked(const Edge& edge, std::uint64_t num_nodes) {
  if (edge.u >= num_nodes || edge.v >= num_nodes) {
    throw std::invalid_argument(
        fmt::format("graph_of: an edge joins {} and {}, the nodes are 0 … {}", edge.u, edge.v,
                    num_nodes == 0 ? 0 : num_nodes - 1));
  }
  if (!(edge.weight >= 0) || std::isinf(edge.weight)) {
    throw std::invalid_argument(fmt::format("graph_of: the edge of {} and {} has the weight {}",
                                            edge.u, edge.v, edge.weight));
  }
  return edge.u != edge.v && edge.weight > 0;
}

void check_size(std::uint64_t num_nodes) {
  if (num_nodes > std::numeric_limits<Node>::max() - std::uint64_t{1})
    throw std::invalid_argument("graph_of: at most 2^32 - 2 nodes");
}

void add(Entries& entries, Node row, Node column, double weight) {
  if (weight != 1 && entries.weight.empty()) entries.weight.assign(entries.key.size(), 1.0);
  entries.add(row, column);
  if (weight != 1 || !entries.weight.empty()) entries.weight.push_back(weight);
}

constexpr auto kTheSame = [](Node u, Node v, double earlier, double later) {
  if (earlier == later) return earlier;
  throw std::invalid_argument(fmt::format(
      "graph_of: the edge of {} and {} has two weights, {} and {}", u, v, earlier, later));
};

}  // namespace

Graph graph_of(std::uint64_t num_nodes, std::span<const Edge> edges) {
  check_size(num_nodes);
  Entries entries;
  for (const Edge& edge : edges) {
    if (checked(edge, num_nodes))
      add(entries, std::min(edge.u, edge.v), std::max(edge.u, edge.v), edge.weight);
  }
  return mirrored(sorted_rows(num_nodes, std::move(entries), kTheSame));
}

Graph graph_of(std::uint64_t num_nodes, std::span<const std::pair<Node, Node>> edges) {
  std::vector<Edge> all;
  all.reserve(edges.size());
  for (const auto& [u, v] : edges) all.push_back({u, v});
  return graph_of(num_nodes, all);
}

Graph graph_of_graphblas(GB_Matrix_opaque* S) {
  grb::initialise();
  GrB_Index rows = 0, columns = 0, count = 0;
  grb::check(GrB_Matrix_nrows(&rows, S), "GrB_Matrix_nrows");
  grb::check(GrB_Matrix_ncols(&columns, S), "GrB_Matrix_ncols");
  grb::check(GrB_Matrix_nvals(&count, S), "GrB_Matrix_nvals");
  check_size(std::max(rows, columns));
  std::vector<GrB_Index> row(count), column(count);
  std::vector<double> weight(count);
  grb::check(GrB_Matrix_extractTuples_FP64(row.data(), column.data(), weight.data(), &count, S),
             "GrB_Matrix_extractTuples");
  std::vector<Edge> entries(count);
  for (std::size_t k = 0; k < count; ++k)
    entries[k] = {static_cast<Node>(row[k]), static_cast<Node>(column[k]), weight[k]};
  return detail::graph_of_entries(rows, columns, entries);
}

Graph detail::graph_of_entries(std::uint64_t rows, std::uint64_t columns,
                               std::span<const Edge> given) {
  if (rows != columns) {
    throw std::invalid_argument(
        fmt::format("graph_of: the matrix of a graph is square, not {} × {}", rows, columns));
  }
  check_size(rows);
  Entries entries;
  for (const Edge& entry : given) {
    if (checked(entry, rows)) add(entries, entry.u, entry.v, entry.weight);
  }
  SparseRows sorted = sorted_rows(rows, std::move(entries), kTheSame);
  return Graph(std::move(sorted.offsets), std::move(sorted.column), std::move(sorted.weight));
}

}  // namespace querent
