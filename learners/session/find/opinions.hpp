// SPDX-License-Identifier: Apache-2.0
// A machine's opinions whether items are of the class sought, in the process of session/find.hpp.
//
// v_i is the machine's P(item i is of the class), M_kl = P(opinion l | class k), k and l ∈ {0, 1},
// with a Dirichlet prior of A answers (Dawid, Skene, Applied Statistics 28, 1979):
//
//   L_ik = (1 − v_i) M_k0 + v_i M_k1,   o_i = log L_i1/L_i0;  0 without an opinion
//   P_i = σ(s (F_i − b) + β o_i),       M_kl ∝ A M⁰_kl + Σ_i q_ik v_il
//
// q_i is the answer to item i, or (1 − P_i, P_i): the sum covers all items, because opinions choose
// the queries too, and answers alone would misrepresent M. The trust β ∈ {0, .3, .6, 1} is the
// posterior mean by (3) of find.hpp, in which o_i leaves answer i out of M; s and b follow.
#pragma once

#include <array>
#include <span>

#include <Eigen/Core>

#include <querent/learners/session/auto/model.hpp>
#include <querent/learners/session/find/logistic_fit.hpp>
#include <querent/learners/session/items.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Chosen on the five reviews of docs/review.md. With A = 20, as in OpinionParams, shuffled opinions
/// cost a fifth of the relevant among the first ten records of one of them.
struct FindOpinionParams {
  double right = 0.7, prior = 2;  ///< diagonal of M⁰, in (0, 1), and A > 0
  int steps = 10;                 ///< to M, ≥ 1
  std::array<double, 4> trusts{0, 0.3, 0.6, 1};
};

class FindOpinions {
 public:
  /// `opinions`: SessionOptions::opinions, of which only the probability of class `find` counts.
  FindOpinions(const SparseItems& opinions, int find);

  bool any() const { return v_.size() > 0; }
  double trust() const { return trust_; }  ///< β
  /// β o_i; 0 without an opinion.
  double addend(std::uint32_t item) const { return any() ? trust_ * ratio(counts_, v_[item]) : 0; }
  /// M from the process's log odds z of every item, the answers and a trust.
  void fit(const Eigen::ArrayXd& z, std::span<const LearnedAnswer> answers, double trust);
  /// β by the left-out predictions of these answers; returns β o_i of each, without its answer.
  Eigen::VectorXd choose_trust(std::span<const LearnedAnswer> answers, LeftOut left_out,
                               double label_noise);

 private:
  static double ratio(const Eigen::Matrix2d& counts, double v);

  int find_;
  FindOpinionParams params_;
  double trust_ = 1;
  Eigen::ArrayXd v_;                // P(the class sought) of each item; −1: no opinion
  Eigen::Matrix2d prior_, counts_;  // A M⁰, and M before normalisation; 1: the class sought
};

}  // namespace querent
