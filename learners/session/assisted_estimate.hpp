// SPDX-License-Identifier: Apache-2.0
// How often the model is wrong on what was never asked: random checks, with the model's own
// probabilities as a control variate.
//
// The doubt d of an item is 1 − the greatest class probability. Check j, an item drawn evenly, is
// judged by a model that does not know its answer: d_j, and w_j = 1 where it is wrong, else 0. The
// same model has doubts d_i of what was never asked.
//
//   P(wrong | d) = λ + (1 − λ) σ(a + b logit d)            λ = 0, a = 0, b = 1: doubts are right
//   a ~ Student's t, 3 degrees of freedom;  log b ~ Normal(0, 0.7²);
//   λ = 0 with probability ½, else λ ~ Exponential of mean 0.03
//   p(λ, a, b | w) ∝ p(λ) p(a) p(b) Π_j P(w_j | d_j)
//
//   E(λ, a, b) = mean_i P(wrong | d_i);   point: the median of E
//   interval: quantiles of K/n, K | E ~ Binomial(n, E), for the n items that were never asked
//
// E is the error of items without number. Of a few hundred items none may be wrong although E > 0.
// P is Platt's scaling (Advances in Large Margin Classifiers, 1999) with a prior by which a doubt is
// worth a few checks; many checks outweigh it. It is the model-assisted estimate of survey sampling
// (Särndal, Swensson, Wretman, 1992; Lehtonen, Veijanen, Survey Methodology 24, 1998) and of
// prediction-powered inference (Angelopoulos et al., Science 382, 2023), as a posterior. λ is the
// share of errors that no doubt shows, as the lapses of psychometric functions (Wichmann, Hill,
// Perception & Psychophysics 63, 2001). Doubts are counted in bins of log odds.
#pragma once

#include <utility>
#include <vector>

#include <querent/learners/error_estimate.hpp>

namespace querent {

class AssistedEstimate {
 public:
  AssistedEstimate();

  /// An item that was never asked. Doubt 1: nothing is known about it, the prediction is wrong.
  void add_item(double doubt);
  /// A check and whether its prediction is wrong, by a model that does not know its answer.
  void add_check(double doubt, bool wrong);

  /// The point (none before ten checks) and the interval of probability 1 − alpha. Nothing is known
  /// without a check or an item.
  Estimate estimate(double alpha = 0.05) const;

 private:
  struct Bin {
    double items = 0, right = 0, wrong = 0;  // items; checks
  };
  using Errors = std::vector<std::pair<double, double>>;

  void add_errors(double a, double log_b, Errors& errors) const;
  double share_wrong(const Errors& posterior, double probability) const;

  std::vector<Bin> bins_;
  double items_ = 0, sure_ = 0;  // sure_: items of doubt 1
  double checks_ = 0;
};

}  // namespace querent
