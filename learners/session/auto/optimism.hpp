// SPDX-License-Identifier: Apache-2.0
// The optimism of checks that are predicted by class shares which count them.
//
// The leave-one-out prediction of (5) for a check, k_i = argmax_k p_ik, p_i = w_0 π + s_i, leaves
// its answer out of the process (s_i), but not out of π: without it, the other of two nearly
// equally frequent classes would always be the more frequent one, and every check wrong. So π
// predicts the checks better than the items never asked, because of two classes of nearly equal
// frequency the one with more checks is predicted. The share of right predictions of check i that
// this makes is the covariance of its answer and its prediction under the model's own
// probabilities (Efron, JASA 99, 2004: covariance penalties, by the parametric bootstrap):
//
//   o_i = E*[1{k_i* = y_i*} − p_i,k_i*] / P*(k_i* = y_i*),   y_j* ~ p_j for every check j,
//   k_i* = argmax_k w_0 π*_k + s_ik,   π* = (5) with the checks' answers y*
//
// Sums over y_i* are exact, the other answers are drawn. If π decides no prediction, o = 0.
//
// The share of a class among the checks is also a noisier estimate of its frequency than π_k, whose
// Dirichlet prior counts for 2C answers. The estimate uses the same prior: w_0 2C pseudo-checks of
// the class k that π predicts, of which the share q_k is right.
#pragma once

#include <vector>

#include <querent/learners/random.hpp>
#include <querent/learners/session/auto/model.hpp>

namespace [[gnu::visibility("default")]] querent {

/// o_i of each answer; 0 for those to chosen questions. `P`: model.left_out_probabilities().
std::vector<double> optimism(const AutoModel& model, const RowMatrix& P, Rng& rng);

/// Pseudo-checks of π: their doubt, the share that is wrong, and their number.
struct PriorChecks {
  double doubt = 0, wrong = 0, count = 0;
};
PriorChecks prior_checks(const AutoModel& model);

}  // namespace querent
