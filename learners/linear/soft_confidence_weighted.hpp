// SPDX-License-Identifier: Apache-2.0
// SCW-I and SCW-II: soft confidence-weighted learning, diagonal.
//
// Wang, Zhao, Hoi, Exact Soft Confidence-Weighted Learning, ICML 2012, Algorithm 1, Propositions 1
// and 2.
//
//   μ_1 = 0, Σ_1 = I;  ψ = 1 + φ²/2, ζ = 1 + φ²
//   for t = 1, …, T
//     m_t = y_t μ_t·x_t, v_t = x_tᵀ Σ_t x_t
//     if asked and ℓ = φ √v_t − m_t > 0:
//       SCW-I:   α = min{C, max{0, (−m_t ψ + √(m_t² φ⁴/4 + v_t φ² ζ)) / (v_t ζ)}}
//       SCW-II:  n = v_t + 1/(2C),  γ = φ √(φ² m_t² v_t² + 4 n v_t (n + v_t φ²))
//                α = max{0, (−(2 m_t n + φ² m_t v_t) + γ) / (2 (n² + n v_t φ²))}
//       √u = ½ (−α v_t φ + √(α² v_t² φ² + 4 v_t)),  β = α φ / (√u + v_t α φ)
//       μ_{t+1} = μ_t + α y_t Σ_t x_t
//       Σ_{t+1} = Σ_t − β Σ_t x_t x_tᵀ Σ_t,  of which the diagonal is kept
//
// CW with slack: the constraint of a row may be violated, at a cost of C (I) or C times the square
// (II). √u is written in a form without cancellation, and 1 − β Σ_i x_i² ≥ √u / (√u + α v_t φ) > 0,
// as in confidence_weighted.hpp.
#pragma once

#include <algorithm>
#include <cmath>

#include <querent/learners/learner.hpp>
#include <querent/learners/linear/gaussian_weights.hpp>
#include <querent/learners/param.hpp>

namespace querent {

/// Settings of SoftConfidenceWeighted.
struct SoftConfidenceWeightedParams {
  enum class Form { kLinear, kSquared };
  Form form = Form::kLinear;  ///< SCW-I or SCW-II
  double phi = 0.5244, C = 1;

  static void params(auto& self, auto&& each) {
    each("phi", self.phi, kPositive,
         "φ = Φ⁻¹(confidence), 0.5244 is 70 %; 1.0364 (85 %) to 1.6449 (95 %) for many features");
    each("C", self.C, kPositive,
         "C, penalty of missing the confidence; with noisy labels use 2⁻⁴ (SCW-I), 2⁻⁸ (SCW-II)");
  }
};

class SoftConfidenceWeighted : public GaussianWeights {
 public:
  using Params = SoftConfidenceWeightedParams;
  using Form = Params::Form;
  static constexpr UpdateCard card(const Params& params = {}) {
    return {.words = params.form == Form::kLinear ? "SCW-I" : "SCW-II", .second_order = true};
  }

  explicit SoftConfidenceWeighted(std::size_t dim = 0, SoftConfidenceWeightedParams params = {})
      : GaussianWeights(dim, 1), params_(valid(params, "SCW")) {}

  bool update(const Row auto& x, int label, double weight = 1) {
    const double y = sign_of(label), phi = params_.phi;
    const double m = y * dot(weights(), x), v = variance(x);
    if (v < kLeastVariance || m >= phi * std::sqrt(v)) return false;  // ℓ = 0
    const double alpha = params_.form == Form::kLinear ? linear_step(m, v, params_.C * weight)
                                                       : squared_step(m, v, params_.C * weight);
    if (!(alpha > 0)) return false;
    move_confidently(x, alpha, y, v, phi);
    return true;
  }

  static void fields(auto& self, auto&& field) {
    field.is("SCW");
    field.same("form", self.params_.form);
    same_params(self.params_, field);
    GaussianWeights::fields(self, field);
  }

 private:
  double linear_step(double m, double v, double C) const {  // Proposition 1
    const double phi2 = params_.phi * params_.phi, psi = 1 + phi2 / 2, zeta = 1 + phi2;
    const double alpha =
        (-m * psi + std::sqrt(m * m * phi2 * phi2 / 4 + v * phi2 * zeta)) / (v * zeta);
    return std::min(C, std::max(0.0, alpha));
  }

  double squared_step(double m, double v, double C) const {  // Proposition 2
    const double phi2 = params_.phi * params_.phi, n = v + 1 / (2 * C);
    const double gamma = params_.phi * std::sqrt(phi2 * m * m * v * v + 4 * n * v * (n + v * phi2));
    return std::max(0.0, (-(2 * m * n + phi2 * m * v) + gamma) / (2 * (n * n + n * v * phi2)));
  }

  static constexpr double kLeastVariance = 1e-280;  // below it 1/v may be infinite

  SoftConfidenceWeightedParams params_;
};

}  // namespace querent
