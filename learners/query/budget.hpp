// SPDX-License-Identifier: Apache-2.0
// Any query rule within a budget of labels that is spread over the expected length of the stream.
//
//   N labels, T rounds expected;  n_t labels asked and t − 1 rounds seen before round t
//   s_t  the rule's urgency of round t (its probability, if it has no other)
//   τ = (t − ½) / T,  left = N − n_t,  rest = max(1, T − t + 1)
//
//   if left = 0:      P(Q_t = 1) = 0
//   if left ≥ rest:   P(Q_t = 1) = 1
//   ρ_t = min(1, left / rest · (1 − τ) a τ^{a−1} / (1 − τ^a))             the pace
//   if n_t < N₀:      P(Q_t = 1) = ρ_t
//   floor_t = φ min(ρ_t, left / rest)
//   q_t = share of the pace for s_t by its rank among the last W urgencies:
//         ((ρ_t − floor_t) (W + 1) / (1 − floor_t) − #{s > s_t}) / (#{s = s_t} + 1), within [0, 1]
//   P(Q_t = 1) = floor_t + (1 − floor_t) q_t
//
// The pace keeps the remaining labels on the curve N (1 − τ^a): a label asked for early serves more
// rounds, so a < 1 asks early, yet by rank, so that the budget is not spent while all rows are
// still uncertain; labels not spent raise the later pace. Ranks treat rules of any scale alike;
// rules of probability 0 or 1 have ties, which divide their share evenly. The first N₀ labels are
// drawn at random: a model that has not seen its classes is most uncertain about outliers, which
// are poor first labels. Beyond T rounds the pace is that of the last round. The window is limited,
// because urgencies fall as the model learns.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>

#include <querent/learners/learner.hpp>

namespace querent {

/// The number of labels that may be drawn at random first: `labels`, but at most half of a budget,
/// and at least two.
constexpr std::uint64_t at_most_half(std::uint64_t labels, std::uint64_t budget) {
  return std::min(labels, std::max<std::uint64_t>(budget / 2, 2));
}

/// Parameters, by the letters of the rule.
struct BudgetParams {
  std::uint64_t labels = 0;           ///< N, never exceeded
  std::uint64_t expected_rounds = 1;  ///< T ≥ 1
  double early = 0.3;                 ///< 0 < a ≤ 1: 1 asks evenly, less asks earlier
  std::uint64_t at_random = 0;        ///< N₀, labels asked before urgency counts
  double explore = 0.1;               ///< 0 ≤ φ ≤ 1, share of the pace that ignores urgency
};

template <class Rule>
class BudgetQuery {
 public:
  BudgetQuery(Rule rule, BudgetParams params) : rule_(std::move(rule)), params_(params) {
    if (params.expected_rounds < 1)
      throw std::invalid_argument("BudgetQuery: expected_rounds must be at least 1");
    if (!(params.early > 0 && params.early <= 1 && params.explore >= 0 && params.explore <= 1))
      throw std::invalid_argument("BudgetQuery: early must be in (0, 1] and explore in [0, 1]");
  }

  double probability(const Prediction& p) const {
    if (asked_ >= params_.labels) return 0;
    const double left = static_cast<double>(params_.labels - asked_);
    const double T = static_cast<double>(params_.expected_rounds);
    const double rest = std::max(1.0, T - static_cast<double>(rounds_));
    if (left >= rest) return 1;
    const double rho = std::min(1.0, left / rest * haste((static_cast<double>(rounds_) + 0.5) / T));
    if (asked_ < params_.at_random) return rho;
    const double floor = params_.explore * std::min(rho, left / rest);
    if (floor >= 1) return 1;
    return floor + (1 - floor) * share_of((rho - floor) / (1 - floor), urgency(p));
  }

  void observe(const Prediction& p, const Outcome& outcome) {
    window_[rounds_ % kWindow] = urgency(p);
    ++rounds_;
    asked_ += outcome.asked;
    if constexpr (requires { rule_.observe(p, outcome); }) rule_.observe(p, outcome);
  }

  /// Takes a late label (learner.hpp).
  void learned(double probability, bool mistake) {
    if constexpr (requires { rule_.learned(probability, mistake); })
      rule_.learned(probability, mistake);
  }

  std::uint64_t asked() const { return asked_; }  ///< labels so far, at most N
  const Rule& rule() const { return rule_; }      ///< the rule whose urgency is ranked

  static void fields(auto& self, auto&& field) {
    field.is("budget");
    field.same("labels", self.params_.labels);
    field.same("expected_rounds", self.params_.expected_rounds);
    field.same("early", self.params_.early);
    field.same("explore", self.params_.explore);
    field.same("at_random", self.params_.at_random);
    field("rule", self.rule_);
    field("asked", self.asked_);
    field("rounds", self.rounds_);
    field("window", self.window_);
  }

 private:
  static constexpr std::size_t kWindow = 200;

  double urgency(const Prediction& p) const {
    if constexpr (requires { rule_.urgency(p); }) {
      return rule_.urgency(p);
    } else {
      return rule_.probability(p);
    }
  }

  // The pace relative to an even one: the ratio of the hazards of the curves 1 − τ^a and 1 − τ.
  double haste(double tau) const {
    const double a = params_.early;
    return tau >= 1 ? 1 : (1 - tau) * a * std::pow(tau, a - 1) / (1 - std::pow(tau, a));
  }

  // The probability for urgency s if a share `rho` of the rounds is asked, most urgent first.
  double share_of(double rho, double s) const {
    const std::size_t W = std::min<std::size_t>(kWindow, rounds_);
    std::size_t above = 0, equal = 1;
    for (std::size_t k = 0; k < W; ++k) {
      above += window_[k] > s;
      equal += window_[k] == s;
    }
    const double places = rho * static_cast<double>(W + 1) - static_cast<double>(above);
    return std::clamp(places / static_cast<double>(equal), 0.0, 1.0);
  }

  Rule rule_;
  BudgetParams params_;
  std::uint64_t asked_ = 0, rounds_ = 0;
  std::array<double, kWindow> window_{};
};

}  // namespace querent
