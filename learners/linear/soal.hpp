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
// Kept is A = γ Σ⁻¹ = γ I + Σ x xᵀ. Then v = γ r, Σ_{t+1} x = γ A_{t+1}⁻¹ x, and the step of w is
// that of least squares on a target that lies η γ y beyond p.
#pragma once

#include <stdexcept>

#include <querent/learners/learner.hpp>
#include <querent/learners/linear/full_matrix.hpp>

namespace querent {

/// Settings of both forms of SOAL.
struct SoalParams {
  double eta = 1;    ///< η > 0, the step
  double gamma = 1;  ///< γ > 0: the larger, the slower Σ shrinks
};

/// `params`, or std::invalid_argument when one is out of range.
inline SoalParams checked(SoalParams params) {
  if (!(params.eta > 0)) throw std::invalid_argument("SOAL: eta > 0 is needed");
  if (!(params.gamma > 0)) throw std::invalid_argument("SOAL: gamma > 0 is needed");
  return params;
}

class Soal {
 public:
  explicit Soal(std::size_t dim, SoalParams params = {})
      : params_(checked(params)), model_(dim, params.gamma) {}

  template <Row X>
  Prediction predict(const X& x) const {
    const FullMatrix::Look look = model_.look(x);
    Prediction p = predict_from_sign(look.wx);
    p.uncertainty = params_.gamma * look.r;  // v = xᵀ Σ x
    return p;
  }

  template <Row X>
  bool update(const X& x, int label) {
    const double y = sign_of(label), p = model_.look(x).wx;
    if (y * p >= 1) return false;
    model_.learn(p + params_.eta * params_.gamma * y);  // w ← w + η y Σ_{t+1} x
    return true;
  }

  /// A and w in square-root form.
  const SquareRootFilter& filter() const { return model_.filter(); }

  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    field.is("SOAL-full");
    field.same("eta", self.params_.eta);
    field.same("gamma", self.params_.gamma);
    field("model", self.model_);
  }

 private:
  SoalParams params_;
  FullMatrix model_;
};
static_assert(OnlineLearner<Soal, DenseRow> && OnlineLearner<Soal, SparseRow>);

}  // namespace querent
