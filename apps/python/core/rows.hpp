// SPDX-License-Identifier: Apache-2.0
// Reads rows of NumPy and SciPy in place: n × d doubles or floats, or CSR with indices of 32 or 64
// bits and values that are doubles, floats, bytes or booleans. Values of other types are converted
// a few rows at a time. Every row is checked when it is read. Indices are copied block by block
// before the check, since another thread may write to the caller's array.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <querent/learners/row.hpp>

#include "arrays.hpp"

namespace querent::python {

/// Buffers for rows that are converted to the library's types.
struct RowRoom {
  std::vector<std::uint32_t> index;
  std::vector<double> value;
};

class Rows {
 public:
  /// An n × d array; types other than double and float are converted to double.
  explicit Rows(py::array dense);
  /// n + 1 offsets, indices, values, d columns. Throws std::invalid_argument if the offsets are
  /// invalid.
  Rows(const py::array& offsets, py::array index, py::array value, std::size_t dim);

  std::size_t size() const { return n_; }
  std::size_t dim() const { return dim_; }
  bool sparse() const { return sparse_; }
  std::size_t entries() const;
  /// Row i. Throws std::invalid_argument with its number if a value is not finite, an index is
  /// beyond the columns or indices do not ascend.
  DenseRow dense(std::size_t i, RowRoom& room) const;
  SparseRow row(std::size_t i, RowRoom& room) const;
  /// Calls visit(x_i), dense or sparse.
  decltype(auto) with(std::size_t i, RowRoom& room, auto&& visit) const {
    return sparse_ ? visit(row(i, room)) : visit(dense(i, room));
  }
  /// Calls visit(i, x_i) for every row. Sparse rows are checked in blocks that fit into the cache,
  /// five times as fast as row by row.
  void for_each(auto&& visit) const {
    RowRoom room;
    if (!sparse_) {
      for (std::size_t i = 0; i < n_; ++i) visit(i, dense(i, room));
      return;
    }
    for (std::size_t first = 0, last = 0; first < n_; first = last) {
      last = end_of_block(first);
      const SparseRow all = block(first, last, room);
      const std::size_t origin = offset(first);
      for (std::size_t i = first; i < last; ++i) {
        const std::size_t begin = offset(i) - origin, count = offset(i + 1) - origin - begin;
        visit(i, SparseRow{all.index.subspan(begin, count), all.value.subspan(begin, count)});
      }
    }
  }
  /// Reads and checks all rows.
  void check() const;
  /// For sparse rows: whether the indices of every row ascend, judged only by the indices.
  bool ascending() const;

 private:
  std::size_t end_of_block(std::size_t first) const;
  /// Rows first … last − 1, concatenated.
  SparseRow block(std::size_t first, std::size_t last, RowRoom& room) const;
  /// Whether the indices of these rows (`index`, 32 bits) are valid: no row has an index that is
  /// too large, negative or not above its predecessor.
  bool fits(std::size_t first, std::size_t last, std::span<const std::uint32_t> index) const;
  std::span<const std::uint32_t> indices(std::size_t begin, std::size_t count, RowRoom& room) const;
  std::span<const double> values(std::size_t begin, std::size_t count, RowRoom& room) const;
  enum class Type {
    kDouble,
    kFloat,
    kByte
  };  // type of values; a byte is a small number or a
      // boolean

  std::size_t offset(std::size_t i) const { return offsets_[i]; }

  bool sparse_ = false, long_index_ = false, signed_ = false;
  Type type_ = Type::kDouble;
  std::size_t n_ = 0, dim_ = 0, stride_ = 0;
  std::vector<std::size_t> offsets_;  // a copy
  const void* index_ = nullptr;
  const char* value_ = nullptr;
  py::object kept_[2];
};

}  // namespace querent::python
