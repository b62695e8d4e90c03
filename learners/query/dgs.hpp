// SPDX-License-Identifier: Apache-2.0
// The query rule of Dekel, Gentile and Sridharan.
//
// Selective Sampling and Active Learning from Single and Multiple Teachers, JMLR 13, 2012, §2; with
// the margin between the best two classes instead of |w·x|: Agarwal, ICML 2013.
//
//   for t = 1, 2, …
//     Δ̂_t = (Wᵀ x_t)(ŷ) − (Wᵀ x_t)(y″),   W = A_{t−1}⁻¹ B_{t−1}
//     θ_t² = r_t (1 + 4 Σ_{i<t} Q_i r_i / (1 + r_i) + 36 log(t/δ)),   r_t = x_tᵀ A_{t−1}⁻¹ x_t
//     ask if Δ̂_t² ≤ α θ_t²
//
// Our learners score with f = Wᵀx / (1 + r), so Δ̂ = Δ (1 + r).
// Deviations: the factor α is ours (1 in the paper), since the theorem's constants ask for almost
// every label of a data set of ordinary size; and the paper's step that clips |w·x| to 1 before an
// update is omitted, as in the multiclass experiments of Yang et al., UAI 2016, whose DGS row
// equals its fully supervised one.
#pragma once

#include <cmath>
#include <cstdint>

#include <querent/learners/learner.hpp>
#include <querent/learners/param.hpp>

namespace querent {

class DgsQuery {
 public:
  struct Params {
    double alpha = 1, failure = 0.1;

    static void params(auto& self, auto&& each) {
      each("alpha", self.alpha, kPositive,
           "α scales the bound, 1 in the paper: the smaller, the fewer labels");
      each("failure", self.failure, kProbability, "δ, probability that the bound fails");
    }
  };

  explicit DgsQuery(Params params) : params_(valid(params, "dgs")) {}

  double probability(const Prediction& p) const {
    const double r = p.uncertainty, Delta = p.margin * (1 + r);
    const double theta2 =
        r * (1 + 4 * sum_ + 36 * std::log(static_cast<double>(t_) / params_.failure));
    return Delta * Delta <= params_.alpha * theta2 ? 1 : 0;
  }

  void observe(const Prediction& p, const Outcome& outcome) {
    if (outcome.asked) sum_ += p.uncertainty / (1 + p.uncertainty);
    ++t_;
  }

  static void fields(auto& self, auto&& field) {
    field.is("dgs");
    field.same("failure", self.params_.failure);
    field.same("alpha", self.params_.alpha);
    field("sum", self.sum_);
    field("t", self.t_);
  }

 private:
  Params params_;
  double sum_ = 0;  // Σ Q_i r_i / (1 + r_i)
  std::uint64_t t_ = 1;
};

}  // namespace querent
