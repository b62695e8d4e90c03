// SPDX-License-Identifier: Apache-2.0
// FTRL-Proximal: follow the proximally regularised leader, for logistic regression.
//
// McMahan, Holt, Sculley et al., Ad Click Prediction: a View from the Trenches, KDD 2013,
// Algorithm 1.
//
//   z_1 = 0, n_1 = 0
//   for t = 1, …, T
//     w_i = 0 where |z_i| ≤ λ₁, else −(z_i − sgn(z_i) λ₁) / ((β + √n_i)/α + λ₂)            (*)
//     p_t = σ(w·x_t);  ŷ_t = sgn(w·x_t)
//     if asked, for each i with x_i ≠ 0:
//       g_i = (p_t − y_t) x_i with y_t ∈ {0, 1}
//       σ_i = (√(n_i + g_i²) − √n_i) / α
//       z_i ← z_i + g_i − σ_i w_i,  n_i ← n_i + g_i²
//
// With λ₁ = λ₂ = 0 it is online gradient descent with a step α/(β + √n_i) per feature; λ₁ makes
// some weights exactly 0. w is stored explicitly: a row changes only the weights of its own
// features.
#pragma once

#include <cmath>
#include <vector>

#include <querent/learners/learner.hpp>
#include <querent/learners/linear/weights.hpp>
#include <querent/learners/param.hpp>

namespace querent {

/// Settings of FtrlProximal.
struct FtrlProximalParams {
  double alpha = 0.3, beta = 1, lambda1 = 0, lambda2 = 0;

  static void params(auto& self, auto&& each) {
    each("alpha", self.alpha, kPositive, "α, step size; 1 for few or sparse rows");
    each("beta", self.beta, kNotNegative, "β, the larger, the slower the first steps shrink");
    each("lambda1", self.lambda1, kNotNegative,
         "λ₁, weight of ‖w‖₁; the larger, the more weights are 0");
    each("lambda2", self.lambda2, kNotNegative, "λ₂, weight of ‖w‖²/2");
  }
};

class FtrlProximal : public LinearWeights {
 public:
  using Params = FtrlProximalParams;
  static constexpr UpdateCard card(const Params& = {}) { return {.words = "FTRL-proximal"}; }

  explicit FtrlProximal(std::size_t dim = 0, FtrlProximalParams params = {})
      : LinearWeights(dim), params_(valid(params, "FTRL-proximal")), z_(dim), n_(dim) {}

  bool update(const Row auto& x, int label, double weight = 1) {
    const double y = sign_of(label);
    const double slope = -weight * y / (1 + std::exp(y * dot(w_, x)));  // p_t − y_t
    grow(z_, x.dim());
    grow(n_, x.dim());
    grow(w_, x.dim());
    for_each_nonzero(x, x.dim(), [&](std::size_t i, double x_i) {
      const double g = slope * x_i, n = n_[i] + g * g;
      const double sigma = (std::sqrt(n) - std::sqrt(n_[i])) / params_.alpha;
      z_[i] += g - sigma * w_[i];
      n_[i] = n;
      w_[i] = weight_of(i);
    });
    return slope != 0;
  }

  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    field.is("FTRL-proximal");
    same_params(self.params_, field);
    field("z", self.z_);
    field("n", self.n_);
    field.must(self.n_.size() == self.z_.size());
    if constexpr (!std::is_const_v<Self>) field.must(self.derive());
  }

 private:
  double weight_of(std::size_t i) const {  // (*)
    if (std::abs(z_[i]) <= params_.lambda1) return 0;
    const double step = (params_.beta + std::sqrt(n_[i])) / params_.alpha + params_.lambda2;
    return step > 0 ? -(z_[i] - std::copysign(params_.lambda1, z_[i])) / step : 0;
  }

  bool derive() {
    w_.resize(z_.size());
    for (std::size_t i = 0; i < z_.size(); ++i) {
      if (!(n_[i] >= 0)) return false;
      w_[i] = weight_of(i);
    }
    return true;
  }

  FtrlProximalParams params_;
  std::vector<double> z_, n_;
};

}  // namespace querent
