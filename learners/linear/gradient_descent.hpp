// SPDX-License-Identifier: Apache-2.0
// SGD: online gradient descent on the logistic, the hinge or the squared hinge loss.
//
// Zinkevich, Online Convex Programming and Generalized Infinitesimal Gradient Ascent, ICML 2003,
// §2.
//
//   w_1 = 0
//   for t = 1, …, T
//     m_t = y_t w_t·x_t;  ŷ_t = sgn(w_t·x_t)
//     if asked:  w_{t+1} = w_t − η_k ∇ℓ(m_t) = w_t − η_k ℓ′(m_t) y_t x_t,  η_k = η/√k at the k-th label
//
//   logistic       ℓ(m) = ln(1 + e^{−m})        ℓ′(m) = −1/(1 + e^m)
//   hinge          ℓ(m) = max(0, 1 − m)         ℓ′(m) = −1 where m < 1, else 0
//   squared hinge  ℓ(m) = ½ max(0, 1 − m)²      ℓ′(m) = −max(0, 1 − m)
//
// Deviation: the paper projects w onto a ball; here w is not bounded.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <querent/learners/learner.hpp>
#include <querent/learners/linear/weights.hpp>
#include <querent/learners/param.hpp>

namespace querent {

/// Settings of GradientDescent.
struct GradientDescentParams {
  enum class Loss { kLogistic, kHinge, kSquaredHinge };
  Loss loss = Loss::kLogistic;
  double eta = 1;

  static void params(auto& self, auto&& each) {
    each("loss", self.loss, Choices{"logistic", "hinge", "squared-hinge"}, "ℓ");
    each("eta", self.eta, kPositive,
         "η, initial step size; 3 for rows of norm 1 or of few entries, 0.1 with squared-hinge");
  }
};

class GradientDescent : public LinearWeights {
 public:
  using Params = GradientDescentParams;
  using Loss = Params::Loss;
  static constexpr UpdateCard card(const Params& = {}) { return {.words = "gradient descent"}; }

  explicit GradientDescent(std::size_t dim = 0, GradientDescentParams params = {})
      : LinearWeights(dim), params_(valid(params, "SGD")) {}

  bool update(const Row auto& x, int label, double weight = 1) {
    const double y = sign_of(label), slope = derivative(y * dot(w_, x));
    ++labels_;
    if (slope == 0) return false;
    const double eta = params_.eta / std::sqrt(static_cast<double>(labels_));
    add(-weight * eta * slope * y, x);  // w_{t+1} = w_t − η_k ℓ′(m_t) y_t x_t
    return true;
  }

  static void fields(auto& self, auto&& field) {
    field.is("SGD");
    same_params(self.params_, field);
    field("labels", self.labels_);
    field("w", self.w_);
  }

 private:
  double derivative(double m) const {  // ℓ′
    switch (params_.loss) {
      case Loss::kLogistic:
        return -1 / (1 + std::exp(m));
      case Loss::kHinge:
        return m < 1 ? -1 : 0;
      case Loss::kSquaredHinge:
        return -std::max(0.0, 1 - m);
    }
    return 0;
  }

  GradientDescentParams params_;
  std::uint64_t labels_ = 0;  // k
};

}  // namespace querent
