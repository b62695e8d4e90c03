// SPDX-License-Identifier: Apache-2.0
// M-DUOL: double updating online learning, multiclass and multilabel.
//
// Zhao, Hoi, Jin: Double Updating Online Learning, JMLR 12, 2011, Algorithm 2 (Figure 2), Theorems
// 5-7, §4.
//
//   S_0 = ∅, f_0 = 0 ∈ R^K;  f_t^i = f_t(x_i)·H(Y_i) is kept for every support vector
//   for t = 1, …, T
//     receive x_t, rank the labels by f_{t−1}(x_t), receive Y_t
//     H(Y_t): +1 at the relevant label ranked last, −1 at the irrelevant one ranked first (2), (3)
//     ℓ_t = max(0, 1 − f_{t−1}(x_t)·H(Y_t))
//     if ℓ_t > 0:
//       w_min = min of H(Y_i)·H(Y_t) κ(x_i, x_t) over i ∈ S_{t−1} with f_{t−1}^i ≤ 1, at i = b
//       if w_min ≤ −2ρ:
//         γ_t, γ_b by solving (5):   exactly                                 M-DUOL
//                                    one after the other                     M-DUOL-iter
//                                    both weights up by 1/(2(1−ρ))           M-DUOL-appr
//         f_t = f_{t−1} + γ_t H(Y_t) κ(x_t, ·) + (γ_b − γ̂_b) H(Y_b) κ(x_b, ·)
//       else:
//         γ_t = min(C, ℓ_t / (2 κ(x_t, x_t))),  f_t = f_{t−1} + γ_t H(Y_t) κ(x_t, ·)
//       S_t = S_{t−1} ∪ {t};  the f_t^i of all i ∈ S_t follow
//
// M-DUOL-gain uses, of all i with f_{t−1}^i ≤ 1 and H(Y_i)·H(Y_t) κ(x_i, x_t) ≤ −2ρ, the one with
// the greatest dual ascent, the value of (5). H(Y_i) keeps its value from the time when x_i arrived.
// M-DUOL-appr relates to Theorem 5 as DUOL-appr to Theorem 1 (duol.hpp): its step attains that bound
// and is made if both examples are classified wrongly.
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include <querent/learners/kernel/double_update.hpp>
#include <querent/learners/kernel/kernel_model.hpp>
#include <querent/learners/param.hpp>

namespace querent {

/// Parameters, by their letters in the pseudo-code above, and how (5) is solved.
struct MDuolParams {
  double C = 10, rho = 0;
  DoubleUpdateSolver solver = DoubleUpdateSolver::kExact;  ///< solver of the optimization (5)
  bool by_gain = false;                                    ///< M-DUOL-gain

  static void params(auto& self, auto&& each) {
    each("C", self.C, kPositive, "C, maximum weight of an example; Theorem 7 needs C ≥ 1");
    each("rho", self.rho, kShare, "ρ, minimum conflict of the auxiliary example");
  }
};

template <class Support = SupportSet<>>
class MDuol : public KernelClasses<MDuol<Support>, Support> {
  using Base = KernelClasses<MDuol<Support>, Support>;
  using Base::f_;

 public:
  using Params = MDuolParams;
  static constexpr UpdateCard card(const Params& params = {}) {
    switch (params.solver) {
      case DoubleUpdateSolver::kExact:
        return {.words = "multiclass double update, exact"};
      case DoubleUpdateSolver::kInTurn:
        return {.words = "multiclass double update, one weight after the other"};
      case DoubleUpdateSolver::kApproximate:
        return {.words = "multiclass double update, fixed steps"};
    }
    return {};
  }

  explicit MDuol(int num_classes, Support support = Support{}, MDuolParams params = {},
                 SupportBudget budget = {})
      : Base(num_classes, std::move(support), budget),
        params_(valid(params, "M-DUOL")),
        c_(f_.num_outputs()),
        touching_(f_.num_outputs()) {}

