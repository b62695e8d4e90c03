// SPDX-License-Identifier: Apache-2.0
// The margin rule with a query rate that can be arbitrarily low.
//
// Lu, Zhao, Hoi, Machine Learning 103, 2016, Theorem 4: its bound holds for every δ ≥ 0, whereas
// the bound for b / (b + |p|) needs δ ≥ 1.
//
//   P(Q_t = 1) = δ / (δ + 1 + |p_t|)
#pragma once

#include <querent/learners/learner.hpp>
#include <querent/learners/param.hpp>

namespace querent {

class MarginPlusOneQuery {
 public:
  struct Params {
    double b = 2;

    template <class Self, class Each>
    static void params(Self& self, Each&& each) {
      each("b", self.b, kPositive, "δ: the larger, the more labels; 2 gives the best bound");
    }
  };

  explicit MarginPlusOneQuery(Params params) : params_(valid(params, "margin+1")) {}

  double probability(const Prediction& p) const { return params_.b / (params_.b + 1 + p.margin); }

  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    field.is("margin+1");
    same_params(self.params_, field);
  }

 private:
  Params params_;
};

}  // namespace querent
