// SPDX-License-Identifier: Apache-2.0
// A sparse matrix S from a NumPy .npz archive in one of three layouts:
//
//   scipy.sparse.save_npz  data, indices, indptr, shape, format: csr, csc, coo or bsr
//   gnn-benchmark          adj_data, adj_indices, adj_indptr, adj_shape, and optionally labels,
//                          class_names, node_names, attr_*
//   PyTorch Geometric      edge_index, and optionally edge_weight, x, y, num_nodes
//
// Nodes without names are "0" … "n - 1". An asymmetric matrix is a directed graph. Arrays of Python
// objects are rejected by name; nothing is unpickled.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <querent/graph/formats.hpp>
#include <querent/graph/readers/arrays/sparse_arrays.hpp>
#include <querent/graph/readers/matrix_entries.hpp>

namespace querent {

namespace {

void add_edges(const SparseArrays& s, GraphBuilder& builder) {
  const auto for_entries = [&](auto visit) {
    for (std::uint64_t i = 0; i < s.rows; ++i) {
      s.for_row(i, [&](Node j, std::uint64_t k) {
        const auto [u, v] =
            s.by_columns ? std::pair(j, static_cast<Node>(i)) : std::pair(static_cast<Node>(i), j);
        visit(u, v, s.data.number(k), [&] { return s.data.place_of(k); });
      });
    }
  };
  add_matrix_entries(for_entries, s.indices.place_of(0), builder);
}

/// A node number below n.
Node node_at(const NpyArray& array, std::uint64_t k, std::uint64_t n) {
  const std::int64_t number = array.integer(k);
  if (number >= 0 && static_cast<std::uint64_t>(number) < n) return static_cast<Node>(number);
  throw DataError(array.place_of(k), fmt::format("expected a node from 0 to {}, found {} — is the "
                                                 "file damaged?",
                                                 static_cast<std::int64_t>(n) - 1, number));
}

void expect_size(const NpyArray& array, std::uint64_t size, std::string_view of) {
  if (array.size() == size) return;
  throw DataError(array.place_of(0), fmt::format("expected {} elements, {}, found {} — is the file "
                                                 "damaged?",
                                                 size, of, array.size()));
}

/// scipy's COO: entry k is data[k] at (row[k], col[k]).
void add_coordinates(const Npz& npz, std::uint64_t n, GraphBuilder& builder) {
  const NpyArray row = npz.array("row"), column = npz.array("col"), data = npz.array("data");
  expect_size(row, data.size(), "one per value");
  expect_size(column, data.size(), "one per value");
  const auto for_entries = [&](auto visit) {
    for (std::uint64_t k = 0; k < data.size(); ++k)
      visit(node_at(row, k, n), node_at(column, k, n), data.number(k),
            [&] { return data.place_of(k); });
  };
  add_matrix_entries(for_entries, row.place_of(0), builder);
}

/// scipy's BSR: data[k] is the dense block of r × c at block row i, block column indices[k], for k
/// from indptr[i] on.
void add_blocks(const Npz& npz, std::uint64_t n, GraphBuilder& builder) {
  const NpyArray data = npz.array("data"), indices = npz.array("indices"),
                 indptr = npz.array("indptr");
  const auto& shape = data.header().shape;
  const std::uint64_t r = shape.size() == 3 ? shape[1] : 0, c = shape.size() == 3 ? shape[2] : 0;
  if (r == 0 || c == 0 || n % r != 0 || n % c != 0 || data.header().fortran_order) {
    throw DataError(data.place_of(0),
                    "expected blocks that tile the matrix, found others — save matrix.tocsr()");
  }
  expect_size(indices, shape[0], "one per block");
  expect_size(indptr, n / r + 1, "the ends of the block rows");
  const auto for_entries = [&](auto visit) {
    for (std::uint64_t i = 0; i < n / r; ++i) {
      const std::int64_t begin = indptr.integer(i), end = indptr.integer(i + 1);
      if (begin < 0 || end < begin || static_cast<std::uint64_t>(end) > shape[0]) {
        throw DataError(indptr.place_of(i),
                        fmt::format("expected row ends that ascend from 0 to {}, found {} — is the "
                                    "file damaged?",
                                    shape[0], end));
      }
      for (auto k = static_cast<std::uint64_t>(begin); k < static_cast<std::uint64_t>(end); ++k) {
        const std::uint64_t column = node_at(indices, k, n / c);
        for (std::uint64_t at = 0; at < r * c; ++at) {
          const std::uint64_t value = k * r * c + at;
          if (data.number(value) == 0) continue;  // padding within a block
          visit(static_cast<Node>(i * r + at / c), static_cast<Node>(column * c + at % c),
                data.number(value), [&] { return data.place_of(value); });
        }
      }
    }
  };
  add_matrix_entries(for_entries, indices.place_of(0), builder);
}

/// PyTorch Geometric's arrays, saved by numpy.savez: edge_index of 2 × edges, and optionally
/// edge_weight, x (nodes × features), y and num_nodes.
void read_edge_index(const Npz& npz, GraphBuilder& builder) {
  const NpyArray edges = npz.array("edge_index");
  const auto& shape = edges.header().shape;
  if (shape.size() != 2 || shape[0] != 2) {
    throw DataError(edges.place_of(0),
                    "expected edge_index of two rows, sources and targets, found another shape — "
                    "save edge_index.T");
  }
  const std::uint64_t count = shape[1];
  const auto end_of = [&](std::uint64_t side, std::uint64_t k) {
    return edges.header().fortran_order ? 2 * k + side : side * count + k;
  };
  std::uint64_t n = 0;
  for (const std::string array : {"y", "x"}) {
    if (npz.has(array) && !npz.array(array).header().shape.empty())
      n = npz.array(array).header().shape[0];
  }
  if (n == 0 && npz.has("num_nodes")) {
    const NpyArray nodes = npz.array("num_nodes");
    expect_size(nodes, 1, "the number of nodes");
    n = static_cast<std::uint64_t>(std::max<std::int64_t>(nodes.integer(0), 0));
  } else if (n == 0) {
    for (std::uint64_t k = 0; k < edges.size(); ++k)
      n = std::max(n, static_cast<std::uint64_t>(std::max<std::int64_t>(edges.integer(k), 0)) + 1);
  }
  if (n > kFreeNodes + 64 * edges.size()) {
    throw LimitError(
        fmt::format("{}: {} nodes of which nearly all have no edge — number the nodes "
                    "without gaps",
                    to_string(edges.place_of(0)), n));
  }
  const bool weighted = npz.has("edge_weight");
  const NpyArray weight = npz.array(weighted ? "edge_weight" : "edge_index");
  if (weighted) expect_size(weight, count, "one per edge");
  add_npz_nodes(npz, n, builder);
  const auto for_entries = [&](auto visit) {
    for (std::uint64_t k = 0; k < count; ++k) {
      const std::uint64_t at = end_of(0, k);
      visit(node_at(edges, at, n), node_at(edges, end_of(1, k), n),
            weighted ? weight.number(k) : 1.0,
            [&] { return weighted ? weight.place_of(k) : edges.place_of(at); });
    }
  };
  add_matrix_entries(for_entries, edges.place_of(0), builder);
  set_npz_labels(npz, "y", n, builder);
  if (!npz.has("x")) return;
  const NpyArray x = npz.array("x");
  const std::uint64_t width = n == 0 ? 0 : x.size() / n;
  if (x.header().shape.size() != 2 || width * n != x.size() ||
      width > std::numeric_limits<std::uint32_t>::max()) {
    throw DataError(x.place_of(0),
                    "expected x of nodes x features, found another shape — save x.reshape(n, -1)");
  }
  builder.set_feature_dim(width);
  std::vector<std::pair<std::uint32_t, double>> row;
  for (std::uint64_t i = 0; i < n; ++i) {
    row.clear();
    for (std::uint64_t j = 0; j < width; ++j) {
      const std::uint64_t at = x.header().fortran_order ? j * n + i : i * width + j;
      const double v = x.number(at);
      if (!std::isfinite(v))
        throw DataError(x.place_of(at),
                        "expected a finite feature, found NaN or infinity — correct the value");
      if (v != 0) row.emplace_back(static_cast<std::uint32_t>(j), v);
    }
    builder.set_features(static_cast<Node>(i), row);
  }
}

void read_npz(Input& input, GraphBuilder& builder) {
  builder.report().format = "npz";
  const Npz npz(input);
  if (npz.has("edge_index")) return read_edge_index(npz, builder);
  // Arrays that hold a pickled matrix in some releases; reading them gives an error that names the
  // object array.
  for (const std::string array : {"adj_matrix", "adj"}) {
    if (npz.has(array)) npz.array(array);
  }
  const bool prefixed = npz.has("adj_indptr") || npz.has("adj_data");
  const auto form = [&]() -> std::string {
    if (prefixed || !npz.has("format")) return "csr";
    const NpyArray format = npz.array("format");
    return format.size() == 1 ? format.text(0) : "";
  }();
  if (form == "coo" || form == "bsr") {
    const NpyArray shape = npz.array("shape");
    expect_size(shape, 2, "rows and columns");
    const std::uint64_t n =
        matrix_size(shape.place_of(0), static_cast<std::uint64_t>(shape.integer(0)),
                    static_cast<std::uint64_t>(shape.integer(1)));
    // Nothing else in the file bounds the number of nodes.
    if (n > kFreeNodes + 64 * npz.array("data").size()) {
      throw LimitError(
          fmt::format("{}: {} rows of which nearly all are empty — number the nodes "
                      "without gaps",
                      to_string(shape.place_of(0)), n));
    }
    add_npz_nodes(npz, n, builder);
    form == "coo" ? add_coordinates(npz, n, builder) : add_blocks(npz, n, builder);
    set_npz_labels(npz, "labels", n, builder);
    return;
  }
  const SparseArrays s(npz, prefixed ? "adj_" : "");
  matrix_size(s.shape.place_of(0), s.rows, s.columns);
  add_npz_nodes(npz, s.rows, builder);
  add_edges(s, builder);
  set_npz_labels(npz, "labels", s.rows, builder);
  set_npz_features(npz, s.rows, builder);
}

}  // namespace

GraphFormat formats::npz() {
  return {.name = "npz",
          .ending = ".npz",
          .holds = Holds::kArchive,
          .recognises =
              [](const FileHead& head) {
                return head.bytes.starts_with("PK\x03\x04") && foreign_format(head.bytes).empty();
              },
          .read = read_npz};
}

}  // namespace querent
