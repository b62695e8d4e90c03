// SPDX-License-Identifier: Apache-2.0
// The margin rule that may ask as rarely as one likes.
//
// Lu, Zhao, Hoi, Machine Learning 103, 2016, Theorem 4: its bound holds for every δ ≥ 0, where that
// of b / (b + |p|) needs δ ≥ 1.
//
//   P(Q_t = 1) = δ / (δ + 1 + |p_t|)
#pragma once

#include <stdexcept>

#include <querent/learners/learner.hpp>

namespace querent {

class MarginPlusOneQuery {
 public:
  struct Params {
    double b = 2;  ///< δ > 0; 2 gives the best bound
  };

  explicit MarginPlusOneQuery(Params params) : b_(params.b) {
    if (!(b_ > 0)) throw std::invalid_argument("MarginPlusOneQuery: b > 0 is needed");
  }

  double probability(const Prediction& p) const { return b_ / (b_ + 1 + p.margin); }

  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    field.is("margin+1");
    field.same("b", self.b_);
  }

 private:
  double b_;
};
static_assert(QueryRule<MarginPlusOneQuery>);

}  // namespace querent
