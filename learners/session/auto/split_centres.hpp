// SPDX-License-Identifier: Apache-2.0
// The starting centres of k-means, without random draws, by repeated halving.
//
//   one part: all rows
//   until there are k:  the part of the largest Σ ‖x − x̄‖², cut at x̄ across its longest axis u:
//                       {x: uᵀ(x − x̄) > 0} and the rest;   u of the largest eigenvalue of Σ (x − x̄)(x − x̄)ᵀ
//   the means of the parts
//
// PCA-Part (Su, Dy, In Search of Deterministic Methods for Initializing K-Means and Gaussian
// Mixture Clustering, Intelligent Data Analysis 11, 2007). The order of the rows affects only the
// rounding of sums. u is found by 200 products that start from the column of the largest variance:
// if two axes are nearly equally long, either will do.
#pragma once

#include <cstdint>

#include <querent/learners/session/auto/kernels.hpp>

namespace querent {

/// k ≥ 1 centres of the rows of X, or fewer if rows are alike; X has at least one row.
Kernels::FloatRows split_centres(const Kernels::FloatRows& X, std::uint32_t k);

}  // namespace querent
