// SPDX-License-Identifier: Apache-2.0
// The model's error rate on the items that were never asked, from random checks with the model's
// own probabilities as a control variate.
//
// The doubt d of an item is 1 − its largest class probability. Check j, an item drawn uniformly, is
// predicted by a model without its answer: doubt d_j, and w_j = 1 if it is wrong, else 0. The same
// model has doubts d_i for the items never asked.
//
//   P(wrong | d) = λ + (1 − λ) σ(a + b logit d)            λ = 0, a = 0, b = 1: calibrated doubts
//   a ~ s · Student's t, 3 degrees of freedom;  log b ~ Normal(−0.2, s²);  s² = 0.2² + C/m + V
//   λ = 0 with probability ½, else λ ~ Exponential with mean 0.03
//   p(λ, a, b | w) ∝ p(λ) p(a) p(b) Π_j P(w_j | d_j)
//
//   E = mean_i P(wrong | d_i) with probability 1 − w_0;   point: the median of E
//   interval: quantiles of K/n, K | E ~ Binomial(n, E), for the n items never asked
//
// E is the error of a population without limit; of a few hundred items none may be wrong although E
// > 0. P is Platt's scaling (Advances in Large Margin Classifiers, 1999). Its prior says how well
// `auto` is calibrated after m answers of C classes: −0.2, 0.2² and C/m are chosen on cora, citeseer
// and amazon-photo, whose labels show a and b (docs/notes/auto.md). V is the posterior variance of
// log t, the logarithm of the model's inverse temperature: with few answers, the doubts may be too
// large or too small by a factor. Many checks outweigh the prior. This is the model-assisted
// estimate of survey sampling (Särndal, Swensson, Wretman, 1992; Lehtonen, Veijanen, Survey
// Methodology 24, 1998) and of prediction-powered inference (Angelopoulos et al., Science 382,
// 2023), as a posterior. λ is the share of errors that no doubt indicates, like the lapse rate of
// psychometric functions (Wichmann, Hill, Perception & Psychophysics 63, 2001).
//
// w_0 is the probability that nothing predicts the labels ((4) of session/auto.hpp). Then they have
// the class shares θ whatever is predicted, so that predictions with the shares s are wrong with
// E = 1 − Σ_k θ_k s_k. θ ~ Dirichlet with the mean π of (5) and the weight of the J checks; the
// prior of π moves the mean, but does not come from items:
//
//   mean 1 − Σ_k π_k s_k,   variance (Σ_k π_k s_k² − (Σ_k π_k s_k)²)/(J + 1);   E ~ Beta
#pragma once

#include <utility>
#include <vector>

#include <querent/learners/error_estimate.hpp>

namespace querent {

class AssistedEstimate {
 public:
  /// V ≥ 0, and m/C > 0.
  AssistedEstimate(double log_variance, double answers_per_class);

  /// Adds an item that was never asked. Doubt 1: it is unknown, and its prediction counts as wrong.
  void add_item(double doubt);
  /// Adds a check and whether its prediction by a model without its answer is wrong.
  void add_check(double doubt, bool wrong);
  /// With this probability nothing predicts the labels, and E has this mean and the variance
  /// `spread`/(J + 1). At most once.
  void add_null(double probability, double mean, double spread);

  /// The point (none with fewer than ten checks) and the interval of probability 1 − alpha. Without
  /// a check or an item the interval is [0, 1].
  Estimate estimate(double alpha = 0.05) const;

 private:
  struct Bin {
    double items = 0, right = 0, wrong = 0;  // items; checks
  };
  using Errors = std::vector<std::pair<double, double>>;

  void add_slope(double log_b, Errors& errors) const;
  void add_errors(double a, double log_b, const std::vector<double>& powers, Errors& errors) const;
  void add_null_errors(Errors& errors) const;
  double share_wrong(const Errors& posterior, double probability) const;

  double s2_;
  std::vector<Bin> bins_;
  double items_ = 0, sure_ = 0;  // sure_: items of doubt 1
  double checks_ = 0;
  double null_ = 0, null_mean_ = 0, null_spread_ = 0;  // probability of the null; E given it
};

}  // namespace querent
