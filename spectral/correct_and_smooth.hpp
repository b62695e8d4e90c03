// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <querent/spectral/label_spreading.hpp>

namespace [[gnu::visibility("default")]] querent {

/// The weight of each part in the final scores; all ≥ 0, their sum is 1.
struct BlendWeights {
  double model = 1;                ///< a, of the model's own scores
  double correction = 0;           ///< b, of the correction
  double smoothed = 0;             ///< c, of the corrected and smoothed
  double inverse_temperature = 0;  ///< t: softmax(t f) is the probability of each class; 0: unknown

  bool model_alone() const { return correction == 0 && smoothed == 0; }
};

/// Scores of every node, and the data for those of a new node.
struct ScoresOverGraph {
  BlendWeights blend;
  NodeScores scores;  ///< f, n × K
  NodeScores errors;  ///< ê, n × K: the model's errors, spread; empty if only the model is used,
                      ///< or new nodes are not expected
  NodeScores smoothed;  ///< s, n × K; empty if `errors` is
  double sigma = 0;     ///< σ of the correction, Eq. (6)

  std::vector<int> classes() const { return best_classes(scores); }
};

struct OverGraphOptions {
  int threads = 1;            ///< the result does not depend on it
  bool for_new_nodes = true;  ///< keeps data of scores_of_new_node(), 16 bytes per node and class
  /// Called with a fraction in [0, 1] now and then; false cancels (throws Cancelled).
  std::function<bool(double)> progress = {};
};

/// Spreads the scores Z (n × K) of a model that has learned `labelled` over the graph, with the
/// shares that predict held-out labels best. For a labelled node, row i of Z is the prediction of
/// the model without its label. std::invalid_argument unless Z has one row per node.
ScoresOverGraph scores_over_graph(const Graph& graph, NodeScores Z,
                                  const std::vector<LabelledNode>& labelled,
                                  const OverGraphOptions& options = {});

/// The same with given shares.
ScoresOverGraph scores_over_graph(const Graph& graph, NodeScores Z,
                                  const std::vector<LabelledNode>& labelled,
                                  const BlendWeights& blend, const OverGraphOptions& options = {});

/// The scores of a node that was not in the graph, from the model's own z of it (K) and its edges
/// to `neighbours` of weight S_new,j > 0 (`weights` empty: 1); `degree`: D_j of every node. For an
/// unlabelled node of the graph it returns the scores of that node, up to the accuracy of the
/// spreading.
Eigen::RowVectorXd scores_of_new_node(const ScoresOverGraph& over,
                                      const Eigen::Ref<const Eigen::VectorXd>& degree,
                                      const Eigen::Ref<const Eigen::RowVectorXd>& z,
                                      std::span<const std::uint32_t> neighbours,
                                      std::span<const double> weights);

}  // namespace querent
