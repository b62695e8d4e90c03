// SPDX-License-Identifier: Apache-2.0
// DUOL: double updating online learning, binary.
//
// Zhao, Hoi, Jin: Double Updating Online Learning, JMLR 12, 2011, Algorithm 1 (Figure 1), Theorems
// 1-4, §5.1 and §5.3.
//
//   S_0 = ∅, f_0 = 0;  f_t^i = y_i f_t(x_i) is kept for every support vector
//   for t = 1, …, T
//     receive x_t, predict ŷ_t = sgn f_{t−1}(x_t), receive y_t
//     ℓ_t = max(0, 1 − y_t f_{t−1}(x_t))
//     if ℓ_t > 0:
//       w_min = min of y_i y_t κ(x_i, x_t) over i ∈ S_{t−1} with f_{t−1}^i ≤ 1, at i = b
//       if w_min ≤ −ρ:
//         γ_t, γ_b by solving (1):   exactly                                  DUOL
//                                    one after the other                      DUOL-iter
//                                    γ_t = 1/(1−ρ), γ_b = γ̂_b + 1/(1−ρ)       DUOL-appr
//         f_t = f_{t−1} + γ_t y_t κ(x_t, ·) + (γ_b − γ̂_b) y_b κ(x_b, ·)
//       else:
//         γ_t = min(C, ℓ_t / κ(x_t, x_t)),  f_t = f_{t−1} + γ_t y_t κ(x_t, ·)
//       S_t = S_{t−1} ∪ {t};  the f_t^i of all i ∈ S_t follow
//
// DUOL-rand draws b uniformly from S_{t−1}. DUOL-gain uses, of all i with f_{t−1}^i ≤ 1 and
// y_i y_t κ(x_i, x_t) ≤ −ρ, the one with the greatest dual ascent, the value of (1); §6 asks for
// measures of how informative an example is. Its ascent is at least DUOL's, so Theorem 4 holds.
// DUOL-appr uses the weights that attain the bound of Theorem 1, clipped to [0, C], for a true
// auxiliary example of §3.2 (x_t classified wrongly, f^b ≤ 0); otherwise it makes the single
// update. The paper does not state this, but with it mistakes and support vectors agree with Table
// 2 on every set.
// With a budget, the margins f^i are updated as if an evicted support vector had never been added;
// a projected part no longer counts as the weight γ of any example.
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include <querent/learners/kernel/double_update.hpp>
#include <querent/learners/kernel/kernel_model.hpp>
#include <querent/learners/param.hpp>
#include <querent/learners/random.hpp>

namespace querent {

/// How DUOL chooses the auxiliary example b.
enum class AuxiliaryExample { kConflict, kRandom, kGain };

/// Parameters, by their letters in the pseudo-code above, and how (1) is solved.
struct DuolParams {
  double C = 5, rho = 0;
  DoubleUpdateSolver solver = DoubleUpdateSolver::kExact;  ///< solver of the optimization (1)
  AuxiliaryExample auxiliary =
      AuxiliaryExample::kConflict;  ///< kRandom: DUOL-rand; kGain: DUOL-gain

  static void params(auto& self, auto&& each) {
    each("C", self.C, kPositive, "C, maximum weight of an example; Theorem 4 needs C ≥ 1");
    each("rho", self.rho, kShare, "ρ, minimum conflict of the auxiliary example");
  }
};

template <class Support = SupportSet<>>
class Duol : public KernelBinary<Support> {
 public:
  using Params = DuolParams;
  static constexpr UpdateCard card(const Params& params = {}) {
    switch (params.solver) {
      case DoubleUpdateSolver::kExact:
        return {.words = "double update, exact"};
      case DoubleUpdateSolver::kInTurn:
        return {.words = "double update, one weight after the other"};
      case DoubleUpdateSolver::kApproximate:
        return {.words = "double update, fixed steps"};
    }
    return {};
  }

