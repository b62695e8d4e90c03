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
//     if asked and ŷ_t ≠ y_t:  w_{y_t} ← w_{y_t} + η x_t,  w_{ŷ_t} ← w_{ŷ_t} − η x_t
//
// On rows of a graph's embedding it is GPA, the graph perceptron (multiclass/gpa.hpp).
#pragma once

#include <vector>

#include <querent/learners/learner.hpp>
#include <querent/learners/linear/perceptron.hpp>
#include <querent/learners/multiclass/class_table.hpp>
#include <querent/learners/param.hpp>

namespace querent {

class MPerceptron {
 public:
  using Params = PerceptronParams;
  static constexpr UpdateCard card(const Params& = {}) {
    return {.words = "perceptron, max-score"};
  }

  MPerceptron(std::size_t dim, int num_classes, PerceptronParams params = {})
      : params_(valid(params, "MPerceptron")), w_(dim, num_classes), f_(w_.num_classes()) {}

  Prediction predict(const Row auto& x) const {
    w_.scores(x, f_);
    return predict_from_scores(f_);
  }

  bool update(const Row auto& x, int y, double weight = 1) {
    check_label(y, static_cast<int>(w_.num_classes()));
    const int y_hat = predict(x).label;
    if (y_hat == y) return false;
    w_.grow(x.dim());
    w_.add(y, weight * params_.eta, x);       // w_y ← w_y + η x
    w_.add(y_hat, -weight * params_.eta, x);  // w_ŷ ← w_ŷ − η x
    return true;
  }

  const ClassTable& weights() const { return w_; }

  static void fields(auto& self, auto&& field) {
    field.is("MPerceptron");
    same_params(self.params_, field);
    field("w", self.w_);
  }

 private:
  PerceptronParams params_;
  ClassTable w_;
  mutable std::vector<double> f_;
};

}  // namespace querent
