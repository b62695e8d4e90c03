// SPDX-License-Identifier: Apache-2.0
// EG: the exponentiated gradient for classification as online ascent of the dual, with single and
// with double updates.
//
// Kivinen, Warmuth, Exponentiated Gradient versus Gradient Descent for Linear Predictors, Information
// and Computation 132, 1997 (EG±); Shalev-Shwartz, Singer, A Primal-Dual Perspective of Online
// Learning Algorithms, Machine Learning 69, 2007. Zhao, Hoi, Jin, JMLR 12, 2011, §6: "it is possible
// to extend other single update online learning methods, such as EG, for double updating".
//
//   w⁺, w⁻ ≥ 0 with Σ (w⁺ + w⁻) = U, w = w⁺ − w⁻, regularised by the entropy of (w⁺, w⁻). Its dual:
//
//   D(α) = Σ α_t − (U/η) log Σ_j cosh(η θ_j),  θ = Σ α_t y_t x_t,  0 ≤ α_t ≤ C
//   w_j = U sinh(η θ_j) / Σ_i cosh(η θ_i),  the gradient of the last term
//
//   S_0 = ∅, θ = 0
//   for t = 1, …, T
//     ŷ_t = sgn w·x_t;  ℓ_t = max(0, 1 − y_t w·x_t)
//     if ℓ_t > 0:
//       EG:       α_t = argmax D over [0, C]
//       DUOL-EG:  b = argmin of y_i y_t x_i·x_t over i ∈ S_{t−1} with y_i w·x_i ≤ 1; where that is
//                 ≤ −ρ, (α_t, α_b) = argmax D over [0, C]², else as EG
//       S_t = S_{t−1} ∪ {t}, the latest `kept` of them; the weight of one that goes stays in θ
//
// D has no closed maximum. ∂D/∂α_t = 1 − y_t w·x_t falls with α_t, so its zero is found between
// bounds (Dowell, Jarratt, BIT 11, 1971: the Illinois method), and two weights are raised in turn
// until they rest, which ends at the maximum since D is smooth and concave over a box. All terms are
// divided by e^M, M ≥ η |θ_j|, so that none overflows.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <querent/learners/learner.hpp>
#include <querent/learners/linear/grow.hpp>
#include <querent/learners/param.hpp>

namespace querent {

struct ExponentiatedGradientParams {
  double U = 10, eta = 1, C = 1, rho = 0;
  std::uint32_t kept = 1000;   ///< of DUOL-EG
  bool double_update = false;  ///< DUOL-EG

  static void params(auto& self, auto&& each) {
    each("U", self.U, kPositive, "U, sum of the weights' absolute values at most");
    each("eta", self.eta, kPositive, "η, learning rate");
    each("C", self.C, kPositive, "C, maximum weight of an example");
    if (!self.double_update) return;
    each("rho", self.rho, kNotNegative, "ρ, minimum conflict of the auxiliary example");
    each("kept", self.kept, kAtLeastOne, "number of examples to choose from, the latest");
  }
};

class ExponentiatedGradient {
 public:
  using Params = ExponentiatedGradientParams;
  static constexpr UpdateCard card(const Params& params = {}) {
    return {.words = params.double_update ? "exponentiated gradient, double update"
                                          : "exponentiated gradient"};
  }

  explicit ExponentiatedGradient(std::size_t dim = 0, Params params = {})
      : params_(valid(params, "EG")), theta_(dim), cosh_sum_(static_cast<double>(dim)) {}

  Prediction predict(const Row auto& x) const {
    double f = 0;
    for (std::size_t k = 0, n = entries_below(x, theta_.size()); k < n; ++k)
      f += x.value[k] * scaled_sinh(theta_[feature_of(x, k)], M_);
    return predict_from_sign(cosh_sum_ > 0 ? params_.U * f / cosh_sum_ : 0.0);
  }

