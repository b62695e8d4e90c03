// SPDX-License-Identifier: Apache-2.0
// What `auto` asks of a pool, by what is seen of the items.
//
//   rows, words        variance_reduction()                      variance_reduction.hpp
//   a graph alone      clusters of its eigenvectors are covered first, as there; then with r̄ = mean of r_i:
//       r̄ ≥ 0.4        of the fifth of the items of least Δ, the one whose answer takes most variance, V_i
//       r̄ < 0.4        of m items drawn at random the most urgent: r/(1 + r) / (½Δ² + 2Δ), the two
//                      terms of Θ (query/thrifty.hpp);   m = a twenty-fifth of the N that may be asked, 50 at least
//
// As long as little is known of most items a small margin says little: the most urgent are then
// those at the rim of the graph, whose answers tell of nobody else, and V_i (VOpt, Ji, Han, AISTATS
// 2012) goes to where many are. Once every item lies near an answer what is left are boundaries,
// and V_i goes on to ask inside large groups that are known. r falls with every answer, so that the
// second never comes after the third; then no landmarks are needed, which are most of what a
// question costs.
//
// The most urgent of all are exceptions, a label after the other, and what is learned of them holds
// for nobody else. A stream asks of what comes by, and taught more with as many labels; so does the
// most urgent of m that are drawn. Of N items the k-th most urgent is asked with the probability
//
//   m/N · (N − m)(N − m − 1) … (N − m − k + 2) / ((N − 1)(N − 2) … (N − k + 1)):
//
// it is drawn, and none that is more urgent. docs/LABELS.md says on what all of it was chosen.
//
// Questions that are open together have the f of before, and only r knows of them: there its factor
// counts three times, so that they are not alike.
#pragma once

#include <querent/learners/session/pool_rule.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Whether the items are seen by the graph alone, with no words.
bool graph_alone(const Items& items);

/// Whether so much is known that margins say what to ask: r̄ < 0.4. The model has looked.
bool margins_tell(const PoolModel& model);

/// The rule above. Where it takes variance the model must have landmarks: PoolModel::Params.
PoolRule auto_rule();

}  // namespace querent
