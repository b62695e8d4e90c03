// SPDX-License-Identifier: Apache-2.0
// Which item `auto` asks: part (7) of the article in session/auto.hpp.
//
//   1  Cover. The first two questions per class are the items nearest to the centres of as many
//      clusters, the largest cluster first.
//   2  While w₀ > ½ (the answers follow nothing that is known): an item drawn evenly.
//   3  Else, of a twenty-fifth of the items that is drawn (50 at least), the greatest expected fall
//      of variance, weighted by doubt:
//
//        √u_x · Σ_{j ∈ J} u_j c(x, j)² / (c(x, x) + σ²),   u_i = 1 − Σ_k p_ik²
//
//      with u = 1 before the first C answers: V-optimality (Ji, Han, AISTATS 2012).
//
// On a graph without words a node in a component of fewer nodes than there are classes is asked
// last: nothing else follows from its answer.
#pragma once

#include <querent/learners/session/pool_rule.hpp>

namespace [[gnu::visibility("default")]] querent {

/// The rule above.
PoolRule auto_rule();

/// Rule 3 alone: `weigh_by_doubt` false is V-optimality.
PoolRule variance_reduction(bool weigh_by_doubt = true);

}  // namespace querent
