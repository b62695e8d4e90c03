// SPDX-License-Identifier: Apache-2.0
// The margin rule with a query rate that can be arbitrarily low.
//
// Lu, Zhao, Hoi, Machine Learning 103, 2016, Theorem 4: its bound holds for every δ ≥ 0, whereas
// the bound for b / (b + |p|) needs δ ≥ 1.
//
//   P(Q_t = 1) = δ / (δ + 1 + |p_t|)
#pragma once

#include <querent/learners/query/parametric_rule.hpp>

namespace querent {

/// Settings of MarginPlusOneQuery.
struct MarginPlusOneQueryParams {
  double b = 2;

  static void params(auto& self, auto&& each) {
    each("b", self.b, kPositive, "δ: the larger, the more labels; 2 gives the best bound");
  }
};

class MarginPlusOneQuery : public ParametricRule<MarginPlusOneQuery, MarginPlusOneQueryParams> {
 public:
  static constexpr const char* kName = "margin+1";

  explicit MarginPlusOneQuery(Params params) : ParametricRule(params) {}

  double probability(const Prediction& p) const { return params_.b / (params_.b + 1 + p.margin); }
};

}  // namespace querent
