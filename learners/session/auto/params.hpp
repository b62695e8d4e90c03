// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace [[gnu::visibility("default")]] querent {

/// Every constant of `auto`; session/auto.hpp has the equations. "Prior" marks a prior that was not
/// tuned, "cost" a bound on time or memory, "chosen on" the data on which a value was chosen;
/// docs/notes/auto.md has the ablations.
struct AutoParams {
  /// Columns of the items' own features, ≥ 1: cost. More had no effect on cora and citeseer.
  std::uint32_t word_columns = 128;
  /// Nearest neighbours to which rows without a graph are joined; 0: none. A usual value; not
  /// tuned.
  std::uint32_t neighbours = 10;
  /// Maximum number of rows that are joined: cost.
  std::uint32_t joined_rows = 100'000;
  /// Teleport a in (0, 1) and steps ≥ 0 of personalised PageRank: Gasteiger, Bojchevski, Günnemann,
  /// ICLR 2019, use 0.1 and 10; more than 10 steps have no effect.
  double teleport = 0.1;
  std::uint32_t teleport_steps = 15;
  /// Maximum number of components besides the largest that have their own column: cost.
  std::uint32_t components = 1'000;
  /// τ > 0 of the intercept, the kernel τ·11ᵀ: small relative to the kernels' 1. Prior.
  double intercept = 0.1;
  /// The noises σ² > 0 that are compared. Their minimum 0.3 was chosen on cora, citeseer and
  /// amazon-photo.
  std::array<double, 3> noises{0.3, 1, 3};
  /// σ² > 0 before the first refit, within the grid. Prior.
  double first_noise = 0.5;
  /// P(no kernel predicts anything) before an answer, in (0, 1). Prior.
  double null_prior = 0.5;
  /// Mean and standard deviation of the normal prior of log t, t the inverse temperature: t₀ = 6 is
  /// about right for least squares on 0/1 targets. Prior.
  double temperature = 6, temperature_sigma = 0.7;
  /// The label noises ε in [0, 1) and their probabilities: few answers are wrong. Prior.
  std::array<double, 3> label_noises{0.02, 0.1, 0.3}, label_noise_prior{0.8, 0.1, 0.1};
  /// Answers per class from which mixtures of small weight are dropped, and that weight: cost.
  double prune_from = 5, prune_below = 1e-3;
  /// Chosen answers count in the class shares as at most this many answers per class, ≥ 0. Chosen
  /// on cora (labels permuted; rewired to .1 and .3), imdb5000-first4 and imdb-snbc.
  double chosen_per_class = 2;
  /// w₀ in [0, 1] above which queries are drawn uniformly: more probable than not.
  double even_above = 0.5;
  /// Answers per class to the covering queries, ≥ 0. Ablation: docs/notes/auto.md.
  double covering = 2;
  /// Number of items on which the centres of clusters are found, ≥ 1: cost.
  std::uint32_t cluster_sample = 10'000;
  /// Number of items over which the variance is summed, ≥ 1: cost.
  std::uint32_t landmarks = 400;
  /// Number of items among which the next query is chosen, ≥ 1, or all if there are fewer: cost.
  std::uint32_t candidates = 20'000;
  /// Share of these, in (0, 1], that is drawn for each query, and its minimum, ≥ 1: the items of
  /// greatest utility overall are outliers. Chosen on cora, citeseer, pubmed and amazon-photo, the
  /// graph alone.
  double drawn = 0.04;
  std::uint32_t fewest_drawn = 50;
  /// For opinions (opinions.hpp): P(the machine is right) in (0, 1) and number of answers ≥ 0 for
  /// which the prior of a confusion matrix counts; noise σ² > 0, temperature t > 0 and number of
  /// steps ≥ 1. Chosen on cora, where steps from 5 to 20 and priors from 20 to 100 differ by .005.
  double opinion_right = 0.7, opinion_prior = 20, opinion_noise = 1, opinion_temperature = 8;
  std::uint32_t opinion_steps = 10;
  /// The trusts β in [0, 1] that are compared.
  std::array<double, 4> trusts{0, 0.3, 0.6, 1};

  bool operator==(const AutoParams&) const = default;

  /// Calls field(name, value) for each constant.
  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    field("word_columns", self.word_columns);
    field("neighbours", self.neighbours);
    field("joined_rows", self.joined_rows);
    field("teleport", self.teleport);
    field("teleport_steps", self.teleport_steps);
    field("components", self.components);
    field("intercept", self.intercept);
    field("noises", self.noises);
    field("first_noise", self.first_noise);
    field("null_prior", self.null_prior);
    field("temperature", self.temperature);
    field("temperature_spread", self.temperature_sigma);
    field("label_noises", self.label_noises);
    field("label_noise_prior", self.label_noise_prior);
    field("prune_from", self.prune_from);
    field("prune_below", self.prune_below);
    field("chosen_per_class", self.chosen_per_class);
    field("even_above", self.even_above);
    field("covering", self.covering);
    field("cluster_sample", self.cluster_sample);
    field("landmarks", self.landmarks);
    field("candidates", self.candidates);
    field("drawn", self.drawn);
    field("fewest_drawn", self.fewest_drawn);
    field("opinion_right", self.opinion_right);
    field("opinion_prior", self.opinion_prior);
    field("opinion_noise", self.opinion_noise);
    field("opinion_temperature", self.opinion_temperature);
    field("opinion_steps", self.opinion_steps);
    field("trusts", self.trusts);
  }
};

}  // namespace querent