  explicit Duol(Support support = Support{}, DuolParams params = {}, SupportBudget budget = {},
                Rng rng = Rng{})
      : KernelBinary<Support>(std::move(support), budget),
        params_(valid(params, "DUOL")),
        rng_(rng) {}

  bool update(const auto& x, int label) {
    const double y = sign_of(label);
    double f = f_.score(x);
    const bool mistake = predict_from_sign(f).label != label;
    if (std::max(0.0, 1 - y * f) == 0) return false;  // ℓ_t > 0
    const std::size_t place = make_room();
    if (place < f_.size()) f = f_.score(x);
    const auto k = f_.support().row(x);

    DoubleUpdateProblem problem{
        .loss_a = std::max(0.0, 1 - y * f), .k_a = f_.support().self(x), .C = params_.C};
    const std::size_t b = auxiliary(problem, y, k);
    const bool found = b < f_.size() && b != place && conflicts(y, b, k, mistake);
    DoubleUpdate update;
    if (found) {
      problem = with_auxiliary(problem, b, y, k);
      update = solve(problem);
    } else {
      update.gamma_a = maximise_parabola(problem.loss_a, problem.k_a, 0, params_.C);
    }
    count(problem, mistake, found);
    ascent_ = problem.ascent(update.gamma_a, update.d);

    // f_t^i = f_{t−1}^i + y_i γ_t y_t κ(x_i, x_t) + y_i (γ_b − γ̂_b) y_b κ(x_i, x_b)
    const double a = update.gamma_a * y;
    add_to_margins(a, k);
    double margin = y * (f + a * problem.k_a);
    if (update.d != 0) {
      const double d = update.d * y_[b];
      margin += y * d * static_cast<double>(k[b]);
      add_to_margins(d, f_.support().row_of(b));
      gamma_[b] += update.d;
      f_.shift(b, 0, d);
    }
    f_.add(place, x, a);
    set(place, y, update.gamma_a, margin);
    return true;
  }

  const DoubleUpdateCounts& counts() const { return counts_; }  ///< updates by kind
  /// Δ_t of the last update.
  double dual_ascent() const { return ascent_; }
  /// γ_i and f^i = y_i f(x_i) of every support vector.
  std::span<const double> weights() const { return gamma_; }
  /// See weights().
  std::span<const double> margins() const { return margin_; }

  static void fields(auto& self, auto&& field) {
    field.is(self.params_.auxiliary == AuxiliaryExample::kGain ? "DUOL-gain" : "DUOL");
    field.same("C", self.params_.C);
    field.same("rho", self.params_.rho);
    field.same("solver", self.params_.solver);
    field.same("random_auxiliary", self.params_.auxiliary == AuxiliaryExample::kRandom);
    field("f", self.f_);
    field("y", self.y_);
    field("gamma", self.gamma_);
    field("margin", self.margin_);
    if (self.params_.auxiliary == AuxiliaryExample::kRandom) field("rng", self.rng_);
    const std::size_t n = self.f_.size();
    field.must(self.y_.size() == n && self.gamma_.size() == n && self.margin_.size() == n);
  }

 private:
  using KernelBinary<Support>::f_;
  std::size_t make_room() {
    const std::size_t place =
        f_.make_room([this](std::size_t, std::span<const double> delta, const auto& row) {
          this->add_to_margins(delta[0], row);  // clang reports an unused capture without this->
        });
    if (place < f_.size()) margin_[place] = std::numeric_limits<double>::infinity();
    return place;
  }

  /// The auxiliary example b, or n.
  std::size_t auxiliary(const DoubleUpdateProblem& single, double y, const auto& k) {
    switch (params_.auxiliary) {
      case AuxiliaryExample::kRandom:
        return random_auxiliary();
      case AuxiliaryExample::kGain:
        return best_auxiliary(single, y, k);
      case AuxiliaryExample::kConflict:
        break;
    }
    return worst_auxiliary(y, k);
  }

