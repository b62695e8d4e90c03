// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include <querent/graph/graph_data.hpp>
#include <querent/spectral/embedding.hpp>

namespace [[gnu::visibility("default")]] querent {

/// How features are averaged and reduced to fewer columns.
struct PropagatedFeaturesOptions {
  int dim = 100;       ///< columns of the result; fewer if the features have a smaller rank
  int steps = 2;       ///< number of times that a node's features are averaged with its neighbours'
  bool tf_idf = true;  ///< weight a feature by its rarity; scale every row to length 1
  int threads = 1;     ///< the result does not depend on it
  std::function<bool()> go_on = {};  ///< called between products; false cancels (throws Cancelled)
};

/// Rows for learners from the features of the nodes: weighted by TF-IDF, spread over the graph,
/// reduced to `dim` columns. A row has length 1, or 0 if neither the node nor any node near it has
/// a feature. The spread features are never formed: the memory is that of the result and of
/// `features`. std::invalid_argument unless the rows are the nodes of `graph`.
Embedding::Rows propagate_features(const Graph& graph, const CsrMatrix& features,
                                   const PropagatedFeaturesOptions& options = {});

}  // namespace querent
