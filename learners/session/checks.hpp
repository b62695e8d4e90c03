// SPDX-License-Identifier: Apache-2.0
// How often the model is wrong on what was never asked, from the questions that were drawn at
// random.
//
// A check is an item drawn from all that could be asked, each with the same probability (Horvitz
// and Thompson, JASA 47, 1952, with equal weights). It is judged by what the model says of it
// without its own label, so that every check speaks of the model as it is now. Of J checks m are
// wrong. The posterior of the error is Beta(m + ½, J − m + ½) (Jeffreys; Brown, Cai and DasGupta,
// Statistical Science 16, 2001): the point is its median, from ten checks on, and the interval is
// between its quantiles.
//
// Since the rule asks for what is hard, what is never asked is easier than what a check was drawn
// from: the estimate is not too low by that. It is where the rule goes on to ask around a check
// that surprised it, which tells more of this item than of others: docs/ask.md has by how much.
// The estimate that a person sees is narrower, since it uses the model's own probabilities
// (assisted_estimate.hpp); a goal depends on the checks alone.
//
// Whoever looks again and again and stops at the first good look is wrong more often than one look
// in twenty: look k, at ⌈1.1^k J_0⌉ checks, has the share α/(k (k + 1)) of α = 0.05 (Bonferroni),
// as in StopRule of error_estimate.hpp.
#pragma once

#include <cstdint>

#include <querent/learners/error_estimate.hpp>

namespace querent {

/// The checks so far.
struct Checks {
  std::uint64_t drawn = 0;  ///< J
  std::uint64_t wrong = 0;  ///< m

  /// With its interval, which leaves out `alpha`.
  Estimate estimate(double alpha = 0.05) const;
};

/// P(K ≤ k) of K ~ Binomial(n, p), k ≤ n, 0 < p < 1.
double binomial_at_most(std::uint64_t k, std::uint64_t n, double p);

/// How many looks are due after `drawn` checks.
std::uint64_t looks_due(std::uint64_t drawn);

/// Whether the error is known to be at most `goal` at look k.
bool goal_reached(const Checks& checks, std::uint64_t look, double goal);

}  // namespace querent
