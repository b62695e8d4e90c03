// SPDX-License-Identifier: Apache-2.0
// The perceptron.
//
// Rosenblatt, Psychological Review 65, 1958; as the update rule of CBGZ (Cesa-Bianchi, Gentile,
// Zaniboni, JMLR 7, 2006) in Monteleoni and Kääriäinen, Online Active Learning in Practice, Fig. 2.
//
//   w_1 = 0
//   for t = 1, …, T
//     p_t = w_t·x_t;  ŷ_t = sgn(p_t)
//     if asked and ŷ_t ≠ y_t:  w_{t+1} = w_t + η y_t x_t
//
// η scales w and nothing else, so it changes no prediction; a query rule sees |p_t| in its units.
#pragma once

#include <stdexcept>
#include <vector>

#include <querent/learners/learner.hpp>
#include <querent/learners/linear/grow.hpp>

namespace querent {

/// Settings of Perceptron.
struct PerceptronParams {
  double eta = 1;  ///< η > 0, the learning rate
};

class Perceptron {
 public:
  explicit Perceptron(std::size_t dim = 0, PerceptronParams params = {})
      : eta_(params.eta), w_(dim) {
    if (!(eta_ > 0)) throw std::invalid_argument("Perceptron: eta > 0 is needed");
  }

  template <Row X>
  Prediction predict(const X& x) const {
    return predict_from_sign(dot(w_, x));
  }

  template <Row X>
  bool update(const X& x, int label) {
    const double y = sign_of(label);
    if (predict(x).label == label) return false;
    grow(w_, x.dim());
    add_scaled(w_, eta_ * y, x);  // w_{t+1} = w_t + η y_t x_t
    return true;
  }

  const std::vector<double>& weights() const { return w_; }

  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    field.is("Perceptron");
    field.same("eta", self.eta_);
    field("w", self.w_);
  }

 private:
  double eta_;
  std::vector<double> w_;
};
static_assert(OnlineLearner<Perceptron, DenseRow> && OnlineLearner<Perceptron, SparseRow>);

}  // namespace querent
