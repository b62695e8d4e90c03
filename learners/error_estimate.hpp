// SPDX-License-Identifier: Apache-2.0
// Estimates the learner's error rate from the labels it asked for.
//
// Horvitz and Thompson, JASA 47, 1952: with Q_t drawn with a known probability p_t > 0,
//
//   Ê_T = 1/T Σ_t Q_t [ŷ_t ≠ y_t] / p_t
//
// has the expectation of the error rate over all rounds, asked or not. Since
// Σ (Q_t/p_t − 1)[ŷ_t ≠ y_t] is a martingale, this holds although the model and p_t depend on
// earlier answers. Rounds with p_t = 1 are counted without error. Of the N others, an answered one is
// a random check, and
//
//   y = Σ Q [ŷ ≠ y] / p,   v = Σ Q [ŷ ≠ y] (1 − p) / p²        the estimate of the variance of y
//
// Rare mistakes with large weights are far from normal. y is modelled as w times a Poisson count with
// mean y²/v, w = v/y (Fay and Feuer, Statistics in Medicine 16, 1997). Half a mistake of the typical
// weight w₊ is added to both; for equal weights this is the posterior of Jeffreys' prior. Its quantiles
// are the interval, its median the point:
//
//   w = (v + ½ w₊²) / (y + ½ w₊),   n = (y + ½ w₊) / w,   w · quantiles of Gamma(n)
//
// With unequal p the checks tell as much as N / mean(1/p) checks with one p (Kish, Survey Sampling,
// 1965, §11.7: effective sample size). There is no point before ten of both.
//
// Of a round that the rule skips for certain, p_t = 0, nothing is known: it may be right or wrong. With S
// such rounds there is no point, and the interval is [T low / (T + S), (T high + S) / (T + S)].
//
// A goal is shown to be reached for rounds like those so far, also later ones. For this Ê_T is the mean
// of a sample: mistakes that are known for certain vary, too, so v = Σ Q [ŷ ≠ y] / p².
//
// Testing after every round and stopping at the first success errs in more than one run in twenty.
// StopRule tests at the rounds T_k = ⌈1.1^k T_0⌉ only and gives test k the level α/(k (k + 1)).
// These levels sum to α over any number of tests, so the error is wrongly declared to be below the
// goal in at most α of the runs (Bonferroni), as far as the intervals hold.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace querent {

/// With fewer random checks than this an estimate is an interval without a point: one more check
/// would move the point by a tenth.
inline constexpr int kFewestChecks = 10;

/// An error rate with its 95 % interval, all within [0, 1].
struct Estimate {
  double value = 0;  ///< mistakes per round: median of the posterior
  double low = 0;    ///< lower end of the 95 % interval
  double high = 1;   ///< upper end of the 95 % interval
  /// False if too few random checks were answered for a point, if it is not inside the interval, or
  /// if rounds were skipped for certain: only the interval is reported.
  bool has_value = true;

  /// False if nothing was asked, or if everything was asked and the error is known exactly.
  bool is_informative() const { return low < high && (low > 0 || high < 1); }
};

class ErrorEstimate {
 public:
  /// Adds one round and the probability with which its label was asked for; `mistake` is read only
  /// if it was asked.
  void add(double probability, bool asked, bool mistake) {
    constexpr double kLeast = 1e-60;  // below any draw of a generator; its 1/p² is still finite
    if (!(probability > kLeast)) {
      ++skipped_;
      return;
    }
    ++rounds_;
    right_ += asked && !mistake;
    if (probability >= 1) {
      sure_ += mistake;
      return;
    }
    const double w = 1 / probability;
    ++unsure_;
    typical_ += w * (1 - probability);
    if (!asked || !mistake) return;
    ++found_;
    y_ += w;
    v_ += w * w * (1 - probability);
  }

  /// The rounds with a positive probability.
  std::uint64_t rounds() const { return rounds_; }

  /// The interval excludes on either side the tail of a normal deviate beyond `z`. `sample`: for the
  /// mean of a process of which the rounds are a sample.
  Estimate estimate(double z = kNormal, bool sample = false) const {
    if (rounds_ == 0) return {.has_value = false};
    Estimate e = of_asked(z, sample);
    if (skipped_ == 0) return e;
    const double S = static_cast<double>(skipped_), T = static_cast<double>(rounds_);
    e.low = e.low * T / (T + S);
    e.high = (e.high * T + S) / (T + S);
    e.value = (e.low + e.high) / 2;
    e.has_value = false;
    return e;
  }

