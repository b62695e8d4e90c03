// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/from_memory.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include <fmt/format.h>

#include <querent/graph/assemble.hpp>

#if QUERENT_WITH_GRAPHBLAS
#include <querent/graph/graphblas_api.h>
#endif

namespace querent {

namespace {

// Checks an edge; false for loops and edges of weight 0.
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

// Hash of an edge, independent of its direction: a folded 128-bit product.
inline std::uint64_t hash_of(Node low, Node high, double weight) {
  __extension__ using Product = unsigned __int128;
  const std::uint64_t key = (std::uint64_t{low} << 32 | high) ^ 0x9E3779B97F4A7C15U;
  const Product product =
      Product{key} * (std::bit_cast<std::uint64_t>(weight) ^ 0xA0761D6478BD642FU);
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

// Findings of a pass over the rows of a CSR matrix.
struct CsrFindings {
  bool rows_ascend = true, diagonal_empty = true, weights_fit = true, all_one = true;
  std::uint64_t hash = 0;  // of the upper triangle minus that of the lower
};

// Checks row i, whose last neighbour is known to be a node.
void check_row(std::span<const Node> row, const double* weights, Node i, CsrFindings& found) {
  bool ascend = true, fit = true, one = true;
  const auto weight = [&](std::size_t k) {
    if (weights == nullptr) return 1.0;
    const double w = weights[k];
    fit &= w > 0 && w <= std::numeric_limits<double>::max();
    one &= w == 1;
    return w;
  };
  for (std::size_t k = 1; k < row.size(); ++k) ascend &= row[k - 1] < row[k];
  std::size_t k = 0;
  std::uint64_t hash = 0;
  for (; k < row.size() && row[k] < i; ++k) hash -= hash_of(row[k], i, weight(k));
  found.diagonal_empty &= k == row.size() || row[k] != i;
  for (; k < row.size(); ++k) hash += hash_of(i, row[k], weight(k));
  found.rows_ascend &= ascend;
  found.weights_fit &= fit;
  found.all_one &= one;
  found.hash += hash;
}

}  // namespace

Graph graph_of_csr(std::shared_ptr<const void> owner, std::span<const std::uint64_t> offsets,
                   std::span<const Node> neighbours, std::span<const double> weights) {
  const auto need = [](bool condition, const char* what) {
    if (!condition) throw std::invalid_argument(std::string("graph_of_csr: ") + what);
  };
  const auto need_row = [&](bool condition, std::uint64_t i, const char* what) {
    if (!condition) need(false, fmt::format("row {}: {}", i, what).c_str());
  };
  need(!offsets.empty() && offsets.front() == 0 && offsets.back() == neighbours.size(),
       "offsets must run from 0 to the number of entries");
  need(weights.empty() || weights.size() == neighbours.size(), "one weight per entry, or none");
  const std::uint64_t n = offsets.size() - 1;
  check_size(n);
  CsrFindings found;
  for (std::uint64_t i = 0; i < n; ++i) {
    const std::uint64_t begin = offsets[i], end = offsets[i + 1];
    need_row(begin <= end && end <= neighbours.size(), i, "offsets must not decrease");
    if (begin == end) continue;
    need_row(neighbours[end - 1] < n, i, "neighbours must be nodes of the graph");
    check_row(neighbours.subspan(begin, end - begin),
              weights.empty() ? nullptr : weights.data() + begin, static_cast<Node>(i), found);
    need_row(found.rows_ascend, i, "neighbours must ascend");
    need_row(found.diagonal_empty, i, "the diagonal must be empty");
    need_row(found.weights_fit, i, "weights must be positive and finite");
  }
  need(found.hash == 0, "the matrix must be symmetric");
  if (found.all_one) weights = {};
  return Graph(Graph::Trusted{}, std::move(owner), offsets, neighbours, weights);
}

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

#if QUERENT_WITH_GRAPHBLAS
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
#endif

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
