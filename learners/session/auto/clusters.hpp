// SPDX-License-Identifier: Apache-2.0
// Clusters of the items, by k-means on the first features of every source: which items stand for
// all before any label is known.
//
//   c_1 … c_k of the least Σ_i min_j ‖x_i − c_j‖²          Lloyd, IEEE Trans. Information Theory 28, 1982
//
// begun at the means of parts that are cut in halves (split_centres.hpp): nothing is drawn, so that
// how items are numbered moves no more than the rounding of sums does. Begun at items that were
// drawn by number, the first labels of a graph depended on it (docs/notes/auto.md). Centres are found on
// an even sample of at most AutoParams::cluster_sample items, then every item goes to the nearest.
//
// The first item of a cluster is the one whose answer lowers the variance of the mean over the
// cluster most: that of the greatest xᵀc/√(‖x‖²/S + σ²), S sources, noise σ². Where all rows have
// one length it is the nearest to the centre. But a row of zeros in one source, as that of a node
// in a component which the computed eigenvectors leave out, is the nearest to most centres and tells
// of few.
#pragma once

#include <cstdint>
#include <vector>

#include <querent/learners/session/auto/kernels.hpp>

namespace [[gnu::visibility("default")]] querent {

struct Clusters {
  /// Items of each cluster, those first that tell most of its mean; the cluster of most items first.
  std::vector<std::vector<std::uint32_t>> items;
};

/// k ≥ 1 clusters, or fewer where items are alike. Determined by the items, whatever the threads.
Clusters clusters_of(const Kernels& kernels, std::uint32_t k,
                     std::uint64_t most_sampled = AutoParams{}.cluster_sample,
                     float noise = static_cast<float>(AutoParams{}.first_noise));

}  // namespace querent
