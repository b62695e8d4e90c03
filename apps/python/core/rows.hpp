// SPDX-License-Identifier: Apache-2.0
// Rows of NumPy and SciPy where they lie: n × d doubles or floats, or CSR with indices of 32 or 64
// bits and values that are doubles, floats, bytes or booleans. Values that the library does not read
// in place are converted a few rows at a time. Every row is checked as it is read. Indices are
// copied, a block at a time, before they are checked: another thread may write to the caller's array.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <querent/learners/row.hpp>

#include "arrays.hpp"

namespace querent::python {

/// Of rows that are turned into the library's types.
struct RowRoom {
  std::vector<std::uint32_t> index;
  std::vector<double> value;
};

class Rows {
 public:
  /// n × d; other types than doubles and floats become doubles.
  explicit Rows(py::array dense);
  /// n + 1 offsets, indices, values, d columns. std::invalid_argument where the offsets do not fit.
  Rows(const py::array& offsets, py::array index, py::array value, std::size_t dim);

  std::size_t size() const { return n_; }
  std::size_t dim() const { return dim_; }
  bool sparse() const { return sparse_; }
  std::size_t entries() const;
  /// Row i. std::invalid_argument with its number where a value is not finite, an index lies beyond
  /// the columns or indices do not ascend.
  DenseRow dense(std::size_t i, RowRoom& room) const;
  SparseRow row(std::size_t i, RowRoom& room) const;
  /// visit(x_i), of whichever kind.
  template <class Visit>
  decltype(auto) with(std::size_t i, RowRoom& room, Visit&& visit) const {
    return sparse_ ? visit(row(i, room)) : visit(dense(i, room));
  }
  /// visit(i, x_i) for every row. Sparse rows are checked in blocks that stay in the processor's
  /// cache: five times as fast as each by itself.
  template <class Visit>
  void for_each(Visit&& visit) const {
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
  /// Reads every row.
  void check() const;
  /// Of sparse rows: whether indices ascend in every one, as far as a look at indices alone tells.
  bool ascending() const;

 private:
  std::size_t end_of_block(std::size_t first) const;
  /// Rows first … last − 1 one behind the other.
  SparseRow block(std::size_t first, std::size_t last, RowRoom& room) const;
  /// Theirs of `index`, which is 32 bits wide: no row has an index that is too large, negative or
  /// not above the one before.
  bool fits(std::size_t first, std::size_t last, std::span<const std::uint32_t> index) const;
  std::span<const std::uint32_t> indices(std::size_t begin, std::size_t count, RowRoom& room) const;
  std::span<const double> values(std::size_t begin, std::size_t count, RowRoom& room) const;
  enum class Type { kDouble, kFloat, kByte };  // of values; a byte is a small number or a boolean

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