  using Base::update;
  bool update(const auto& x, LabelSet Y) {
    LabelMargin m = label_margin(f_.scores(x), Y);
    const bool mistake = m.mistake();
    if (m.loss() == 0) return false;  // ℓ_t > 0
    const std::size_t place = make_room();
    if (place < f_.size()) m = label_margin(f_.scores(x), Y);
    const auto k = f_.support().row(x);
    const double k_t = f_.support().self(x);

    DoubleUpdateProblem problem{.loss_a = m.loss(), .k_a = 2 * k_t, .C = params_.C};
    const std::size_t b = params_.by_gain ? best_auxiliary(problem, m, k) : worst_auxiliary(m, k);
    const bool found = b < f_.size() && conflict(b, m, k) <= -2 * params_.rho &&
                       (params_.solver != DoubleUpdateSolver::kApproximate || mistake);
    DoubleUpdate update;
    if (found) {
      problem = with_auxiliary(problem, b, m, k);
      update = solve(problem);
    } else {
      update.gamma_a = maximise_parabola(problem.loss_a, problem.k_a, 0, params_.C);
    }
    count(problem, mistake, found);
    ascent_ = problem.ascent(update.gamma_a, update.d);

    // f_t^i = f_{t−1}^i + γ_t H(Y_t)·H(Y_i) κ(x_t, x_i) + (γ_b − γ̂_b) H(Y_b)·H(Y_i) κ(x_b, x_i)
    const double a = update.gamma_a;
    add_to_margins(a, m.r, m.s, k);
    const double margin = m.Gamma + a * problem.k_a + update.d * problem.w_ab;
    if (update.d != 0) {
      SupportVector& other = support_[b];
      add_to_margins(update.d, other.r, other.s, f_.support().row_of(b));
      other.gamma += update.d;
      f_.shift(b, static_cast<std::size_t>(other.r), update.d);
      f_.shift(b, static_cast<std::size_t>(other.s), -update.d);
    }
    std::fill(c_.begin(), c_.end(), 0.0);
    c_[static_cast<std::size_t>(m.r)] = a;
    c_[static_cast<std::size_t>(m.s)] = -a;
    f_.add(place, x, c_);
    put(place, {.r = m.r, .s = m.s, .gamma = a, .margin = margin});
    return true;
  }

  /// H(Y_i) by its two labels, γ_i and f^i = f(x_i)·H(Y_i).
  struct SupportVector {
    int r = 0;          ///< the label where H is +1
    int s = 0;          ///< the label where H is −1
    double gamma = 0;   ///< γ_i ∈ [0, C]
    double margin = 0;  ///< f^i of the current f
  };

  /// All n of them, in the order of expansion().
  std::span<const SupportVector> support_vectors() const { return support_; }
  const DoubleUpdateCounts& counts() const { return counts_; }  ///< updates by kind
  /// Δ_t of the last update.
  double dual_ascent() const { return ascent_; }

  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    field.is(self.params_.by_gain ? "M-DUOL-gain" : "M-DUOL");
    field.same("C", self.params_.C);
    field.same("rho", self.params_.rho);
    field.same("solver", self.params_.solver);
    field("f", self.f_);
    std::vector<std::int32_t> r, s;
    std::vector<double> gamma, margin;
    for (const SupportVector& v : self.support_) {
      r.push_back(v.r);
      s.push_back(v.s);
      gamma.push_back(v.gamma);
      margin.push_back(v.margin);
    }
    field("r", r);
    field("s", s);
    field("gamma", gamma);
    field("margin", margin);
    if constexpr (!std::is_const_v<Self>) field.must(self.take(r, s, gamma, margin));
  }

 private:
  bool take(const std::vector<std::int32_t>& r, const std::vector<std::int32_t>& s,
            const std::vector<double>& gamma, const std::vector<double>& margin) {
    const std::size_t n = f_.size();
    const auto K = static_cast<std::int32_t>(touching_.size());
    if (r.size() != n || s.size() != n || gamma.size() != n || margin.size() != n) return false;
    support_.clear();
    for (auto& touching : touching_) touching.clear();
    for (std::size_t i = 0; i < n; ++i) {
      if (std::min(r[i], s[i]) < 0 || std::max(r[i], s[i]) >= K || r[i] == s[i]) return false;
      put(i, {.r = r[i], .s = s[i], .gamma = gamma[i], .margin = margin[i]});
    }
    return true;
  }

  std::size_t make_room() {
    const std::size_t place =
        f_.make_room([this](std::size_t, std::span<const double> delta, const auto& row) {
          for (std::size_t i = 0; i < support_.size(); ++i) {
            const double at_r = delta[static_cast<std::size_t>(support_[i].r)];
            const double at_s = delta[static_cast<std::size_t>(support_[i].s)];
            support_[i].margin += (at_r - at_s) * static_cast<double>(row[i]);
          }
        });
    if (place < f_.size()) support_[place].margin = std::numeric_limits<double>::infinity();
    return place;
  }

