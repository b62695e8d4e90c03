// SPDX-License-Identifier: Apache-2.0
// The two loops of a pool that an answer costs: a row times the vectors of several answers, and
// what the answers take from a row of covariances. Compiled for AVX2, too, with the same bits
// (kernel/simd.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include <querent/learners/kernel/simd.hpp>
#include <querent/learners/session/pool_model.hpp>

namespace querent::detail {

/// Of the first kTogether vectors, each in four sums as sum_of() has them.
template <std::size_t kTogether>
QUERENT_ALWAYS_INLINE void influences_of(const double* row, std::size_t n, const double* const* v,
                                         double* s) {
  using Vector = Simd<double>::Vector;
  Vector sum[kTogether] = {};
  std::size_t k = 0;
  for (; k + 4 <= n; k += 4) {
    const Vector r = vector_at(row + k, 0).value;
    for (std::size_t t = 0; t < kTogether; ++t) sum[t] += vector_at(v[t] + k, 0).value * r;
  }
  for (std::size_t t = 0; t < kTogether; ++t) {
    double first = sum[t][0];
    for (std::size_t j = k; j < n; ++j) first += v[t][j] * row[j];
    s[t] = (first + sum[t][1]) + (sum[t][2] + sum[t][3]);
  }
}

QUERENT_ALWAYS_INLINE void influences_body(const double* row, std::size_t n,
                                           std::span<const double* const> v, double* s) {
  constexpr std::size_t kTogether = 4;
  std::size_t t = 0;
  for (; t + kTogether <= v.size(); t += kTogether)
    influences_of<kTogether>(row, n, v.data() + t, s + t);
  switch (v.size() - t) {
    case 3:
      return influences_of<3>(row, n, v.data() + t, s + t);
    case 2:
      return influences_of<2>(row, n, v.data() + t, s + t);
    case 1:
      return influences_of<1>(row, n, v.data() + t, s + t);
    default:
      return;
  }
}
QUERENT_AVX2 inline void influences_avx2(const double* row, std::size_t n,
                                         std::span<const double* const> v, double* s) {
  influences_body(row, n, v, s);
}

/// s_t = v_tᵀ row, a vector of n entries.
inline void influences(const double* row, std::size_t n, std::span<const double* const> v,
                       double* s) {
  has_avx2() ? influences_avx2(row, n, v, s) : influences_body(row, n, v, s);
}

/// c_j ← c_j − s_t a_tj for every t in order: `a` has a row of J entries a step.
QUERENT_ALWAYS_INLINE void take_body(std::span<float> c, std::span<const float> s, const float* a) {
  using Vector = Simd<float>::Vector;
  constexpr std::size_t kBlock = kVectors * kVectorSize<float>;
  const std::size_t J = c.size();
  std::size_t j = 0;
  for (; j + kBlock <= J; j += kBlock) {
    Vector left[kVectors];
    for (std::size_t b = 0; b < kVectors; ++b) left[b] = vector_at(c.data() + j, b).value;
    for (std::size_t t = 0; t < s.size(); ++t) {
      for (std::size_t b = 0; b < kVectors; ++b)
        left[b] -= s[t] * vector_at(a + t * J + j, b).value;
    }
    for (std::size_t b = 0; b < kVectors; ++b) vector_at(c.data() + j, b).value = left[b];
  }
  for (; j < J; ++j) {
    for (std::size_t t = 0; t < s.size(); ++t) c[j] -= s[t] * a[t * J + j];
  }
}
QUERENT_AVX2 inline void take_avx2(std::span<float> c, std::span<const float> s, const float* a) {
  take_body(c, s, a);
}
inline void take(std::span<float> c, std::span<const float> s, const float* a) {
  has_avx2() ? take_avx2(c, s, a) : take_body(c, s, a);
}

}  // namespace querent::detail

namespace querent {

// What steps_ of all views are multiplied with, for one item after the other: views of the same
// columns together, so that a row is read once.
class PoolModel::Influences {
 public:
  explicit Influences(const PoolModel& model) : model_(model), T_(model.steps_.front().size()) {
    for (std::size_t e = 0; e < model.views_.size(); ++e) {
      const RowView& columns = model.views_[e].columns;
      if (groups_.empty() || groups_.back().first != columns.first ||
          groups_.back().count != columns.count)
        groups_.push_back({.first = columns.first, .count = columns.count, .v = {}});
      for (const Step& step : model.steps_[e]) groups_.back().v.push_back(step.v.data());
    }
  }

  /// s_{e T + t} of an item.
  void of(std::uint32_t item, std::span<double> s) const {
    const auto* dense = std::get_if<Embedding::Rows>(&model_.items_->rows);
    std::size_t at = 0;
    for (const auto& [first, count, v] : groups_) {
      if (dense) {
        detail::influences(dense->data() + item * model_.items_->dim() + first, count, v,
                           s.data() + at);
      } else {
        const SparseRow x = std::get<SparseItems>(model_.items_->rows)[item];
        for (std::size_t k = 0; k < v.size(); ++k) s[at + k] = inner(x, first, count, v[k]);
      }
      at += v.size();
    }
    const std::size_t E = model_.views_.size();
    for (std::size_t k = 0; k < at; ++k) s[k] *= model_.inverse_length_[item * E + k / T_];
  }

 private:
  struct Group {
    std::size_t first, count;
    std::vector<const double*> v;
  };

  static double inner(const SparseRow& x, std::size_t first, std::size_t count, const double* v) {
    double sum = 0;
    for (std::size_t k = 0; k < x.index.size(); ++k) {
      if (x.index[k] >= first && x.index[k] - first < count)
        sum += v[x.index[k] - first] * x.value[k];
    }
    return sum;
  }

  const PoolModel& model_;
  std::size_t T_;
  std::vector<Group> groups_;
};

}  // namespace querent
