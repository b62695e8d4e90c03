// SPDX-License-Identifier: Apache-2.0
// Items that nobody labelled teach, too, by what is said of them.
//
//   A_e, B_e, W_e = A_e⁻¹ B_e   of view e, from the answers                    pool_model.hpp
//   f_j = Σ_e w_e W_eᵀ x_j      of every item j of U: all, or an even sample of 5,000
//   h_j ∝ softmax(t f_j)_k (1/(K h̄_k))^β, of sum 1                            h̄: mean over U
//   W_e = (A_e + ω Σ_U x xᵀ)⁻¹ (B_e + ω Σ_U x hᵀ)                              and so again, R times
//
// Each item of U is a row more, with the weight ω of an answer and what is probable of it as its
// target: classification EM (Amini, Gallinari, Semi-Supervised Logistic Regression, ECAI 2002) with
// the soft targets of EM (Nigam, McCallum, Thrun, Mitchell, Machine Learning 39, 2000) and their
// small weight λ = ω (there EM-λ). β brings the classes nearer to equal sizes, as class mass
// normalization (Zhu, Ghahramani, Lafferty, ICML 2003, §4) with an even prior does for β = 1: few
// answers say little of how often a class occurs, and the larger a class is thought to be, the more
// it takes. docs/LABELS.md has what ω, t, β and R were chosen on, and why questions are asked by
// what the model says without this: taught by itself it is sure too early.
//
// Words tell more of a node than its place in the graph does. So items that are seen by their words
// have a greater say, as long as all of them together have no more than 600 answers would,
// ω = min(0.1, 600/n), and they are less sure, t = 8, so that what is doubtful does not become
// certain by being repeated.
//
// Without the answer y of item l, with everybody's h as it is,
//
//   Wᵀx without l = (Wᵀx − ρ y) / (1 − ρ),   ρ = xᵀ (A_e + ω Σ x xᵀ)⁻¹ x       Sherman and Morrison
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <Eigen/Core>

#include <querent/learners/session/pool_rule.hpp>

namespace [[gnu::visibility("default")]] querent {

struct SelfTrainingParams {
  double weight = 0.03;   ///< ω ≥ 0; 0: only answers teach
  double sharpness = 12;  ///< t > 0
  double balance = 0.5;   ///< 0 ≤ β ≤ 1
  int rounds = 3;         ///< R ≥ 1
};

/// Of `items` nodes that are seen by their words.
SelfTrainingParams self_training_by_words(std::size_t items);

/// U as each view sees it, and Σ_U x xᵀ: the same for every model of the same items, whatever it
/// has learned.
class TeachingItems {
 public:
  using Rows = PoolModel::Covariances;  ///< floats
  explicit TeachingItems(const PoolModel& model);

  const Rows& rows(std::size_t view) const { return rows_[view]; }  ///< |U| × d
  /// d × d, its lower triangle.
  const Eigen::MatrixXd& squares(std::size_t view) const { return squares_[view]; }
  double share() const { return share_; }  ///< n / |U|

 private:
  std::vector<Rows> rows_;
  std::vector<Eigen::MatrixXd> squares_;
  double share_ = 1;
};

/// f of every item, n × K; of those with an answer, as it would be without it. The model has looked
/// at these answers.
NodeScores self_trained(const PoolModel& model, std::span<const Answer> answers,
                        const SelfTrainingParams& params = {});
/// The same with what is known of the items.
NodeScores self_trained(const PoolModel& model, std::span<const Answer> answers,
                        const TeachingItems& teaching, const SelfTrainingParams& params = {});

}  // namespace querent
