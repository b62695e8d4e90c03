// SPDX-License-Identifier: Apache-2.0
// The update rule of Dasgupta, Kalai and Monteleoni; with the query rule `threshold` it is DKM2.
//
// Analysis of Perceptron-Based Active Learning, COLT 2005; Monteleoni and Kääriäinen, Online
// Active Learning in Practice, Fig. 1.
//
//   v_1 = y_0 x_0, ‖x‖ = 1
//   for t = 1, …, T
//     ŷ_t = sgn(v_t·x_t)
//     if asked and (v_t·x_t) y_t < 0:  v_{t+1} = v_t − 2 (v_t·x_t) x_t
//
// The update reflects v at the hyperplane of x, so ‖v‖ stays 1 and the error on the sphere only
// falls. Deviation: a row is divided by its length, so that this holds for rows of any length.
#pragma once

#include <cmath>
#include <vector>

#include <querent/learners/learner.hpp>
#include <querent/learners/linear/grow.hpp>
#include <querent/learners/param.hpp>

namespace querent {

class Dkm {
 public:
  static constexpr bool kReflects = true;  // the mean of reflected weights is not useful
  using Params = NoParams;
  static constexpr UpdateCard card(const Params& = {}) { return {.words = "DKM"}; }

  explicit Dkm(std::size_t dim = 0, NoParams = {}) : v_(dim) {}

  /// The margin is |v·x| / ‖x‖, at most 1.
  Prediction predict(const Row auto& x) const {
    const double norm2 = squared_norm(x);
    return predict_from_sign(norm2 == 0 ? 0.0 : dot(v_, x) / std::sqrt(norm2));
  }

  bool update(const Row auto& x, int label) {
    const double norm2 = squared_norm(x), vx = dot(v_, x), y = sign_of(label);
    if (norm2 == 0) return false;
    if (started_ && vx * y >= 0) return false;
    grow(v_, x.dim());
    if (started_) {
      add_scaled(v_, -2 * vx / norm2, x);  // v_{t+1} = v_t − 2 (v_t·x_t) x_t
    } else {
      add_scaled(v_, y / std::sqrt(norm2), x);  // v_1 = y_0 x_0
      started_ = true;
    }
    return true;
  }

  const std::vector<double>& weights() const { return v_; }

  static void fields(auto& self, auto&& field) {
    field.is("DKM");
    field("v", self.v_);
    field("started", self.started_);
  }

 private:
  std::vector<double> v_;
  bool started_ = false;
};

}  // namespace querent
