// SPDX-License-Identifier: Apache-2.0
// MD: mirror descent with adaptive subgradients, diagonal; with the query rules `discriminative`
// and `discriminative-I` it is D-AMD and D-AMD-I.
//
// Duchi, Hazan, Singer, JMLR 12, 2011; Zhai, Koriche, Gao, Zhu, Li, Machine Learning 111, 2022
// (d-ada), §3.2, Eq. (2) and Algorithm 1.
//
//   w_1 = 0, H_0 = δ I
//   for t = 1, 2, …
//     p_t = w_t·x_t, v_t = x_tᵀ H_{t−1}⁻¹ x_t;  ŷ_t = sgn(p_t)
//     g_t = −y_t x_t if asked and y_t p_t < 1, else 0
//     H_t = δ I + diag(s_t),  s_{t,i} = ‖g_{1:t,i}‖₂
//     w_{t+1} = w_t − η H_t⁻¹ g_t
//             = argmin_w η g_tᵀ w + ½ (w − w_t)ᵀ H_t (w − w_t)                            (2)
#pragma once

#include <querent/learners/learner.hpp>
#include <querent/learners/linear/adaptive_scale.hpp>

namespace querent {

class MirrorDescent {
 public:
  using Params = AdaptiveParams;
  static constexpr UpdateCard card(const Params& = {}) {
    return {.words = "mirror descent", .second_order = true};
  }

  explicit MirrorDescent(std::size_t dim = 0, AdaptiveParams params = {})
      : params_(params), H_(dim, params) {}

  Prediction predict(const Row auto& x) const { return H_.predict(x); }

  bool update(const Row auto& x, int label, double weight = 1) {
    const double y = sign_of(label);
    if (y * H_.dot(x) >= 1) return false;
    H_.absorb(x, weight, [&](AdaptiveFeature& feature, double g) {
      feature.w += params_.eta * feature.inverse * y * g;  // w ← w − η H⁻¹ g               (2)
    });
    return true;
  }

  FeatureWeights weights() const { return H_.weights(); }

  static void fields(auto& self, auto&& field) {
    field.is("MD");
    field.same("eta", self.params_.eta);
    AdaptiveScale::part(self.H_, field, "w", &AdaptiveFeature::w);
    field("H", self.H_);
  }

 private:
  AdaptiveParams params_;
  AdaptiveScale H_;
};

}  // namespace querent
