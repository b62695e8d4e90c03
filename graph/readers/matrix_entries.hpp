// SPDX-License-Identifier: Apache-2.0
// Shared by the readers of matrices: node data of an .npz archive (node_names, labels with
// class_names, attr_ arrays of features), and the entries of a matrix as edges.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <string>

#include <fmt/format.h>

#include <querent/graph/builder.hpp>
#include <querent/graph/readers/arrays/sparse_arrays.hpp>
#include <querent/graph/readers/symmetry.hpp>

namespace querent {

/// The array with that name. Throws DataError unless it has one element per node.
NpyArray array_of_nodes(const Npz& npz, const std::string& name, std::uint64_t n);

/// Adds n nodes with their node_names, or numbered without these.
void add_npz_nodes(const Npz& npz, std::uint64_t n, GraphBuilder& builder);

/// Label i of an array with one per node; "" is an unknown one: NaN, and −1 unless a label is below
/// it or all known ones are −1 and 1. The caller keeps `labels` alive.
std::function<std::string(std::uint64_t)> node_labels_in(const NpyArray& labels);

/// Sets the labels of the array `of` and the features, if they exist; labels are translated by
/// class_names if present.
void set_npz_labels(const Npz& npz, const std::string& of, std::uint64_t n, GraphBuilder& builder);
void set_npz_features(const Npz& npz, std::uint64_t n, GraphBuilder& builder);

/// `for_entries(visit)` calls visit(row, column, weight, place()) for each entry of the matrix, in
/// the same order both times: symmetry is known only after the first pass.
template <class ForEntries>
void add_matrix_entries(const ForEntries& for_entries, const Place& where, GraphBuilder& builder) {
  Symmetry symmetry;
  for_entries([&](Node i, Node j, double weight, auto place) {
    if (!(weight >= 0) || std::isinf(weight)) {
      throw DataError(place(),
                      fmt::format("expected a finite edge weight of at least 0, found {} — correct "
                                  "the weight, or drop the edge",
                                  weight));
    }
    symmetry.add(i, j, weight);
  });
  builder.set_directed(!symmetry.symmetric(), where);
  for_entries([&](Node i, Node j, double weight, auto) {
    // The lower half of a symmetric matrix adds nothing.
    if (symmetry.symmetric() && j < i && weight != 0) {
      ++builder.report().lines;
    } else {
      builder.add_edge(i, j, weight, 0);
    }
  });
}

/// The number of nodes of a rows × columns matrix, which must be square.
inline std::uint64_t matrix_size(const Place& where, std::uint64_t rows, std::uint64_t columns) {
  constexpr std::uint64_t kMaxNodes = 0xfffffffe;
  if (rows == columns && rows <= kMaxNodes) return rows;
  throw DataError(where,
                  fmt::format("expected a square matrix with at most {} rows, found {} x {} — the "
                              "matrix of a graph has one row and one column per node",
                              kMaxNodes, rows, columns));
}

}  // namespace querent
