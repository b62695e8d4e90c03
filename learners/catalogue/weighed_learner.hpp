// SPDX-License-Identifier: Apache-2.0
// Weighted labels: a label that counts more or less than once.
//
// Beygelzimer, Dasgupta, Langford, Importance Weighted Active Learning, ICML 2009: a label that is
// asked for with probability p counts 1/p times. The update then has the same expectation as
// learning from every label,
//
//   E[ Q/p · ∇ℓ(w; x, y) ] = p · 1/p · ∇ℓ(w; x, y) = ∇ℓ(w; x, y),   Q ∈ {0, 1}, P(Q = 1) = p,
//
// although the query rule prefers some rows. A class may have a weight of its own as well:
//
//   h = c_y / p
//
// Balanced classes (Zhai et al., Machine Learning 111, 2022, §6, ask for the cost-sensitive setting;
// Lu, Zhao, Hoi, Machine Learning 103, 2016, Proposition 1: ρ = T_n/T_p, the ratio of the class sizes,
// maximises the sum of sensitivity and specificity): T_p and T_n are not known beforehand, so they
// are estimated from the labels so far, each counted 1/p times:
//
//   n_k ← n_k + [y = k] / p,  N = Σ n_k,  K the number of classes seen;   c_y = N / (K n_y)
//
// A learner that takes weights (WeighsLabels in learner.hpp) learns the label with weight h:
// gradients are multiplied by h, PA-I's and SCW's C becomes C h, AROW's r becomes r/h. Any other
// learner learns it ⌊h + rest⌋ times and keeps the remainder of h for the next label of that class,
// so that in the long run every class has its weight (Karampatziakis, Langford, Online Importance
// Weight Aware Updates, UAI 2011, §2: a weight as a number of copies).
//
// Learning from the latest labels alone, for streams that change.
//
// Lu, Zhao, Hoi, Machine Learning 103, 2016, §7 names concept drift as future work. A window of labels
// is the simplest way to forget (Klinkenberg, Joachims, Detecting Concept Drift with Support Vector
// Machines, ICML 2000). It needs nothing of a learner but that one can begin anew:
//
//   f, f′ = two learners without labels
//   with every label: f and f′ learn it; f predicts and gives the query rule its uncertainty
//   after every N labels: f = f′, f′ = a learner without labels
//
// so that f has learnt from all labels before the N-th and then from the latest N to 2N. The estimate
// of the error keeps step: Recent<ErrorEstimate> covers the rounds since f learnt its first label.
#pragma once

#include <memory>

#include <querent/learners/catalogue/catalogue.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Bounds of a class weight. A learner of whole labels repeats a label up to this many times, so
/// the number must be limited.
inline constexpr double kLeastClassWeight = 0.001, kMostClassWeight = 1000;

/// `learner` with weighted labels. Throws ChoiceError for a class weight outside these bounds.
std::unique_ptr<AnyLearner> weighed(std::unique_ptr<AnyLearner> learner, const Weighing& weighing);

/// `learner`, which has not learnt yet, forgetting all but its latest N to 2N labels; N ≥ 1.
std::unique_ptr<AnyLearner> forgetting(std::unique_ptr<AnyLearner> learner, std::uint64_t N);

}  // namespace querent
