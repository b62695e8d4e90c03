// SPDX-License-Identifier: Apache-2.0
// Multiclass and multilabel learning by ranking labels, and measures of the ranking.
//
// Crammer, Singer: A Family of Additive Online Algorithms for Category Ranking, JMLR 3, 2003;
// Zhao, Hoi, Jin: Double Updating Online Learning, JMLR 12, 2011, §4.1.1.
//
//   labels are ranked by falling score f_1(x), …, f_K(x), equal scores by ascending index
//   r = argmin_{r ∈ Y} f_r(x), the relevant label ranked last                                (2)
//   s = argmax_{s ∉ Y} f_s(x), the irrelevant label ranked first
//   Γ = f_r(x) − f_s(x);  loss ℓ = max(0, 1 − Γ);  x is classified wrongly if s is ranked before r
//
// With one relevant label this is multiclass classification and a mistake is ŷ ≠ y.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <stdexcept>

#include <querent/learners/learner.hpp>

namespace querent {

/// The relevant labels Y_t, ascending, each once.
using LabelSet = std::span<const int>;

namespace detail {
inline std::size_t at_least_two(int num_classes) {
  if (num_classes < 2) throw std::invalid_argument("at least two classes are needed");
  return static_cast<std::size_t>(num_classes);
}
}  // namespace detail

/// Calls relevant(label) or irrelevant(label) for each of K labels in turn.
void for_each_label(int num_labels, LabelSet Y, auto&& relevant, auto&& irrelevant) {
  for (const int y : Y) check_label(y, num_labels);
  if (std::adjacent_find(Y.begin(), Y.end(), std::greater_equal<>()) != Y.end())
    throw std::invalid_argument("the labels of a row must be different, in ascending order");
  std::size_t next = 0;
  for (int label = 0; label < num_labels; ++label) {
    if (next < Y.size() && Y[next] == label) {
      relevant(label);
      ++next;
    } else {
      irrelevant(label);
    }
  }
}

/// r, s and Γ of Eq. (2).
struct LabelMargin {
  int r = -1;        ///< −1 if no label is relevant
  int s = -1;        ///< −1 if all labels are relevant
  double Gamma = 0;  ///< Γ

  /// Whether both r and s exist.
  bool exists() const { return r >= 0 && s >= 0; }
  /// s is ranked before r.
  bool mistake() const { return exists() && (Gamma < 0 || (Gamma == 0 && s < r)); }
  /// ℓ = max(0, 1 − Γ); 0 if r or s does not exist.
  double loss() const { return exists() ? std::max(0.0, 1 - Gamma) : 0.0; }
};

/// The two labels of Eq. (2) by the scores f_1, …, f_K.
inline LabelMargin label_margin(std::span<const double> f, LabelSet Y) {
  const auto at = [&](int label) { return f[static_cast<std::size_t>(label)]; };
  LabelMargin m;
  for_each_label(
      static_cast<int>(f.size()), Y,
      [&](int r) {
        if (m.r < 0 || at(r) <= at(m.r)) m.r = r;
      },
      [&](int s) {
        if (m.s < 0 || at(s) > at(m.s)) m.s = s;
      });
  if (m.exists()) m.Gamma = at(m.r) - at(m.s);
  return m;
}

/// The prediction that a query rule sees and, in `f`, the score of every label, valid until the next
/// call. A learner with an uncertainty has a predict_labels() of its own.
Prediction predict_labels(const auto& learner, const auto& x, std::span<const double>& f) {
  if constexpr (requires { learner.predict_labels(x, f); }) {
    return learner.predict_labels(x, f);
  } else {
    if constexpr (requires { learner.expansion().scores(x); }) {
      f = learner.expansion().scores(x);
    } else {
      f = learner.scores(x);
    }
    return predict_from_scores(f);
  }
}

/// H(Y_a)·H(Y_b) of Eq. (3), σ(i, a) σ(i, b) summed over i; H(Y) is +1 at r, −1 at s and 0
/// elsewhere.
inline double dot_of_signs(int r_a, int s_a, int r_b, int s_b) {
  return static_cast<double>((r_a == r_b) - (r_a == s_b) - (s_a == r_b) + (s_a == s_b));
}

/// Measures of the ranking over the rounds. Rounds in which nothing can be ranked (Y empty or full)
/// are counted in `rounds` only.
struct LabelRankingTally {
  std::size_t rounds = 0;          ///< all
  std::size_t ranked = 0;          ///< rounds with r and s
  std::size_t mistakes = 0;        ///< some irrelevant label ranked before a relevant one
  std::size_t top_irrelevant = 0;  ///< the label ranked first is not relevant
  double misordered = 0;           ///< share of pairs (r, s) in the wrong order, summed over rounds
  double hits = 0;                 ///< relevant labels among the first `predicted`
  double predicted = 0;            ///< labels in the predicted sets
  double relevant = 0;             ///< labels in the Y_t

