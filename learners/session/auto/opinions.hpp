// SPDX-License-Identifier: Apache-2.0
// Predictions of other models ("opinions") for the items: part (9) of session/auto.hpp and, with two
// classes, part (3) of session/find.hpp.
//
// v_i is the opinion on item i, a distribution over the C classes; M_kl = P(opinion l | class k),
// whose rows have a Dirichlet prior of A answers that trusts the machine (Dawid, Skene, Applied
// Statistics 28, 1979). With the prediction P_i of the process alone, and the scores S_i that
// follow from opinions on similar items (none: 0):
//
//   L_ik = Σ_l v_il M_kl,   p_ik ∝ P_ik L_ikᵝ e^(γ S_ik),   M_kl ∝ A M⁰_kl + Σ_i q_ik v_il
//
// q_i is the answer to item i, or p_i: the sum covers all items, because questions are not asked at
// random, and answers alone would misrepresent M. Independent errors would justify β = 1; but the
// machine errs where the words mislead the process, too. (β, γ) is the posterior mean over a few
// values each, by the prediction of every answer from all others, M included.
//
// S does not depend on answers. It is the mean of a process with constant noise and targets q,
// without item i's own, at a fixed inverse temperature t:
//
//   S_i = t μ₋ᵢ,   q_ik ∝ L_ik e^(S_ik),   M as above
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include <Eigen/Core>

#include <querent/learners/session/auto.hpp>
#include <querent/learners/session/auto/kernels.hpp>
#include <querent/learners/session/items.hpp>

namespace [[gnu::visibility("default")]] querent {

/// β and γ, each in [0, 1].
struct OpinionTrust {
  double own = 1, similar = 1;
};

class Opinions {
 public:
  /// No opinions.
  Opinions() = default;
  /// `opinions`: one row per item with v_i in at most C columns, empty for items without an
  /// opinion. M is estimated from at most `most` items, drawn uniformly. `similar`: S, n × C; null:
  /// none.
  Opinions(CsrMatrix opinions, int C, const OpinionParams& params, std::uint32_t most,
           std::uint64_t seed, std::shared_ptr<const RowMatrix> similar = nullptr);

  bool any() const { return opinions_ != nullptr; }
  /// The items from which M is estimated besides the answers, ascending.
  std::vector<std::uint32_t> items_without(std::span<const Answer> answers) const;
  /// Whether there are opinions on n items of C classes.
  bool fit_to(std::uint32_t n, int C) const;
  OpinionTrust trust() const { return trust_; }
  /// M from predictions P of items_without(answers), one row each, and from the answers.
  /// O(steps · items · C).
  void fit(std::span<const std::uint32_t> items, const RowMatrix& P,
           std::span<const Answer> answers, OpinionTrust trust);
  /// β and γ from the log likelihood of these answers, given the addend of each without its own
  /// answer, m × C. Without answers: first_trust and 1.
  void choose_trust(std::span<const Answer> answers,
                    const std::function<double(const RowMatrix& addends)>& log_likelihood);
  /// log (L_ikᵝ e^(γ S_ik)), 1 × C.
  Eigen::RowVectorXd addend(std::uint32_t item) const;
  /// The same for each answer, with M from all others: m × C.
  RowMatrix left_out(std::span<const Answer> answers) const;

 private:
  RowMatrix left_out_likelihoods(std::span<const Answer> answers) const;
  RowMatrix scores(std::span<const Answer> answers) const;

  std::shared_ptr<const CsrMatrix> opinions_;  // null: none
  std::shared_ptr<const std::vector<std::uint32_t>> items_;
  OpinionParams params_;
  std::shared_ptr<const RowMatrix> similar_;
  OpinionTrust trust_;
  Eigen::MatrixXd prior_, counts_, M_;  // A M⁰; M before and after normalisation
};

/// S of every item, n × C. `opinions`: as for Opinions. O(n·D² + n·D·C) with D columns of the
/// kernels of s = 2; a uniform sample if there are more than params.candidates opinions.
RowMatrix similar_opinions(const Kernels& kernels, const CsrMatrix& opinions, int C,
                           const AutoParams& params, std::uint64_t seed);

/// Throws std::invalid_argument unless each item has one distribution over C classes, or none.
void check_opinions(const CsrMatrix& opinions, std::uint32_t n, int C);

}  // namespace querent
