// SPDX-License-Identifier: Apache-2.0
// The margin rule: ask by how close the prediction is to the boundary.
//
// Cesa-Bianchi, Gentile, Zaniboni, Worst-Case Analysis of Selective Sampling for Linear
// Classification, JMLR 7, 2006 (parameter b); called δ in Lu, Zhao, Hoi, Machine Learning 103,
// 2016, §3.2, and applied to the gap between the best two classes in §4.2 there.
//
//   P(Q_t = 1) = b / (b + |p_t|)
#pragma once

#include <querent/learners/query/parametric_rule.hpp>

namespace querent {

/// Settings of MarginQuery.
struct MarginQueryParams {
  double b = 1;

  static void params(auto& self, auto&& each) {
    each("b", self.b, kPositive, "b or δ, in units of the margin: the larger, the more labels");
  }
};

class MarginQuery : public ParametricRule<MarginQuery, MarginQueryParams> {
 public:
  static constexpr const char* kName = "margin";

  explicit MarginQuery(Params params) : ParametricRule(params) {}

  double probability(const Prediction& p) const { return params_.b / (params_.b + p.margin); }
};

}  // namespace querent
