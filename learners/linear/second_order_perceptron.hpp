// SPDX-License-Identifier: Apache-2.0
// SOP: the second-order perceptron with the full matrix; with the query rule `second-order` it is
// SEL-2nd.
//
// Cesa-Bianchi, Conconi, Gentile, A Second-Order Perceptron Algorithm, SIAM J. Comput. 34(3), 2005.
//
//   A_0 = a I, v_0 = 0
//   for t = 1, …, T
//     p_t = v_{t−1}ᵀ (A_{t−1} + x_t x_tᵀ)⁻¹ x_t;  ŷ_t = sgn(p_t)
//     if asked and ŷ_t ≠ y_t:  v_t = v_{t−1} + y_t x_t,  A_t = A_{t−1} + x_t x_tᵀ
//
// It is least squares with the target y_t = ±1, learned on mistakes: the binary form of CMOG.
#pragma once

#include <querent/learners/learner.hpp>
#include <querent/learners/linear/full_matrix.hpp>
#include <querent/learners/param.hpp>

namespace querent {

/// Settings of SecondOrderPerceptron.
struct SecondOrderPerceptronParams {
  double a = 1;

  static void params(auto& self, auto&& each) { each("a", self.a, kPositive, "a, A_0 = a I"); }
};

class SecondOrderPerceptron {
 public:
  using Params = SecondOrderPerceptronParams;
  static constexpr UpdateCard card(const Params& = {}) {
    return {
        .words = "second-order perceptron, full matrix", .second_order = true, .full_matrix = true};
  }

  explicit SecondOrderPerceptron(std::size_t dim, SecondOrderPerceptronParams params = {})
      : model_(dim, valid(params, "SOP").a) {}

  Prediction predict(const Row auto& x) const {
    const FullMatrix::Evaluation at_x = model_.evaluate(x);
    Prediction p = predict_from_sign(at_x.wx / (1 + at_x.r));  // p = vᵀ (A + x xᵀ)⁻¹ x
    p.uncertainty = at_x.r;
    return p;
  }

  bool update(const Row auto& x, int label) {
    if (predict(x).label == label) return false;
    model_.learn(sign_of(label));  // v ← v + y x,  A ← A + x xᵀ
    return true;
  }

  /// A and w in square-root form.
  const SquareRootFilter& filter() const { return model_.filter(); }

  static void fields(auto& self, auto&& field) {
    field.is("SOP-full");
    field("model", self.model_);
  }

 private:
  FullMatrix model_;
};

}  // namespace querent
