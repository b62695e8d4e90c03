// SPDX-License-Identifier: Apache-2.0
// BBQ, the Bound on Bias Query rule.
//
// Cesa-Bianchi, Gentile, Orabona, Robust Bounds for Classification via Selective Sampling, ICML
// 2009, Fig. 1.
//
//   for t = 1, 2, …
//     ρ_t = x_tᵀ (A_{t−1} + x_t x_tᵀ)⁻¹ x_t
//     ask if ρ_t > t^{−κ}, 0 < κ < 1
//
// The paper's r_t is this ρ_t. Prediction::uncertainty is r_t = x_tᵀ A_{t−1}⁻¹ x_t, so ρ_t = r_t /
// (1 + r_t). The rule depends on the instances only, so it is the same for any number of classes;
// its learner is regularised least squares on every asked round (least_squares/rls.hpp). t counts
// rounds, not labels.
#pragma once

#include <cmath>
#include <cstdint>

#include <querent/learners/learner.hpp>
#include <querent/learners/param.hpp>

namespace querent {

class BbqQuery {
 public:
  struct Params {
    double kappa = 0.5;

    static void params(auto& self, auto&& each) {
      each("kappa", self.kappa, kProbability, "κ: the larger, the more labels");
    }
  };

  explicit BbqQuery(Params params) : params_(valid(params, "bbq")) {}

  double probability(const Prediction& p) const {
    const double r = p.uncertainty, rho = r / (1 + r);
    return rho > std::pow(static_cast<double>(t_), -params_.kappa) ? 1 : 0;
  }

  void observe(const Prediction&, const Outcome&) { ++t_; }

  static void fields(auto& self, auto&& field) {
    field.is("bbq");
    same_params(self.params_, field);
    field("t", self.t_);
  }

 private:
  Params params_;
  std::uint64_t t_ = 1;
};

}  // namespace querent
