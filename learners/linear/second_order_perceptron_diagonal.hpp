// SPDX-License-Identifier: Apache-2.0
// SOP with the diagonal of its matrix: the form for data of many features, O(nonzeros) per round.
//
// Cesa-Bianchi, Conconi, Gentile, SIAM J. Comput. 34(3), 2005; the diagonal as in the experiments
// of Zhai et al., Machine Learning 111, 2022, §5.1.3.
//
//   A_0 = a I, v_0 = 0
//   for t = 1, …, T
//     p_t = Σ_i v_i x_i / (A_i + x_i²);  ŷ_t = sgn(p_t)
//     if asked and ŷ_t ≠ y_t:  v_i ← v_i + y_t x_i,  A_i ← A_i + x_i²
#pragma once

#include <vector>

#include <querent/learners/learner.hpp>
#include <querent/learners/linear/grow.hpp>
#include <querent/learners/linear/second_order_perceptron.hpp>
#include <querent/learners/param.hpp>

namespace querent {

class SecondOrderPerceptronDiagonal {
 public:
  using Params = SecondOrderPerceptronParams;
  static constexpr UpdateCard card(const Params& = {}) {
    return {.words = "second-order perceptron, diagonal", .second_order = true};
  }

  explicit SecondOrderPerceptronDiagonal(std::size_t dim = 0,
                                         SecondOrderPerceptronParams params = {})
      : params_(valid(params, "SOP")), v_(dim), A_(dim, params.a) {}

  Prediction predict(const Row auto& x) const {
    double p = 0, r = 0;
    for_each_nonzero(x, x.dim(), [&](std::size_t i, double x_i) {
      if (i < v_.size()) {
        p += v_[i] * x_i / (A_[i] + x_i * x_i);  // Σ v_i x_i / (A_i + x_i²)
        r += x_i * x_i / A_[i];
      } else {
        r += x_i * x_i / params_.a;
      }
    });
    Prediction prediction = predict_from_sign(p);
    prediction.uncertainty = r;  // xᵀ A⁻¹ x
    return prediction;
  }

  bool update(const Row auto& x, int label, double weight = 1) {
    if (predict(x).label == label) return false;
    const double y = sign_of(label);
    grow(v_, x.dim());
    grow(A_, x.dim(), params_.a);
    for_each_nonzero(x, x.dim(), [&](std::size_t i, double x_i) {
      v_[i] += weight * y * x_i;    // v ← v + y x
      A_[i] += weight * x_i * x_i;  // A ← A + x xᵀ, its diagonal
    });
    return true;
  }

  static void fields(auto& self, auto&& field) {
    field.is("SOP");
    same_params(self.params_, field);
    field("v", self.v_);
    field("A", self.A_);
    field.must(self.A_.size() == self.v_.size());
  }

 private:
  SecondOrderPerceptronParams params_;
  std::vector<double> v_, A_;
};

}  // namespace querent
