// SPDX-License-Identifier: Apache-2.0
// The vocabulary of all learners and query rules, and the conventions that hold in all of them:
//
//   - a class is an index 0 … K − 1; in a binary task class 1 is y = +1 and class 0 is y = −1;
//   - sgn(0) = +1, and among equal scores the lowest class index wins;
//   - a mistake is ŷ ≠ y, whatever the margin: p = 0 with y = +1 is right, as in the papers on
//     D-ADA, PAA and DKM; the paper on DUOL counts y p ≤ 0, which differs only for p = 0,
//     by at most one mistake, in the first round of a pass;
//   - predict() never sees a label, update() is called only with a label that was asked for;
//   - play() throws NotFinite at a score that is not finite; update() does not check its row.
#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

#include <querent/learners/row.hpp>

namespace querent {

/// A learner's prediction for x_t before its label is known; query rules use nothing else.
struct Prediction {
  int label = 0;      ///< ŷ_t, the class with the highest score
  int runner_up = 1;  ///< y″_t, the class with the second highest
  double margin = 0;  ///< Δ_t = score(ŷ) − score(y″) ≥ 0; |p_t| = |w·x| in a binary task
  double uncertainty = 0;   ///< r_t = xᵀA⁻¹x of second-order learners; 0 for first-order ones
  double squared_norm = 0;  ///< xᵀx if a query rule of the learner needs it
};

/// Thrown if a learner's score of a row is NaN or infinite: all later results would be meaningless.
class NotFinite : public std::domain_error {
 public:
  /// `learner` may be empty; `row` (from 0) may be unknown.
  explicit NotFinite(std::string learner = {}, std::optional<std::uint64_t> row = {})
      : std::domain_error(
            (row ? "row " + std::to_string(*row + 1) + ": " : std::string()) +
            (learner.empty() ? "a learner" : learner) +
            "'s score is not a finite number — the values are too large: scale the columns"),
        learner_(std::move(learner)),
        row_(row) {}
  /// The same error for row `row`, unless it has a row already.
  NotFinite at(std::uint64_t row) const { return NotFinite(learner_, row_.value_or(row)); }
  const std::string& learner() const { return learner_; }
  std::optional<std::uint64_t> row() const { return row_; }