  static void fields(auto& self, auto&& field) {
    field("rounds", self.rounds_);
    field("skipped", self.skipped_);
    field("sure", self.sure_);
    field("right", self.right_);
    field("unsure", self.unsure_);
    field("found", self.found_);
    field("y", self.y_);
    field("v", self.v_);
    field("typical", self.typical_);
  }

 private:
  static constexpr double kNormal = 1.959964;  // two-sided 95 %

  // The estimate for the rounds that could be asked.
  Estimate of_asked(double z, bool sample) const {
    const double T = static_cast<double>(rounds_), N = static_cast<double>(unsure_);
    const double known = static_cast<double>(sure_), sure = sample ? 0 : known;
    Estimate e{.value = sure / T, .low = sure / T, .high = sure / T};
    const double w_plus = sample ? (typical_ + T) / T : unsure_ == 0 ? 0 : typical_ / N;
    const double y = y_ + known - sure + 0.5 * w_plus;
    const double v = v_ + (sample ? y_ + known : 0) + 0.5 * w_plus * w_plus;
    if (!(v > 0)) return e;
    const double w = v / y, n = y / w;
    // the mistakes found and the right answers found bound the rate without any doubt
    const double least = sample ? 0 : sure + static_cast<double>(found_);
    const double most = sample ? T : T - static_cast<double>(right_);
    const auto quantile = [&](double deviate) {
      return std::clamp(sure + w * gamma_quantile(n, deviate), least, most) / T;
    };
    e.low = quantile(-z);
    e.high = quantile(z);
    e.value = quantile(0);
    if (e.value == e.low || e.value == e.high) e.value = (e.low + e.high) / 2;
    const double checks = static_cast<double>(right_ + found_) + known - (T - N);
    e.has_value = std::min(checks, N * N / (N + typical_)) >= kFewestChecks;
    return e;
  }

  // Quantile of Gamma(n, 1) at the normal deviate z (Wilson and Hilferty, PNAS 17, 1931).
  static double gamma_quantile(double n, double z) {
    const double s = 1 / (9 * n);
    const double root = 1 - s + z * std::sqrt(s);
    return root > 0 ? n * root * root * root : 0;
  }

  std::uint64_t rounds_ = 0, skipped_ = 0, sure_ = 0, right_ = 0, unsure_ = 0, found_ = 0;
  double y_ = 0, v_ = 0, typical_ = 0;
};

/// Tests whether the error rate of rounds like those so far is at most `goal`. The result is wrong in
/// at most 5 % of the runs, however long they are.
class StopRule {
 public:
  /// `goal` ∈ [0, 1], mistakes per round.
  explicit StopRule(double goal) : goal_(goal) {}

  /// Called after every round of `estimate`; true from the first test that succeeds.
  bool reached(const ErrorEstimate& estimate) {
    if (reached_ || estimate.rounds() < next_) return reached_;
    ++looks_;
    next_ = std::max(next_ + 1,
                     static_cast<std::uint64_t>(std::ceil(1.1 * static_cast<double>(next_))));
    const double alpha = 0.05 / static_cast<double>(looks_ * (looks_ + 1));
    reached_ = estimate.estimate(upper_deviate(alpha), true).high <= goal_;
    return reached_;
  }

  static void fields(auto& self, auto&& field) {
    field.same("goal", self.goal_);
    field("next", self.next_);
    field("looks", self.looks_);
    field("reached", self.reached_);
  }

  /// The normal deviate that is exceeded with probability α ≤ ½, to 4.5e-4 (Abramowitz and Stegun,
  /// Handbook of Mathematical Functions, 26.2.23).
  static double upper_deviate(double alpha) {
    const double t = std::sqrt(-2 * std::log(alpha));
    return t - (2.515517 + t * (0.802853 + t * 0.010328)) /
                   (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
  }

 private:
  double goal_;
  std::uint64_t next_ = 100, looks_ = 0;
  bool reached_ = false;
};

}  // namespace querent
