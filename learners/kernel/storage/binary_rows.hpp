// SPDX-License-Identifier: Apache-2.0
// Sparse support vectors whose entries are all 1 (one-hot and set-valued features), stored with one
// bit per feature in words of 64 bits:
//
//   xᵀx_i of such an x = the number of ones of x ∧ x_i:   dim / 64 words per i
//
// This is faster than an inverted index if at least one feature in ten is set. The sums are
// integers, so they have the same bits as in any other layout.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include <querent/learners/kernel/storage/probe.hpp>
#include <querent/learners/kernel/storage/simd.hpp>
#include <querent/learners/kernel/storage/sparse_rows.hpp>

#if defined(__x86_64__)
#define QUERENT_POPCNT [[gnu::target("popcnt")]]
#else
#define QUERENT_POPCNT
#endif

namespace querent::detail {

/// out_i ← number of ones of x ∧ row i. The rows are contiguous and have kWords words each, or
/// `words` if kWords is 0.
template <std::size_t kWords, class Real>
QUERENT_ALWAYS_INLINE void count_common_of(const std::uint64_t* rows, std::size_t n,
                                           const std::uint64_t* x, std::size_t words, Real* out) {
  const std::size_t width = kWords > 0 ? kWords : words;
  for (std::size_t i = 0; i < n; ++i, rows += width) {
    int common = 0;
    for (std::size_t w = 0; w < width; ++w) common += std::popcount(rows[w] & x[w]);
    out[i] = static_cast<Real>(common);
  }
}
template <class Real>
QUERENT_ALWAYS_INLINE void count_common_body(const std::uint64_t* rows, std::size_t n,
                                             const std::uint64_t* x, std::size_t words, Real* out) {
  switch (words) {
    case 1:
      return count_common_of<1>(rows, n, x, words, out);
    case 2:
      return count_common_of<2>(rows, n, x, words, out);
    case 3:
      return count_common_of<3>(rows, n, x, words, out);
    default:
      return count_common_of<0>(rows, n, x, words, out);
  }
}
template <class Real>
void count_common_baseline(const std::uint64_t* rows, std::size_t n, const std::uint64_t* x,
                           std::size_t words, Real* out) {
  count_common_body(rows, n, x, words, out);
}
template <class Real>
QUERENT_POPCNT void count_common_popcnt(const std::uint64_t* rows, std::size_t n,
                                        const std::uint64_t* x, std::size_t words, Real* out) {
  count_common_body(rows, n, x, words, out);
}

template <class Real>
class BinaryRows {
 public:
  /// Sets row i to x, whose entries are all 1. i may be one past the end; otherwise the old row is
  /// replaced.
  void set(std::size_t i, const Probe<Real>& x) {
    if (x.dim() > 64 * words_) widen((x.dim() + 63) / 64);
    if (i == size_) {
      reserve_tightly(bits_, words_);
      bits_.resize(bits_.size() + words_);
      ++size_;
    }
    std::uint64_t* row = bits_.data() + i * words_;
    std::fill_n(row, words_, 0);
    for (const std::uint32_t j : x.index) row[j / 64] |= std::uint64_t{1} << (j % 64);
  }

  std::size_t dim() const { return 64 * words_; }
  std::size_t padded_size() const { return size_; }

  void products(const Probe<Real>& x, Real* out) const {
    if (!std::all_of(x.entries.begin(), x.entries.end(), [](Real v) { return v == 1; })) {
      return weighted_products(x, out);
    }
    mask_.assign(words_, 0);
    for (const std::uint32_t j : x.index) {
      if (j < dim()) mask_[j / 64] |= std::uint64_t{1} << (j % 64);
    }
    has_avx2() ? count_common_popcnt(bits_.data(), size_, mask_.data(), words_, out)
               : count_common_baseline(bits_.data(), size_, mask_.data(), words_, out);
  }

  void restore(std::size_t i, Probe<Real>& x) const {
    x.dense = false;
    x.index.clear();
    for (std::size_t w = 0; w < words_; ++w) {
      for (std::uint64_t left = bits_[i * words_ + w]; left != 0; left &= left - 1) {
        x.index.push_back(
            static_cast<std::uint32_t>(64 * w + static_cast<std::size_t>(std::countr_zero(left))));
      }
    }
    x.entries.assign(x.index.size(), 1);
  }

  /// Widens the rows to `dim` features, the width of rows that have since been removed.
  void reach(std::size_t dim) {
    if (dim > 64 * words_) widen((dim + 63) / 64);
  }
  /// Whether n rows with `ones` ones in all may be `dim` wide: a file must not cause allocations
  /// much larger than itself.
  static bool reasonable(std::size_t n, std::size_t dim, std::size_t ones) {
    constexpr std::size_t kAlways = std::size_t{1} << 27, kShare = 1024;
    return n == 0 || dim / 8 <= std::max(kAlways, kShare * ones) / n;
  }

  std::size_t bytes() const { return bits_.capacity() * sizeof(std::uint64_t); }

 private:
  /// Σ x_j over the features j that x and row i share, by ascending j, for any x.
  void weighted_products(const Probe<Real>& x, Real* out) const {
    std::fill_n(out, size_, Real{0});
    for (std::size_t k = 0; k < x.index.size() && x.index[k] < dim(); ++k) {
      const std::uint32_t j = x.index[k];
      for (std::size_t i = 0; i < size_; ++i) {
        if ((bits_[i * words_ + j / 64] >> (j % 64) & 1) != 0) out[i] += x.entries[k];
      }
    }
  }

  void widen(std::size_t words) {
    std::vector<std::uint64_t> wider(size_ * words);
    for (std::size_t i = 0; i < size_; ++i) {
      std::copy_n(bits_.begin() + static_cast<std::ptrdiff_t>(i * words_), words_,
                  wider.begin() + static_cast<std::ptrdiff_t>(i * words));
    }
    bits_ = std::move(wider);
    words_ = words;
  }

  std::size_t words_ = 0, size_ = 0;
  std::vector<std::uint64_t> bits_;
  mutable std::vector<std::uint64_t> mask_;
};

}  // namespace querent::detail
