// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include <Eigen/Core>

namespace querent {

/// x_t for a learner when most entries are nonzero: a view of d contiguous doubles.
struct DenseRow {
  std::span<const double> value;  ///< x_t, d entries

  std::size_t dim() const { return value.size(); }  ///< d
  /// The same for Eigen; also a view.
  Eigen::Map<const Eigen::VectorXd> vector() const {
    return {value.data(), static_cast<Eigen::Index>(value.size())};
  }
};

/// x_t by its nonzeros: a view of ascending feature indices (from 0) and their values.
struct SparseRow {
  std::span<const std::uint32_t> index;  ///< ascending, from 0
  std::span<const double> value;         ///< one value per index

  /// One more than the largest index; a learner treats unseen features as zero.
  std::size_t dim() const { return index.empty() ? 0 : std::size_t{index.back()} + 1; }
  /// The number of stored entries with an index below `limit`; they come first.
  std::size_t count_below(std::size_t limit) const {
    if (dim() <= limit) return index.size();
    return static_cast<std::size_t>(std::lower_bound(index.begin(), index.end(), limit) -
                                    index.begin());
  }
};

template <class X>
concept Row = std::same_as<X, DenseRow> || std::same_as<X, SparseRow>;

/// A row of which only the running program knows how it is stored.
using AnyRow = std::variant<DenseRow, SparseRow>;

/// The feature of stored entry k.
inline std::size_t feature_of(const DenseRow&, std::size_t k) {
  return k;
}
inline std::size_t feature_of(const SparseRow& x, std::size_t k) {
  return x.index[k];
}
/// The number of stored entries with a feature below `limit`; they come first.
inline std::size_t entries_below(const DenseRow& x, std::size_t limit) {
  return std::min(limit, x.dim());
}
inline std::size_t entries_below(const SparseRow& x, std::size_t limit) {
  return x.count_below(limit);
}

/// Σ term(k) for k < n, in four independent sums: a single sum would wait for each addition.
double sum_of(std::size_t n, auto&& term) {
  double sum[4] = {0, 0, 0, 0};
  std::size_t k = 0;
  for (; k + 4 <= n; k += 4) {
    for (std::size_t j = 0; j < 4; ++j) sum[j] += term(k + j);
  }
  for (; k < n; ++k) sum[0] += term(k);
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/// w·x. Entries of x beyond w count as zero.
inline double dot(std::span<const double> w, const DenseRow& x) {
  const std::size_t n = std::min(w.size(), x.value.size());
  using Map = Eigen::Map<const Eigen::VectorXd>;
  return Map(w.data(), static_cast<Eigen::Index>(n))
      .dot(Map(x.value.data(), static_cast<Eigen::Index>(n)));
}
inline double dot(std::span<const double> w, const SparseRow& x) {
  return sum_of(x.count_below(w.size()), [&](std::size_t k) { return w[x.index[k]] * x.value[k]; });
}

/// w ← w + a x; w is at least as long as x.
inline void add_scaled(std::span<double> w, double a, const DenseRow& x) {
  assert(w.size() >= x.dim());
  Eigen::Map<Eigen::VectorXd>(w.data(), static_cast<Eigen::Index>(x.dim())) += a * x.vector();
}
inline void add_scaled(std::span<double> w, double a, const SparseRow& x) {
  assert(w.size() >= x.dim());
  for (std::size_t k = 0; k < x.index.size(); ++k) w[x.index[k]] += a * x.value[k];
}

/// Calls visit(i, x_i) for the stored entries of x with i < limit.
void for_each_nonzero(const DenseRow& x, std::size_t limit, auto&& visit) {
  const std::size_t n = std::min(limit, x.value.size());
  for (std::size_t i = 0; i < n; ++i) visit(i, x.value[i]);
}
void for_each_nonzero(const SparseRow& x, std::size_t limit, auto&& visit) {
  for (std::size_t k = 0, n = x.count_below(limit); k < n; ++k) {
    visit(std::size_t{x.index[k]}, x.value[k]);
  }
}

/// xᵀx.
inline double squared_norm(const DenseRow& x) {
  return x.vector().squaredNorm();
}
inline double squared_norm(const SparseRow& x) {
  return sum_of(x.value.size(), [&](std::size_t k) { return x.value[k] * x.value[k]; });
}

/// One view of a row: a range of its columns, each times a factor, optionally normalised.
struct RowView {
  std::size_t first = 0;           ///< first column
  std::size_t count = 0;           ///< number of columns
  std::vector<double> scale = {};  ///< factor per column; empty: 1
  bool unit = false;               ///< normalised to length 1 after scaling

  static void fields(auto& self, auto&& field) {
    field("first", self.first);
    field("count", self.count);
    field("scale", self.scale);
    field("unit", self.unit);
  }
};

}  // namespace querent
