// SPDX-License-Identifier: Apache-2.0
// Finds the items of a rare class, such as the relevant records of a systematic review. n items, m
// answers y_i = ±1 of the asked items S, +1 for the class sought.
//
// (1) Kernels, find/kernels.hpp. Items have sparse views (Items::terms), each with rows x_i: the
// words of a record, then the works that it cites, including itself. Rows are scaled to length 1
// before the terms that only one item has are dropped, so ‖x_i‖ ≤ 1.
//
//   K_words = e x_iᵀx_j + (1 − e) ‖x_i‖ ‖x_j‖ κ(i, j) + δ_ij (1 − ‖x_i‖²)
//   K_v = x_iᵀx_j + δ_ij (1 − ‖x_i‖²) for each further view
//
// κ is the mean of the three kernels of the words in (1) of session/auto.hpp, cosines of principal
// components. Items without such views have the kernels of `auto`.
//
// (2) Process. The same as (3) of `auto`, but an answer has the noise σ²₊ for the class sought, or
// σ²₋ (find/model.hpp) for the others: the rare class is more informative.
//
//   K = Σ_b θ_b K_b + τ,   Σ = diag(σ²_{y_i}),   F_x = k(x, S) (K_SS + Σ)⁻¹ y
//
// An answer adds one column to the Cholesky factor H of K, restricted to S as its columns: O(n·m).
//
//   ρ = K_aa − ‖H_a‖² + σ²_{y_a},   h = (K_·a − H H_aᵀ)/√ρ,   F ← F + h (y_a − F_a)/√ρ
//
// A new θ changes all columns: H = K_·S L⁻ᵀ, K_SS + Σ = L Lᵀ, in O(n·m²) by products of blocks.
//
// (3) Weights. θ is the posterior mean over mixtures: with the left-out prediction μ₋ᵢ of (3) of
// `auto`, slope s, offset b and label noise ε = 0.02,
//
//   ℓ_θ = log mean_{s, b} Π_i [(1 − ε) σ(y_i s (μ₋ᵢ − b)) + ε/2],   w_θ ∝ exp ℓ_θ
//
// so that uninformative citations have no weight. P(x) = σ(s (F_x − b)) at the s and b with the
// largest ℓ_θ + log p(π), where π is the share of the class, (Σ_{y_i = 1} 1 + Σ_{x ∉ S} P(x))/n, with
// a Beta prior: after two answers, one of each class, ℓ alone would expect half of the items. Opinions
// of other models multiply P as in (9) of `auto`, for two classes and without S; they have no part in
// (5).
//
// (4) Query. The most probable item; a share of all queries is drawn uniformly, for (5).
//
// (5) Stopping, find/recall.hpp: a test that rejects numbers of relevant items by the uniform
// draws. With a goal R for the recall, queries end when every number for which recall would be
// below R is rejected. With r items left by (3), k the fewest that would be too many, and u unread,
// this takes about
//
//   d(k, r) = u (1 − 20^{−1/e}),   e = k − r − r ln(k/r)
//
// uniform draws, e/u being the evidence of one. The most probable item is asked while finding it
// saves more draws than it costs, (d(k, r) − d(k + 1/R − 1, r − 1)) P ≥ 1; then every draw is
// uniform.
//
// The peer is ELAS u4 of ASReview: a linear SVM on the same words, in which relevant records weigh
// 9.8 times as much (docs/review.md compares them).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace [[gnu::visibility("default")]] querent {

/// The constants of find that a session can set; chosen on the five reviews of docs/review.md.
struct FindParams {
  double found_noise = 0.3;   ///< σ²₊ > 0: the smallest of AutoParams::noises
  double other_noise = 10;    ///< σ²₀ > 0: the least σ²₋
  double exact = 0.4;         ///< share e of x_iᵀx_j in the kernel of words, in [0, 1]
  double intercept = 0.1;     ///< τ > 0, as in AutoParams
  double label_noise = 0.02;  ///< ε in [0, 1): the likeliest in AutoParams
  /// The prior of the share of the class, Beta(a, b), a, b > 0: mean 0.1, with the weight of five
  /// items. 1 to 20 % of the records of a review are relevant (docs/notes/review.md).
  std::array<double, 2> share{0.5, 4.5};
  /// Shares of the further views that are compared, each in [0, 1].
  std::array<double, 5> shares{0, 0.2, 0.35, 0.5, 0.7};
  /// Maximum number of answers with which mixtures are compared, ≥ 2, and number of entries of the
  /// factor above which only part of the answers is kept: cost.
  std::size_t compared = 400, most_entries = std::size_t{1} << 28;

  /// Calls field(name, value) for each constant.
  static void fields(auto& self, auto&& field) {
    field("found_noise", self.found_noise);
    field("other_noise", self.other_noise);
    field("exact", self.exact);
    field("intercept", self.intercept);
    field("label_noise", self.label_noise);
    field("share", self.share);
    field("shares", self.shares);
    field("compared", self.compared);
    field("most_entries", self.most_entries);
  }
};

/// Estimate of the number of items of the class, from uniform draws.
struct RecallInterval {
  std::uint64_t found = 0;   ///< items found, asked or volunteered
  std::uint64_t low = 0;     ///< fewest that exist, found ones included: 95 % interval
  std::uint64_t high = 0;    ///< most that exist: 95 % interval
  std::uint64_t unread = 0;  ///< items that may still be asked
  std::uint64_t checks = 0;  ///< uniform draws so far
  /// Number of further queries after which the goal would be shown to be reached if none of them
  /// finds an item; 0 without a goal. At most `unread`.
  std::uint64_t more = 0;
};

/// Measures of a reading order in systematic reviews. `relevant`: for each item read, whether it
/// was of the class; `left`: those that were never read. NaN: WSS at a recall that was not reached,
/// and every share of relevant items if there are none.
struct FindMeasures {
  double wss95 = 0;                       ///< WSS@95 = 0.95 − (items read until 95 % are found)/n
  double wss100 = 0;                      ///< the same for 100 %
  double atd = 0;                         ///< mean of rank/n over the relevant, unread ones at n
  double recall10 = 0;                    ///< after 10 % of the items
  double recall100 = 0;                   ///< after 100 items
  double recall = 0;                      ///< after the last query
  double saved = 0;                       ///< share of the items that were not read at the end
  std::uint64_t relevant = 0, items = 0;  ///< items of the class; n
  std::vector<std::uint64_t> found_at = {};  ///< ranks of the relevant items read, from 1

  /// Share of the relevant items among the first `count` items read; 0 without relevant items.
  double recall_after(std::uint64_t count) const;
};
FindMeasures find_measures(const std::vector<bool>& relevant, std::uint64_t left_relevant,
                           std::uint64_t left);

}  // namespace querent
