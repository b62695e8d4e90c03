// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include <querent/learners/learner.hpp>
#include <querent/learners/linear/grow.hpp>

namespace querent {

/// Uncertain weights N(μ, Σ) with a diagonal Σ: the model of the confidence-weighted family.
class GaussianWeights {
 public:
  Prediction predict(const Row auto& x) const {
    Prediction p = predict_from_sign(dot(mu_, x));
    p.uncertainty = variance(x);
    return p;
  }

  const std::vector<double>& weights() const { return mu_; }  ///< μ
  /// The diagonal of Σ, one entry per feature seen so far.
  const std::vector<double>& variances() const { return Sigma_; }

 protected:
  /// Σ_1 = `first` · I.
  GaussianWeights(std::size_t dim, double first) : first_(first), mu_(dim), Sigma_(dim, first) {}

  /// xᵀ Σ x
  double variance(const Row auto& x) const {
    double v = 0;
    for_each_nonzero(x, x.dim(), [&](std::size_t i, double x_i) {
      v += (i < Sigma_.size() ? Sigma_[i] : first_) * x_i * x_i;
    });
    return v;
  }

  /// μ ← μ + step Σ x, then Σ_i ← shrunk(Σ_i, x_i²) where x_i ≠ 0.
  void move(const Row auto& x, double step, const auto& shrunk) {
    grow(mu_, x.dim());
    grow(Sigma_, x.dim(), first_);
    for_each_nonzero(x, x.dim(), [&](std::size_t i, double x_i) {
      mu_[i] += step * Sigma_[i] * x_i;
      Sigma_[i] = shrunk(Sigma_[i], x_i * x_i);
    });
  }

  /// The step α of CW and SCW for a row with variance v: μ ← μ + α y Σ x, Σ_i ← Σ_i − β Σ_i² x_i².
  void move_confidently(const Row auto& x, double alpha, double y, double v, double phi) {
    const double avp = alpha * v * phi;
    const double root_u = 2 * v / (avp + std::sqrt(avp * avp + 4 * v));  // √u, which cannot cancel
    const double beta = alpha * phi / (root_u + avp), least = root_u / (root_u + avp);
    move(x, alpha * y, [&](double Sigma_i, double square) {
      return Sigma_i * std::max(1 - beta * Sigma_i * square, least);
    });
  }

  static void fields(auto& self, auto&& field) {
    field("mu", self.mu_);
    field("Sigma", self.Sigma_);
    field.must(self.Sigma_.size() == self.mu_.size());
  }

 private:
  double first_;
  std::vector<double> mu_, Sigma_;
};

}  // namespace querent
