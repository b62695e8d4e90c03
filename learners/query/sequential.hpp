// SPDX-License-Identifier: Apache-2.0
// The rule of DKM without R: the band is halved, or widened again, by sequential tests.
//
// Monteleoni, Kääriäinen, Practical Online Active Learning, 2007, §5: "Ideally, we would like to
// optimize the constants in DKM so that the parameter R need not be tuned". R right answers in a row
// are one way to see that the band is too wide for what v_t still lacks. This is another:
//
//   s_1 = s, Λ = 0, Λ′ = 0
//   ask if |v_t·x_t| ≤ s_t; when asked, with m_t = 1 for a mistake and 0 otherwise,
//     Λ  ← Λ  + m_t log(e_1/e_0) + (1 − m_t) log((1 − e_1)/(1 − e_0))
//     Λ′ ← max(0, Λ′ + m_t log(e_2/e_1) + (1 − m_t) log((1 − e_2)/(1 − e_1)))
//     if Λ ≤ −log(1/α):  s_{t+1} = s_t / 2, Λ = Λ′ = 0       the rate of mistakes is e_0, not e_1
//     if Λ ≥ log(1/α):   Λ = 0                                it is e_1: the band is right
//     if Λ′ ≥ 2 log(1/α): s_{t+1} = min(s_1, 2 s_t), Λ = Λ′ = 0   it has become e_2
//
// Λ is a sequential probability ratio test (Wald, Annals of Mathematical Statistics 16, 1945), Λ′ a
// cumulative sum for the change of a rate (Page, Biometrika 41, 1954), which also follows a stream
// that changes. The rates: for rows spread evenly over a sphere in many dimensions, with v_t at the
// angle θ from the true direction and κ = s_t √d cot θ,
//
//   P(mistake | asked) = 1/κ ∫_0^κ Φ(−z) dz
//
// is .31 at κ = 1, .20 at 2, .10 at 4 and .06 at 6.4. e_0 = 1/16, e_1 = 1/4 (κ = 1.5) and e_2 = 7/16
// (κ = .3) keep κ between .3 and 6.4. Without a mistake the first test ends after
// log(1/α) / log(15/12) answers, 11 with α = .1.
#pragma once

#include <algorithm>
#include <cmath>

#include <querent/learners/learner.hpp>
#include <querent/learners/param.hpp>

namespace querent {

class SequentialQuery {
 public:
  struct Params {
    double alpha = 0.1, s = 1;

    static void params(auto& self, auto&& each) {
      each("alpha", self.alpha, kProbability, "α, error probability of each test");
      each("s", self.s, kPositive, "s₁, in units of the margin");
    }
  };

  explicit SequentialQuery(Params params)
      : params_(valid(params, "sequential")), s_(params.s), limit_(-std::log(params.alpha)) {}

  double probability(const Prediction& p) const { return p.margin <= s_ ? 1 : 0; }

  void observe(const Prediction&, const Outcome& outcome) {
    if (outcome.asked && !outcome.late) learned(1, outcome.mistake);
  }

  /// A late label has come (learner.hpp).
  void learned(double /*probability*/, bool mistake) {
    narrow_ += log_ratio(kNarrow, kRight, mistake);
    wide_ = std::max(0.0, wide_ + log_ratio(kRight, kWide, mistake));
    if (wide_ >= 2 * limit_) {
      set_band(std::min(params_.s, 2 * s_));
    } else if (narrow_ <= -limit_) {
      set_band(s_ / 2);
    } else if (narrow_ >= limit_) {
      narrow_ = 0;
    }
  }

  double band() const { return s_; }  ///< s_t of the next round

  static void fields(auto& self, auto&& field) {
    field.is("sequential");
    same_params(self.params_, field);
    field("s_t", self.s_);
    field("narrow", self.narrow_);
    field("wide", self.wide_);
  }

 private:
  static constexpr double kNarrow = 1.0 / 16, kRight = 1.0 / 4, kWide = 7.0 / 16;  // e_0, e_1, e_2

  static double log_ratio(double before, double after, bool mistake) {
    return mistake ? std::log(after / before) : std::log((1 - after) / (1 - before));
  }
  void set_band(double s) {
    s_ = s;
    narrow_ = wide_ = 0;
  }

  Params params_;
  double s_, limit_;
  double narrow_ = 0, wide_ = 0;  // Λ, Λ′
};

}  // namespace querent
