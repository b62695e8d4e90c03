// SPDX-License-Identifier: Apache-2.0
// DA: dual averaging with adaptive subgradients, diagonal; with the query rules `discriminative`
// and `discriminative-I` it is D-ADA and D-ADA-I.
//
// Duchi, Hazan, Singer, JMLR 12, 2011; Zhai, Koriche, Gao, Zhu, Li, Machine Learning 111, 2022
// (d-ada), §3.2, Eq. (1) and Algorithm 1.
//
//   w_1 = 0, H_0 = δ I
//   for t = 1, 2, …
//     p_t = w_t·x_t, v_t = x_tᵀ H_{t−1}⁻¹ x_t;  ŷ_t = sgn(p_t)
//     g_t = −y_t x_t if asked and y_t p_t < 1, else 0
//     H_t = δ I + diag(s_t),  s_{t,i} = ‖g_{1:t,i}‖₂
//     w_{t+1} = −η H_t⁻¹ Σ_k g_k
//             = argmin_w η wᵀ Σ_k g_k + ½ wᵀ H_t w                                        (1)
//
// Only the coordinates of x_t change, so w is stored explicitly and a round costs O(nonzeros).
#pragma once

#include <querent/learners/learner.hpp>
#include <querent/learners/linear/adaptive_scale.hpp>

namespace querent {

class DualAveraging {
 public:
  using Params = AdaptiveParams;
  static constexpr UpdateCard card(const Params& = {}) {
    return {.words = "dual averaging", .second_order = true};
  }

  explicit DualAveraging(std::size_t dim = 0, AdaptiveParams params = {})
      : params_(params), H_(dim, params) {}

  Prediction predict(const Row auto& x) const { return H_.predict(x); }

  bool update(const Row auto& x, int label, double weight = 1) {
    const double y = sign_of(label);
    if (y * H_.dot(x) >= 1) return false;
    H_.absorb(x, weight, [&](AdaptiveFeature& feature, double g) {
      feature.g -= y * g;                                      // Σ_k g_k
      feature.w = -params_.eta * feature.inverse * feature.g;  // w = −η H⁻¹ Σ_k g_k   (1)
    });
    return true;
  }

  FeatureWeights weights() const { return H_.weights(); }

  static void fields(auto& self, auto&& field) {
    field.is("DA");
    field.same("eta", self.params_.eta);
    AdaptiveScale::part(self.H_, field, "w", &AdaptiveFeature::w);
    AdaptiveScale::part(self.H_, field, "g", &AdaptiveFeature::g);
    field("H", self.H_);
  }

 private:
  AdaptiveParams params_;
  AdaptiveScale H_;
};

}  // namespace querent
