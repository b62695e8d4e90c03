// SPDX-License-Identifier: Apache-2.0
// The rule of SEL-ada: the margin rule with a parameter that grows with the mistakes.
//
// Cesa-Bianchi, Gentile, Zaniboni, JMLR 7, 2006, the adaptive selective sampling perceptron; as
// used in Lu, Zhao, Hoi, Machine Learning 103, 2016, §6.1.1.
//
//   b_t = b √(1 + M_{t−1}),  M_{t−1} the mistakes on asked rounds before t
//   P(Q_t = 1) = b_t / (b_t + |p_t|)
//
// Deviation: the theorem's factor, the square of the longest row so far, is left to b.
#pragma once

#include <cmath>
#include <cstdint>
#include <stdexcept>

#include <querent/learners/learner.hpp>

namespace querent {

class AdaptiveQuery {
 public:
  struct Params {
    double b = 1;  ///< b > 0, in units of a margin
  };

  explicit AdaptiveQuery(Params params) : b_(params.b) {
    if (!(b_ > 0)) throw std::invalid_argument("AdaptiveQuery: b > 0 is needed");
  }

  double probability(const Prediction& p) const {
    const double b_t = b_ * std::sqrt(1 + static_cast<double>(mistakes_));
    return b_t / (b_t + p.margin);
  }

  void observe(const Prediction&, const Outcome& outcome) { mistakes_ += outcome.mistake; }
  /// A late label has come (learner.hpp).
  void learned(double /*probability*/, bool mistake) { mistakes_ += mistake; }

  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    field.is("adaptive");
    field.same("b", self.b_);
    field("mistakes", self.mistakes_);
  }

 private:
  double b_;
  std::uint64_t mistakes_ = 0;
};
static_assert(QueryRule<AdaptiveQuery>);

}  // namespace querent