  /// H(Y_i)·H(Y_t) κ(x_i, x_t)
  double conflict(std::size_t i, const LabelMargin& m, const auto& k) const {
    const SupportVector& v = support_[i];
    return dot_of_signs(v.r, v.s, m.r, m.s) * static_cast<double>(k[i]);
  }

  /// (5) of the new example and support vector i.
  DoubleUpdateProblem with_auxiliary(DoubleUpdateProblem problem, std::size_t i,
                                     const LabelMargin& m, const auto& k) const {
    problem.loss_b = 1 - support_[i].margin;
    problem.k_b = 2 * f_.support().self_of(i);
    problem.w_ab = conflict(i, m, k);
    problem.gamma_b = support_[i].gamma;
    return problem;
  }
  DoubleUpdate solve(const DoubleUpdateProblem& problem) const {
    return solve_double_update(problem, params_.solver, 1 / (2 * (1 - params_.rho)));
  }

  /// argmax of the dual ascent over f^i ≤ 1, H(Y_i)·H(Y_t) κ(x_i, x_t) ≤ −2ρ; n if no i qualifies.
  std::size_t best_auxiliary(const DoubleUpdateProblem& single, const LabelMargin& m,
                             const auto& k) const {
    return best_of(f_.size(), [&](std::size_t i) {
      const DoubleUpdateProblem problem = with_auxiliary(single, i, m, k);
      if (!may_be_auxiliary(support_[i].margin, params_.solver) || problem.w_ab > -2 * params_.rho)
        return -std::numeric_limits<double>::infinity();
      const DoubleUpdate update = solve(problem);
      return problem.ascent(update.gamma_a, update.d);
    });
  }

  /// argmin of H(Y_i)·H(Y_t) κ(x_i, x_t) over f^i ≤ 1; n if none has f^i ≤ 1. Only support vectors
  /// that touch one of the two labels can conflict; the others are examined only if none of these
  /// does.
  std::size_t worst_auxiliary(const LabelMargin& m, const auto& k) const {
    std::size_t b = f_.size();
    double w_min = std::numeric_limits<double>::infinity();
    const auto consider = [&](std::size_t i) {
      const double w = conflict(i, m, k);
      if (may_be_auxiliary(support_[i].margin, params_.solver) &&
          (w < w_min || (w == w_min && i < b))) {
        w_min = w;
        b = i;
      }
    };
    for (const int label : {m.r, m.s}) {
      for (const std::uint32_t i : touching_[static_cast<std::size_t>(label)]) consider(i);
    }
    for (std::size_t i = 0; i < support_.size() && w_min > 0; ++i) consider(i);
    return b;
  }

  /// Counts the update by Theorems 5 and 6, given the auxiliary example.
  void count(const DoubleUpdateProblem& problem, bool mistake, bool found) {
    counts_.mistakes += mistake;
    if (!found) return;
    ++counts_.doubles;
    if (!mistake) return;
    const double rho = params_.rho, room = params_.C - problem.gamma_b;
    if (problem.loss_b >= 1 && room >= 1 / (2 * (1 - rho))) {
      ++counts_.strong;
    } else if (room >= rho / 2) {
      ++counts_.weak;
    }
  }

  /// Updates the f^i for f ← f + δ H κ(z, ·), where H is +1 at r and −1 at s and k is the kernel
  /// row of z.
  void add_to_margins(double delta, int r, int s, const auto& k) {
    for (const int label : {r, s}) {
      const double at_label = label == r ? delta : -delta;
      for (const std::uint32_t i : touching_[static_cast<std::size_t>(label)]) {
        SupportVector& v = support_[i];
        v.margin += (v.r == label ? at_label : -at_label) * static_cast<double>(k[i]);
      }
    }
  }

  void put(std::size_t place, const SupportVector& v) {
    const auto i = static_cast<std::uint32_t>(place);
    if (place == support_.size()) {
      detail::reserve_tightly(support_, 1);
      support_.emplace_back();
    } else {
      for (const int label : {support_[place].r, support_[place].s}) {
        std::erase(touching_[static_cast<std::size_t>(label)], i);
      }
    }
    support_[place] = v;
    for (const int label : {v.r, v.s}) {
      auto& touching = touching_[static_cast<std::size_t>(label)];
      detail::reserve_tightly(touching, 1);
      touching.push_back(i);
    }
  }

  MDuolParams params_;
  std::vector<SupportVector> support_;
  std::vector<double> c_;
  std::vector<std::vector<std::uint32_t>>
      touching_;  ///< for each label, the i with r_i or s_i equal to it
  DoubleUpdateCounts counts_;
  double ascent_ = 0;
};

}  // namespace querent
