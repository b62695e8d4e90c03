// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <querent/spectral/propagated_features.hpp>

namespace [[gnu::visibility("default")]] querent {

/// How far words spread, and into how many columns.
struct FeatureScalesOptions {
  int dim = 100;                 ///< columns of the result
  std::vector<int> steps{2, 4};  ///< scales that are joined
  int threads = 1;               ///< the result does not depend on it
};

/// Rows of length 1 (or 0) from the words on the nodes at several scales: near, where a node's own
/// words tell, and far, where those of its surroundings do. std::invalid_argument as
/// propagate_features.
Embedding::Rows propagate_scales(const Graph& graph, const NodeFeatures& features,
                                 const FeatureScalesOptions& options = {});

}  // namespace querent
