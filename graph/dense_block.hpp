// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <utility>

#include <sys/mman.h>

namespace querent {

/// A dense n × k matrix by rows, in memory that GraphBLAS can take over for one product and give
/// back. Zero at first.
template <class Real>
class DenseBlock {
 public:
  DenseBlock() = default;
  DenseBlock(std::uint64_t rows, std::uint64_t cols) : rows_(rows), cols_(cols) {
    // Memory of C, because GraphBLAS frees what it holds with free(). Huge pages, because products
    // read rows at random: measured 1.3 times faster at 200,000 nodes.
    const std::uint64_t bytes = rows * cols * sizeof(Real);
    const std::uint64_t alignment = bytes < kHugePage ? 64 : kHugePage;
    const std::uint64_t allocated = (bytes / alignment + 1) * alignment;
    data_ = static_cast<Real*>(std::aligned_alloc(alignment, allocated));
    if (data_ == nullptr) throw std::bad_alloc();
    if (alignment == kHugePage) madvise(data_, allocated, MADV_HUGEPAGE);
    std::fill_n(data_, rows * cols, Real{0});
  }
  DenseBlock(DenseBlock&& other) noexcept { swap(other); }
  DenseBlock& operator=(DenseBlock&& other) noexcept {
    swap(other);
    return *this;
  }
  ~DenseBlock() { std::free(data_); }

  std::uint64_t rows() const { return rows_; }
  std::uint64_t cols() const { return cols_; }
  std::uint64_t bytes() const { return rows_ * cols_ * sizeof(Real); }
  Real* data() { return data_; }
  const Real* data() const { return data_; }
  Real* row(std::uint64_t i) { return data_ + i * cols_; }
  const Real* row(std::uint64_t i) const { return data_ + i * cols_; }

  /// Hands the memory out; it comes back by adopt().
  Real* release() { return std::exchange(data_, nullptr); }
  void adopt(Real* data) {
    assert(data_ == nullptr);
    data_ = data;
  }
  void swap(DenseBlock& other) noexcept {
    std::swap(rows_, other.rows_);
    std::swap(cols_, other.cols_);
    std::swap(data_, other.data_);
  }

 private:
  static constexpr std::uint64_t kHugePage = 2 << 20;

  std::uint64_t rows_ = 0;
  std::uint64_t cols_ = 0;
  Real* data_ = nullptr;
};

}  // namespace querent
