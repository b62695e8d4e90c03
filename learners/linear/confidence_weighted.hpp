// SPDX-License-Identifier: Apache-2.0
// CW-diag: exact convex confidence-weighted learning, diagonal.
//
// Crammer, Dredze, Pereira, Exact Convex Confidence-Weighted Learning, NIPS 2008 (CW-Stdev).
//
//   μ_1 = 0, Σ_1 = a I;  ψ = 1 + φ²/2, ξ = 1 + φ²
//   for t = 1, …, T
//     m_t = y_t μ_t·x_t, v_t = x_tᵀ Σ_t x_t
//     if asked and m_t < φ √v_t:
//       α = max(0, (−m_t ψ + √(m_t² φ⁴/4 + v_t φ² ξ)) / (v_t ξ))
//       √u = ½ (−α v_t φ + √(α² v_t² φ² + 4 v_t)),  β = α φ / (√u + α v_t φ)
//       μ_{t+1} = μ_t + α y_t Σ_t x_t
//       Σ_{t+1} = Σ_t − β Σ_t x_t x_tᵀ Σ_t,  of which the diagonal is kept: Σ_i ← Σ_i − β Σ_i² x_i²
//
// This is the least change (in relative entropy) after which y_t is predicted with probability
// Φ(φ). The paper's diagonal form adds α φ u^{−1/2} x_i² to 1/Σ_i instead, where one large α
// collapses every variance of a row; LIBOL and SOL keep the diagonal of Σ, as does this code.
//
// Two forms that cannot cancel: √u = 2 v_t / (α v_t φ + √(α² v_t² φ² + 4 v_t)), and
// 1 − β Σ_i x_i² ≥ 1 − β v_t = √u / (√u + α v_t φ) > 0, so no variance becomes 0 or negative.
#pragma once

#include <algorithm>
#include <cmath>

#include <querent/learners/learner.hpp>
#include <querent/learners/linear/gaussian_weights.hpp>
#include <querent/learners/param.hpp>

namespace querent {

/// Settings of ConfidenceWeighted.
struct ConfidenceWeightedParams {
  double phi = 0.5244, a = 1;

  static void params(auto& self, auto&& each) {
    each("phi", self.phi, kPositive,
         "φ = Φ⁻¹(confidence), 0.5244 is 70 %; with noisy labels use 0.1, or average=yes");
    each("a", self.a, kPositive, "a, initial variance of a weight");
  }
};

class ConfidenceWeighted : public GaussianWeights {
 public:
  using Params = ConfidenceWeightedParams;
  static constexpr UpdateCard card(const Params& = {}) {
    return {.words = "CW-diag", .second_order = true};
  }

  explicit ConfidenceWeighted(std::size_t dim = 0, ConfidenceWeightedParams params = {})
      : GaussianWeights(dim, params.a), params_(valid(params, "CW-diag")) {}

  bool update(const Row auto& x, int label) {
    const double y = sign_of(label), phi = params_.phi;
    const double m = y * dot(weights(), x), v = variance(x);
    if (v < kLeastVariance || m >= phi * std::sqrt(v)) return false;
    const double psi = 1 + phi * phi / 2, xi = 1 + phi * phi;
    const double alpha = std::max(
        0.0, (-m * psi + std::sqrt(m * m * std::pow(phi, 4) / 4 + v * phi * phi * xi)) / (v * xi));
    if (alpha == 0) return false;
    move_confidently(x, alpha, y, v, phi);
    return true;
  }

  static void fields(auto& self, auto&& field) {
    field.is("CW-diag");
    field.same("phi", self.params_.phi);
    field.same("a", self.params_.a);
    GaussianWeights::fields(self, field);
  }

 private:
  static constexpr double kLeastVariance = 1e-280;  // below it 1/v may be infinite

  ConfidenceWeightedParams params_;
};

}  // namespace querent
