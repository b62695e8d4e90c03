// SPDX-License-Identifier: Apache-2.0
// How often the model is wrong on what was never asked, from the checks, from what it doubts itself,
// and from how often it was wrong where it doubted so while it asked.
//
// The doubt d of an item is 1 − the probability of the class that a model says. Every check j is
// judged by a model that never saw its answer: d_j, and w_j = 1 where it is wrong, else 0. The same
// model has doubts d_i of what was never asked. An answer to a question l of the rule was foretold when
// it was asked: d_l, w_l.
//
//   P(wrong | d) = λ + (1 − λ) σ(a + b logit d)  λ = 0, a = 0, b = 1: doubts are right
//   a ~ Student's t, 3 degrees of freedom;  log b ~ Normal(0, 0.7²);  λ ~ Exponential of mean 0.02
//   p(λ, a, b | w) ∝ p(λ) p(a) p(b) Π_j P(w_j | d_j) Π_l P(w_l | d_l)^α_l
//
//   interval: quantiles of E(λ, a, b) = mean_i P(wrong | d_i)
//   Ê = mean_i d_i + mean_j (w_j − d_j), brought into the interval
//
// Ê is the difference estimator of survey sampling (Särndal, Swensson, Wretman, Model Assisted
// Survey Sampling, 1992, §6.3): checks are drawn evenly, so it is unbiased whatever doubts are
// worth, and the better they tell right from wrong the less it varies. P is Platt's scaling
// (Advances in Large Margin Classifiers, 1999) with a prior by which some doubt is worth as much as
// a few checks. Many checks outweigh it: at the likeliest a their Σ_j P is the number that was
// wrong, and so E goes to the error also where doubts are of another form (Lehtonen and Veijanen,
// Survey Methodology 24, 1998).
//
// λ is how often even the surest is wrong, for a reason that no doubt shows: a label that is off, a
// node unlike its neighbours. Psychometric functions have the same, for the same reason (lapses:
// Wichmann and Hill, Perception & Psychophysics 63, 2001): without it what doubtful items teach of
// a and b was believed of sure ones, and where few are wrong the interval ended too low.
//
// The rule asks what it doubts, not what is drawn evenly, and an item was foretold by the model of
// that moment. So an answer counts as half of a check, as in a power prior (Ibrahim and Chen,
// Statistical Science 15, 2000), where items are doubted as often as answers were, and else by the
// ratio of both densities (covariate shift: Shimodaira, Journal of Statistical Planning and Inference
// 90, 2000): what was learned of doubtful items says little of sure ones.
//
//   α_l = s min(1/2, 1/2 · density of d_i / density of d_l at d_l),
//   s ≤ 1 the largest with Σ α_l ≤ min(J, 25)
//
// So they never outweigh the J checks. They move the interval, and Ê only into it. Of the committee on
// a graph alone: on rows, and by learners that ask where their margin is small, an item was doubted
// at its question by a model that knew less, and answers said that later models are wrong more often
// than they are (docs/ask.md).
//
// Doubts are counted in bins of log odds. docs/ask.md has how wide the interval is and how often it
// holds the error, measured by tests/bench/ask_interval.py.
#pragma once

#include <utility>
#include <vector>

#include <querent/learners/error_estimate.hpp>

namespace querent {

class DoubtedChecks {
 public:
  DoubtedChecks();

  /// An item that was never asked; `weight` > 0 of the model that doubts it. 1: nothing can be
  /// known of it, what is said is wrong.
  void add_item(double doubt, double weight = 1);
  /// A check and whether it is wrong, by a model that never saw its answer. The same of 1.
  void add_check(double doubt, bool wrong);
  /// The answer to a question that was not drawn evenly, and whether it was foretold wrong then.
  void add_answer(double doubt, bool wrong);

  /// With its interval, which leaves out `alpha`. Nothing is known without a check or an item.
  Estimate estimate(double alpha = 0.05) const;

 private:
  struct Bin {
    double items = 0;                       // their weights
    double right = 0, wrong = 0;            // checks
    double foretold = 0, not_foretold = 0;  // other answers
  };

  std::vector<double> weights_of_answers() const;  // α, of each cell of bins
  std::vector<Bin> heard() const;
  void add_errors(double a, double log_b, const std::vector<Bin>& heard,
                  std::vector<std::pair<double, double>>& errors) const;

  std::vector<Bin> bins_;
  double items_ = 0, doubts_ = 0;      // weights, and doubts by their weights
  double sure_ = 0;                    // weights of those that are wrong
  double checks_ = 0, surprises_ = 0;  // J, Σ (w_j − d_j)
};

}  // namespace querent
