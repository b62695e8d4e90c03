// SPDX-License-Identifier: Apache-2.0
// MSG: multiclass selective sampling on a graph, with aggressive updates.
//
// Yang et al., Efficient Multi-Class Selective Sampling on Graphs, UAI 2016, Algorithm 2.
//
//   A_0 = γ I, B_0 = 0
//   for t = 1, …, T
//     receive m_t
//     f_t = B_{t−1}ᵀ (A_{t−1} + m_t m_tᵀ)⁻¹ m_t;  ŷ_t = argmax_j f_t(j)
//     if Θ_t < 0:  ask for y_t;  Z_t = 1                           deterministic query, aggressive update
//     else:        ask with probability 2h / (2h + Θ_t);  Z_t = [ŷ_t ≠ y_t]
//     A_t = A_{t−1} + Q_t Z_t m_t m_tᵀ,  B_t = B_{t−1} + Q_t Z_t m_t y_tᵀ
//
// The query rule is `theta` (query/theta.hpp). Z_t depends on the query only through Θ_t, which the
// model computes, so the update rule is separate and combines with any query rule.
#pragma once

#include <querent/learners/least_squares/least_squares.hpp>
#include <querent/learners/query/theta.hpp>

namespace querent {

class Msg : public LeastSquaresModel {
 public:
  using LeastSquaresModel::LeastSquaresModel;
  static constexpr UpdateCard card(const Params& = {}) {
    return {.words = "least squares on mistakes and if Θ < 0",
            .second_order = true,
            .full_matrix = true};
  }

  bool update(const Row auto& m, int y) {
    const Prediction p = model_.predict(m);
    const bool Z = theta(p, model_.num_classes()) < 0 || p.label != y;
    if (Z) model_.absorb(y);  // A_t = A_{t−1} + m_t m_tᵀ,  B_t = B_{t−1} + m_t y_tᵀ
    return Z;
  }

  static void fields(auto& self, auto&& field) {
    field.is("MSG");
    field("model", self.model_);
  }
};

}  // namespace querent
