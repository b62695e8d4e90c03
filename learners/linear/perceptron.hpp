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
// η scales w and nothing else, so it changes no prediction; it sets the unit of |p_t| in query
// rules.
#pragma once

#include <querent/learners/learner.hpp>
#include <querent/learners/linear/weights.hpp>
#include <querent/learners/param.hpp>

namespace querent {

/// Settings of Perceptron.
struct PerceptronParams {
  double eta = 1;

  static void params(auto& self, auto&& each) {
    each("eta", self.eta, kPositive, "η, learning rate, which sets the unit of the margin");
  }
};

class Perceptron : public LinearWeights {
 public:
  using Params = PerceptronParams;
  static constexpr UpdateCard card(const Params& = {}) { return {.words = "perceptron"}; }

  explicit Perceptron(std::size_t dim = 0, PerceptronParams params = {})
      : LinearWeights(dim), params_(valid(params, "Perceptron")) {}

  bool update(const Row auto& x, int label, double weight = 1) {
    const double y = sign_of(label);
    if (predict(x).label == label) return false;
    add(weight * params_.eta * y, x);  // w_{t+1} = w_t + η y_t x_t
    return true;
  }

  static void fields(auto& self, auto&& field) {
    field.is("Perceptron");
    same_params(self.params_, field);
    field("w", self.w_);
  }

 private:
  PerceptronParams params_;
};

}  // namespace querent
