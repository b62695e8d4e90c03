// SPDX-License-Identifier: Apache-2.0
// The margin–variance rule: the rule of MSG with the weight of the variance as a parameter and a
// minimum probability.
//
//   Θ_t = ½ Δ_t² + 2 Δ_t − c r_t / (1 + r_t)
//   P(Q_t = 1) = 1 while Θ_t ≤ 0, else max(floor, 2hc / (2hc + Θ_t))
//
// After Yang et al., Efficient Multi-Class Selective Sampling on Graphs, UAI 2016, Eq. (10), where
// c is K, the number of classes. K comes from a worst case; docs/notes/auto.md measures the costs
// and savings of smaller c. h is in units of c, so that c alone sets the number of labels.
//
// The floor makes every round's probability known and positive, as an unbiased estimate of the
// error requires (error_estimate.hpp), and finds classes that the model confidently misses. The
// learner should learn from every label asked for (least_squares/rls.hpp), also predictable ones.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include <querent/learners/query/parametric_rule.hpp>

namespace querent {

/// Settings of MarginVarianceQuery.
struct MarginVarianceQueryParams {
  double c = 1, h = 1e-3, floor = 0;
  /// Expected rounds; 0: unknown. With a value, a floor of 0 means a share of them; without, no
  /// floor.
  std::optional<std::uint64_t> rounds = {};

  static void params(auto& self, auto&& each) {
    each("c", self.c, kPositive, "c, weight of the uncertainty: the smaller, the fewer labels");
    each("h", self.h, kPositive, "h, in units of c");
    each("floor", self.floor, kShare, "minimum probability; 0: 25 labels over the expected rounds");
  }
};

class MarginVarianceQuery : public ParametricRule<MarginVarianceQuery, MarginVarianceQueryParams> {
 public:
  static constexpr const char* kName = "thrifty";

  explicit MarginVarianceQuery(Params params) : ParametricRule(params) {
    if (params.floor == 0 && params.rounds) params_.floor = default_floor(*params.rounds);
  }

  double probability(const Prediction& p) const {
    const double Delta = p.margin, r = p.uncertainty;
    const double Theta = 0.5 * Delta * Delta + 2 * Delta - params_.c * r / (1 + r);
    if (Theta <= 0) return 1;
    const double h = params_.h * params_.c;
    return std::max(params_.floor, 2 * h / (2 * h + Theta));
  }

  /// 1/c of the largest c at which the label would not be asked with certainty; a budget ranks by
  /// it.
  double urgency(const Prediction& p) const {
    const double Delta = p.margin, r = p.uncertainty;
    return r / (1 + r) / (0.5 * Delta * Delta + 2 * Delta + kSmallestMargin);
  }

  /// The share of rounds that gives an error estimate 25 labels, limited so that labels are neither
  /// too few nor too costly.
  static double default_floor(std::uint64_t rounds) {
    return rounds == 0 ? 0.01 : std::clamp(25.0 / static_cast<double>(rounds), 1e-3, 0.05);
  }

 private:
  static constexpr double kSmallestMargin = 1e-9;  // finite urgency at Δ = 0
};

}  // namespace querent
