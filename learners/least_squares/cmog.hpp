// SPDX-License-Identifier: Apache-2.0
// CMOG: conservative multiclass online learning on a graph.
//
// Yang et al., Efficient Multi-Class Selective Sampling on Graphs, UAI 2016, Algorithm 1.
//
//   A_0 = γ I, B_0 = 0
//   for t = 1, …, T
//     receive m_t
//     f_t = B_{t−1}ᵀ (A_{t−1} + m_t m_tᵀ)⁻¹ m_t;  ŷ_t = argmax_j f_t(j)
//     ask for y_t
//     if ŷ_t ≠ y_t:  A_t = A_{t−1} + m_t m_tᵀ,  B_t = B_{t−1} + m_t y_tᵀ
//
// With the query rule `theta` this is CMOG-Q (Theorem 3).
#pragma once

#include <querent/learners/least_squares/least_squares.hpp>

namespace querent {

class Cmog : public LeastSquaresModel {
 public:
  using LeastSquaresModel::LeastSquaresModel;
  static constexpr UpdateCard card(const Params& = {}) {
    return {.words = "least squares on mistakes", .second_order = true, .full_matrix = true};
  }

  bool update(const Row auto& m, int y) {
    if (model_.predict(m).label == y) return false;
    model_.absorb(y);
    return true;
  }

  static void fields(auto& self, auto&& field) {
    field.is("CMOG");
    field("model", self.model_);
  }
};

}  // namespace querent
