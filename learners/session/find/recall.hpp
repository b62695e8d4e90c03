// SPDX-License-Identifier: Apache-2.0
// A test of the number of items of the class that is valid at any time: part (5) of
// session/find.hpp.
// Check j is drawn uniformly from the n_j unread items, when F_j are found. If K exist, it hits
// with the probability (K − F_j)/n_j, whatever else was read. For each K this is compared with a
// forecast q_j that was made before the draw:
//
//   E(K) = Π_j Bernoulli(x_j; q_j) / Bernoulli(x_j; (K − F_j)/n_j)
//
// F_j counts the found items that could not be drawn then, also those that were found later. Of a_j
// others that could not be drawn, and of a draw whose question was skipped, the labels are not known
// yet: each K has the smallest E(K) over what they can be. A declined item is not of the class.
//
// For the true K, E(K) is a nonnegative martingale with mean 1, so it ever reaches 1/α in at most α
// of the runs (Ville's inequality; Waudby-Smith, Ramdas, NeurIPS 2020, on sampling without
// replacement). {K : E(K) < 1/α} contains K at all times simultaneously, in 1 − α of the runs. The
// forecast is the model's mean of P over the unread items, without opinions. It affects how soon a
// number is rejected, never the validity. If no item is left and the forecast is certain of this,
// E(K) is 1 over the p-value of the hypergeometric test with as many draws.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <querent/learners/session/find.hpp>

namespace [[gnu::visibility("default")]] querent {

/// An item that was drawn uniformly.
struct EvenDraw {
  std::uint64_t unread = 0;      ///< n_j, including this item
  std::uint64_t found = 0;       ///< F_j
  double expected = 0;           ///< q_j, share of the unread expected to be of the class
  std::optional<bool> hit = {};  ///< x_j; nullopt: not known yet
  std::uint64_t undecided = 0;   ///< a_j

  bool operator==(const EvenDraw&) const = default;
};

class RecallTest {
 public:
  /// `items`: their number before the first query.
  explicit RecallTest(std::uint64_t items);

  void add(const EvenDraw& draw);
  /// The fewest and the most items that can exist if `found` are found and `unread` are not read.
  RecallInterval interval(std::uint64_t found, std::uint64_t unread) const;
  /// Whether a recall below `goal` is rejected, 0 < goal ≤ 1. `volunteered` of the found items were
  /// volunteered and do not count.
  bool reached(double goal, std::uint64_t found, std::uint64_t volunteered,
               std::uint64_t unread) const;
  /// The number of further uniform draws without a hit until it is rejected.
  std::uint64_t more_until(double goal, std::uint64_t found, std::uint64_t volunteered,
                           std::uint64_t unread) const;

 private:
  double log_evidence(std::uint64_t K) const;  // log E(K)

  std::vector<double> log_likelihood_;  // for each K
  double log_forecast_ = 0;
  std::uint64_t checks_ = 0;
};

}  // namespace querent
