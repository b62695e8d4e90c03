// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <variant>
#include <vector>

#include <querent/graph/graph.hpp>
#include <querent/learners/row.hpp>
#include <querent/spectral/files/sharded_rows.hpp>

namespace [[gnu::visibility("default")]] querent {

class Kernels;  // auto/kernels.hpp
struct Items;   // items.hpp

/// Rows of a matrix stored by rows: the embedding of a graph, a dense vector file.
struct DenseView {
  std::span<const double> values;
  std::size_t dim;

  DenseRow operator[](std::uint32_t i) const { return {values.subspan(i * dim, dim)}; }
};

/// Rows by their nonzeros (CSR): a vector file.
struct SparseView {
  std::span<const std::uint64_t> offsets;
  std::span<const std::uint32_t> index;
  std::span<const double> value;

  SparseRow operator[](std::uint32_t i) const {
    const std::uint64_t begin = offsets[i], count = offsets[i + 1] - begin;
    return {index.subspan(begin, count), value.subspan(begin, count)};
  }
};

/// Rows that are read shard by shard; a row is valid until the thread requests one of another
/// shard.
struct ShardView {
  const ShardedRows* rows;

  DenseRow operator[](std::uint32_t i) const { return {rows->row(i)}; }
};

/// The data of an experiment. Nothing is owned.
struct DatasetView {
  std::variant<DenseView, SparseView, ShardView> rows;
  std::span<const int> labels;  ///< class index of every row; negative if unknown
  std::span<const std::vector<int>>
      label_sets;  ///< the classes of every row, ascending, if rows may have several; else empty
  std::vector<std::uint32_t> stream;  ///< the rows that have a label, in the order of the source
  std::size_t dim = 0;
  int num_classes = 2;
  const Graph* graph = nullptr;     ///< whose nodes are the rows; null: none
  std::vector<RowView> views = {};  ///< views of the rows for an ensemble; none: the rows
  std::span<const std::uint32_t> blocks =
      {};  ///< the first row of each block that a random order keeps together; empty: no blocks
  std::shared_ptr<const Items> items = nullptr;      ///< the items of a session in pool order
  std::shared_ptr<const Kernels> kernels = nullptr;  ///< of the nodes, for `auto` in a stream

  /// Calls use(x_i) with a view of the row as it is stored.
  decltype(auto) with_row(std::uint32_t i, auto&& use) const {
    return std::visit([&](const auto& stored) { return use(stored[i]); }, rows);
  }
  /// x_i, a view.
  AnyRow row(std::uint32_t i) const {
    return with_row(i, [](const auto& x) { return AnyRow(x); });
  }
};

/// The rows that have a label.
inline std::vector<std::uint32_t> labelled_rows(std::span<const int> labels) {
  std::vector<std::uint32_t> rows;
  for (std::uint32_t i = 0; i < labels.size(); ++i) {
    if (labels[i] >= 0) rows.push_back(i);
  }
  return rows;
}

}  // namespace querent
