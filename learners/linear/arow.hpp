// SPDX-License-Identifier: Apache-2.0
// AROW: adaptive regularisation of weight vectors, diagonal.
//
// Crammer, Kulesza, Dredze, Adaptive Regularization of Weight Vectors, NIPS 2009, Fig. 1.
//
//   μ_1 = 0, Σ_1 = I
//   for t = 1, …, T
//     m_t = μ_t·x_t, v_t = x_tᵀ Σ_t x_t;  ŷ_t = sgn(m_t)
//     if asked and y_t m_t < 1:
//       β_t = 1 / (v_t + r),  α_t = max(0, 1 − y_t m_t) β_t
//       μ_{t+1} = μ_t + α_t y_t Σ_t x_t
//       Σ_{t+1} = Σ_t − β_t Σ_t x_t x_tᵀ Σ_t,  that is Σ_{t+1}⁻¹ = Σ_t⁻¹ + x_t x_tᵀ / r
//
// The last line keeps the diagonal of the inverse, Σ_i ← Σ_i r / (r + Σ_i x_i²), as the paper does
// for many features: no variance can become 0 or negative. Unlike CW it learns no more from a wrong
// label than from a right one, since no constraint must hold after the update.
#pragma once

#include <querent/learners/learner.hpp>
#include <querent/learners/linear/gaussian_weights.hpp>
#include <querent/learners/param.hpp>

namespace querent {

/// Settings of Arow.
struct ArowParams {
  double r = 1;

  static void params(auto& self, auto&& each) {
    each("r", self.r, kPositive,
         "r, the larger, the slower the variances shrink; 0.1 for few rows of many features");
  }
};

class Arow : public GaussianWeights {
 public:
  using Params = ArowParams;
  static constexpr UpdateCard card(const Params& = {}) {
    return {.words = "AROW", .second_order = true};
  }

  explicit Arow(std::size_t dim = 0, ArowParams params = {})
      : GaussianWeights(dim, 1), params_(valid(params, "AROW")) {}

  bool update(const Row auto& x, int label, double weight = 1) {
    const double y = sign_of(label),
                 r = params_.r / weight;  // the loss counts 1/(2r) in its objective
    const double m = dot(weights(), x);
    if (y * m >= 1) return false;
    const double beta = 1 / (variance(x) + r), alpha = (1 - y * m) * beta;
    move(x, alpha * y, [&](double Sigma_i, double square) {  // μ ← μ + α y Σ x
      return Sigma_i * (r / (r + Sigma_i * square));         // 1/Σ_i ← 1/Σ_i + x_i²/r
    });
    return true;
  }

  static void fields(auto& self, auto&& field) {
    field.is("AROW");
    same_params(self.params_, field);
    GaussianWeights::fields(self, field);
  }

 private:
  ArowParams params_;
};

}  // namespace querent