 private:
  std::string learner_;
  std::optional<std::uint64_t> row_;
};

/// score() for row i: a NotFinite thrown by it names the row.
template <class I, class Score>
decltype(auto) at_row([[maybe_unused]] const I& i, Score&& score) {
  if constexpr (std::integral<I>) {
    try {
      return score();
    } catch (const NotFinite& error) {
      throw error.at(static_cast<std::uint64_t>(i));
    }
  } else {
    return score();
  }
}

/// Whether all parts of a prediction that query rules use are finite.
inline bool is_finite(const Prediction& p) {
  return std::isfinite(p.margin) && std::isfinite(p.uncertainty) && std::isfinite(p.squared_norm);
}
/// 0 if all scores are finite, else NaN.
inline double zero_if_finite(std::span<const double> f) {
  double zero = 0;
  for (const double score : f) zero += score - score;
  return zero;
}

/// ŷ, y″ and Δ from K ≥ 2 scores; Δ is NaN if a score is not finite.
inline Prediction predict_from_scores(std::span<const double> f) {
  Prediction p{.label = 0, .runner_up = -1};
  for (int k = 1; k < static_cast<int>(f.size()); ++k) {
    const auto at = [&](int i) { return f[static_cast<std::size_t>(i)]; };
    if (at(k) > at(p.label)) {
      p.runner_up = p.label;
      p.label = k;
    } else if (p.runner_up < 0 || at(k) > at(p.runner_up)) {
      p.runner_up = k;
    }
  }
  p.margin = f[static_cast<std::size_t>(p.label)] - f[static_cast<std::size_t>(p.runner_up)] +
             zero_if_finite(f);
  return p;
}

/// Throws std::invalid_argument unless y is one of K classes. Every update() calls it, in every
/// build.
inline void check_label(int y, int num_classes) {
  if (y >= 0 && y < num_classes) return;
  throw std::invalid_argument("a label must be a class index from 0 to " +
                              std::to_string(num_classes - 1) + ", not " + std::to_string(y));
}

/// The best class other than y: argmax_{k ≠ y} f_k, the lowest among equals. Checks y.
inline int best_rival(std::span<const double> f, int y) {
  check_label(y, static_cast<int>(f.size()));
  int s = y == 0 ? 1 : 0;
  for (int k = s + 1; k < static_cast<int>(f.size()); ++k) {
    if (k != y && f[static_cast<std::size_t>(k)] > f[static_cast<std::size_t>(s)]) s = k;
  }
  return s;
}

/// ŷ = sgn(p) and |p| from a binary score p = w·x.
inline Prediction predict_from_sign(double p) {
  return {.label = p >= 0 ? 1 : 0, .runner_up = p >= 0 ? 0 : 1, .margin = p >= 0 ? p : -p};
}

/// y = ±1 for a class index, which is checked.
inline double sign_of(int label) {
  check_label(label, 2);
  return label == 1 ? 1.0 : -1.0;
}

/// An update rule with its model. It has value semantics: a copy is a snapshot. update() returns
/// whether the model changed. One object belongs to one thread, since predict() may use its own
/// workspace.
template <class L, class X = DenseRow>
concept OnlineLearner =
    Row<X> && std::copyable<L> && requires(L& learner, const L& seen, const X& x, int y) {
      { seen.predict(x) } -> std::same_as<Prediction>;
      { learner.update(x, y) } -> std::same_as<bool>;
    };

/// Whether a label may have a weight: update(x, y, h) learns as if the loss of the round counted
/// h times, h > 0; h = 1 is update(x, y).
template <class L, class X = DenseRow>
concept WeighsLabels = OnlineLearner<L, X> && requires(L& learner, const X& x, int y, double h) {
  { learner.update(x, y, h) } -> std::same_as<bool>;
};

/// Learns the label of a row that was asked for with probability p. A learner that weighs by 1/p
/// receives p.
bool learn_asked(auto& learner, const auto& x, int y, double p) {
  if constexpr (requires { learner.learn(x, y, p); }) {
    return learner.learn(x, y, p);
  } else {
    return learner.update(x, y);
  }
}

/// Reports in words which requirement of a learner of rows X L misses; the protocol loops call it
/// first.
template <class L, class X>
consteval void check_learner() {
  static_assert(Row<X>,
                "row(i) must give a DenseRow or a SparseRow, views of x_i (learners/row.hpp)");
  static_assert(std::copyable<L>, "a learner must be copyable: a copy is a snapshot of its model");
  static_assert(
      requires(const L& seen, const X& x) {
        { seen.predict(x) } -> std::same_as<Prediction>;
      },
      "a learner needs `Prediction predict(const X& x) const`, for the rows it is to learn from");
  static_assert(
      requires(L& learner, const X& x, int y) {
        { learner.update(x, y) } -> std::same_as<bool>;
      }, "a learner needs `bool update(const X& x, int y)`, which says whether the model moved");
}

/// The outcome of a round, for rules that adapt.
struct Outcome {
  bool asked = false;    ///< Q_t
  int label = -1;        ///< y_t if it was asked for and has arrived, else −1
  bool mistake = false;  ///< asked and ŷ ≠ y, if the label has arrived
  bool late = false;     ///< asked, and the label arrives later by learned()
};

/// A query rule: the probability of asking for the label of x_t given the prediction. A probability
/// of 1 asks without a random draw. A rule that adapts over time also has observe(prediction,
/// outcome), called at the end of every round, and, if it adapts to answers, learned(probability,
/// mistake), called when the label of a round that was asked for with that probability arrives
/// late.
template <class Q>
concept QueryRule = std::copyable<Q> && requires(const Q& rule, const Prediction& p) {
  { rule.probability(p) } -> std::same_as<double>;
};

/// Reports in words which requirement of a query rule Q misses.
template <class Q>
consteval void check_rule() {
  static_assert(std::copyable<Q>,
                "a query rule must be copyable: a copy is a snapshot of what it has seen");
  static_assert(
      requires(const Q& rule, const Prediction& p) {
        { rule.probability(p) } -> std::same_as<double>;
      },
      "a query rule needs `double probability(const Prediction& p) const`: P(Q_t = 1), not yes or "
      "no");
}

}  // namespace querent
