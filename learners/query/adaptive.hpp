// SPDX-License-Identifier: Apache-2.0
// The rule of SEL-ada: the margin rule with a parameter that grows with the mistakes.
//
// Cesa-Bianchi, Gentile, Zaniboni, JMLR 7, 2006, the adaptive selective sampling perceptron; as
// used in Lu, Zhao, Hoi, Machine Learning 103, 2016, §6.1.1.
//
//   b_t = b √(1 + M_{t−1}),  M_{t−1} the mistakes on asked rounds before t
//   P(Q_t = 1) = b_t / (b_t + |p_t|)
//
// Deviation: the theorem's factor, the squared norm of the longest row so far, is part of b.
#pragma once

#include <cmath>
#include <cstdint>

#include <querent/learners/learner.hpp>
#include <querent/learners/param.hpp>

namespace querent {

class AdaptiveQuery {
 public:
  struct Params {
    double b = 1;

    static void params(auto& self, auto&& each) {
      each("b", self.b, kPositive, "b, in units of the margin: the larger, the more labels");
    }
  };

  explicit AdaptiveQuery(Params params) : params_(valid(params, "adaptive")) {}

  double probability(const Prediction& p) const {
    const double b_t = params_.b * std::sqrt(1 + static_cast<double>(mistakes_));
    return b_t / (b_t + p.margin);
  }

  void observe(const Prediction&, const Outcome& outcome) { mistakes_ += outcome.mistake; }
  /// Takes a late label (learner.hpp).
  void learned(double /*probability*/, bool mistake) { mistakes_ += mistake; }

  static void fields(auto& self, auto&& field) {
    field.is("adaptive");
    same_params(self.params_, field);
    field("mistakes", self.mistakes_);
  }

 private:
  Params params_;
  std::uint64_t mistakes_ = 0;
};

}  // namespace querent
