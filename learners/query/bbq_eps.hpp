// SPDX-License-Identifier: Apache-2.0
// BBQ_ε: ask until the prediction is known to within ε.
//
// Agarwal, Selective Sampling Algorithms for Cost-Sensitive Multiclass Prediction, ICML 2013, after
// the parametric BBQ of Cesa-Bianchi, Gentile, Orabona, ICML 2009.
//
//   ask if r_t = x_tᵀ A_{t−1}⁻¹ x_t ≥ ε²
//
// √r_t is, up to a factor for the confidence level, the half-width of the interval around every
// class's score; below ε the regret of not asking is at most of that order. Deviation: neither
// text was available in full. The factor (a logarithm of T/δ times constants) is part of ε, which
// experiments tune on a grid anyway: Yang et al., UAI 2016, on 10⁻⁵ … 10.
#pragma once

#include <querent/learners/query/parametric_rule.hpp>

namespace querent {

/// Settings of BbqEpsQuery.
struct BbqEpsQueryParams {
  double epsilon = 0.1;

  static void params(auto& self, auto&& each) {
    each("epsilon", self.epsilon, kPositive,
         "ε, in units of the score: the smaller, the more labels");
  }
};

class BbqEpsQuery : public ParametricRule<BbqEpsQuery, BbqEpsQueryParams> {
 public:
  static constexpr const char* kName = "bbq-eps";

  explicit BbqEpsQuery(Params params) : ParametricRule(params) {}

  double probability(const Prediction& p) const {
    return p.uncertainty >= params_.epsilon * params_.epsilon ? 1 : 0;
  }
};

}  // namespace querent
