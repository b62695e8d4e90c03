// SPDX-License-Identifier: Apache-2.0
// MDA: dual averaging with adaptive subgradients for K classes; with the query rules `margin`,
// `discriminative` and `discriminative-I` it is MM-ADA, MD-ADA and MD-ADA-I.
//
// Zhai, Koriche, Gao, Zhu, Li, Machine Learning 111, 2022, §4.2, Eq. (5) and Algorithm 2.
//
//   w^(k) = 0, H^(k) = δ I for every class k
//   for t = 1, 2, …
//     ŷ_t = argmax_k w^(k)·x_t
//     if asked:
//       r_t = argmax_{k ≠ y_t} w^(k)·x_t
//       if 1 + w^(r_t)·x_t − w^(y_t)·x_t > 0:  g^(r_t) = x_t,  g^(y_t) = −x_t
//       H^(k) = δ I + diag(s^(k)),  s^(k)_i = ‖g^(k)_{1:t,i}‖₂
//       w^(k) = −η H^(k)⁻¹ Σ g^(k)                                                          (5)
//
// §6 asks for several labels per row. With a set Y_t of relevant labels the loss is that of ranking
// them before the others (label_ranking.hpp): y_t is the relevant label ranked last and r_t the
// irrelevant one ranked first. With one label this is the algorithm above.
#pragma once

#include <querent/learners/multiclass/class_adaptive_scale.hpp>

namespace querent {

class MDualAveraging : public AdaptiveClasses<MDualAveraging> {
 public:
  static constexpr UpdateCard card(const Params& = {}) {
    return {.words = "multiclass dual averaging", .second_order = true};
  }

  MDualAveraging(std::size_t dim, int num_classes, AdaptiveParams params = {})
      : AdaptiveClasses(dim, num_classes, params), g_(dim, num_classes) {}

  void grow(std::size_t dim) { g_.grow(dim); }
  void step(std::size_t i, int k, double g) {
    g_(i, k) += g;
    w_(i, k) = -params_.eta * H_.absorb(i, k, g) * g_(i, k);  // w = −η H⁻¹ Σ g            (5)
  }

  static void fields(auto& self, auto&& field) {
    field.is("MDA");
    field.same("eta", self.params_.eta);
    field("w", self.w_);
    field("g", self.g_);
    field("H", self.H_);
    field.must(self.H_.dim() == self.w_.dim() && self.g_.dim() == self.w_.dim());
  }

 private:
  ClassTable g_;
};

}  // namespace querent
