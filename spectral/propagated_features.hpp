// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include <querent/graph/graph_data.hpp>
#include <querent/spectral/embedding.hpp>

namespace [[gnu::visibility("default")]] querent {

/// How features are averaged and brought to fewer columns.
struct PropagatedFeaturesOptions {
  int dim = 100;       ///< columns of the result; fewer if the features have a smaller rank
  int steps = 2;       ///< times that a node's features are averaged with its neighbours'
  bool tf_idf = true;  ///< weigh a feature by its rarity; every row to length 1
  int threads = 1;     ///< the result does not depend on it
  std::function<bool()> go_on = {};  ///< called between products; false cancels (throws Cancelled)
};

/// Rows for learners from what is written on the nodes: the features, weighted by TF-IDF, spread
/// over the graph, reduced to `dim` columns. A row has length 1, or 0 where neither the node nor
/// anything near it has a feature. Never forms the spread features: memory is that of the result
/// and of `features`. std::invalid_argument when the rows are not the nodes of `graph`.
Embedding::Rows propagate_features(const Graph& graph, const NodeFeatures& features,
                                   const PropagatedFeaturesOptions& options = {});

}  // namespace querent
