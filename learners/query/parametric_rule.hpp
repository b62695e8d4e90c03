// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/learners/learner.hpp>
#include <querent/learners/param.hpp>

namespace querent {

/// A query rule whose state is its parameters. Rule::kName is its name in model files.
template <class Rule, class P>
class ParametricRule {
 public:
  using Params = P;

  static void fields(auto& self, auto&& field) {
    field.is(Rule::kName);
    same_params(self.params_, field);
  }

 protected:
  explicit ParametricRule(Params params) : params_(valid(params, Rule::kName)) {}

  Params params_;
};

}  // namespace querent
