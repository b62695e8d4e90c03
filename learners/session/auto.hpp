// SPDX-License-Identifier: Apache-2.0
// `auto`, the default model: a Gaussian process whose kernel is chosen by leave-one-out prediction.
// n items, C classes, m answers y_i of the asked items S. auto/params.hpp lists every constant;
// docs/auto.md and docs/notes/auto.md hold the measurements.
//
// (1) Kernels, auto/kernels.hpp. A source is a matrix with one row per item: `graph`, the
// eigenvectors over √λ (Matérn kernels: Borovitskiy et al., AISTATS 2021); for rows without a
// graph, `neighbours`, the same for the graph of their ten nearest neighbours; `words`, the own
// features; `smoothed`, these after PageRank (Gasteiger et al., ICLR 2019). Each gives three cosine
// kernels, s = 1, 2, 3, of increasing smoothness.
//
// (2) Mixtures θ_h: every kernel alone, and the mean of each source's three.
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
//   ℓ_0 = Σ_i log n_{y_i}/(m − 1 + C),   w_0 = e^{ℓ_0} / (e^{ℓ_0} + mean e^{ℓ_h,σ²})
//
// w_0 is the probability that no kernel predicts anything. One process is used from then on, with
// the posterior means of θ and of log σ²: it predicts as well as the average of all
// (docs/notes/auto.md). Weights are computed at 1, 2, 3, 5, 7, 10, 14, 20, … answers per class;
// between these an answer is a rank-one step.
//
// (5) Probabilities, auto/model.hpp. t takes five quantiles of its posterior, given the process of
// (4):
//
//   π_k = (n^e_k + 2C q_k)/(N^e + 2C),   q_k = (n^c_k + 1)/(N^c + C)
//   p_x = w_0 π + (1 − w_0) mean_t softmax(t F_x)
//
// n^e counts answers to questions drawn uniformly, n^c the others: chosen answers misrepresent the
// class frequencies, and count for at most two per class. A class without an answer is never more
// probable than π_k.
//
// (6) Wrong answers: P(answer i is wrong) = (ε/C)(1 − p)/((1 − ε) p + ε/C), p = (p₋ᵢ)_{y_i}.
//
// (7) Query, auto/rule.hpp. The first two per class are the most representative items of as many
// clusters (k-means on the sources' features of s = 1, auto/clusters.hpp); nodes only of components
// of at least C nodes. Then a few items are drawn, and the query is the one whose answer most
// reduces the variance of items in doubt, u_i = 1 − Σ_k p_ik²:
//
//   argmax √u_x · Σ_{j ∈ J} u_j c(x, j)² / (c(x, x) + σ²),   J landmarks, drawn uniformly
//
// V-optimality (Ji, Han, AISTATS 2012) weighted by doubt. While w_0 > ½ every query is drawn
// uniformly. A share of all queries is drawn uniformly for (8).
//
// (8) Estimate, assisted_estimate.hpp: the share of these that p₋ᵢ predicts wrongly, with the
// model's own doubts as a control variate (Angelopoulos et al., Science 382, 2023). π in p₋ᵢ counts
// answer i, which pseudo-checks of π's prior correct.
//
// (9) Predictions of other models ("opinions"), auto/opinions.hpp, change the process mean in (3):
//
//   F_x = 1/C + m_x + k(x, S) (K_SS + σ²I)⁻¹ (R − m_S),   m_x = β (μ_x B − 1/C)
//
// μ_x aggregates the opinions on x and on similar items, B is a confusion matrix with a Dirichlet
// prior, learned from the answers, and β ∈ {0, .3, .6, 1} the trust, a part of each cell of (4).
//
// Streams, the class below. Items come in a given order, and the prediction for one counts before
// its answer: an ensemble of least-squares models, one per view of the items
// (least_squares/ensemble.hpp; Yang et al., UAI 2016), asks by Θ = ½Δ² + 2Δ − c r/(1 + r)
// (query/margin_variance.hpp) within its budget (query/budget.hpp), switches to random walks on a
// graph
// where these predict better (session/expert_switch.hpp), and corrects and smooths its last scores
// (spectral/correct_and_smooth.hpp).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include <querent/learners/session/finish.hpp>
#include <querent/learners/session/items.hpp>
#include <querent/learners/session/online.hpp>

