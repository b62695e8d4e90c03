// SPDX-License-Identifier: Apache-2.0
// The average of a linear learner's weights, which predicts where the last ones swing.
//
// Freund, Schapire, Large Margin Classification Using the Perceptron Algorithm, Machine Learning 37,
// 1999, §3 (averaged perceptron); Cesa-Bianchi, Conconi, Gentile, IEEE Trans. Inf. Theory 50, 2004.
//
//   w̄_1 = 0
//   for t = 1, …, T, a round for each label that is learnt
//     ŷ_t = sgn(w̄_t·x_t)
//     w_{t+1} from w_t by the learner's own rule, which sees its own prediction
//     w̄_{t+1} = (w_2 + … + w_{t+1}) / t
//
// Only the weights of a row's features move, so the sum is kept by its differences: with
// u = Σ_k (k − 1) (w_{k+1} − w_k), w̄_{t+1} = w_{t+1} − u / t.
#pragma once

#include <cstdint>
#include <vector>

#include <querent/learners/learner.hpp>
#include <querent/learners/linear/grow.hpp>
#include <querent/learners/param.hpp>

namespace querent {

/// L, averaged: a first-order linear learner whose update changes the weights of the row's features alone.
template <class L>
class Averaged {
 public:
  using Params = typename L::Params;
  static constexpr UpdateCard card(const Params& = {}) {
    return {.words = "average of the weights"};
  }

  explicit Averaged(std::size_t dim = 0, const Params& params = {}) : learner_(dim, params), u_(dim) {}

  template <Row X>
  Prediction predict(const X& x) const {
    const double last = dot(learner_.weights(), x);
    return predict_from_sign(t_ == 0 ? last : last - dot(u_, x) / static_cast<double>(t_));
  }

  template <Row X>
  bool update(const X& x, int label) {
    static_cast<void>(sign_of(label));  // refused before anything moves
    const double before = static_cast<double>(t_);
    const auto add = [&](double sign) {  // u ← u + (t − 1) (w_{t+1} − w_t)
      const auto& w = learner_.weights();
      for_each_nonzero(x, x.dim(), [&](std::size_t i, double) {
        if (i < w.size()) u_[i] += sign * before * w[i];
      });
    };
    grow(u_, x.dim());
    add(-1);
    const bool moved = learner_.update(x, label);
    add(+1);
    ++t_;
    return moved;
  }

  /// w̄, formed: O(d).
  std::vector<double> weights() const {
    std::vector<double> mean = learner_.weights();
    mean.resize(u_.size());
    for (std::size_t i = 0; i < mean.size() && t_ > 0; ++i) mean[i] -= u_[i] / static_cast<double>(t_);
    return mean;
  }

  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    field.is("average");
    field("learner", self.learner_);
    field("u", self.u_);
    field("t", self.t_);
    field.must(self.u_.size() >= self.learner_.weights().size());
  }

 private:
  L learner_;
  std::vector<double> u_;
  std::uint64_t t_ = 0;  // labels learnt
};

}  // namespace querent
