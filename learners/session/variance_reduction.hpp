// SPDX-License-Identifier: Apache-2.0
// Which item of a pool to ask: the one whose answer takes most variance from the predictions that
// are in doubt.
//
// With squared loss, A = γ I + Σ x xᵀ is the precision of a Gaussian belief about the weights
// (Rasmussen, Williams, Gaussian Processes for Machine Learning, 2006, Eq. 2.8), so that
// σ² x_jᵀ A⁻¹ x_j is the variance of what is said of item j: r_j of the papers' Θ. Once x_i is
// learned, whatever its answer is, Sherman and Morrison say
//
//   r_j′ = r_j − (x_jᵀ A⁻¹ x_i)² / (1 + r_i)
//
// and with the weights u_j the answer of i takes from the sum of all variances
//
//   V_i = Σ_j u_j (x_jᵀ A⁻¹ x_i)² / (1 + r_i) = x_iᵀ G x_i / (1 + r_i),   G = A⁻¹ (Σ u x xᵀ) A⁻¹
//
//   u_j = 1                                   V-optimality (Ji, Han, AISTATS 2012, Eq. 6)
//   u_j = 1 − max_k softmax(t f_j)_k          how probable it is that j is said wrong
//   u_j = [j = i]                             r_i²/(1 + r_i): Θ's first factor, and Δ its second
//
// Θ asks what is uncertain and near a boundary by itself, V_i what would settle such items. The
// first K answers are asked with u = 1: they cover the items, labels play no part. On a graph
// without words the first 2 K cover clusters of its eigenvectors instead (clusters.hpp), of each
// the item next to its centre: V-optimality goes to what is farthest out (docs/LABELS.md). Of a
// committee V_i = Σ_e w_e V_ie. The sum goes over the landmarks of the model, an even sample of the
// items (pool_model.hpp), so that a question costs n·|J| products.
#pragma once

#include <querent/learners/session/pool_rule.hpp>

namespace [[gnu::visibility("default")]] querent {

struct VarianceReductionParams {
  double sharpness = 12;  ///< t ≥ 0; 0 weighs all items alike: V-optimality
  double clusters_a_class =
      2;  ///< in 0 … 100, covered first on a graph without words; 0: V_i does it
};

/// V_i of every item, 0 where it may not be asked. The model must have landmarks.
std::vector<double> variance_reductions(const Pool& pool, const VarianceReductionParams& params);

/// The item of the greatest V_i. The model must have landmarks: PoolModel::Params.
PoolRule variance_reduction(VarianceReductionParams params = {});

}  // namespace querent
