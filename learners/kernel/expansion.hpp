// SPDX-License-Identifier: Apache-2.0
// The function of every kernel learner, f_j(x) = Σ_i c_ij κ(x_i, x) for one output (binary) or K
// (multiclass), and its eviction rule under a budget.
//
// With a budget of N support vectors a new support vector replaces an old one:
//   oldest       the one that came first (Dekel, Shalev-Shwartz, Singer: The Forgetron, SIAM J.
//                Comput. 2008, without its shrinking, which none of our bounds needs)
//   projection   the one whose part of f is shortest, min_i ‖c_i‖² κ(x_i, x_i), projected onto the
//                nearest other support vector n before its eviction:
//                  c_n ← c_n + c_i κ(x_i, x_n) / κ(x_n, x_n), n leaves the least residue
//                (Wang, Vucetic: Online Passive-Aggressive Algorithms on a Budget, AISTATS 2010;
//                BPA-NN). Without the projection its error is higher than with oldest: .305
//                instead of .245 with 500 support vectors of a9a.
//
// To bound time and memory, random Fourier features give a lower error in the same time
// (datasets/vectors/transform/fourier_features.hpp).
#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include <querent/learners/kernel/coefficients.hpp>
#include <querent/learners/kernel/support_set.hpp>
#include <querent/learners/param.hpp>

namespace querent {

/// Which support vector a new one replaces.
enum class Eviction { kOldest, kProjection };

/// The maximum number of support vectors, and which one is evicted.
struct SupportBudget {
  std::size_t max_support = 0;            ///< N; 0: no limit
  Eviction eviction = Eviction::kOldest;  ///< unused without a limit

  static void params(auto& self, auto&& each) {
    each("budget-sv", self.max_support, Range{0, 1e9},
         "maximum number of support vectors; 0: no limit");
    each("eviction", self.eviction, Choices{"oldest", "projection"},
         "support vector removed when the budget is full: the oldest, or the one with the smallest "
         "coefficient norm, projected onto its nearest neighbour");
  }
};

/// f_1, …, f_K as sums over support vectors.
template <class Support = SupportSet<>, class Coefficients = detail::SingleOutput>
class KernelExpansion {
 public:
  /// f = 0. `support` must be empty; `num_outputs` is K ≥ 1.
  explicit KernelExpansion(Support support, SupportBudget budget = {}, std::size_t num_outputs = 1)
      : support_(std::move(support)),
        budget_(budget),
        c_(num_outputs),
        f_(num_outputs),
        part_(num_outputs) {}

  std::size_t size() const { return support_.size(); }   ///< n, support vectors
  std::size_t num_outputs() const { return f_.size(); }  ///< K
  const Support& support() const { return support_; }    ///< x_1, …, x_n
  /// c_ij
  double coefficient(std::size_t i, std::size_t j = 0) const { return c_.get(i, j); }

  /// f(x) of a single output.
  double score(const auto& x) const { return scores(x)[0]; }

  /// f_1(x), …, f_K(x); valid until the next call.
  std::span<const double> scores(const auto& x) const {
    c_.sums(support_.row(x), f_);
    return f_;
  }

  /// Σ_i c_i k_i of a single output: f at the point whose kernel row is k.
  double value(const auto& k) const {
    double f = 0;
    c_.sums(k, std::span<double>(&f, 1));
    return f;
  }

  /// The index for the next support vector: n, or the index of the one that a full budget evicts.
  /// Before each change of f by an eviction, on_change(i, δ, kernel row of x_i) is called for
  /// f ← f + δ κ(x_i, ·).
  std::size_t make_room(auto&& on_change) {
    if (budget_.max_support == 0 || size() < budget_.max_support) return size();
    const std::size_t victim = choose_victim();
    const auto k = support_.row_of(victim);
    std::size_t n = victim;
    double share = 0;
    if (budget_.eviction == Eviction::kProjection && size() > 1) {
      n = nearest(victim, k);
      share = static_cast<double>(k[n]) / support_.self_of(n);
    }
    for (std::size_t j = 0; j < num_outputs(); ++j) part_[j] = -coefficient(victim, j);
    move(victim, k, on_change);
    if (n != victim && std::isfinite(share)) {
      for (double& c : part_) c *= -share;
      move(n, support_.row_of(n), on_change);
    }
    return victim;
  }
  /// The same, for learners that store nothing of their own per support vector.
  std::size_t make_room() {
    return make_room([](std::size_t, std::span<const double>, const auto&) {});
  }

  /// f ← f + Σ_j c_j κ(x, ·) with x at the index that make_room() returned.
  void add(std::size_t place, const auto& x, std::span<const double> c) {
    support_.set(place, x);
    c_.set(place, c);
  }
  /// The same for a single output.
  void add(std::size_t place, const auto& x, double c) {
    add(place, x, std::span<const double>(&c, 1));
  }

  /// f_j ← f_j + δ κ(x_i, ·)
  void shift(std::size_t i, std::size_t j, double delta) { c_.shift(i, j, delta); }

  /// f ← 0; removes all support vectors.
  void clear() {
    support_.clear();
    c_.clear();
    oldest_ = 0;
  }

  /// f ← a f
  void scale(double a) { c_.scale(a); }

  /// Memory in bytes, capacity included.
  std::size_t bytes() const { return support_.bytes() + c_.bytes(); }

  static void fields(auto& self, auto&& field) {
    field.same("max_support", self.budget_.max_support);
    field.same("eviction", self.budget_.eviction);
    field("support", self.support_);
    field("c", self.c_);
    field("oldest", self.oldest_);
    const std::size_t N = self.budget_.max_support;
    field.must(self.c_.fit(self.size()) && (N == 0 || self.size() <= N) &&
               self.oldest_ < std::max<std::size_t>(N, 1));
  }

 private:
  std::size_t choose_victim() {
    if (budget_.eviction == Eviction::kOldest) {
      const std::size_t victim = oldest_;
      oldest_ = (oldest_ + 1) % budget_.max_support;
      return victim;
    }
    std::size_t victim = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < size(); ++i) {
      double part = 0;
      for (std::size_t j = 0; j < num_outputs(); ++j) part += coefficient(i, j) * coefficient(i, j);
      part *= support_.self_of(i);
      if (part < least) {
        least = part;
        victim = i;
      }
    }
    return victim;
  }

  /// f ← f + part κ(x_i, ·)
  void move(std::size_t i, const auto& row, auto& on_change) {
    on_change(i, std::span<const double>(part_), row);
    for (std::size_t j = 0; j < num_outputs(); ++j) shift(i, j, part_[j]);
  }

  /// The support vector onto which x_i projects best: max_n κ(x_i, x_n)² / κ(x_n, x_n).
  std::size_t nearest(std::size_t i, const auto& k) const {
    std::size_t best = i == 0 ? 1 : 0;
    double most = -1;
    for (std::size_t n = 0; n < size(); ++n) {
      const double kn = static_cast<double>(k[n]), taken = kn * kn / support_.self_of(n);
      if (n != i && taken > most) {
        most = taken;
        best = n;
      }
    }
    return best;
  }

  Support support_;
  SupportBudget budget_;
  Coefficients c_;
  std::size_t oldest_ = 0;
  mutable std::vector<double> f_;
  std::vector<double> part_;
};

/// K outputs.
template <class Support = SupportSet<>>
using KernelExpansions = KernelExpansion<Support, detail::ManyOutputs>;

}  // namespace querent
