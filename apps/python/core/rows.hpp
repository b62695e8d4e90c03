// SPDX-License-Identifier: Apache-2.0
// Rows of NumPy and SciPy where they lie: n × d doubles or floats, or CSR with indices of 32 or 64 bits and values that
// are doubles, floats, bytes or booleans. Nothing is copied: what the library does not read in place is turned into its
// types one row at a time, in room for one row, and every row is checked as it is read.
#pragma once

#include <cstdint>
#include <vector>

#include <querent/learners/row.hpp>

#include "arrays.hpp"

namespace querent::python {

/// Of one row that is turned into the library's types.
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
  /// Row i. std::invalid_argument with its number where a value is not finite, an index lies beyond the columns or
  /// indices do not ascend.
  DenseRow dense(std::size_t i, RowRoom& room) const;
  SparseRow row(std::size_t i, RowRoom& room) const;
  /// visit(x_i), of whichever kind.
  template <class Visit>
  decltype(auto) with(std::size_t i, RowRoom& room, Visit&& visit) const {
    return sparse_ ? visit(row(i, room)) : visit(dense(i, room));
  }
  /// visit(i, x_i) for every row.
  template <class Visit>
  void for_each(Visit&& visit) const {
    RowRoom room;
    for (std::size_t i = 0; i < n_; ++i) with(i, room, [&](const auto& x) { visit(i, x); });
  }
  /// Reads every row.
  void check() const;

 private:
  enum class Type { kDouble, kFloat, kByte };  // of values; a byte is a small number or a boolean

  std::size_t offset(std::size_t i) const {
    return static_cast<std::size_t>(long_offsets_ ? static_cast<const std::int64_t*>(offsets_)[i]
                                                  : static_cast<const std::int32_t*>(offsets_)[i]);
  }

  bool sparse_ = false, long_index_ = false, long_offsets_ = false, signed_ = false;
  Type type_ = Type::kDouble;
  std::size_t n_ = 0, dim_ = 0, stride_ = 0;
  const void* offsets_ = nullptr;
  const void* index_ = nullptr;
  const char* value_ = nullptr;
  py::object kept_[3];
};

}  // namespace querent::python
