// SPDX-License-Identifier: Apache-2.0
// PAUM: the perceptron algorithm with uneven margins.
//
// Li, Zaragoza, Herbrich, Shawe-Taylor, Kandola, The Perceptron Algorithm with Uneven Margins, ICML
// 2002.
//
//   w_1 = 0
//   for t = 1, …, T
//     if asked and y_t w_t·x_t ≤ τ_{y_t}:  w_{t+1} = w_t + η y_t x_t
//
// Deviation: the paper's bias b is a constant feature here, as in every linear learner.
#pragma once

#include <querent/learners/learner.hpp>
#include <querent/learners/linear/weights.hpp>
#include <querent/learners/param.hpp>

namespace querent {

/// Settings of Paum.
struct PaumParams {
  double tau_plus = 1, tau_minus = 1, eta = 1;

  static void params(auto& self, auto&& each) {
    each("tau_plus", self.tau_plus, kAnyNumber,
         "τ₊₁, required margin of positive rows; 10 with noisy labels");
    each("tau_minus", self.tau_minus, kAnyNumber,
         "τ₋₁, required margin of negative rows; 10 with noisy labels");
    each("eta", self.eta, kPositive, "η, learning rate");
  }
};

class Paum : public LinearWeights {
 public:
  using Params = PaumParams;
  static constexpr UpdateCard card(const Params& = {}) { return {.words = "PAUM"}; }

  explicit Paum(std::size_t dim = 0, PaumParams params = {})
      : LinearWeights(dim), params_(valid(params, "PAUM")) {}

  bool update(const Row auto& x, int label, double weight = 1) {
    const double y = sign_of(label), tau = label == 1 ? params_.tau_plus : params_.tau_minus;
    if (y * dot(w_, x) > tau) return false;
    add(weight * params_.eta * y, x);  // w_{t+1} = w_t + η y_t x_t
    return true;
  }

  static void fields(auto& self, auto&& field) {
    field.is("PAUM");
    same_params(self.params_, field);
    field("w", self.w_);
  }

 private:
  PaumParams params_;
};

}  // namespace querent
