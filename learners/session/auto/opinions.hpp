// SPDX-License-Identifier: Apache-2.0
// What machines say of the items: part (9) of the article in session/auto.hpp.
//
// v_i is the opinion on item i, a distribution over the classes; M_kl = P(opinion l | class k), whose
// rows have a Dirichlet prior that trusts the machine; L_ik = Σ_l v_il M_kl. Classes q are found by a
// mean-field approximation of "classes from a Gaussian process, opinions from M", M₋ᵢ being the
// prediction of (3) for an item without its own opinion:
//
//   q_ik ∝ softmax(t μ₋ᵢ)_k L_ik      M_kl ∝ A M⁰_kl + Σ_i q_ik v_il      μ = process of targets q
//
// (Dawid, Skene, Applied Statistics 28, 1979, with a process as the class prior.) No human answer
// enters μ, so that leaving an answer out leaves μ as it is. What people answer corrects it twice:
// by the second confusion matrix B, from what μ says to what people say, and by the trust β:
//
//   B_lk = (A [l = k] + Σ_{i ∈ S} (μ_i)_l [y_i = k]) / (A + Σ_{i ∈ S} (μ_i)_l),   m_i = β (μ_i B − 1/C)
//
// m is the mean of the process of (3); β is weighed by leave-one-out as mixtures and noises are.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include <Eigen/Core>

#include <querent/learners/session/auto/kernels.hpp>
#include <querent/learners/session/auto/params.hpp>
#include <querent/learners/session/items.hpp>

namespace [[gnu::visibility("default")]] querent {

/// μ of every item, n × C, of sum 1 and ≥ 0 per row. `opinions`: one row per item, v_i in at most C
/// columns, empty where there is none. O(n·D² + n·D·C) of D columns of the kernels of s = 2; of more
/// than params.candidates opinions an even draw is used.
RowMatrix opinion_classes(const Kernels& kernels, const SparseItems& opinions, int C,
                          const AutoParams& params, std::uint64_t seed);

/// B of the answers y of the items `at`: C × C.
Eigen::MatrixXd opinion_confusion(const RowMatrix& mu, std::span<const std::uint32_t> at,
                                  std::span<const int> y, double prior);

/// std::invalid_argument where they are not one distribution over C classes per item, or none.
void check_opinions(const SparseItems& opinions, std::uint32_t n, int C);

}  // namespace querent
