// SPDX-License-Identifier: Apache-2.0
// GPA: the graph perceptron.
//
// Herbster and Pontil, Prediction on a Graph with a Perceptron, NIPS 2006, run as in Table I of
// Yang et al., UAI 2016.
//
//   K = L⁺, the pseudo-inverse of the Laplacian;  w_1 = 0
//   for t = 1, …, T
//     receive vertex i_t;  ŷ_t = sgn(w_t(i_t))
//     if asked and ŷ_t ≠ y_t:  w_{t+1} = w_t + y_t K e_{i_t}
//
// K = M Mᵀ with the rows m_i of the embedding, so w_t(i) = u_t·m_i and the update is u ← u + y m:
// the perceptron on the rows. With more than two classes it is the perceptron with the max-score
// update. Deviations: the embedding has d of the n eigenpairs, as for every learner on graphs here;
// and the constant that the paper may add to K (K + b 1 1ᵀ + c I) is 0, since the embedding omits
// the constant eigenvector.
#pragma once

#include <querent/learners/multiclass/m_perceptron.hpp>

namespace querent {

/// On a graph it is the multiclass perceptron on the rows m_i.
using Gpa = MPerceptron;
inline constexpr UpdateCard kGpaCard{.words = "graph perceptron, max-score"};

}  // namespace querent
