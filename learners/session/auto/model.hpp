// SPDX-License-Identifier: Apache-2.0
// The Gaussian process of `auto` after some answers: parts (5) to (7) of session/auto.hpp.
//
// Between refits an answer (a, y) is a rank-one step of the state that queries use. With the
// posterior covariance c(i, j) and its sum with the noise ρ = c(a, a) + σ²:
//
//   F_i ← F_i + c(i, a) (y − F_a)/ρ      c(i, j) ← c(i, j) − c(i, a) c(j, a)/ρ,  j ∈ J
//
// stored for the candidates T and the landmarks J ⊂ T: |T|·(d + |J| + C) operations per answer.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <Eigen/Core>

#include <querent/learners/learner.hpp>
#include <querent/learners/random.hpp>
#include <querent/learners/session/auto.hpp>
#include <querent/learners/session/auto/kernels.hpp>
#include <querent/learners/session/auto/opinions.hpp>
#include <querent/learners/session/auto/posterior.hpp>
#include <querent/learners/session/auto/selection.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Makes a class k without an answer at most as probable as `most`[k]: the excess goes to the others.
void bound_unnamed(Eigen::Ref<Eigen::RowVectorXd> p, std::span<const double> most,
                   const std::vector<bool>& named);

class AutoModel {
 public:
  using Covariances = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  /// C ≥ 0 classes. `landmarks`: whether it will choose queries. `seed` draws candidates and
  /// landmarks. `opinions`: of C classes.
  AutoModel(std::shared_ptr<const Kernels> kernels, int C, AutoParams params,
            std::uint64_t seed = 0, bool landmarks = true, Opinions opinions = {});

  std::uint32_t size() const { return kernels_->size(); }  ///< n
  int num_classes() const { return C_; }                   ///< C
  const Items& items() const { return kernels_->items(); }
  const Kernels& kernels() const { return *kernels_; }
  const AutoParams& params() const { return params_; }

  /// Adds an answer; update() applies it. For an additional class, construct a new model.
  void learn(const Answer& answer);
  /// Does the refits that are due, then rank-one steps. A refit takes O(min(m, D)³ + |T|·D·|J|).
  void update();
  /// Conditions a copy on a pending answer of this item: variances fall around it, scores stay.
  void add_pending(std::uint32_t item) { step(item, -1); }
  /// Frees the memory that only queries need.
  void drop_landmarks();
  /// Number of pending answers.
  std::size_t pending() const {
    return ahead_ ? static_cast<std::size_t>(ahead_->answers() - posterior_.answers()) : 0;
  }

  /// Number of answers in the model.
  std::size_t answers() const { return answers_.size(); }
  const Answer& answer(std::size_t k) const { return answers_[k]; }
  /// The contribution of each answer to an item's score of class `label` minus its score of `other`
  /// (−1: none): K(item, i)(α_il − α_io), α = (R − Φ W)/σ². Their sum is this difference; without
  /// `other` the score minus 1/C.
  Eigen::VectorXd contributions(std::uint32_t item, int label, int other) const;
  const KernelChoice& choice() const { return choice_; }
  const Temperature& temperature() const { return temperature_; }
  /// π of (5): class shares of the answers, or of the first few.
  std::vector<double> class_prior(std::size_t first = SIZE_MAX) const;

  /// The variance c(i, i)/(τ + 1) in [0, 1].
  double uncertainty(std::uint32_t item) const;
  /// The class of the largest score, its margin and variance; F_i, one score per class, is written
  /// to `f`. The label is −1 before any answer.
  Prediction predict(std::uint32_t item, std::span<double> f) const;
  /// P(class | answers) of an item.
  std::vector<double> probabilities(std::uint32_t item) const;
  /// The same from the scores F of an item, without the bound on classes that have no answer.
  std::vector<double> unbounded_probabilities(std::span<const double> f) const;
  /// P(class | answers) of every item, n × C.
  RowMatrix all_probabilities() const;
  /// P(class | the other answers, π) of each answered item, in the order of the answers: m × C.
  RowMatrix left_out_probabilities() const;
  /// P(the answer is wrong) for each answer, in their order.
  std::vector<double> probably_wrong() const;

  /// T, ascending: the items among which a query is chosen.
  std::uint32_t num_candidates() const { return T_.count; }
  std::uint32_t candidate(std::uint32_t k) const { return T_[k]; }
  /// (7): the utility of asking each candidate, in order; `weigh_by_doubt` = false: V-optimality.
  Eigen::VectorXf utilities(bool weigh_by_doubt) const;

 private:
  void refit(std::size_t answers);
  void build(std::size_t answers);
  void build_landmarks();
  void draw_candidates();
  void step(std::uint32_t item, int y);
  RowMatrix features_of(std::span<const std::uint32_t> items) const;
  const Posterior& covariances() const { return ahead_ ? *ahead_ : posterior_; }
  Eigen::MatrixXd targets() const;
  Eigen::RowVectorXd score_row(const RowMatrix& phi) const;
  double variance_of(const RowMatrix& phi) const;
  void fit_opinions();
  void mix(Eigen::Ref<Eigen::RowVectorXd> f, std::span<const double> prior) const;
  template <class Addend>
  void to_probabilities(RowMatrix& F, Addend&& addend) const;

  std::shared_ptr<const Kernels> kernels_;
  int C_;
  AutoParams params_;
  std::uint64_t seed_;
  bool landmarks_;
  Opinions opinions_;
  KernelSelection selection_;
  std::vector<Answer> answers_;
  KernelChoice choice_;
  Temperature temperature_;
  std::vector<bool> named_;  // classes with an answer
  std::size_t applied_ = 0;  // answers in the state below
  Mixture mixture_;
  Posterior posterior_;
  std::optional<Posterior> ahead_;  // with the pending answers
  Eigen::MatrixXd W_;               // F_i = 1/C + φ(i) W
  ItemList T_;
  std::shared_ptr<const std::vector<std::uint32_t>> drawn_;
  std::vector<std::uint32_t> J_;  // positions in T
  RowMatrix F_;                   // |T| × C
  RowMatrix advice_;              // opinions_.addend() on T; empty: none
  Eigen::VectorXd variance_;      // c(i, i) on T
  Covariances c_;                 // |T| × |J|
};

/// `count` of 0 … n − 1, or all of them, ascending; each subset is equally probable: selection
/// sampling (Knuth, The Art of Computer Programming, 3.4.2, Algorithm S).
std::vector<std::uint32_t> drawn_evenly(std::uint32_t n, std::uint32_t count, Rng& rng);

/// Whether kernels are compared again after this number of answers: 1, 2, 3, 5, 7, 10, 14, 20, …
/// per class.
bool is_refit(std::size_t answers, int num_classes);

}  // namespace querent
