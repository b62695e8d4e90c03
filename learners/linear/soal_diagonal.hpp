// SPDX-License-Identifier: Apache-2.0
// SOAL with the diagonal of its matrix, O(non-zeros) a round: the form of the experiments of d-ada.
//
// Hao et al., TKDE 30, 2018 (linear/soal.hpp), keeping the diagonal of Σ⁻¹.
//
//   w_1 = 0, Σ_i = 1
//   for t = 1, …, T
//     p_t = w_t·x_t, v_t = Σ_i Σ_i x_i²;  ŷ_t = sgn(p_t)
//     if asked and y_t p_t < 1:
//       1/Σ_i ← 1/Σ_i + x_i² / γ
//       w_i ← w_i + η y_t Σ_i x_i
#pragma once

#include <vector>

#include <querent/learners/learner.hpp>
#include <querent/learners/linear/grow.hpp>
#include <querent/learners/linear/soal.hpp>

namespace querent {

class SoalDiagonal {
 public:
  using Params = SoalParams;
  static constexpr UpdateCard card(const Params& = {}) {
    return {.words = "SOAL, diagonal", .second_order = true};
  }

  explicit SoalDiagonal(std::size_t dim = 0, SoalParams params = {})
      : params_(valid(params, "SOAL")), w_(dim), Sigma_(dim, 1.0) {}

  template <Row X>
  Prediction predict(const X& x) const {
    double p = 0, v = 0;
    for_each_nonzero(x, x.dim(), [&](std::size_t i, double x_i) {
      const bool seen = i < w_.size();
      p += seen ? w_[i] * x_i : 0;
      v += seen ? Sigma_[i] * x_i * x_i : x_i * x_i;
    });
    Prediction prediction = predict_from_sign(p);
    prediction.uncertainty = v;
    return prediction;
  }

  template <Row X>
  bool update(const X& x, int label, double weight = 1) {
    const double y = sign_of(label);
    if (y * dot(w_, x) >= 1) return false;
    grow(w_, x.dim());
    grow(Sigma_, x.dim(), 1);
    for_each_nonzero(x, x.dim(), [&](std::size_t i, double x_i) {
      Sigma_[i] = 1 / (1 / Sigma_[i] + weight * x_i * x_i / params_.gamma);  // 1/Σ ← 1/Σ + x²/γ
      w_[i] += weight * params_.eta * y * Sigma_[i] * x_i;                   // w ← w + η y Σ x
    });
    return true;
  }

  const std::vector<double>& weights() const { return w_; }

  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    field.is("SOAL");
    same_params(self.params_, field);
    field("w", self.w_);
    field("Sigma", self.Sigma_);
    field.must(self.Sigma_.size() == self.w_.size());
  }

 private:
  SoalParams params_;
  std::vector<double> w_, Sigma_;
};
static_assert(OnlineLearner<SoalDiagonal, DenseRow> && OnlineLearner<SoalDiagonal, SparseRow>);

}  // namespace querent
