// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include <querent/datasets/platform/pages.hpp>
#include <querent/graph/parallel.hpp>

namespace [[gnu::visibility("default")]] querent {

/// A dense n × k matrix by rows, aligned for vector registers, initially zero.
template <class Real>
class DenseBlock {
 public:
  DenseBlock() = default;
  /// n × k zeros. Throws std::bad_alloc.
  DenseBlock(std::uint64_t rows, std::uint64_t cols)
      : rows_(rows), cols_(cols), pages_(bytes()), data_(static_cast<Real*>(pages_.data())) {}
  /// Maps n × k numbers of a file from `offset`, a multiple of 64 kB; writes go to the file, which
  /// must be long enough. Throws std::bad_alloc.
  DenseBlock(int file, std::uint64_t offset, std::uint64_t rows, std::uint64_t cols)
      : rows_(rows),
        cols_(cols),
        pages_(file, offset, bytes()),
        data_(static_cast<Real*>(pages_.data())) {}
  DenseBlock(DenseBlock&& other) noexcept { swap(other); }
  DenseBlock& operator=(DenseBlock&& other) noexcept {
    swap(other);
    return *this;
  }

  std::uint64_t rows() const { return rows_; }                          ///< n
  std::uint64_t cols() const { return cols_; }                          ///< k
  std::uint64_t bytes() const { return rows_ * cols_ * sizeof(Real); }  ///< n k sizeof(Real)
  Real* data() { return data_; }                                        ///< n × k, by rows
  const Real* data() const { return data_; }                            ///< n × k, by rows
  Real* row(std::uint64_t i) { return data_ + i * cols_; }
  const Real* row(std::uint64_t i) const { return data_ + i * cols_; }

  /// Releases the memory of rows first … last − 1, except pages shared with other rows; their
  /// values are then undefined.
  void forget(std::uint64_t first, std::uint64_t last) {
    pages_.forget(first * cols_ * sizeof(Real), last * cols_ * sizeof(Real));
  }

  /// O(1): no entry is copied.
  void swap(DenseBlock& other) noexcept {
    std::swap(rows_, other.rows_);
    std::swap(cols_, other.cols_);
    std::swap(data_, other.data_);
    pages_.swap(other.pages_);
  }

 private:
  std::uint64_t rows_ = 0;
  std::uint64_t cols_ = 0;
  platform::Pages pages_;
  Real* data_ = nullptr;  // = pages_.data()
};

/// to ← from, of the same shape, using up to `threads` threads.
template <class From, class To>
void copy(const DenseBlock<From>& from, DenseBlock<To>& to, int threads) {
  for_rows(threads, from.rows(), 4096, [&](std::uint64_t first, std::uint64_t last) {
    std::copy(from.row(first), from.row(last), to.row(first));
  });
}

}  // namespace querent
