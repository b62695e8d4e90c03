// SPDX-License-Identifier: Apache-2.0
// Where k-means begins, without a draw: halves of halves.
//
//   one part: all rows
//   until there are k:  the part of the greatest Σ ‖x − x̄‖², cut at x̄ across its longest axis u:
//                       {x: uᵀ(x − x̄) > 0} and the rest;   u of the largest eigenvalue of Σ (x − x̄)(x − x̄)ᵀ
//   the means of the parts
//
// PCA-Part (Su, Dy, In Search of Deterministic Methods for Initializing K-Means and Gaussian
// Mixture Clustering, Intelligent Data Analysis 11, 2007). The order of the rows plays no part but
// in the rounding of sums. u is found by 200 products from the column of the greatest variance:
// where two axes are nearly as long, either will do.
#pragma once

#include <cstdint>

#include <querent/learners/session/auto/kernels.hpp>

namespace querent {

/// k ≥ 1 centres of the rows of X, or fewer where rows are alike; X has a row at least.
Kernels::FloatRows split_centres(const Kernels::FloatRows& X, std::uint32_t k);

}  // namespace querent
