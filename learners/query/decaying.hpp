// SPDX-License-Identifier: Apache-2.0
// The rule of CSPAA(a): the margin rule with a parameter that decreases every round.
//
// Lu, Zhao, Hoi, Machine Learning 103, 2016, §5.2, remark, and §6.3.5.
//
//   P(Q_t = 1) = δ_{t−1} / (δ_{t−1} + |p_t|)
//   δ_t = δ_{t−1} · t / (t + 1), so δ_t = δ_0 / (t + 1)
#pragma once

#include <cstdint>

#include <querent/learners/learner.hpp>
#include <querent/learners/param.hpp>

namespace querent {

class DecayingQuery {
 public:
  struct Params {
    double b = 16384;

    static void params(auto& self, auto&& each) {
      each("b", self.b, kPositive, "δ₀: the larger, the more labels; 2¹⁴ in the paper");
    }
  };

  explicit DecayingQuery(Params params) : params_(valid(params, "decaying")) {}

  double probability(const Prediction& p) const {
    const double delta = params_.b / static_cast<double>(t_);
    return delta / (delta + p.margin);
  }

  void observe(const Prediction&, const Outcome&) { ++t_; }

  static void fields(auto& self, auto&& field) {
    field.is("decaying");
    same_params(self.params_, field);
    field("t", self.t_);
  }

 private:
  Params params_;
  std::uint64_t t_ = 1;
};

}  // namespace querent
