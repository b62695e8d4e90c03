// SPDX-License-Identifier: Apache-2.0
// The rule of SEL-2nd: the margin rule of the second-order perceptron.
//
// Cesa-Bianchi, Gentile, Zaniboni, JMLR 7, 2006, the selective sampling second-order perceptron.
//
//   P(Q_t = 1) = b / (b + |p_t| + ½ p_t² (1 + x_tᵀ A_{t−1}⁻¹ x_t))
//
// Deviation: Lu, Zhao, Hoi, Machine Learning 103, 2016, §6.1.1, state that their SEL-2nd "adopts
// the same active querying strategy as the proposed PAA algorithm", b / (b + |p_t|). This is the
// rule of the paper that they cite for it; it reproduces the rows of their tables.
#pragma once

#include <querent/learners/query/parametric_rule.hpp>

namespace querent {

/// Settings of SecondOrderQuery.
struct SecondOrderQueryParams {
  double b = 1;

  static void params(auto& self, auto&& each) {
    each("b", self.b, kPositive, "b: the larger, the more labels");
  }
};

class SecondOrderQuery : public ParametricRule<SecondOrderQuery, SecondOrderQueryParams> {
 public:
  static constexpr const char* kName = "second-order";

  explicit SecondOrderQuery(Params params) : ParametricRule(params) {}

  double probability(const Prediction& prediction) const {
    const double p = prediction.margin, r = prediction.uncertainty;
    return params_.b / (params_.b + p + 0.5 * p * p * (1 + r));
  }
};

}  // namespace querent
