// SPDX-License-Identifier: Apache-2.0
// DA and MD: dual averaging and mirror descent with adaptive subgradients, diagonal; with the query
// rules `discriminative` and `discriminative-I` they are D-ADA and D-ADA-I, D-AMD and D-AMD-I.
//
// Duchi, Hazan, Singer, JMLR 12, 2011; Zhai, Koriche, Gao, Zhu, Li, Machine Learning 111, 2022
// (d-ada), §3.2, Eqs. (1) and (2) and Algorithm 1.
//
//   w_1 = 0, H_0 = δ I
//   for t = 1, 2, …
//     p_t = w_t·x_t, v_t = x_tᵀ H_{t−1}⁻¹ x_t;  ŷ_t = sgn(p_t)
//     g_t = −y_t x_t if asked and y_t p_t < 1, else 0
//     H_t = δ I + diag(s_t),  s_{t,i} = ‖g_{1:t,i}‖₂
//     DA:  w_{t+1} = −η H_t⁻¹ Σ_k g_k
//                  = argmin_w η wᵀ Σ_k g_k + ½ wᵀ H_t w                                   (1)
//     MD:  w_{t+1} = w_t − η H_t⁻¹ g_t
//                  = argmin_w η g_tᵀ w + ½ (w − w_t)ᵀ H_t (w − w_t)                       (2)
//
// Only the coordinates of x_t change, so w is stored explicitly and a round costs O(nonzeros).
#pragma once

#include <querent/learners/learner.hpp>
#include <querent/learners/linear/adaptive_scale.hpp>

namespace querent {

/// DA if it averages, else MD.
template <bool kAverages>
class AdaptiveSubgradients {
 public:
  using Params = AdaptiveParams;
  static constexpr UpdateCard card(const Params& = {}) {
    return {.words = kAverages ? "dual averaging" : "mirror descent", .second_order = true};
  }

  explicit AdaptiveSubgradients(std::size_t dim = 0, AdaptiveParams params = {})
      : params_(params), H_(dim, params) {}

  Prediction predict(const Row auto& x) const { return H_.predict(x); }

  bool update(const Row auto& x, int label, double weight = 1) {
    const double y = sign_of(label);
    if (y * H_.dot(x) >= 1) return false;
    H_.absorb(x, weight, [&](AdaptiveFeature& feature, double g) {
      if constexpr (kAverages) {
        feature.g -= y * g;                                      // Σ_k g_k
        feature.w = -params_.eta * feature.inverse * feature.g;  // w = −η H⁻¹ Σ_k g_k   (1)
      } else {
        feature.w += params_.eta * feature.inverse * y * g;  // w ← w − η H⁻¹ g           (2)
      }
    });
    return true;
  }

  FeatureWeights weights() const { return H_.weights(); }

  static void fields(auto& self, auto&& field) {
    field.is(kAverages ? "DA" : "MD");
    field.same("eta", self.params_.eta);
    AdaptiveScale::part(self.H_, field, "w", &AdaptiveFeature::w);
    if (kAverages) AdaptiveScale::part(self.H_, field, "g", &AdaptiveFeature::g);
    field("H", self.H_);
  }

 private:
  AdaptiveParams params_;
  AdaptiveScale H_;
};

using DualAveraging = AdaptiveSubgradients<true>;
using MirrorDescent = AdaptiveSubgradients<false>;

}  // namespace querent
