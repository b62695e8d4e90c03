// SPDX-License-Identifier: Apache-2.0
// The model's error rate on the items that were never asked, from random checks: queries drawn
// uniformly.
//
// A check is an item drawn uniformly from all that could be asked (Horvitz and Thompson, JASA 47,
// 1952, with equal weights). It is compared with the model's prediction without the item's own
// label, so that every check tests the current model. Of J checks m are wrong. The posterior of the
// error is Beta(m + ½, J − m + ½) (Jeffreys; Brown, Cai and DasGupta, Statistical Science 16,
// 2001): the point is its median, from ten checks on, and the interval is between its quantiles.
//
// The rule asks for hard items, so the items never asked are easier than those from which checks
// were drawn, and the estimate is not too low for this reason. It can be too low if the rule then
// asks around a surprising check, which improves the prediction of this item more than of others:
// docs/ask.md measures by how much. The estimate shown to a person is narrower, since it uses the
// model's own probabilities (assisted_estimate.hpp); a goal depends on the checks alone.
//
// Repeated tests that stop at the first success err in more than one run in twenty: test k, at
// ⌈1.1^k J_0⌉ checks, has the level α/(k (k + 1)) with α = 0.05 (Bonferroni), as in StopRule of
// error_estimate.hpp.
#pragma once

#include <cstdint>

#include <querent/learners/error_estimate.hpp>

namespace querent {

/// The checks so far.
struct Checks {
  std::uint64_t drawn = 0;  ///< J
  std::uint64_t wrong = 0;  ///< m

  /// The estimate with its interval of probability 1 − `alpha`.
  Estimate estimate(double alpha = 0.05) const;
};

/// The quantile at p of Beta(mean · weight, (1 − mean) · weight): 0 < p, mean < 1, weight > 0.
double beta_quantile(double p, double mean, double weight);

/// P(K ≤ k) for K ~ Binomial(n, p), k ≤ n, 0 < p < 1.
double binomial_at_most(std::uint64_t k, std::uint64_t n, double p);

/// The number of tests that are due after `drawn` checks.
std::uint64_t looks_due(std::uint64_t drawn);

/// Whether test k = `look` shows that the error is at most `goal`.
bool goal_reached(const Checks& checks, std::uint64_t look, double goal);

}  // namespace querent
