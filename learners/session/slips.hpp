// SPDX-License-Identifier: Apache-2.0
// Which answers are probably wrong, and how often answers are.
//
//   p_l = softmax(t f_l)                         f_l: what is said of answered item l without its answers
//   q_l(k) = (1 − η) p_l(k) + η/K                η: so many items are unlike what is said of them
//   P(y | k) = 1 − ε where y = k, else ε/(K − 1)     ε: so many answers are wrong, whatever the item
//
//   p(t, ε, η | answers) ∝ p(t) p(ε) p(η) Π_l Σ_k q_l(k) Π_y P(y | k)         y: each answer of item l
//   P(k | answers of l) ∝ q_l(k) Π_y P(y | k),  the mean over p(t, ε, η | answers)
//
//   log t ~ Normal(log 6, 1),   ε ~ Beta(1, 1/ε_0 − 1),   η ~ Beta(1, 1/η_0 − 1): means ε_0, η_0
//
// Dawid and Skene (Applied Statistics 28, 1979) with one observer, whose errors are alike, and what
// a classifier says as the prior of each class (Raykar et al., JMLR 11, 2010). An answer that
// surprises a sure model is a slip, or the item is an odd one: first answers cannot tell ε from η,
// but whoever was right says the same again, and whoever slipped hardly ever does. So each second
// look also tells what the next one is worth.
//
// The three are summed over a grid: nothing is sampled, and few answers leave all of it open.
#pragma once

#include <span>
#include <vector>

namespace querent {

/// An item that was answered, perhaps several times.
struct AnsweredItem {
  std::vector<double> f = {};  ///< K scores of it without its answers
  std::vector<int> said = {};  ///< its answers, at least one
  int label = 0;               ///< of them, the one that counts
};

struct SlipsParams {
  double rate = 0.1;     ///< 0 < ε_0 < 1
  double unlike = 0.05;  ///< 0 < η_0 < 1
};

struct Slips {
  double rate = 0;  ///< mean of ε
  std::vector<double> wrong =
      {};  ///< of each item, the probability that its label is not its class
};

/// Of K ≥ 2 classes; nothing is known of no items.
Slips find_slips(std::span<const AnsweredItem> items, const SlipsParams& params = {});

}  // namespace querent
