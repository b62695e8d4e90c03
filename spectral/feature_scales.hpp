// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include <querent/spectral/propagated_features.hpp>

namespace [[gnu::visibility("default")]] querent {

/// How far words spread, and into how many columns.
struct FeatureScalesOptions {
  int dim = 100;                 ///< columns of the result
  std::vector<int> steps{2, 4};  ///< scales that are joined
  /// Words are spread over the nodes of most similar words, too: so many a node. 0: they are not.
  int similar = 10;
  int threads = 1;                   ///< the result does not depend on it
  std::function<bool()> go_on = {};  ///< now and then; false ends with Cancelled
};

/// Rows of length 1 (or 0) from the words on the nodes at several scales: near, where a node's own
/// words tell, far, where those of its surroundings do, and over nodes of similar words, which
/// reach across the components of the graph. std::invalid_argument as propagate_features, and for
/// similar < 0.
Embedding::Rows propagate_scales(const Graph& graph, const NodeFeatures& features,
                                 const FeatureScalesOptions& options = {});

}  // namespace querent
