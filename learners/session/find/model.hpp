// SPDX-License-Identifier: Apache-2.0
// The process of `find` after some answers: parts (2) and (3) of session/find.hpp.
//
// An answer weighs 1/σ². With constant noise σ²₀ the m₋ others together outweigh the m₊ answers of a
// rare class; with r σ²₊ m₋/m₊, r = 9.8 as in ELAS u4 (ASReview), they weigh 1/r of them. On rare
// classes the latter is better in three reviews, the former in one, and answers do not show in time
// which (docs/notes/review.md); so both are averaged, in logarithms as the noises of `auto`:
//
//   log σ²₋ = ½ log σ²₀ + ½ log max(σ²₀, r σ²₊ m₋/m₊),   whenever θ is chosen
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <Eigen/Core>

#include <querent/learners/session/auto/model.hpp>
#include <querent/learners/session/auto/opinions.hpp>
#include <querent/learners/session/find.hpp>
#include <querent/learners/session/find/kernels.hpp>
#include <querent/learners/session/find/logistic_fit.hpp>
#include <querent/learners/session/find/recall.hpp>

namespace [[gnu::visibility("default")]] querent {

class FindModel {
 public:
  static constexpr double kBalance = 9.8;  ///< r
  /// Searches for class `find` of `C`. `criteria`: the words and citations of an item of the class
  /// (SessionOptions::criteria); empty: none. `opinions`: SessionOptions::opinions.
  FindModel(std::shared_ptr<const FindKernels> kernels, int C, int find, FindParams params,
            CsrMatrix criteria, const CsrMatrix& opinions = {});

  std::uint32_t size() const { return kernels_->size(); }  ///< n
  int num_classes() const { return C_; }                   ///< C
  const FindKernels& kernels() const { return *kernels_; }

  /// Adds an answer; update() applies it.
  void learn(const Answer& answer);
  /// Compares mixtures if that is due, then adds one column of the factor per answer.
  void update();
  /// Frees the memory that only further answers need.
  void drop_factor() { factor_ = nullptr; }

  std::size_t answers() const { return answers_.size(); }
  const Answer& answer(std::size_t k) const { return answers_[k]; }
  /// K(item, i) α_i of each answer i, α_i = (y_i − F_i)/σ²_{y_i}; together with the contribution of
  /// the criteria their sum is F.
  Eigen::VectorXd contributions(std::uint32_t item) const;
  /// w_k (x_k − x̄_k) of each word k of the item, in the order of its row x in the first view: the
  /// exact part of K gives w_k = Σ_i α_i x_ik, and x̄ is the mean of all rows, so that a word which
  /// every item has decides nothing (Shapley values of a linear score: Štrumbelj, Kononenko,
  /// Knowledge and Information Systems 41, 2014).
  Eigen::VectorXd word_contributions(std::uint32_t item) const;
  const std::vector<double>& theta() const { return theta_; }
  double other_noise() const { return other_noise_; }                               ///< σ²₋
  double score(std::uint32_t item) const { return static_cast<double>(F_[item]); }  ///< F
  /// P(item is of the class), in (0, 1).
  double probability(std::uint32_t item) const;
  /// P(class | answers) of an item; the other classes share the rest by their answers.
  std::vector<double> probabilities(std::uint32_t item) const;
  /// The same for every item, n × C.
  RowMatrix all_probabilities() const;
  /// The most probable of the items that may be asked.
  std::uint32_t most_probable(std::span<const std::uint8_t> may_ask) const;
  /// Σ P over the items that may be asked, without opinions: the forecast for random checks.
  double expected(std::span<const std::uint8_t> may_ask) const;

 private:
  using Factor = Eigen::MatrixXf;
  struct Targets {
    std::vector<std::uint32_t> items;
    Eigen::VectorXd y, noise;
  };

  double target(const Answer& answer) const { return answer.label == find_ ? 1 : -1; }
  double noise(double target) const { return target > 0 ? params_.found_noise : other_noise_; }
  Targets targets(const std::vector<Answer>& answers) const;
  double alpha(const Answer& answer) const;
  Eigen::RowVectorXd other_prior() const;
  void balance(std::size_t answers);
  void choose_mixture(std::size_t answers);
  ClassShare class_share(std::size_t answers, bool with_opinions) const;
  void rebuild(std::size_t answers);
  double log_odds(std::uint32_t item) const;
  double opinion_on(std::uint32_t item) const;
  void fit_opinions(std::size_t answers, OpinionTrust trust);
  void step(const Answer& answer);
  std::vector<Answer> some_of(std::size_t answers, std::size_t most) const;
  std::size_t most_answers() const;

  std::shared_ptr<const FindKernels> kernels_;
  int C_, find_;
  FindParams params_;
  CsrMatrix criteria_;
  std::vector<Answer> answers_;
  std::size_t applied_ = 0;
  std::vector<double> theta_;
  double other_noise_;              // σ²₋
  LogisticFit fit_, alone_;         // slope and offset of P; without opinions
  Opinions opinions_;               // of two classes, the one sought is 1
  Eigen::VectorXf F_;               // scores
  std::shared_ptr<Factor> factor_;  // H; its first columns_ are used
  Eigen::Index columns_ = 0;
};

}  // namespace querent
