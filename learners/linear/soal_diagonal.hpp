// SPDX-License-Identifier: Apache-2.0
// SOAL with the diagonal of its matrix, O(nonzeros) per round: the form in d-ada's experiments.
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

#include <algorithm>
#include <vector>

#include <Eigen/Core>

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

  Prediction predict(const Row auto& x) const {
    double p = 0, v = 0;
    for_each_nonzero(x, w_.size(), [&](std::size_t i, double x_i) {
      p += w_[i] * x_i;
      v += Sigma_[i] * x_i * x_i;
    });
    for (std::size_t k = entries_below(x, w_.size()); k < x.value.size(); ++k)
      v += x.value[k] * x.value[k];
    Prediction prediction = predict_from_sign(p);
    prediction.uncertainty = v;
    return prediction;
  }

  bool update(const Row auto& x, int label, double weight = 1) {
    const double y = sign_of(label);
    if (y * dot(w_, x) >= 1) return false;
    grow(w_, x.dim());
    grow(Sigma_, x.dim(), 1);
    // Quotients of several features at a time take two thirds of the time of one by one.
    constexpr std::size_t kAtOnce = 16;
    using Some = Eigen::Array<double, kAtOnce, 1>;
    Some Sigma = Some::Ones(), x_i = Some::Ones();
    for (std::size_t begin = 0; begin < x.value.size(); begin += kAtOnce) {
      const std::size_t count = std::min(kAtOnce, x.value.size() - begin);
      for (std::size_t j = 0; j < count; ++j) {
        Sigma.data()[j] = Sigma_[feature_of(x, begin + j)];
        x_i.data()[j] = x.value[begin + j];
      }
      Sigma = 1 / (1 / Sigma + weight * x_i * x_i / params_.gamma);  // 1/Σ ← 1/Σ + x²/γ
      for (std::size_t j = 0; j < count; ++j) {
        const std::size_t i = feature_of(x, begin + j);
        Sigma_[i] = Sigma.data()[j];
        w_[i] += weight * params_.eta * y * Sigma_[i] * x_i.data()[j];  // w ← w + η y Σ x
      }
    }
    return true;
  }

  const std::vector<double>& weights() const { return w_; }

  static void fields(auto& self, auto&& field) {
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

}  // namespace querent
