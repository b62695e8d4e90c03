// SPDX-License-Identifier: Apache-2.0
// Labels are asked by a coin that looks at nothing: the baseline every query rule must beat.
//
//   P(Q_t = 1) = p
#pragma once

#include <stdexcept>

#include <querent/learners/learner.hpp>

namespace querent {

class RandomQuery {
 public:
  struct Params {
    double p = 0.1;  ///< share of labels asked, 0 ≤ p ≤ 1
  };

  explicit RandomQuery(Params params) : p_(params.p) {
    if (!(p_ >= 0 && p_ <= 1)) throw std::invalid_argument("RandomQuery: 0 <= p <= 1 is needed");
  }

  double probability(const Prediction&) const { return p_; }

  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    field.is("random");
    field.same("p", self.p_);
  }

 private:
  double p_;
};
static_assert(QueryRule<RandomQuery>);

}  // namespace querent
