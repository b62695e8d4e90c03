// SPDX-License-Identifier: Apache-2.0
// How many items of the class exist, valid at every look: part (5) of the article in session/find.hpp.
//
// A check j is drawn evenly from the n_j items that nobody has read, when F_j are found. If K exist
// it finds one with the probability (K − F_j)/n_j, whatever else was read and why. Against each K
// stands a forecast q_j that was made before the draw:
//
//   E(K) = Π_j Bernoulli(x_j; q_j) / Bernoulli(x_j; (K − F_j)/n_j)
//
// If K is true, E(K) is a nonnegative martingale of mean 1, so that it ever reaches 1/α in at most α
// of runs (Ville's inequality; Waudby-Smith, Ramdas, NeurIPS 2020, of sampling without
// replacement). {K : E(K) < 1/α} holds K at every look at once, in 1 − α of runs. The forecast is the
// model's: the mean of P over the unread items. It decides how soon a number is refuted, never
// whether the promise holds. Where none is left and the forecast is sure of it, E(K) is one over the
// p-value of the hypergeometric test of as many draws.
#pragma once

#include <cstdint>
#include <vector>

#include <querent/learners/session/find.hpp>

namespace [[gnu::visibility("default")]] querent {

/// An item that was drawn evenly.
struct EvenDraw {
  std::uint64_t unread = 0;  ///< n_j, it among them
  std::uint64_t found = 0;   ///< F_j
  double expected = 0;       ///< share of the unread that the model expects to be of the class
  bool hit = false;          ///< x_j
};

class RecallTest {
 public:
  /// `items`: how many there were before the first question.
  explicit RecallTest(std::uint64_t items);

  void add(const EvenDraw& draw);
  /// The fewest and the most that can exist where `found` are found and `unread` are not read.
  RecallInterval interval(std::uint64_t found, std::uint64_t unread) const;
  /// Whether a recall below `goal` is refuted, 0 < goal ≤ 1, where `told` of the found items were
  /// known before and count for nothing.
  bool reached(double goal, std::uint64_t found, std::uint64_t told, std::uint64_t unread) const;
  /// How many more even draws without a hit until it is.
  std::uint64_t more_until(double goal, std::uint64_t found, std::uint64_t told,
                           std::uint64_t unread) const;

 private:
  double log_evidence(std::uint64_t K) const;  // log E(K)

  std::vector<double> log_likelihood_;  // of each K
  double log_forecast_ = 0;
  std::uint64_t checks_ = 0;
};

}  // namespace querent
