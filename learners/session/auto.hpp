// SPDX-License-Identifier: Apache-2.0
// `auto`, the default model: a Gaussian process whose kernel is chosen by leave-one-out prediction.
// n items, C classes, m answers y_i of the asked items S. AutoParams has the constants that a
// session can set; the others are in the sources named below, in auto/engine.cpp (second looks) and
// in session_asks.cpp (random checks). docs/notes/auto.md has the measurements.
//
// (1) Kernels, auto/kernels.hpp. A source is a matrix with one row per item: `graph`, the
// eigenvectors over √λ (Matérn kernels: Borovitskiy et al., AISTATS 2021), and the small
// components; for rows without a graph, `neighbours`, the same for the graph of their ten nearest
// neighbours; `words`, the own features; `smoothed`, these after PageRank (Gasteiger et al., ICLR
// 2019); `links`, the adjacency matrix, by which nodes with the same neighbours are alike (Lim et
// al., NeurIPS 2021). Each gives three cosine kernels, s = 1, 2, 3, of increasing smoothness.
//
// (2) Mixtures θ_h: every kernel alone, and the mean of each source's three; of `links` only s = 2.
//
// (3) Process, auto/posterior.hpp. K = Σ_b θ_b K_b + τ 11ᵀ, targets R = onehot(y) − 1/C, noise σ²:
//
//   α = (K_SS + σ² I)⁻¹ R,   F_x = 1/C + k(x, S) α
//   c(x, z) = k(x, z) − k(x, S) (K_SS + σ² I)⁻¹ k(S, z)
//   μ₋ᵢ = onehot(y_i) − α_i / [(K_SS + σ² I)⁻¹]_ii
//
// μ₋ᵢ is the prediction for answer i by a process without it (Rasmussen, Williams, Gaussian
// Processes for Machine Learning, 2006, (5.12); Sundararajan, Keerthi, Neural Computation 13, 2001).
//
// (4) Weights, auto/selection.hpp. With the inverse temperature t, log-normal about 6, and label
// noise ε (.02, .1 or .3):
//
//   ℓ_h,σ² = log E_t,ε Π_i [(1 − ε) softmax(t μ₋ᵢ)_{y_i} + ε/C],   w_h,σ² ∝ exp ℓ_h,σ²
//   ℓ_0 = Σ_i log n_{y_i}/(m − 1 + C),   w_0 = E_z σ(ℓ_0 − log mean e^{ℓ_h,σ²} + z)
//
// w_0 is the probability that no kernel predicts anything, ½ before an answer; z ~ Normal(0, V), V
// the variance of the sum over answers of their difference to the best process, since a difference
// of few answers is uncertain (pseudo-BMA+: Yao, Vehtari, Simpson, Gelman, Bayesian Analysis 13,
// 2018; E_z by MacKay, Neural Computation 4, 1992). One process is used from then on, with the
// posterior means of θ and of log σ²: it predicts as well as the average of all
// (docs/notes/auto.md). Weights are computed at 1, 2, 3, 5, 7, 10, 14, 20, … answers per class;
// between these an answer is a rank-one step.
//
// (5) Probabilities, auto/model.hpp. t takes five quantiles of its posterior, given the process of
// (4):
//
//   π_k = (n_k + 1)/(m + C)
//   p_x = w_0 π + (1 − w_0) mean_t softmax(t F_x)
//
// π is the prediction of ℓ_0, n_k the answers of class k. π counts only where w_0 is large; then
// no kernel predicts the answers, so it does not matter which items were chosen, and their
// frequencies are those of all items. A class without an answer is never more probable than π_k, or
// than its given share if that is larger, before (9).
//
// (6) Wrong answers: P(answer i is wrong) = (ε/C)(1 − p)/((1 − ε) p + ε/C), p = (p₋ᵢ)_{y_i}.
//
// (7) Query, auto/rule.hpp. The first two per class are the most representative items of as many
// clusters (k-means on the features of s = 1 without `links`, auto/clusters.hpp); nodes only of
// components of at least C nodes. Then a few items are drawn, and the query is the one whose answer
// most reduces the variance of items in doubt, u_i = 1 − Σ_k p_ik², where p is the softmax at the
// median t, with (9):
//
//   argmax √u_x · Σ_{j ∈ J} u_j c(x, j)² / (c(x, x) + σ²),   J landmarks, drawn uniformly
//
// V-optimality (Ji, Han, AISTATS 2012) weighted by doubt. From five answers on, every query is
// drawn uniformly while w_0 > ½. A share of all queries is drawn uniformly for (8).
//
// (8) Estimate, assisted_estimate.hpp: the share of these that p₋ᵢ predicts wrongly, with the
// model's own doubts as a control variate (Angelopoulos et al., Science 382, 2023); with probability
// w_0 the error that the class shares imply.
//
// (9) Predictions of other models ("opinions"), auto/opinions.hpp, multiply (5):
//
//   p_x ∝ P_x L_xᵝ e^(γ S_x),   P_x as in (5)
//
// L_x is the likelihood of the opinion on x, by a confusion matrix with a Dirichlet prior that is
// learned from answers and predictions, S_x the score by opinions on similar items, and
// β, γ ∈ {0, .3, .6, 1} the trust in both, a posterior mean by the left-out predictions of (3).
//
// Streams. Items come in a given order, and the prediction for one counts before its answer. On a
// graph the process (3) to (5) predicts, session/stream_process.hpp, and asks by
// Θ = ½Δ² + 2Δ − c r/(1 + r) of the margin and variance of F (query/margin_variance.hpp) within its
// budget (query/budget.hpp). For rows, which are not all known in advance, and late answers, an
// ensemble of least-squares models takes its place, one per view (least_squares/ensemble.hpp; Yang
// et al., UAI 2016).
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