  /// Adds the scores of one round. The predicted set holds the `size` labels ranked first; by
  /// default as many as are relevant, which makes precision and recall equal.
  void add(std::span<const double> f, LabelSet Y, std::size_t size = 0) {
    ++rounds;
    const auto K = f.size();
    if (Y.empty() || Y.size() == K) return;
    ++ranked;
    mistakes += label_margin(f, Y).mistake();
    const std::size_t cut = size == 0 ? Y.size() : std::min(size, K);
    std::size_t wrong_pairs = 0, found = 0;
    bool top_is_relevant = false;
    for (const int r : Y) {
      // all labels and irrelevant labels ranked before r
      std::size_t before = 0, irrelevant_before = 0;
      const double f_r = f[static_cast<std::size_t>(r)];
      for_each_label(
          static_cast<int>(K), Y, [&](int q) { before += goes_before(f, q, r, f_r); },
          [&](int s) { irrelevant_before += goes_before(f, s, r, f_r); });
      wrong_pairs += irrelevant_before;
      found += before + irrelevant_before < cut;
      top_is_relevant = top_is_relevant || before + irrelevant_before == 0;
    }
    top_irrelevant += !top_is_relevant;
    misordered += static_cast<double>(wrong_pairs) / static_cast<double>(Y.size() * (K - Y.size()));
    hits += static_cast<double>(found);
    predicted += static_cast<double>(cut);
    relevant += static_cast<double>(Y.size());
  }

  /// Mistakes per round, in [0, 1].
  double error_rate() const {
    return share(static_cast<double>(mistakes), static_cast<double>(rounds));
  }
  /// Mean share of pairs in the wrong order over the ranked rounds, in [0, 1].
  double ranking_loss() const { return share(misordered, static_cast<double>(ranked)); }
  /// Share of the ranked rounds whose first label is not relevant.
  double one_error() const {
    return share(static_cast<double>(top_irrelevant), static_cast<double>(ranked));
  }
  /// Hits among the predicted labels, in [0, 1].
  double precision() const { return share(hits, predicted); }
  /// Hits among the relevant labels, in [0, 1].
  double recall() const { return share(hits, relevant); }

  static void fields(auto& self, auto&& field) {
    field("rounds", self.rounds);
    field("ranked", self.ranked);
    field("mistakes", self.mistakes);
    field("top_irrelevant", self.top_irrelevant);
    field("misordered", self.misordered);
    field("hits", self.hits);
    field("predicted", self.predicted);
    field("relevant", self.relevant);
  }

 private:
  static bool goes_before(std::span<const double> f, int q, int r, double f_r) {
    const double f_q = f[static_cast<std::size_t>(q)];
    return f_q > f_r || (f_q == f_r && q < r);
  }
  static double share(double part, double whole) { return whole > 0 ? part / whole : 0; }
};

}  // namespace querent
