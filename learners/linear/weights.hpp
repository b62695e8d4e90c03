// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <querent/learners/learner.hpp>
#include <querent/learners/linear/grow.hpp>

namespace querent {

/// The weights w of a linear learner, which predicts sgn(w·x).
class LinearWeights {
 public:
  explicit LinearWeights(std::size_t dim) : w_(dim) {}

  Prediction predict(const Row auto& x) const { return predict_from_sign(dot(w_, x)); }
  const std::vector<double>& weights() const { return w_; }

 protected:
  void add(double scale, const Row auto& x) {  // w ← w + scale x
    grow(w_, x.dim());
    add_scaled(w_, scale, x);
  }

  std::vector<double> w_;
};

}  // namespace querent
