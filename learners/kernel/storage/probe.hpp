// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <querent/learners/row.hpp>

namespace querent::detail {

/// One row in the precision and form of a support set, with its squared norm: the input of a kernel
/// row. The copy lets update() recognise the x that predict() has just used.
template <class Real>
struct Probe {
  bool dense = true;
  std::vector<Real> entries;         ///< all entries (dense) or the non-zero ones (sparse)
  std::vector<std::uint32_t> index;  ///< their features (sparse)
  Real squared_norm = 0;

  /// Copies x in the requested form; returns whether it differs from the previous row.
  bool take(const DenseRow& x, bool as_dense) {
    return as_dense ? take_dense(x) : take_non_zeros(x);
  }
  bool take(const SparseRow& x, bool as_dense) {
    return as_dense ? take_scattered(x) : take_sparse(x);
  }

  /// xᵀx, summed in the same order as the products with the support vectors, so that κ(x, x) is the
  /// same either way.
  void measure() {
    squared_norm = 0;
    for (const Real v : entries) squared_norm += v * v;
  }

  std::size_t dim() const {
    if (dense) return entries.size();
    return index.empty() ? 0 : std::size_t{index.back()} + 1;
  }

 private:
  static bool same(Real held, double given) { return held == static_cast<Real>(given); }

  bool take_dense(const DenseRow& x) {
    if (dense && std::equal(entries.begin(), entries.end(), x.value.begin(), x.value.end(), same))
      return false;
    dense = true;
    entries.resize(x.value.size());
    std::ranges::transform(x.value, entries.begin(), [](double v) { return static_cast<Real>(v); });
    measure();
    return true;
  }

  bool take_sparse(const SparseRow& x) {
    if (!dense && std::equal(index.begin(), index.end(), x.index.begin(), x.index.end()) &&
        std::equal(entries.begin(), entries.end(), x.value.begin(), x.value.end(), same)) {
      return false;
    }
    dense = false;
    index.assign(x.index.begin(), x.index.end());
    entries.resize(x.value.size());
    std::ranges::transform(x.value, entries.begin(), [](double v) { return static_cast<Real>(v); });
    measure();
    return true;
  }

  bool take_non_zeros(const DenseRow& x) {
    next_index_.clear();
    next_.clear();
    for (std::size_t j = 0; j < x.value.size(); ++j) {
      if (x.value[j] == 0) continue;
      next_index_.push_back(static_cast<std::uint32_t>(j));
      next_.push_back(static_cast<Real>(x.value[j]));
    }
    return take_next(false);
  }

  bool take_scattered(const SparseRow& x) {
    next_index_.clear();
    next_.assign(x.dim(), 0);
    for (std::size_t k = 0; k < x.index.size(); ++k)
      next_[x.index[k]] = static_cast<Real>(x.value[k]);
    return take_next(true);
  }

  bool take_next(bool as_dense) {
    if (dense == as_dense && entries == next_ && (dense || index == next_index_)) return false;
    dense = as_dense;
    std::swap(entries, next_);
    std::swap(index, next_index_);
    measure();
    return true;
  }

  std::vector<Real> next_;
  std::vector<std::uint32_t> next_index_;
};

}  // namespace querent::detail
