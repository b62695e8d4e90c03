// SPDX-License-Identifier: Apache-2.0
// The query rule of `auto`: part (7) of session/auto.hpp.
//
//   1  From five answers on, while w₀ > ½ (the answers follow no kernel): an item drawn uniformly.
//   2  Cover. The first two queries per class are the items of as many clusters whose answers most
//      reduce the variance of the cluster's mean (clusters.hpp), the largest cluster first.
//   3  Else, among a twenty-fifth of the items (50 at least) drawn uniformly, the item with the
//      largest expected reduction of variance, weighted by doubt:
//
//        √u_x · Σ_{j ∈ J} u_j c(x, j)² / (c(x, x) + σ²),   u_i = 1 − Σ_k p_ik²
//
//      Before the first C answers, among all items and with u = 1: V-optimality (Ji, Han, AISTATS
//      2012).
//
// On a graph without words rules 2 and 3 ask about a node in a component of fewer nodes than there
// are classes last: its answer informs no other node. Uniform draws, also of random checks, can be
// of any component.
#pragma once

#include <querent/learners/session/pool_rule.hpp>

namespace [[gnu::visibility("default")]] querent {

/// The rule above.
PoolRule auto_rule();

/// Whether there are enough answers for u, one per class.
bool weighs_by_doubt(const AutoModel& model, std::span<const Answer> answers);

/// Rule 3 alone: `weigh_by_doubt` false is V-optimality.
PoolRule variance_reduction(bool weigh_by_doubt = true);

}  // namespace querent
