// SPDX-License-Identifier: Apache-2.0
// PAUM: the perceptron algorithm with uneven margins.
//
// Li, Zaragoza, Herbrich, Shawe-Taylor, Kandola, The Perceptron Algorithm with Uneven Margins, ICML
// 2002.
//
//   w_1 = 0
//   for t = 1, …, T
//     if asked and y_t w_t·x_t ≤ τ_{y_t}:  w_{t+1} = w_t + η y_t x_t
//
// Deviation: the paper's bias b is a feature here (--bias), as in every linear learner.
#pragma once

#include <stdexcept>
#include <vector>

#include <querent/learners/learner.hpp>
#include <querent/learners/linear/grow.hpp>

namespace querent {

/// Settings of Paum.
struct PaumParams {
  double tau_plus = 1;   ///< τ₊₁, the margin asked of positive rows
  double tau_minus = 1;  ///< τ₋₁, the margin asked of negative rows
  double eta = 1;        ///< η > 0, the learning rate
};

class Paum {
 public:
  explicit Paum(std::size_t dim = 0, PaumParams params = {}) : params_(params), w_(dim) {
    if (!(params.eta > 0)) throw std::invalid_argument("PAUM: eta > 0 is needed");
  }

  template <Row X>
  Prediction predict(const X& x) const {
    return predict_from_sign(dot(w_, x));
  }

  template <Row X>
  bool update(const X& x, int label) {
    const double y = sign_of(label), tau = label == 1 ? params_.tau_plus : params_.tau_minus;
    if (y * dot(w_, x) > tau) return false;
    grow(w_, x.dim());
    add_scaled(w_, params_.eta * y, x);  // w_{t+1} = w_t + η y_t x_t
    return true;
  }

  const std::vector<double>& weights() const { return w_; }

  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    field.is("PAUM");
    field.same("tau_plus", self.params_.tau_plus);
    field.same("tau_minus", self.params_.tau_minus);
    field.same("eta", self.params_.eta);
    field("w", self.w_);
  }

 private:
  PaumParams params_;
  std::vector<double> w_;
};
static_assert(OnlineLearner<Paum, DenseRow> && OnlineLearner<Paum, SparseRow>);

}  // namespace querent
