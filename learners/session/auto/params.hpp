// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace [[gnu::visibility("default")]] querent {

/// Every constant of `auto` (auto.hpp has the equations). "Prior" marks a prior that was not tuned;
/// "chosen on" names the data on which a value was chosen; docs/notes/auto.md has the ablations.
struct AutoParams {
  /// τ > 0 of the intercept, the kernel τ·11ᵀ: small against the kernels' 1. Prior.
  double intercept = 0.1;
  /// P(no kernel predicts anything) before an answer, in (0, 1). Prior.
  double null_prior = 0.5;
  /// Centre and spread of the normal prior of log t, t the inverse temperature: t₀ = 6 is about
  /// right for least squares on 0/1 targets. Prior.
  double temperature = 6, temperature_spread = 0.7;
  /// σ² > 0 before the first refit: the middle of its grid. Prior.
  double first_noise = 0.5;
  /// Number of items over which the variance is summed, ≥ 1. More cost time and change nothing.
  std::uint32_t landmarks = 400;
  /// Number of items among which the next question is chosen, ≥ 1: all where there are fewer.
  std::uint32_t candidates = 20'000;
  /// Answers per class that the covering questions take, ≥ 0. Ablation: docs/notes/auto.md.
  double covering = 2;
  /// Share of the candidates, in (0, 1], of which a question is chosen, and the fewest of them, ≥ 1.
  /// The most useful of all are exceptions, one label after the other. Chosen on cora, citeseer,
  /// pubmed and amazon-photo, the graph alone: docs/notes/auto.md.
  double drawn = 0.04;
  std::uint32_t fewest_drawn = 50;
  /// w₀ in [0, 1] above which questions are drawn evenly: more probable than not.
  double even_above = 0.5;
  /// Chosen answers count in the class prior for at most this many answers per class, ≥ 0. Chosen on
  /// cora (labels permuted; rewired to .1 and .3), imdb5000-first4 and imdb-snbc.
  double chosen_per_class = 2;
  /// Answers per class from which mixtures of small weight are dropped, and that weight.
  double prune_from = 5, prune_below = 1e-3;
};

}  // namespace querent
