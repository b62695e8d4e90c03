// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/mman.h>
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <utility>

#include <querent/graph/parallel.hpp>

namespace [[gnu::visibility("default")]] querent {

/// A dense n × k matrix by rows, aligned for vector registers, initially zero.
template <class Real>
class DenseBlock {
 public:
  DenseBlock() = default;
  /// n × k zeros. Throws std::bad_alloc.
  DenseBlock(std::uint64_t rows, std::uint64_t cols) : rows_(rows), cols_(cols) {
    if (bytes() < kHugePage) {
      constexpr std::uint64_t kAlignment = 64;
      data_ = static_cast<Real*>(
          std::aligned_alloc(kAlignment, (bytes() / kAlignment + 1) * kAlignment));
      if (data_ == nullptr) throw std::bad_alloc();
      std::fill_n(data_, rows * cols, Real{0});
      return;
    }
    // Uses its own pages, because a heap cannot return memory below a block in use; huge pages are
    // 1.3 times faster for random row reads (measured at 200,000 nodes).
    mapped_ = (bytes() / kHugePage + 2) * kHugePage;
    map_ = mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (map_ == MAP_FAILED) throw std::bad_alloc();
    void* start = map_;
    std::uint64_t space = mapped_;
    data_ = static_cast<Real*>(std::align(kHugePage, bytes(), start, space));
    madvise(data_, bytes() / kHugePage * kHugePage, MADV_HUGEPAGE);  // the rest uses small pages
  }
  /// Maps n × k numbers of a file from `offset`, a multiple of 64 kB; writes go to the file, which
  /// must be long enough. Throws std::bad_alloc.
  DenseBlock(int file, std::uint64_t offset, std::uint64_t rows, std::uint64_t cols)
      : rows_(rows), cols_(cols), mapped_(bytes()) {
    map_ = mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_SHARED, file,
                static_cast<off_t>(offset));
    if (map_ == MAP_FAILED) throw std::bad_alloc();
    data_ = static_cast<Real*>(map_);
  }
  DenseBlock(DenseBlock&& other) noexcept { swap(other); }
  DenseBlock& operator=(DenseBlock&& other) noexcept {
    swap(other);
    return *this;
  }
  ~DenseBlock() {
    if (mapped_ == 0) {
      std::free(data_);
    } else {
      munmap(map_, mapped_);
    }
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
    constexpr std::uintptr_t kWhole = 1 << 16;  // a multiple of every system's page
    const auto at = [&](std::uint64_t i) {
      return static_cast<std::uintptr_t>(i * cols_ * sizeof(Real));
    };
    const std::uintptr_t begin = (at(first) + kWhole - 1) / kWhole * kWhole,
                         end = at(last) / kWhole * kWhole;
    if (mapped_ > 0 && begin < end)
      madvise(static_cast<char*>(static_cast<void*>(data_)) + begin, end - begin, MADV_DONTNEED);
  }

  /// O(1): no entry is copied.
  void swap(DenseBlock& other) noexcept {
    std::swap(rows_, other.rows_);
    std::swap(cols_, other.cols_);
    std::swap(data_, other.data_);
    std::swap(map_, other.map_);
    std::swap(mapped_, other.mapped_);
  }

 private:
  static constexpr std::uint64_t kHugePage = 2 << 20;

  std::uint64_t rows_ = 0;
  std::uint64_t cols_ = 0;
  Real* data_ = nullptr;
  void* map_ = nullptr;       // start of its pages
  std::uint64_t mapped_ = 0;  // bytes of its pages; 0 if data_ is on the heap
};

/// to ← from, of the same shape, using up to `threads` threads.
template <class From, class To>
void copy(const DenseBlock<From>& from, DenseBlock<To>& to, int threads) {
  for_rows(threads, from.rows(), 4096, [&](std::uint64_t first, std::uint64_t last) {
    std::copy(from.row(first), from.row(last), to.row(first));
  });
}

}  // namespace querent