  /// (1) of the new example and support vector i.
  DoubleUpdateProblem with_auxiliary(DoubleUpdateProblem problem, std::size_t i, double y,
                                     const auto& k) const {
    problem.loss_b = 1 - margin_[i];
    problem.k_b = f_.support().self_of(i);
    problem.w_ab = y_[i] * y * static_cast<double>(k[i]);
    problem.gamma_b = gamma_[i];
    return problem;
  }
  DoubleUpdate solve(const DoubleUpdateProblem& problem) const {
    return solve_double_update(problem, params_.solver, 1 / (1 - params_.rho));
  }

  /// argmax of the dual ascent over f^i ≤ 1, y_i y_t κ(x_i, x_t) ≤ −ρ; n if no i qualifies.
  std::size_t best_auxiliary(const DoubleUpdateProblem& single, double y, const auto& k) const {
    return best_of(f_.size(), [&](std::size_t i) {
      const DoubleUpdateProblem problem = with_auxiliary(single, i, y, k);
      if (!may_be_auxiliary(margin_[i], params_.solver) || problem.w_ab > -params_.rho)
        return -std::numeric_limits<double>::infinity();
      const DoubleUpdate update = solve(problem);
      return problem.ascent(update.gamma_a, update.d);
    });
  }

  /// argmin of y_i y_t κ(x_i, x_t) over f^i ≤ 1; n if no i has f^i ≤ 1.
  std::size_t worst_auxiliary(double y, const auto& k) const {
    std::size_t b = f_.size();
    double w_min = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < f_.size(); ++i) {
      const double w = y_[i] * y * static_cast<double>(k[i]);
      if (may_be_auxiliary(margin_[i], params_.solver) && w <= w_min) {
        w_min = w;
        b = i;
      }
    }
    return b;
  }
  std::size_t random_auxiliary() {
    return f_.size() == 0 ? 0 : static_cast<std::size_t>(uniform_below(rng_, f_.size()));
  }

  /// Whether w_ab ≤ −ρ and, if the solver assumes it, both examples are classified wrongly.
  bool conflicts(double y, std::size_t b, const auto& k, bool mistake) const {
    const bool wrong = mistake && margin_[b] <= 0;
    if (params_.solver == DoubleUpdateSolver::kApproximate && !wrong) return false;
    return params_.auxiliary == AuxiliaryExample::kRandom ||
           y_[b] * y * static_cast<double>(k[b]) <= -params_.rho;
  }

  /// Counts the update by Theorems 1 and 3 and the sets before Theorem 4.
  void count(const DoubleUpdateProblem& problem, bool mistake, bool found) {
    counts_.mistakes += mistake;
    if (!found) return;
    ++counts_.doubles;
    if (!mistake || problem.w_ab > -params_.rho) return;
    const double rho = params_.rho, room = params_.C - problem.gamma_b;
    if (problem.loss_b >= 1 && room >= 1 / (1 - rho)) {
      ++counts_.strong;
    } else if (problem.loss_b >= 0 && room >= rho) {
      ++counts_.weak;
    }
  }

  /// Updates the f^i for f ← f + δ κ(z, ·), where k is the kernel row of z.
  void add_to_margins(double delta, const auto& k) {
    for (std::size_t i = 0; i < f_.size(); ++i)
      margin_[i] += y_[i] * delta * static_cast<double>(k[i]);
  }

  void set(std::size_t i, double y, double gamma, double margin) {
    if (i == y_.size()) {
      for (auto* values : {&y_, &gamma_, &margin_}) {
        detail::reserve_tightly(*values, 1);
        values->push_back(0);
      }
    }
    y_[i] = y;
    gamma_[i] = gamma;
    margin_[i] = margin;
  }

  DuolParams params_;
  Rng rng_;
  std::vector<double> y_, gamma_, margin_;
  DoubleUpdateCounts counts_;
  double ascent_ = 0;
};

}  // namespace querent