  bool update(const Row auto& x, int label) {
    const double y = sign_of(label);
    const std::size_t before = theta_.size();
    grow(theta_, x.dim());
    cosh_sum_ += static_cast<double>(theta_.size() - before) * std::exp(-M_);
    const Example a = example(x, y);
    if (slope(a, 0) <= 0) return false;  // ℓ_t = 0
    const std::size_t b = params_.double_update ? auxiliary(a) : support_.size();
    double alpha = 0;
    if (b == support_.size()) {
      ascend(a, alpha);
    } else {
      ascend_in_turn(a, alpha, support_[b], weight_[b]);
    }
    if (params_.double_update) keep(a, alpha);
    sum_anew();
    return true;
  }

  /// D(α) of all labels learnt so far, with all features seen, but for a constant.
  double dual() const {
    if (theta_.empty()) return 0;
    return alpha_sum_ - params_.U / params_.eta * (M_ + std::log(cosh_sum_));
  }
  const std::vector<double>& theta() const { return theta_; }  ///< θ = Σ α_t y_t x_t

  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    field.is("EG");
    same_params(self.params_, field);
    field.same("double_update", self.params_.double_update);
    field("theta", self.theta_);
    field("alpha_sum", self.alpha_sum_);
    field("oldest", self.oldest_);
    field("alpha", self.weight_);
    std::vector<std::uint64_t> end;
    std::vector<std::uint32_t> feature;
    std::vector<double> value;
    for (const Example& z : self.support_) {
      feature.insert(feature.end(), z.feature.begin(), z.feature.end());
      value.insert(value.end(), z.value.begin(), z.value.end());
      end.push_back(feature.size());
    }
    field("end", end);
    field("feature", feature);
    field("value", value);
    if constexpr (!std::is_const_v<Self>) field.must(self.take(end, feature, value));
  }

 private:
  /// y_t x_t by its non-zeros.
  struct Example {
    std::vector<std::uint32_t> feature;
    std::vector<double> value;
  };

  static Example example(const Row auto& x, double y) {
    Example z;
    for_each_nonzero(x, x.dim(), [&](std::size_t i, double x_i) {
      z.feature.push_back(static_cast<std::uint32_t>(i));
      z.value.push_back(y * x_i);
    });
    return z;
  }

  double scaled_sinh(double theta, double M) const {
    return (std::exp(params_.eta * theta - M) - std::exp(-params_.eta * theta - M)) / 2;
  }
  double scaled_cosh(double theta, double M) const {
    return (std::exp(params_.eta * theta - M) + std::exp(-params_.eta * theta - M)) / 2;
  }

  /// ∂D/∂τ of D at θ + τ z: 1 − z·w.
  double slope(const Example& z, double tau) const {
    double M = M_;
    for (std::size_t k = 0; tau != 0 && k < z.feature.size(); ++k)
      M = std::max(M, params_.eta * std::abs(theta_[z.feature[k]] + tau * z.value[k]));
    double sinh_sum = 0, S = cosh_sum_ * std::exp(M_ - M);
    for (std::size_t k = 0; k < z.feature.size(); ++k) {
      const double theta = theta_[z.feature[k]], moved = theta + tau * z.value[k];
      sinh_sum += z.value[k] * scaled_sinh(moved, M);
      if (tau != 0) S += scaled_cosh(moved, M) - scaled_cosh(theta, M);
    }
    return 1 - params_.U * sinh_sum / S;
  }

  /// M and Σ cosh(η θ_j) e^{−M} from θ, without what rounding has left of differences.
  void sum_anew() {
    M_ = 0;
    for (const double theta : theta_) M_ = std::max(M_, params_.eta * std::abs(theta));
    cosh_sum_ = 0;
    for (const double theta : theta_) cosh_sum_ += scaled_cosh(theta, M_);
  }

  /// α ← argmax D over [0, C] along z, θ with it; returns by how much α moved.
  double ascend(const Example& z, double& alpha) {
    const double tau = best_step(z, -alpha, params_.C - alpha);
    const double before = cosh_sum_;
    bool anew = false;
    for (std::size_t k = 0; k < z.feature.size(); ++k) {
      double& theta = theta_[z.feature[k]];
      cosh_sum_ -= scaled_cosh(theta, M_);
      theta += tau * z.value[k];
      anew = anew || params_.eta * std::abs(theta) > M_ + 1;
      cosh_sum_ += scaled_cosh(theta, M_);
    }
    if (anew || !(cosh_sum_ > 1e-6 * before)) sum_anew();
    alpha = std::clamp(alpha + tau, 0.0, params_.C);
    alpha_sum_ += tau;
    return std::abs(tau);
  }

