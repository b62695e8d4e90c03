// SPDX-License-Identifier: Apache-2.0
// Predictions of other models ("opinions") for the items: part (9) of session/auto.hpp.
//
// v_i is the opinion on item i, a distribution over the classes; M_kl = P(opinion l | class k),
// whose rows have a Dirichlet prior that trusts the machine; L_ik = Σ_l v_il M_kl. The classes q
// are found by a mean-field approximation of "classes from a Gaussian process, opinions from M",
// where μ₋ᵢ is the prediction of (3) for an item without its own opinion:
//
//   q_ik ∝ softmax(t μ₋ᵢ)_k L_ik      M_kl ∝ A M⁰_kl + Σ_i q_ik v_il      μ = process of targets q
//
// (Dawid, Skene, Applied Statistics 28, 1979, with a process as the class prior.) μ does not depend
// on human answers, so that leaving an answer out does not change it. Human answers correct μ
// twice: by the second confusion matrix B, from μ to the answers, and by the trust β:
//
//   B_lk = (A [l = k] + Σ_{i ∈ S} (μ_i)_l [y_i = k]) / (A + Σ_{i ∈ S} (μ_i)_l),   m_i = β (μ_i B − 1/C)
//
// m is the mean of the process of (3); β is weighed by leave-one-out, like mixtures and noises.
#pragma once

#include <cstdint>
#include <span>

#include <Eigen/Core>

#include <querent/learners/session/auto.hpp>
#include <querent/learners/session/auto/kernels.hpp>
#include <querent/learners/session/items.hpp>

namespace [[gnu::visibility("default")]] querent {

/// μ of every item, n × C; each row is ≥ 0 and sums to 1. `opinions`: one row per item, v_i in at
/// most C columns, empty for items without an opinion. O(n·D² + n·D·C) with D columns of the
/// kernels of s = 2; a uniform sample if there are more than params.candidates opinions.
RowMatrix opinion_classes(const Kernels& kernels, const SparseItems& opinions, int C,
                          const AutoParams& params, std::uint64_t seed);

/// B from the answers y of the items `at`: C × C.
Eigen::MatrixXd opinion_confusion(const RowMatrix& mu, std::span<const std::uint32_t> at,
                                  std::span<const int> y, double prior);

/// Throws std::invalid_argument unless each item has one distribution over C classes, or none.
void check_opinions(const SparseItems& opinions, std::uint32_t n, int C);

}  // namespace querent
