// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <stdexcept>
#include <vector>

#include <querent/learners/learner.hpp>
#include <querent/learners/linear/grow.hpp>
#include <querent/learners/param.hpp>

namespace querent {

/// Settings of the adaptive subgradient learners.
struct AdaptiveParams {
  double delta = 1, eta = 0.1;

  template <class Self, class Each>
  static void params(Self& self, Each&& each) {
    each("delta", self.delta, kPositive, "δ, H_0 = δ I; 0.01 where features are rare");
    each("eta", self.eta, kPositive, "η, the step; with all labels 0.3");
  }
};

/// The diagonal H = δ I + diag(s), s_i = ‖g_{1:t,i}‖₂, of DA and MD.
class AdaptiveScale {
 public:
  AdaptiveScale(std::size_t dim, AdaptiveParams params)
      : delta_(valid(params, "adaptive subgradients").delta), s2_(dim), inverse_(dim, 1 / delta_) {}

  /// Makes room for features up to `dim`.
  void grow(std::size_t dim) {
    querent::grow(s2_, dim);
    querent::grow(inverse_, dim, 1 / delta_);
  }

  /// s_i² ← s_i² + g_i²; returns 1 / H_i.
  double absorb(std::size_t i, double g_i) {
    s2_[i] += g_i * g_i;
    return inverse_[i] = 1 / (delta_ + std::sqrt(s2_[i]));
  }

  /// ŷ and |p| of w·x, v = xᵀ H⁻¹ x as the uncertainty, and xᵀx; in one pass.
  template <Row X>
  Prediction predict(const std::vector<double>& w, const X& x) const {
    double p = 0, v = 0, norm2 = 0;
    for_each_nonzero(x, x.dim(), [&](std::size_t i, double x_i) {
      const double square = x_i * x_i;
      const bool seen = i < w.size();
      p += seen ? w[i] * x_i : 0;
      v += square * (seen ? inverse_[i] : 1 / delta_);
      norm2 += square;
    });
    Prediction prediction = predict_from_sign(p);
    prediction.uncertainty = v;
    prediction.squared_norm = norm2;
    return prediction;
  }

  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    field.same("delta", self.delta_);
    field("s2", self.s2_);
    if constexpr (!std::is_const_v<Self>) field.must(self.derive());
  }
  std::size_t dim() const { return s2_.size(); }  ///< features seen so far

 private:
  bool derive() {
    inverse_.resize(s2_.size());
    for (std::size_t i = 0; i < s2_.size(); ++i) {
      if (!(s2_[i] >= 0)) return false;
      inverse_[i] = 1 / (delta_ + std::sqrt(s2_[i]));
    }
    return true;
  }

  double delta_;
  std::vector<double> s2_, inverse_;  // s_i², 1 / H_i
};

}  // namespace querent