namespace [[gnu::visibility("default")]] querent {

/// `auto` on a stream of items. To choose the order of items, use a Session (session.hpp) in pool
/// order.
class Auto {
 public:
  struct Params {
    std::optional<std::uint64_t> budget = {};  ///< maximum number of labels
    std::uint64_t expected_rounds = 0;         ///< rounds the budget must last; 0: one per item
    double stop_at_error = 0;  ///< stops asking once the error is shown to be below; 0: never
    double gamma = 1;          ///< γ > 0 for every view
    double eta = 0.2;          ///< η ≥ 0, learning rate of the views' weights; 0: equal
    double c = 1;              ///< c > 0: the smaller, the fewer labels without a budget
    std::uint64_t seed = 0;    ///< random seed
    std::uint64_t run = 0;     ///< run number of the seed
  };

  /// Throws std::invalid_argument for fewer than two classes or a parameter out of its range.
  Auto(std::shared_ptr<const Items> items, int num_classes, Params params)
      : items_(std::move(items)),
        labels_(items_->size(), -1),
        examples_(std::make_unique<DatasetView>(dataset_view_of(*items_, labels_, num_classes))),
        online_(*examples_,
                learner_config("auto", "",
                               {{"gamma", params.gamma}, {"eta", params.eta}, {"c", params.c}}),
                "one-hot", asking_of(params),
                params.expected_rounds == 0 ? items_->size() : params.expected_rounds,
                make_rng(params.seed, params.run, Stream::kQuery)) {}

  /// A round of item i: ask(i) returns its class, and is called only if the label is asked for.
  template <class Ask>
  Round play(std::uint32_t i, Ask&& ask) {
    check_item(i);
    Round round = online_.play(i, ask);
    if (round.asked) know(i, round.label);
    return round;
  }
  /// Learns a label that was given beforehand.
  void learn(std::uint32_t i, int y) {
    check_item(i);
    online_.learn(i, y);
    know(i, y);
  }

  /// The current prediction for an item.
  Prediction predict(std::uint32_t i) const {
    check_item(i);
    return at_row(i, [&] {
      return examples_->with_row(i, [&](const auto& x) { return online_.learner().predict(x); });
    });
  }
  /// The class of every item, by the final step if there is a graph.
  std::vector<int> finish() const {
    if (const auto over = finished_over_graph(*examples_, online_.learner(), known_))
      return over->classes();
    std::vector<int> classes(items_->size());
    for (std::uint32_t i = 0; i < classes.size(); ++i) classes[i] = predict(i).label;
    return classes;
  }

  /// Estimate of the error of the rounds, asked or not.
  Estimate estimate() const { return online_.rule().estimate().estimate(); }
  /// Items whose labels are learned, in order.
  const std::vector<std::uint32_t>& known() const { return known_; }

 private:
  static AskingOptions asking_of(const Params& params) {
    AskingOptions asking;
    asking.expect_rounds = params.expected_rounds;
    asking.stop_at_error = params.stop_at_error;
    if (params.budget) asking.budget = Budget{.amount = static_cast<double>(*params.budget)};
    return asking;
  }
  void check_item(std::uint32_t i) const {
    if (i >= items_->size()) throw std::invalid_argument("Auto: item out of range");
  }
  void know(std::uint32_t i, int y) {
    labels_[i] = y;
    known_.push_back(i);
  }

  std::shared_ptr<const Items> items_;
  std::vector<int> labels_;  // −1: unknown
  std::vector<std::uint32_t> known_;
  std::unique_ptr<DatasetView> examples_;  // views of items_ and labels_; online_ points to it
  Online online_;
};

}  // namespace querent
