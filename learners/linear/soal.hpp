// SPDX-License-Identifier: Apache-2.0
// The update rule of SOAL, second-order online active learning, with the full matrix; its query
// rule is `soal`.
//
// Hao, Lu, Zhao, Zhang, Hoi, Miao, Second-Order Online Active Learning and Its Applications, TKDE
// 30, 2018; after AROW (Crammer, Kulesza, Dredze, NIPS 2009).
//
//   w_1 = 0, Σ_1 = I
//   for t = 1, …, T
//     p_t = w_t·x_t, v_t = x_tᵀ Σ_t x_t;  ŷ_t = sgn(p_t)
//     if asked and y_t p_t < 1:
//       Σ_{t+1} = Σ_t − Σ_t x_t x_tᵀ Σ_t / (γ + v_t)
//       w_{t+1} = w_t + η y_t Σ_{t+1} x_t
//
// Defaults: η = 0.01 and γ = 100, from Zhai et al., Machine Learning 111, 2022, Table 3.
//
// The code stores A = γ Σ⁻¹ = γ I + Σ x xᵀ. Then v = γ r, Σ_{t+1} x = γ A_{t+1}⁻¹ x, and the step
// of w is a least-squares step with a target that lies η γ y beyond p: with k = A_{t+1}⁻¹ x,
//   w + k (p + η γ y − p) = w + η y γ A_{t+1}⁻¹ x = w + η y Σ_{t+1} x
#pragma once

#include <querent/learners/learner.hpp>
#include <querent/learners/linear/full_matrix.hpp>
#include <querent/learners/param.hpp>

namespace querent {

/// Settings of both forms of SOAL.
struct SoalParams {
  double eta = 0.01, gamma = 100;

  static void params(auto& self, auto&& each) {
    each("eta", self.eta, kPositive, "η, step size; 0.3 when all labels are asked");
    each("gamma", self.gamma, kPositive,
         "γ: the larger, the slower Σ shrinks; 10 when all labels are asked");
  }
};

class Soal {
 public:
  using Params = SoalParams;
  static constexpr UpdateCard card(const Params& = {}) {
    return {.words = "SOAL, full matrix", .second_order = true, .full_matrix = true};
  }

  explicit Soal(std::size_t dim, SoalParams params = {})
      : params_(valid(params, "SOAL")), model_(dim, params.gamma) {}

  Prediction predict(const Row auto& x) const {
    const FullMatrix::Evaluation at_x = model_.evaluate(x);
    Prediction p = predict_from_sign(at_x.wx);
    p.uncertainty = params_.gamma * at_x.r;  // v = xᵀ Σ x
    return p;
  }

  bool update(const Row auto& x, int label) {
    const double y = sign_of(label), p = model_.evaluate(x).wx;
    if (y * p >= 1) return false;
    model_.learn(p + params_.eta * params_.gamma * y);  // w ← w + η y Σ_{t+1} x
    return true;
  }

  /// A and w in square-root form.
  const SquareRootFilter& filter() const { return model_.filter(); }

  static void fields(auto& self, auto&& field) {
    field.is("SOAL-full");
    same_params(self.params_, field);
    field("model", self.model_);
  }

 private:
  SoalParams params_;
  FullMatrix model_;
};

}  // namespace querent
