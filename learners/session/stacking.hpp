// SPDX-License-Identifier: Apache-2.0
// The scores of two models as one, in shares that foretell answers best.
//
//   f = (1 − w) z + w z′,   w in 0, 0.1, … 1
//
// w is where Σ_l log softmax(t f_l)_{y_l} − t² (ε (1 − w)² + w²)/2 is greatest over t and w, ε =
// 0.01: the regularised logistic regression on what both say of each answer without it, which is
// stacking (Wolpert, Neural Networks 5, 1992) with shares that are not negative (Breiman, Machine
// Learning 24, 1996); the shares of spectral/correct_and_smooth.cpp have the same. ε: z′ has to
// earn its share. Fewer than 16 answers cannot tell, and each has half.
//
// `auto` weighs its committee so against what items teach each other (self_training.hpp): on
// amazon-photo as a graph alone that alone would cost 3 to 8 points, where classes are not of equal
// size (docs/LABELS.md).
#pragma once

#include <span>

#include <querent/learners/session/pool_rule.hpp>

namespace querent {

/// w. Rows of `first` and `second` of answered items are what is said of them without their
/// answers.
double share_of_second(const NodeScores& first, const NodeScores& second,
                       std::span<const Answer> answers);

/// (1 − w) z + w z′ of every item.
NodeScores stacked(const NodeScores& first, const NodeScores& second,
                   std::span<const Answer> answers);

}  // namespace querent
