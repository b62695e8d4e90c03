// SPDX-License-Identifier: Apache-2.0
// The coefficients c_ij of f_j(x) = Σ_i c_ij κ(x_i, x), in two layouts: one output, and K outputs
// of which each support vector touches few. The second layout stores for each output its support
// vectors as pairs (i, c_ij) by ascending i, so that scores cost one addition per nonzero
// coefficient, and the chains of additions of different outputs are independent.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include <Eigen/Core>

#include <querent/learners/kernel/storage/sparse_rows.hpp>

namespace querent::detail {

/// K = 1.
class SingleOutput {
 public:
  explicit SingleOutput(std::size_t) {}

  double get(std::size_t i, std::size_t) const { return c_[i]; }
  void set(std::size_t i, std::span<const double> c) {
    if (i == c_.size()) {
      reserve_tightly(c_, 1);
      c_.push_back(0);
    }
    c_[i] = c[0];
  }
  void shift(std::size_t i, std::size_t, double delta) { c_[i] += delta; }
  void clear() { c_.clear(); }
  void scale(double a) {
    for (double& c : c_) c *= a;
  }

  /// f_1 ← Σ_i c_i k_i
  template <class Real>
  void sums(std::span<const Real> k, std::span<double> f) const {
    const auto n = static_cast<Eigen::Index>(c_.size());
    const Eigen::Map<const Eigen::VectorX<Real>> row(k.data(), n);
    f[0] = Eigen::Map<const Eigen::VectorXd>(c_.data(), n).dot(row.template cast<double>());
  }

  std::size_t bytes() const { return c_.capacity() * sizeof(double); }

  static void fields(auto& self, auto&& field) { field("c", self.c_); }
  /// Whether these are the coefficients of n support vectors.
  bool fit(std::size_t n) const { return c_.size() == n; }

 private:
  std::vector<double> c_;
};

/// K outputs.
class ManyOutputs {
 public:
  explicit ManyOutputs(std::size_t num_outputs) : lists_(num_outputs), next_(num_outputs) {}

  double get(std::size_t i, std::size_t j) const {
    const auto at = find_row(lists_[j], static_cast<std::uint32_t>(i));
    return at != lists_[j].end() && at->row() == i ? at->value() : 0;
  }
  void set(std::size_t i, std::span<const double> c) {
    for (std::size_t j = 0; j < lists_.size(); ++j) put(i, j, c[j]);
  }
  void shift(std::size_t i, std::size_t j, double delta) { put(i, j, get(i, j) + delta); }

  void clear() {
    for (List& list : lists_) list.clear();
  }

  /// f_j ← Σ_i c_ij k_i, in blocks of k: a block stays in the first-level cache while all outputs
  /// read it.
  template <class Real>
  void sums(std::span<const Real> k, std::span<double> f) const {
    std::fill(f.begin(), f.end(), 0.0);
    std::fill(next_.begin(), next_.end(), 0);
    for (std::size_t stretch = 0; stretch < k.size(); stretch += kStretch) {
      for (std::size_t j = 0; j < lists_.size(); ++j) f[j] += sum(j, stretch + kStretch, k.data());
    }
  }

  std::size_t bytes() const {
    std::size_t sum = lists_.capacity() * (sizeof(List) + sizeof(std::size_t));
    for (const List& list : lists_) sum += list.capacity() * sizeof(Entry);
    return sum;
  }

  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    Flat flat = self.flat();
    field("ends", flat.ends);
    field("rows", flat.rows);
    field("c", flat.values);
    if constexpr (!std::is_const_v<Self>) field.must(self.take(flat));
  }
  /// Whether these are coefficients of n support vectors.
  bool fit(std::size_t n) const {
    return std::all_of(lists_.begin(), lists_.end(),
                       [n](const List& list) { return list.empty() || list.back().row() < n; });
  }

 private:
  using Entry = Posting<double>;
  using List = std::vector<Entry>;

  /// The concatenated lists: the end of each list, the support vectors, the coefficients.
  struct Flat {
    std::vector<std::uint64_t> ends;
    std::vector<std::uint32_t> rows;
    std::vector<double> values;
  };
  Flat flat() const {
    Flat flat;
    for (const List& list : lists_) {
      for (const Entry& entry : list) {
        flat.rows.push_back(entry.row());
        flat.values.push_back(entry.value());
      }
      flat.ends.push_back(flat.rows.size());
    }
    return flat;
  }
  /// Returns false unless these are lists of ascending support vectors.
  bool take(const Flat& flat) {
    if (flat.ends.size() != lists_.size() || flat.values.size() != flat.rows.size() ||
        flat.ends.back() != flat.rows.size())
      return false;
    std::uint64_t at = 0;
    for (std::size_t j = 0; j < lists_.size(); ++j) {
      lists_[j].clear();
      if (flat.ends[j] < at || flat.ends[j] > flat.rows.size()) return false;
      for (; at < flat.ends[j]; ++at) {
        if (!lists_[j].empty() && lists_[j].back().row() >= flat.rows[at]) return false;
        lists_[j].emplace_back(flat.rows[at], flat.values[at]);
      }
    }
    return true;
  }

  static constexpr std::size_t kStretch = 1024;

  /// Σ c_ij k_i over i < end, continuing where the previous call stopped in output j.
  template <class Real>
  double sum(std::size_t j, std::size_t end, const Real* k) const {
    const auto term = [k](const Entry& entry) {
      return entry.value() * static_cast<double>(k[entry.row()]);
    };
    const Entry* entry = lists_[j].data() + next_[j];
    const Entry* const last = lists_[j].data() + lists_[j].size();
    double sums[4] = {};  // four independent chains of additions
    for (; last - entry >= 4 && entry[3].row() < end; entry += 4) {
      for (std::size_t v = 0; v < 4; ++v) sums[v] += term(entry[v]);
    }
    for (; entry != last && entry->row() < end; ++entry) sums[0] += term(*entry);
    next_[j] = static_cast<std::size_t>(entry - lists_[j].data());
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
  }

  void put(std::size_t i, std::size_t j, double c) {
    List& list = lists_[j];
    const auto at = find_row(list, static_cast<std::uint32_t>(i));
    const bool present = at != list.end() && at->row() == i;
    if (present && c == 0) {
      list.erase(at);
    } else if (present) {
      *at = Entry(at->row(), c);
    } else if (c != 0) {
      insert_row(list, Entry(static_cast<std::uint32_t>(i), c));
    }
  }

  std::vector<List> lists_;
  mutable std::vector<std::size_t> next_;
};

}  // namespace querent::detail
