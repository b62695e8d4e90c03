// SPDX-License-Identifier: Apache-2.0
// The rule of DKM: ask within a band around the boundary, and halve the band after R right answers.
//
// Dasgupta, Kalai, Monteleoni, COLT 2005; Monteleoni and Kääriäinen, Practical Online Active
// Learning, 2007, Fig. 1.
//
//   s_1 = s, τ = 0
//   ask if |v_t·x_t| ≤ s_t; when asked:
//     a mistake: τ = 0
//     else:      τ = τ + 1;  if τ ≥ R:  s_{t+1} = s_t / 2, τ = 0
//
// s_1 = 1, the largest |v·x| of unit vectors, as in the second paper (§3.2).
#pragma once

#include <querent/learners/learner.hpp>
#include <querent/learners/param.hpp>

namespace querent {

class ThresholdQuery {
 public:
  struct Params {
    double R = 10, s = 1;

    static void params(auto& self, auto&& each) {
      each("R", self.R, kAtLeastOne, "R, number of labels in a row without a mistake");
      each("s", self.s, kPositive, "s₁, in units of the margin");
    }
  };

  explicit ThresholdQuery(Params params) : R_(valid(params, "threshold").R), s_(params.s) {}

  double probability(const Prediction& p) const { return p.margin <= s_ ? 1 : 0; }

  void observe(const Prediction&, const Outcome& outcome) {
    if (outcome.asked && !outcome.late) learned(1, outcome.mistake);
  }

  /// Takes a late label (learner.hpp).
  void learned(double /*probability*/, bool mistake) {
    tau_ = mistake ? 0 : tau_ + 1;
    if (tau_ >= R_) {
      s_ /= 2;
      tau_ = 0;
    }
  }

  static void fields(auto& self, auto&& field) {
    field.is("threshold");
    field.same("R", self.R_);
    field("s", self.s_);
    field("tau", self.tau_);
  }

 private:
  double R_, s_;
  double tau_ = 0;
};

}  // namespace querent
