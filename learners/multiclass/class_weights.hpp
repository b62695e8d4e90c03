// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cassert>
#include <span>
#include <stdexcept>
#include <vector>

#include <querent/learners/learner.hpp>

namespace querent {

/// w_1, …, w_K ∈ R^d of a multiclass linear model, feature-major: the K weights of one feature are
/// neighbours, so that the K scores of a sparse row are one pass over its non-zeros. A feature not
/// seen in an update weighs 0.
class ClassWeights {
 public:
  ClassWeights(std::size_t dim, int num_classes)
      : K_(static_cast<std::size_t>(num_classes)), f_(K_) {
    if (num_classes < 2) throw std::invalid_argument("at least two classes are needed");
    w_.resize(dim * K_);
  }

  std::size_t dim() const { return w_.size() / K_; }
  int num_classes() const { return static_cast<int>(K_); }
  double operator()(std::size_t feature, int k) const {
    return w_[feature * K_ + static_cast<std::size_t>(k)];
  }

  /// f_k = w_k·x, valid until the next call.
  template <Row X>
  std::span<const double> scores(const X& x) const {
    std::fill(f_.begin(), f_.end(), 0.0);
    for_each_nonzero(x, dim(), [&](std::size_t i, double value) {
      const double* w = &w_[i * K_];
      for (std::size_t k = 0; k < K_; ++k) f_[k] += value * w[k];
    });
    return f_;
  }

  /// Makes room for features up to `dim`; amortised.
  void grow(std::size_t dim) {
    if (dim * K_ > w_.size()) w_.resize(dim * K_);
  }

  /// w_k ← w_k + a x.
  template <Row X>
  void add(int k, double a, const X& x) {
    assert(x.dim() <= dim());
    double* w = w_.data() + k;
    for_each_nonzero(x, dim(), [&](std::size_t i, double value) { w[i * K_] += a * value; });
  }

 private:
  std::size_t K_;
  std::vector<double> w_;
  mutable std::vector<double> f_;
};

}  // namespace querent