namespace [[gnu::visibility("default")]] querent {

/// The constants of (9), chosen on cora and on the reviews of docs/review.md.
struct OpinionParams {
  double right = 0.7;        ///< diagonal of M⁰, P(the machine is right), in (0, 1)
  double prior = 2;          ///< A > 0, in answers. With 20, shuffled opinions harm some reviews
  std::uint32_t steps = 10;  ///< to M, ≥ 1
  std::array<double, 4> trusts{0, 0.3, 0.6, 1};  ///< the β and γ in [0, 1] that are compared
  /// β before any answer, in [0, 1]; γ is 1. Chosen on cora, citeseer and amazon-photo.
  double first_trust = 0.3;

  bool operator==(const OpinionParams&) const = default;

  static void fields(auto& self, auto&& field) {
    field("right", self.right);
    field("prior", self.prior);
    field("steps", self.steps);
    field("trusts", self.trusts);
    field("first_trust", self.first_trust);
  }
};

/// The constants of `auto` that a session can set. "Prior" marks a prior that was not tuned, "cost"
/// a bound on time or memory, "chosen on" the data on which a value was chosen; docs/notes/auto.md
/// has the ablations. "> 0" stands for [10⁻⁹, 10⁹].
struct AutoParams {
  /// Columns of the items' own features, and of their links, ≥ 1: cost. More had no effect on cora
  /// and citeseer.
  std::uint32_t word_columns = 128;
  /// Nearest neighbours to which rows without a graph are joined; 0: none. A usual value; not
  /// tuned.
  std::uint32_t neighbours = 10;
  /// Maximum number of rows that are joined, and of nodes whose links are compared: cost.
  std::uint32_t joined_rows = 100'000;
  /// Teleport a in [10⁻³, 1) of personalised PageRank, which takes 1/a steps, the expected length of
  /// a walk: Gasteiger, Bojchevski, Günnemann, ICLR 2019, use the same, 0.1 and 10.
  double teleport = 0.1;
  /// Maximum number of components of at most half of the nodes that have their own column: cost.
  std::uint32_t components = 1'000;
  /// τ > 0 of the intercept, the kernel τ·11ᵀ: small relative to the kernels' 1. Prior.
  double intercept = 0.1;
  /// The noises σ² > 0 that are compared. Their minimum 0.3 was chosen on cora, citeseer and
  /// amazon-photo.
  std::array<double, 3> noises{0.3, 1, 3};
  /// Mean and standard deviation of the normal prior of log t, t the inverse temperature: t₀ = 6 is
  /// about right for least squares on 0/1 targets. Prior.
  double temperature = 6, temperature_spread = 0.7;
  /// The label noises ε in [0, 1) and their probabilities: few answers are wrong. Prior.
  std::array<double, 3> label_noises{0.02, 0.1, 0.3}, label_noise_prior{0.8, 0.1, 0.1};
  /// Answers per class from which mixtures of small weight are dropped, and that weight: cost.
  double prune_from = 5, prune_below = 1e-3;
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
  /// Answers from which w_0 > ½ leads to random queries. In a sign test fewer than five reject no
  /// hypothesis at 5 %: ½⁴ > .05.
  std::uint32_t fewest_judged = 5;
  OpinionParams opinions = {};

  bool operator==(const AutoParams&) const = default;

  /// σ² before the first refit and of the process of S: as in (4) by the mean of log σ², here the
  /// prior mean.
  double prior_noise() const { return std::cbrt(noises[0] * noises[1] * noises[2]); }

  /// Calls field(name, value) for each constant.
  static void fields(auto& self, auto&& field) {
    field("word_columns", self.word_columns);
    field("neighbours", self.neighbours);
    field("joined_rows", self.joined_rows);
    field("teleport", self.teleport);
    field("components", self.components);
    field("intercept", self.intercept);
    field("noises", self.noises);
    field("temperature", self.temperature);
    field("temperature_spread", self.temperature_spread);
    field("label_noises", self.label_noises);
    field("label_noise_prior", self.label_noise_prior);
    field("prune_from", self.prune_from);
    field("prune_below", self.prune_below);
    field("covering", self.covering);
    field("cluster_sample", self.cluster_sample);
    field("landmarks", self.landmarks);
    field("candidates", self.candidates);
    field("drawn", self.drawn);
    field("fewest_drawn", self.fewest_drawn);
    field("fewest_judged", self.fewest_judged);
    field("opinions", self.opinions);
  }
};

}  // namespace querent
