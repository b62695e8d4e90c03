// SPDX-License-Identifier: Apache-2.0
// CPA: the cost-sensitive passive-aggressive update based on the prediction, in its binary form.
//
// Crammer, Dekel, Keshet, Shalev-Shwartz, Singer, Online Passive-Aggressive Algorithms, JMLR 7,
// 2006, the section on cost-sensitive multiclass classification, prediction-based update; a row of
// Tables 6–8 of Lu, Zhao, Hoi, Machine Learning 103, 2016.
//
//   w_1 = 0
//   for t = 1, …, T
//     ŷ_t = sgn(w_t·x_t)
//     if asked and ŷ_t ≠ y_t:
//       ρ(y, ŷ) = ρ for a false negative, 1 for a false positive
//       ℓ_t = w_t·Φ(x_t, ŷ_t) − w_t·Φ(x_t, y_t) + √ρ(y_t, ŷ_t)
//           = √ρ_t − y_t w_t·x_t                                   Φ(x, y) = y x / 2
//       τ_t = min(C, ℓ_t / ‖x_t‖²)
//       w_{t+1} = w_t + τ_t y_t x_t
//
// A right prediction has no cost, so ρ(y, y) = 0 and ℓ = 0: unlike CSPA it learns only from
// mistakes.
#pragma once

#include <cmath>

#include <querent/learners/learner.hpp>
#include <querent/learners/linear/aggressiveness.hpp>
#include <querent/learners/linear/weights.hpp>
#include <querent/learners/param.hpp>

namespace querent {

/// Settings of PredictionBasedPassiveAggressive.
struct PredictionBasedPassiveAggressiveParams {
  double C = 1, rho = 1;

  static void params(auto& self, auto&& each) {
    each("C", self.C, kPositive, "C, maximum step");
    each("rho", self.rho, kPositive, "ρ, cost of a false negative if a false positive costs 1");
  }
};

class PredictionBasedPassiveAggressive : public LinearWeights {
 public:
  using Params = PredictionBasedPassiveAggressiveParams;
  static constexpr UpdateCard card(const Params& = {}) { return {.words = "CPA"}; }

  explicit PredictionBasedPassiveAggressive(std::size_t dim = 0,
                                            PredictionBasedPassiveAggressiveParams params = {})
      : LinearWeights(dim),
        how_({.form = Aggressiveness::Form::kLinear, .C = valid(params, "CPA").C}),
        root_rho_(std::sqrt(params.rho)) {}

  bool update(const Row auto& x, int label, double weight = 1) {
    const double wx = dot(w_, x), y = sign_of(label);
    if (predict_from_sign(wx).label == label) return false;
    const double loss = (label == 1 ? root_rho_ : 1) - y * wx;  // √ρ_t − y_t w_t·x_t
    const double tau = step_size(weighed(how_, weight), loss, squared_norm(x));  // τ_t
    if (tau == 0) return false;
    add(tau * y, x);  // w_{t+1} = w_t + τ_t y_t x_t
    return true;
  }

  static void fields(auto& self, auto&& field) {
    field.is("CPA");
    field("how", self.how_);
    field.same("root_rho", self.root_rho_);
    field("w", self.w_);
  }

 private:
  Aggressiveness how_;
  double root_rho_;
};

}  // namespace querent
