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
//       √u = ½ (−α v_t φ + √(α² v_t² φ² + 4 v_t))
//       μ_{t+1} = μ_t + α y_t Σ_t x_t
//       Σ_{t+1}⁻¹ = Σ_t⁻¹ + α φ u^{−1/2} diag²(x_t)
//
// This is the least change (in relative entropy) after which y_t is predicted with probability
// Φ(φ); the diagonal form keeps the diagonal of Σ⁻¹.
#pragma once

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include <querent/learners/learner.hpp>
#include <querent/learners/linear/grow.hpp>

namespace querent {

/// Settings of ConfidenceWeighted.
struct ConfidenceWeightedParams {
  double phi = 0.5244;  ///< φ > 0, Φ⁻¹ of the confidence: 0.5244 is 70 %
  double a = 1;         ///< a > 0, the first variance of a weight
};

class ConfidenceWeighted {
 public:
  explicit ConfidenceWeighted(std::size_t dim = 0, ConfidenceWeightedParams params = {})
      : params_(params), mu_(dim), Sigma_(dim, params.a) {
    if (!(params.phi > 0)) throw std::invalid_argument("CW-diag: phi > 0 is needed");
    if (!(params.a > 0)) throw std::invalid_argument("CW-diag: a > 0 is needed");
  }

  template <Row X>
  Prediction predict(const X& x) const {
    Prediction p = predict_from_sign(dot(mu_, x));
    p.uncertainty = variance(x);
    return p;
  }

  template <Row X>
  bool update(const X& x, int label) {
    const double y = sign_of(label), phi = params_.phi;
    const double m = y * dot(mu_, x), v = variance(x);
    if (v == 0 || m >= phi * std::sqrt(v)) return false;
    const double psi = 1 + phi * phi / 2, xi = 1 + phi * phi;
    const double alpha = std::max(
        0.0, (-m * psi + std::sqrt(m * m * std::pow(phi, 4) / 4 + v * phi * phi * xi)) / (v * xi));
    if (alpha == 0) return false;
    const double av = alpha * v;
    const double root_u = (-av * phi + std::sqrt(av * av * phi * phi + 4 * v)) / 2;
    grow(mu_, x.dim());
    grow(Sigma_, x.dim(), params_.a);
    for_each_nonzero(x, x.dim(), [&](std::size_t i, double x_i) {
      mu_[i] += alpha * y * Sigma_[i] * x_i;  // μ ← μ + α y Σ x
      Sigma_[i] =
          1 / (1 / Sigma_[i] + alpha * phi / root_u * x_i * x_i);  // Σ⁻¹ ← Σ⁻¹ + α φ u^{−1/2} x²
    });
    return true;
  }

  const std::vector<double>& weights() const { return mu_; }
  /// The diagonal of Σ, one a feature seen so far.
  const std::vector<double>& variances() const { return Sigma_; }

  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    field.is("CW-diag");
    field.same("phi", self.params_.phi);
    field.same("a", self.params_.a);
    field("mu", self.mu_);
    field("Sigma", self.Sigma_);
    field.must(self.Sigma_.size() == self.mu_.size());
  }

 private:
  template <Row X>
  double variance(const X& x) const {
    double v = 0;
    for_each_nonzero(x, x.dim(), [&](std::size_t i, double x_i) {
      v += (i < Sigma_.size() ? Sigma_[i] : params_.a) * x_i * x_i;
    });
    return v;
  }

  ConfidenceWeightedParams params_;
  std::vector<double> mu_, Sigma_;
};
static_assert(OnlineLearner<ConfidenceWeighted, DenseRow> &&
              OnlineLearner<ConfidenceWeighted, SparseRow>);

}  // namespace querent
