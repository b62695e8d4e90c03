// SPDX-License-Identifier: Apache-2.0
// Regularised least squares that learns from every label it receives: RLS-all if every label is
// asked for, and the learner under the query rules BBQ, BBQ-eps and DGS.
//
// Azoury and Warmuth, Machine Learning 43(3), 2001 (the forward algorithm); with K outputs as in
// Yang et al., UAI 2016.
//
//   A_0 = γ I, B_0 = 0
//   for t = 1, …, T
//     receive x_t
//     f_t = B_{t−1}ᵀ (A_{t−1} + x_t x_tᵀ)⁻¹ x_t;  ŷ_t = argmax_j f_t(j)
//     if asked:  A_t = A_{t−1} + x_t x_tᵀ,  B_t = B_{t−1} + x_t y_tᵀ
//
// Table I of Yang et al. calls its fully supervised row CMOG; its numbers belong to this algorithm,
// not to the conservative Algorithm 1.
#pragma once

#include <querent/learners/least_squares/least_squares.hpp>

namespace querent {

class Rls : public LeastSquaresModel {
 public:
  using LeastSquaresModel::LeastSquaresModel;
  static constexpr UpdateCard card(const Params& = {}) {
    return {
        .words = "least squares on every asked round", .second_order = true, .full_matrix = true};
  }

  bool update(const Row auto& x, int y) {
    model_.predict(x);
    model_.absorb(y);
    return true;
  }

  /// Conditions the model on a pending query of x: see LeastSquares::add_pending.
  void add_pending(const Row auto& x) {
    model_.predict(x);
    model_.add_pending();
  }

  static void fields(auto& self, auto&& field) {
    field.is("RLS");
    field("model", self.model_);
  }
};

}  // namespace querent
