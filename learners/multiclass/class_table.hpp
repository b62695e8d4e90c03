// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cassert>
#include <span>
#include <stdexcept>
#include <vector>

#include <querent/learners/linear/grow.hpp>
#include <querent/learners/row.hpp>

namespace querent {

/// A number for every feature and class, such as w_1, …, w_K ∈ R^d. The K numbers of a feature are
/// adjacent, so that the K scores of a sparse row take one pass over its nonzeros. A feature not
/// yet seen has `fill`.
class ClassTable {
 public:
  ClassTable(std::size_t dim, int num_classes, double fill = 0)
      : K_(static_cast<std::size_t>(num_classes)), fill_(fill) {
    if (num_classes < 2) throw std::invalid_argument("at least two classes are needed");
    grow(dim);
  }

  std::size_t num_classes() const { return K_; }  ///< K
  /// The entry of feature < dim() and class k, 0 ≤ k < K.
  double operator()(std::size_t feature, int k) const {
    return at_[feature * K_ + static_cast<std::size_t>(k)];
  }
  /// The same, for writing.
  double& operator()(std::size_t feature, int k) {
    return at_[feature * K_ + static_cast<std::size_t>(k)];
  }

  /// f_k = Σ_i a_i·table(i, k) with a_i = weigh(x_i).
  void sums(const Row auto& x, std::span<double> f, auto&& weigh) const {
    assert(f.size() == K_);
    std::fill(f.begin(), f.end(), 0.0);
    double* const __restrict sum = f.data();
    for_each_nonzero(x, x.dim(), [&](std::size_t i, double x_i) {
      const double a = weigh(x_i);
      if ((i + 1) * K_ <= at_.size()) {
        const double* const __restrict entry = &at_[i * K_];
        for (std::size_t k = 0; k < K_; ++k) sum[k] += a * entry[k];
      } else if (fill_ != 0) {
        for (std::size_t k = 0; k < K_; ++k) sum[k] += a * fill_;
      }
    });
  }

  /// f_k = w_k·x.
  void scores(const Row auto& x, std::span<double> f) const {
    sums(x, f, [](double x_i) { return x_i; });
  }

  /// Extends the table to features below `dim`; amortised. Throws std::length_error beyond
  /// kMaxWeights.
  void grow(std::size_t dim) {
    querent::grow(at_, std::min(dim, kMaxWeights + 1) * K_, fill_);  // the product does not wrap
  }

  /// w_k ← w_k + a x.
  void add(int k, double a, const Row auto& x) {
    for_each_nonzero(x, x.dim(), [&](std::size_t i, double x_i) { (*this)(i, k) += a * x_i; });
  }

  static void fields(auto& self, auto&& field) {
    field.same("K", self.K_);
    field("at", self.at_);
    field.must(self.at_.size() % self.K_ == 0);
  }
  std::size_t dim() const { return at_.size() / K_; }  ///< features seen so far

 private:
  std::size_t K_;
  double fill_;
  std::vector<double> at_;
};

}  // namespace querent
