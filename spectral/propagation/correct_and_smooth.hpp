// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include <querent/spectral/propagation/label_spreading.hpp>

namespace [[gnu::visibility("default")]] querent {

/// The weight of each part in the final scores; all ≥ 0, their sum is 1.
struct BlendWeights {
  double model = 1;       ///< a, of the model's own scores
  double correction = 0;  ///< b, of the correction
  double smoothed = 0;    ///< c, of the corrected and smoothed

  bool model_alone() const { return correction == 0 && smoothed == 0; }
};

/// Scores of every node.
struct ScoresOverGraph {
  BlendWeights blend;
  NodeScores scores = {};  ///< f, n × K

  std::vector<int> classes() const { return best_classes(scores); }
};

struct OverGraphOptions {
  int threads = 1;                   ///< the result does not depend on it
  std::function<bool()> go_on = {};  ///< called now and then; false cancels (throws Cancelled)
};

/// Spreads the scores Z (n × K) of a model that has learned `labelled` over the graph, with the
/// shares that predict held-out labels best. For a labelled node, row i of Z is the prediction of
/// the model without its label. std::invalid_argument unless Z has one row per node.
ScoresOverGraph scores_over_graph(const Graph& graph, NodeScores Z,
                                  const std::vector<LabelledNode>& labelled,
                                  const OverGraphOptions& options = {});

}  // namespace querent
