// SPDX-License-Identifier: Apache-2.0
// MPerceptron: the multiclass perceptron with the max-score update.
//
// Crammer and Singer, Ultraconservative Online Algorithms for Multiclass Problems, JMLR 3, 2003;
// the learner of MPEA and MRPE in Lu, Zhao, Hoi, Online Passive-Aggressive Active Learning, Machine
// Learning 103, 2016, §4.
//
//   w_1 = … = w_K = 0
//   for t = 1, …, T
//     ŷ_t = argmax_k w_k·x_t
//     if asked and ŷ_t ≠ y_t:  w_{y_t} ← w_{y_t} + x_t,  w_{ŷ_t} ← w_{ŷ_t} − x_t
//
// On rows of a graph's embedding it is GPA, the graph perceptron (multiclass/gpa.hpp).
#pragma once

#include <querent/learners/multiclass/class_weights.hpp>

namespace querent {

class MPerceptron {
 public:
  MPerceptron(std::size_t dim, int num_classes) : w_(dim, num_classes) {}

  template <Row X>
  Prediction predict(const X& x) const {
    return predict_from_scores(w_.scores(x));
  }

  template <Row X>
  bool update(const X& x, int y) {
    const int y_hat = predict(x).label;
    if (y_hat == y) return false;
    w_.grow(x.dim());
    w_.add(y, 1, x);       // w_y ← w_y + x
    w_.add(y_hat, -1, x);  // w_ŷ ← w_ŷ − x
    return true;
  }

  const ClassWeights& weights() const { return w_; }

 private:
  ClassWeights w_;
};
static_assert(OnlineLearner<MPerceptron, DenseRow> && OnlineLearner<MPerceptron, SparseRow>);

}  // namespace querent
