// SPDX-License-Identifier: Apache-2.0
// The average of a linear learner's weights, which predicts better than the last weights if these
// oscillate.
//
// Freund, Schapire, Large Margin Classification Using the Perceptron Algorithm, Machine Learning
// 37, 1999, §3 (averaged perceptron); Cesa-Bianchi, Conconi, Gentile, IEEE Trans. Inf. Theory 50,
// 2004.
//
//   w̄_1 = 0
//   for t = 1, …, T, one round per learned label
//     ŷ_t = sgn(w̄_t·x_t)
//     w_{t+1} from w_t by the learner's own rule, which sees its own prediction
//     w̄_{t+1} = (w_2 + … + w_{t+1}) / t
//
// Only the weights of a row's features change, so the sum is kept by its differences: with
// u = Σ_k (k − 1) (w_{k+1} − w_k), w̄_{t+1} = w_{t+1} − u / t.
#pragma once

#include <cstdint>
#include <vector>

#include <querent/learners/learner.hpp>
#include <querent/learners/linear/adaptive_scale.hpp>
#include <querent/learners/linear/grow.hpp>
#include <querent/learners/param.hpp>

namespace querent {

/// Weights that are returned without copying all of them.
template <class W>
concept WeightsInPlace =
    std::same_as<W, const std::vector<double>&> || std::same_as<W, FeatureWeights>;
/// A binary linear learner that can be averaged: it returns its weights, and an update changes only
/// the weights of the row's features. DKM is excluded, since it reflects its weights.
template <class L>
concept Averageable = requires(const L& learner) {
  { learner.weights() } -> WeightsInPlace;
} && !requires { L::kReflects; };

/// L with averaged weights; the uncertainty is unchanged.
template <Averageable L>
class Averaged {
 public:
  using Params = typename L::Params;
  static constexpr UpdateCard card(const Params& params = {}) {
    return {.words = "average of the weights", .second_order = L::card(params).second_order};
  }

  explicit Averaged(std::size_t dim = 0, const Params& params = {})
      : learner_(dim, params), u_(dim) {}

  Prediction predict(const Row auto& x) const {
    Prediction p = learner_.predict(x);
    if (t_ == 0) return p;
    const double last = p.label == 1 ? p.margin : -p.margin;
    const Prediction mean = predict_from_sign(last - dot(u_, x) / static_cast<double>(t_));
    p.label = mean.label;
    p.runner_up = mean.runner_up;
    p.margin = mean.margin;
    return p;
  }

  template <Row X>
  bool update(const X& x, int label, double weight = 1)
    requires WeighsLabels<L, X>
  {
    return learned(x, label, weight);
  }
  template <Row X>
  bool update(const X& x, int label)
    requires(!WeighsLabels<L, X>)
  {
    return learned(x, label);
  }

  /// w̄, computed on request: O(d).
  std::vector<double> weights() const {
    std::vector<double> mean = learner_.weights();
    mean.resize(u_.size());
    for (std::size_t i = 0; i < mean.size() && t_ > 0; ++i)
      mean[i] -= u_[i] / static_cast<double>(t_);
    return mean;
  }

  static void fields(auto& self, auto&& field) {
    field.is("average");
    field("learner", self.learner_);
    field("u", self.u_);
    field("t", self.t_);
    field.must(self.u_.size() >= self.learner_.weights().size());
  }

 private:
  template <Row X, class... Weight>
  bool learned(const X& x, int label, Weight... weight) {
    static_cast<void>(sign_of(label));  // rejected before anything changes
    const double before = static_cast<double>(t_);
    const auto add = [&](double sign) {  // u ← u + (t − 1) (w_{t+1} − w_t)
      const auto& w = learner_.weights();
      for_each_nonzero(x, x.dim(), [&](std::size_t i, double) {
        if (i < w.size()) u_[i] += sign * before * w[i];
      });
    };
    grow(u_, x.dim());
    add(-1);
    const bool moved = learner_.update(x, label, weight...);
    add(+1);
    ++t_;
    return moved;
  }

  L learner_;
  std::vector<double> u_;
  std::uint64_t t_ = 0;  // labels learned
};

}  // namespace querent
