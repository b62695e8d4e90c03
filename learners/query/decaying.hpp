// SPDX-License-Identifier: Apache-2.0
// The rule of CSPAA(a): the margin rule with a parameter that falls from round to round.
//
// Lu, Zhao, Hoi, Machine Learning 103, 2016, §5.2, remark, and §6.3.5.
//
//   P(Q_t = 1) = δ_{t−1} / (δ_{t−1} + |p_t|)
//   δ_t = δ_{t−1} · t / (t + 1), so δ_t = δ_0 / (t + 1)
#pragma once

#include <cstdint>
#include <stdexcept>

#include <querent/learners/learner.hpp>

namespace querent {

class DecayingQuery {
 public:
  struct Params {
    double b = 16384;  ///< δ_0 > 0; 2¹⁴ in the paper
  };

  explicit DecayingQuery(Params params) : b_(params.b) {
    if (!(b_ > 0)) throw std::invalid_argument("DecayingQuery: b > 0 is needed");
  }

  double probability(const Prediction& p) const {
    const double delta = b_ / static_cast<double>(t_);
    return delta / (delta + p.margin);
  }

  void observe(const Prediction&, const Outcome&) { ++t_; }

  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    field.is("decaying");
    field.same("b", self.b_);
    field("t", self.t_);
  }

 private:
  double b_;
  std::uint64_t t_ = 1;
};
static_assert(QueryRule<DecayingQuery>);

}  // namespace querent
