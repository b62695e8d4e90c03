// SPDX-License-Identifier: Apache-2.0
// Sparse support vectors as an inverted index: feature j → the support vectors that have it, and
// their values.
//
//   Σ_j x_j x_ij for all i:   for j with x_j ≠ 0:  for (i, x_ij) in list j:  out_i += x_j x_ij
//
// The cost is the number of nonzeros of x times the density of the support vectors. A support
// vector itself is read back from its features, stored as gaps of one byte or more (LEB128), and a
// binary search in each of their lists. Lists grow by a sixteenth, so that the index takes at most
// a fifth more than the rows unless lists are very short (tests/learners/kernel_support_set.cpp).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include <querent/learners/kernel/storage/probe.hpp>

namespace querent::detail {

/// Reserves room for `more` entries with little to spare.
template <class T>
void reserve_tightly(std::vector<T>& items, std::size_t more) {
  if (items.size() + more > items.capacity())
    items.reserve(items.size() + std::max(more, items.size() / 16));
}

/// (i, x_ij) in 12 bytes instead of 16.
template <class Real>
class Posting {
 public:
  Posting() = default;
  Posting(std::uint32_t row, Real value) : row_(row), value_(std::bit_cast<Words>(value)) {}
  std::uint32_t row() const { return row_; }
  Real value() const { return std::bit_cast<Real>(value_); }

 private:
  using Words = std::array<std::uint32_t, sizeof(Real) / sizeof(std::uint32_t)>;
  std::uint32_t row_;
  Words value_;
};

/// The position of `row` in a list of ascending rows, or the position where it would be inserted.
auto find_row(auto& list, std::uint32_t row) {
  if (list.empty() || list.back().row() < row) return list.end();
  return std::lower_bound(list.begin(), list.end(), row,
                          [](const auto& posting, std::uint32_t r) { return posting.row() < r; });
}
template <class Real>
void insert_row(std::vector<Posting<Real>>& list, Posting<Real> posting) {
  reserve_tightly(list, 1);
  list.insert(find_row(list, posting.row()), posting);
}

template <class Real>
class SparseRows {
 public:
  /// Sets row i to x; i may be one past the end, otherwise the old row is replaced.
  void set(std::size_t i, const Probe<Real>& x) {
    if (i < begin_.size()) {
      erase(i);
    } else {
      reserve_tightly(begin_, 1);
      begin_.push_back(0);
    }
    if (x.dim() > lists_.size()) lists_.resize(x.dim());
    const auto row = static_cast<std::uint32_t>(i);
    for (std::size_t k = 0; k < x.index.size(); ++k) {
      insert_row(lists_[x.index[k]], Posting<Real>(row, x.entries[k]));
    }
    begin_[i] = gaps_.size();
    write_gaps(x);
  }

  /// Reserves room in the lists for future rows with these features.
  void reserve(std::span<const std::uint32_t> features) {
    if (features.empty()) return;
    std::vector<std::size_t> more(*std::ranges::max_element(features) + std::size_t{1});
    for (const std::uint32_t j : features) ++more[j];
    if (more.size() > lists_.size()) lists_.resize(more.size());
    for (std::size_t j = 0; j < more.size(); ++j) lists_[j].reserve(lists_[j].size() + more[j]);
  }

  std::size_t padded_size() const { return begin_.size(); }

  void products(const Probe<Real>& x, Real* out) const {
    std::fill_n(out, begin_.size(), Real{0});
    for (std::size_t k = 0; k < x.index.size() && x.index[k] < lists_.size(); ++k) {
      const Real xj = x.entries[k];
      for (const Posting<Real>& posting : lists_[x.index[k]])
        out[posting.row()] += xj * posting.value();
    }
  }

  void restore(std::size_t i, Probe<Real>& x) const {
    x.dense = false;
    read_gaps(i, x.index);
    x.entries.clear();
    for (const std::uint32_t j : x.index) {
      x.entries.push_back(find_row(lists_[j], static_cast<std::uint32_t>(i))->value());
    }
  }

  std::size_t bytes() const {
    std::size_t sum = lists_.capacity() * sizeof(List) + gaps_.capacity() +
                      begin_.capacity() * sizeof(std::size_t);
    for (const List& list : lists_) sum += list.capacity() * sizeof(Posting<Real>);
    return sum;
  }

 private:
  using List = std::vector<Posting<Real>>;  ///< ascending in row()

  void erase(std::size_t i) {
    std::vector<std::uint32_t> features;
    read_gaps(i, features);
    for (const std::uint32_t j : features)
      lists_[j].erase(find_row(lists_[j], static_cast<std::uint32_t>(i)));
    // the gaps of replaced rows are unused; once they are the larger part, the others are moved
    // together
    dead_gaps_ += gaps_end(i) - begin_[i];
    if (dead_gaps_ <= gaps_.size() / 2) return;
    std::vector<std::uint8_t> living;
    for (std::size_t r = 0; r < begin_.size(); ++r) {
      const std::size_t from = begin_[r], to = gaps_end(r);
      begin_[r] = living.size();
      if (r == i) continue;
      living.insert(living.end(), gaps_.begin() + static_cast<std::ptrdiff_t>(from),
                    gaps_.begin() + static_cast<std::ptrdiff_t>(to));
    }
    gaps_ = std::move(living);
    dead_gaps_ = 0;
  }

  void write_number(std::size_t number) {
    for (; number >= 0x80; number >>= 7) gaps_.push_back(static_cast<std::uint8_t>(number | 0x80));
    gaps_.push_back(static_cast<std::uint8_t>(number));
  }
  std::size_t read_number(std::size_t& at) const {
    std::size_t number = 0;
    for (unsigned shift = 0;; shift += 7) {
      const std::size_t byte = gaps_[at++];
      number |= (byte & 0x7f) << shift;
      if (byte < 0x80) return number;
    }
  }

  void write_gaps(const Probe<Real>& x) {
    reserve_tightly(gaps_, 5 + 5 * x.index.size());
    write_number(x.index.size());
    std::uint32_t previous = 0;
    for (const std::uint32_t j : x.index) {
      write_number(j - previous);
      previous = j;
    }
  }
  void read_gaps(std::size_t i, std::vector<std::uint32_t>& index) const {
    std::size_t at = begin_[i];
    index.resize(read_number(at));
    std::uint32_t previous = 0;
    for (std::uint32_t& j : index) j = previous += static_cast<std::uint32_t>(read_number(at));
  }
  std::size_t gaps_end(std::size_t i) const {
    std::size_t at = begin_[i];
    for (std::size_t count = read_number(at); count > 0; --count) read_number(at);
    return at;
  }

  std::vector<List> lists_;
  std::vector<std::uint8_t> gaps_;  ///< per row: the number of features, then the gap to each
  std::vector<std::size_t> begin_;  ///< where the gaps of row i begin
  std::size_t dead_gaps_ = 0;
};

}  // namespace querent::detail
