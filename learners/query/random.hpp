// SPDX-License-Identifier: Apache-2.0
// Asks for labels at random, whatever the row: the baseline that every query rule must beat.
//
//   P(Q_t = 1) = p
#pragma once

#include <querent/learners/query/parametric_rule.hpp>

namespace querent {

/// Settings of RandomQuery.
struct RandomQueryParams {
  double p = 0.1;

  static void params(auto& self, auto&& each) {
    each("p", self.p, kShare, "query rate, the fraction of labels asked for");
  }
};

class RandomQuery : public ParametricRule<RandomQuery, RandomQueryParams> {
 public:
  static constexpr const char* kName = "random";

  explicit RandomQuery(Params params) : ParametricRule(params) {}

  double probability(const Prediction&) const { return params_.p; }
};

}  // namespace querent
