// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/spectral/embedding.hpp>

namespace [[gnu::visibility("default")]] querent {

/// How the eigenvector of the eigenvalue 0 is used.
enum class NullVector {
  kDrop,  ///< it is left out
  kKeep,  ///< it is kept as v₀/√λ₀ with a λ₀ that is nearly 0: a column of mean square kNullColumn²
  kOne    ///< replaced by a column of ones: the constant feature of linear learners
};

/// v₀/√λ₀ is unbounded as λ₀ → 0; above this, learners with A = I + Σ m mᵀ do not change.
constexpr double kNullColumn = 1000;

/// Inserts the null vector before the others, which should be one fewer than wanted:
/// v₀ ∝ 1 of the combinatorial Laplacian, D^(1/2) 1 of the normalized one, over all components. Its
/// eigenvalue becomes the λ₀ > 0 for which v₀/√λ₀ is that column, its residual 0.
void add_null_vector(Embedding& embedding, const Graph& graph, LaplacianKind laplacian,
                     NullVector how);

}  // namespace querent