  /// The example joins S in the place of the oldest one beyond `kept`.
  void keep(const Example& z, double alpha) {
    if (support_.size() < params_.kept) {
      support_.push_back(z);
      weight_.push_back(alpha);
      return;
    }
    support_[oldest_] = z;
    weight_[oldest_] = alpha;
    oldest_ = (oldest_ + 1) % support_.size();
  }

  double best_step(const Example& z, double low, double high) const {
    double at_low = slope(z, low), at_high = slope(z, high);
    if (at_low <= 0) return low;
    if (at_high >= 0) return high;
    const double tolerance = 1e-12 * params_.C;
    int side = 0;
    for (int step = 0; step < 100 && high - low > tolerance; ++step) {
      const double tau = (low * at_high - high * at_low) / (at_high - at_low);
      const double at_tau = slope(z, tau);
      if (std::abs(at_tau) < 1e-12) return tau;
      if (at_tau > 0) {
        low = tau;
        at_low = at_tau;
        if (side == 1) at_high /= 2;
        side = 1;
      } else {
        high = tau;
        at_high = at_tau;
        if (side == -1) at_low /= 2;
        side = -1;
      }
    }
    return low + (high - low) / 2;
  }

  void ascend_in_turn(const Example& a, double& alpha_a, const Example& b, double& alpha_b) {
    const double rest = 1e-6 * params_.C;
    for (int turn = 0; turn < 100; ++turn) {
      const double moved = ascend(a, alpha_a) + ascend(b, alpha_b);
      if (moved < rest) break;
    }
  }

  /// argmin of (y_i x_i)·z over the support examples with y_i w·x_i ≤ 1, if it is ≤ −ρ; else as many
  /// as there are.
  std::size_t auxiliary(const Example& z) {
    scattered_.assign(theta_.size(), 0);
    for (std::size_t k = 0; k < z.feature.size(); ++k) scattered_[z.feature[k]] = z.value[k];
    std::size_t b = support_.size();
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < support_.size(); ++i) {
      const Example& other = support_[i];
      double w = 0;
      for (std::size_t k = 0; k < other.feature.size(); ++k)
        w += other.value[k] * scattered_[other.feature[k]];
      if (w < least && slope(other, 0) >= -1e-9) {
        least = w;
        b = i;
      }
    }
    return least <= -params_.rho ? b : support_.size();
  }

  bool take(const std::vector<std::uint64_t>& end, const std::vector<std::uint32_t>& feature,
            const std::vector<double>& value) {
    if (end.size() != weight_.size() || feature.size() != value.size()) return false;
    if ((end.empty() ? 0 : end.back()) != feature.size()) return false;
    support_.clear();
    std::uint64_t begin = 0;
    for (const std::uint64_t stop : end) {
      if (stop < begin || stop > feature.size()) return false;
      const auto from = static_cast<std::ptrdiff_t>(begin), to = static_cast<std::ptrdiff_t>(stop);
      support_.push_back({{feature.begin() + from, feature.begin() + to},
                          {value.begin() + from, value.begin() + to}});
      begin = stop;
    }
    sum_anew();
    return oldest_ < std::max<std::size_t>(support_.size(), 1) &&
           std::ranges::all_of(feature, [&](std::uint32_t i) { return i < theta_.size(); });
  }

  Params params_;
  std::vector<double> theta_;
  double M_ = 0;                  // max η |θ_j|, or 1 less
  double cosh_sum_;               // Σ_j cosh(η θ_j) e^{−M}
  double alpha_sum_ = 0;          // Σ α_t
  std::uint64_t oldest_ = 0;      // the place in S that the next example takes
  std::vector<Example> support_;  // y_i x_i of i ∈ S
  std::vector<double> weight_;    // α_i
  std::vector<double> scattered_;
};

}  // namespace querent
