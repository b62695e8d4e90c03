// SPDX-License-Identifier: Apache-2.0
// Clusters of the items, by k-means on the first features of every source: their central items
// represent all items before any label is known.
//
//   c_1 … c_k minimise Σ_i min_j ‖x_i − c_j‖²     Lloyd, IEEE Trans. Information Theory 28, 1982
//
// It starts at the means of parts that are repeatedly halved (split_centres). Nothing is drawn,
// so the numbering of items changes only the rounding of sums; with starting items drawn by number,
// the first labels of a graph depended on it (docs/notes/auto.md). Centres are found on a uniform
// sample of at most AutoParams::cluster_sample items, then every item joins the nearest one.
//
// The first item of a cluster is the one whose answer most reduces the variance of the cluster's
// mean, argmax xᵀc/√(‖x‖²/S + σ²), for S sources and noise σ². If all rows have the same length, it
// is the item nearest to the centre. A row of zeros in one source, such as that of a node in a small
// component on which all computed eigenvectors vanish, is near to many centres and informs few.
//
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

#include <bit>
#include <cstdint>
#include <vector>

#include <querent/learners/session/auto/kernels.hpp>

namespace [[gnu::visibility("default")]] querent {

struct Clusters {
  /// Items of each cluster, most representative first; clusters in descending size.
  std::vector<std::vector<std::uint32_t>> items;
};

/// x rounded to 14 bits. Items that are equal but for rounding errors, such as nodes with the same
/// neighbours, then tie, and the first of them is asked, on every kind of processor.
inline float for_comparison(float x) {
  return std::bit_cast<float>((std::bit_cast<std::uint32_t>(x) + 0x200U) & ~0x3ffU);
}

/// k ≥ 1 centres of the rows of X, or fewer if rows are alike; X has at least one row.
Kernels::FloatRows split_centres(const Kernels::FloatRows& X, std::uint32_t k);

/// k ≥ 1 clusters, or fewer if items are alike. Determined by the items, for any number of threads.
Clusters clusters_of(const Kernels& kernels, std::uint32_t k,
                     std::uint64_t most_sampled = AutoParams{}.cluster_sample,
                     float noise = static_cast<float>(AutoParams{}.prior_noise()));

}  // namespace querent
