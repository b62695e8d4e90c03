// SPDX-License-Identifier: Apache-2.0
// The query rule of CMOG-Q and MSG.
//
// Yang et al., Efficient Multi-Class Selective Sampling on Graphs, UAI 2016, Definition 2.
//
//   Θ_t = ½ Δ_t² + 2 Δ_t − K r_t / (1 + r_t)                              (10)
//   P(Q_t = 1) = 2h / (2h + max(0, Θ_t))
//
// Θ < 0 exactly when Δ < 2 √(1 + K r / (2 (1 + r))) − 2                   (12)
#pragma once

#include <querent/learners/learner.hpp>
#include <querent/learners/param.hpp>

namespace querent {

/// Θ_t of Eq. (10), which grows with the margin Δ and falls with the uncertainty r.
inline double theta(const Prediction& p, int num_classes) {
  const double K = num_classes, r = p.uncertainty, Delta = p.margin;
  return 0.5 * Delta * Delta + 2 * Delta - K * r / (1 + r);
}

/// Always asks if Θ ≤ 0, and asks more rarely the larger Θ is.
class ThetaQuery {
 public:
  struct Params {
    double h = 1e-3;

    static void params(auto& self, auto&& each) {
      each("h", self.h, kPositive, "h: the smaller, the fewer labels");
    }
  };

  ThetaQuery(int num_classes, Params params)
      : num_classes_(num_classes), params_(valid(params, "theta")) {}

  double probability(const Prediction& p) const {
    const double Theta = theta(p, num_classes_);
    return Theta <= 0 ? 1.0 : 2 * params_.h / (2 * params_.h + Theta);
  }

  static void fields(auto& self, auto&& field) {
    field.is("theta");
    field.same("K", self.num_classes_);
    same_params(self.params_, field);
  }

 private:
  int num_classes_;
  Params params_;
};

}  // namespace querent
