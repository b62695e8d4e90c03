// SPDX-License-Identifier: Apache-2.0
// Theorem 1 of D-ADA's paper on the rounds of a run: H_T and the terms of the query rule are summed
// over the rounds that were learned from and compared with a linear support vector machine in the
// norm of H_T.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include <querent/learners/bounds/linear_comparator.hpp>
#include <querent/learners/bounds/passes.hpp>

namespace querent {

/// The setting of the learner and its query rule; a_t is 0, 1 or 1/max(1, x·x).
struct AdaptiveSetting {
  double delta, eta, b;
  bool mirror_descent;
  enum class Feature { kNone, kOne, kByLength } a;
};

inline double feature_weight(const AdaptiveSetting& setting, const Prediction& p) {
  switch (setting.a) {
    case AdaptiveSetting::Feature::kNone:
      return 0;
    case AdaptiveSetting::Feature::kOne:
      return 1;
    case AdaptiveSetting::Feature::kByLength:
      return 1 / std::max(1.0, p.squared_norm);
  }
  return 0;
}

/// The bound for any w, over the rounds that were learned from.
class AdaptiveRounds {
 public:
  AdaptiveRounds(const DatasetView& examples, const std::vector<PlayedRound>& played,
                 const AdaptiveSetting& setting)
      : examples_(examples), setting_(setting), squares_(examples.dim) {
    for (const auto& [i, round] : played) {
      if (!round.updated) continue;
      learnt_.push_back(i);
      const Prediction& p = round.prediction;
      const double a = feature_weight(setting, p);
      const double q = p.margin - 0.5 * setting.eta * a * p.uncertainty;
      double after = 0;  // ‖x‖² in the norm of H_t⁻¹
      examples.with_row(i, [&](const auto& x) {
        for_each_nonzero(x, squares_.size(), [&](std::size_t k, double x_k) {
          squares_[k] += x_k * x_k;
          after += x_k * x_k / (setting.delta + std::sqrt(squares_[k]));
        });
      });
      unexplained_ += (q > 0 ? 1 - a : 1) * (setting.mirror_descent ? after : p.uncertainty);
      right_ += q <= 0 && !round.mistake;
    }
  }

  /// The diagonal of H_T.
  std::vector<double> H() const {
    std::vector<double> diagonal;
    for (const double square : squares_) diagonal.push_back(setting_.delta + std::sqrt(square));
    return diagonal;
  }

  std::optional<double> bound(std::span<const double> w) const {
    double hinge = 0;
    for (const std::uint32_t i : learnt_)
      hinge += std::max(0.0, 1 - signed_margin(examples_, w, i));
    return adaptive_bound(setting_.b, setting_.eta, hinge,
                          setting_.mirror_descent ? travelled(w) : by_H(w), unexplained_, right_);
  }

 private:
  double by_H(std::span<const double> w) const {
    double sum = 0;
    for (std::size_t k = 0; k < w.size(); ++k)
      sum += (setting_.delta + std::sqrt(squares_[k])) * w[k] * w[k];
    return setting_.b * setting_.b * sum;
  }

  // δ ‖b w‖² + Σ ‖b w − w_t‖² in the norm of H_t − H_{t−1}, with w_t recomputed
  double travelled(std::span<const double> w) const {
    double sum = 0;
    for (const double value : w) sum += setting_.delta * setting_.b * setting_.b * value * value;
    std::vector<double> now(w.size()), square(w.size());
    for (const std::uint32_t i : learnt_) {
      const double y = examples_.labels[i] == 1 ? 1 : -1;
      examples_.with_row(i, [&](const auto& x) {
        for_each_nonzero(x, w.size(), [&](std::size_t k, double x_k) {
          const double before = std::sqrt(square[k]), apart = setting_.b * w[k] - now[k];
          const double root = std::sqrt(square[k] += x_k * x_k);
          sum += (root - before) * apart * apart;
          now[k] += setting_.eta * y * x_k / (setting_.delta + root);
        });
      });
    }
    return sum;
  }

  const DatasetView& examples_;
  AdaptiveSetting setting_;
  std::vector<double> squares_;  // Σ g_k²
  std::vector<std::uint32_t> learnt_;
  double unexplained_ = 0;
  double right_ = 0;  // Σ L_t over the rounds with q_t ≤ 0
};

/// The bound with the w that minimises the first two terms for D-ADA.
inline std::optional<double> adaptive_bound_of(const DatasetView& examples,
                                               const std::vector<PlayedRound>& played,
                                               const AdaptiveSetting& setting) {
  const AdaptiveRounds rounds(examples, played, setting);
  return rounds.bound(linear_machine(examples, setting.eta / setting.b, false, rounds.H()));
}

}  // namespace querent
