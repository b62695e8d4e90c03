// SPDX-License-Identifier: Apache-2.0
// The learner to take when nobody has said which: `auto`. After Yang et al., UAI 2016;
// docs/LABELS.md measures every choice.
//
// Views. A node's row is (v_k(i)/√λ_k)_k, words joined behind (session/node_rows.hpp). The learner
// sees it in three ways:
//
//   without words   the eigenvectors over √λ, over λ and over λ√λ, each at length 1
//   with words      all columns; the words alone; the eigenvectors over λ
//   rows alone      as they are
//
// Committee (least_squares/committee.hpp). One regularised least-squares model a view; f and r are
// sums of theirs, weighted by how well each foretold the labels that were asked. It learns every
// label it has asked for.
//
// Asking (query/thrifty.hpp, query/budget.hpp).  Θ = ½Δ² + 2Δ − c r/(1 + r);  surely while Θ ≤ 0,
// else with a small known probability. Within a budget the share of rounds that is asked is given,
// and Θ only ranks them; the first two labels a class, at most half of the budget, are asked at
// random.
//
// Second opinion (session/second_opinion.hpp). On a graph, within a budget: random walks to the
// labels so far ask, or predict, once the answers show that they err less.
//
// Estimate (error_estimate.hpp). Every p is known: Σ Q [ŷ ≠ y] / p, and no more questions once the
// error is surely below a goal.
//
// Final step (spectral/correct_and_smooth.hpp). The finished model's scores are corrected and
// smoothed over the graph, in shares that foretell labels best that are kept back.
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

/// On the items of a stream, one after the other. Somebody who may choose the order of items takes
/// a Session (session.hpp) in pool order.
class Auto {
 public:
  struct Params {
    std::optional<std::uint64_t> budget = {};  ///< labels that are never exceeded
    std::uint64_t expected_rounds = 0;         ///< that the budget must last; 0: one an item
    double stop_at_error = 0;  ///< asks no more once the error is known to be below; 0: never
    double gamma = 1;          ///< γ > 0 of every view
    double eta = 0.2;          ///< η ≥ 0, learning rate of the views' weights; 0: equal
    double c = 1;              ///< c > 0: the smaller, the fewer labels without a budget
    std::uint64_t seed = 0;    ///< of the coins
    std::uint64_t run = 0;     ///< which of the seed's coins
  };

  /// std::invalid_argument for fewer than two classes or a parameter out of its range.
  Auto(std::shared_ptr<const Items> items, int num_classes, Params params)
      : items_(std::move(items)),
        labels_(items_->size(), -1),
        examples_(std::make_unique<Examples>(examples_of(*items_, labels_, num_classes))),
        online_(
            *examples_,
            contestant("auto", "", {{"gamma", params.gamma}, {"eta", params.eta}, {"c", params.c}}),
            "one-hot", asking_of(params),
            params.expected_rounds == 0 ? items_->size() : params.expected_rounds,
            make_rng(params.seed, params.run, Stream::kQuery)) {}

  /// A round of item i: ask(i) gives its class, and is only called if the label is worth it.
  template <class Ask>
  Round play(std::uint32_t i, Ask&& ask) {
    check_item(i);
    Round round = online_.play(i, ask);
    if (round.asked) know(i, round.label);
    return round;
  }
  /// A label that was known beforehand.
  void learn(std::uint32_t i, int y) {
    check_item(i);
    online_.learn(i, y);
    know(i, y);
  }

  /// What is said of an item now, row by row.
  Prediction predict(std::uint32_t i) const {
    check_item(i);
    return at_row(i, [&] {
      return examples_->with_row(i, [&](const auto& x) { return online_.learner().predict(x); });
    });
  }
  /// The class of every item, by the final step where there is a graph.
  std::vector<int> finish() const {
    if (const auto over = finished_over_graph(*examples_, online_.learner(), known_))
      return over->classes();
    std::vector<int> classes(items_->size());
    for (std::uint32_t i = 0; i < classes.size(); ++i) classes[i] = predict(i).label;
    return classes;
  }

  /// Of the error of the rounds, asked or not.
  Estimate estimate() const { return online_.rule().estimate().estimate(); }
  /// Items whose labels are learned, in their order.
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
    if (i >= items_->size()) throw std::invalid_argument("Auto: there is no such item");
  }
  void know(std::uint32_t i, int y) {
    labels_[i] = y;
    known_.push_back(i);
  }

  std::shared_ptr<const Items> items_;
  std::vector<int> labels_;  // −1: not known
  std::vector<std::uint32_t> known_;
  std::unique_ptr<Examples>
      examples_;  // views of items_ and labels_; its place is known to online_
  Online online_;
};

}  // namespace querent
