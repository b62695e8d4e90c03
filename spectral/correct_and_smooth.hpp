// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <querent/spectral/label_spreading.hpp>

namespace [[gnu::visibility("default")]] querent {

/// How much of each is in the scores that classify; all ≥ 0, their sum is 1.
struct SharesOverGraph {
  double model = 1;       ///< a, of the model's own scores
  double correction = 0;  ///< b, of what corrects them
  double smoothed = 0;    ///< c, of the corrected and smoothed
  double sharpness = 0;   ///< t: softmax(t f) is the probability of each class; 0: not known

  bool model_alone() const { return correction == 0 && smoothed == 0; }
};

/// Scores of every node, and what those of a new one are made of.
struct ScoresOverGraph {
  SharesOverGraph shares;
  NodeScores scores;    ///< f, n × K
  NodeScores errors;    ///< ê, n × K: the model's errors, spread; none where the model is alone,
                        ///< or new nodes were not expected
  NodeScores smoothed;  ///< s, n × K; none where there are no errors
  double sigma = 0;     ///< σ of the correction, Eq. (6)

  std::vector<int> classes() const { return best_classes(scores); }
};

struct OverGraphOptions {
  int threads = 1;            ///< the result does not depend on it
  bool for_new_nodes = true;  ///< keeps what scores_of_new_node() needs, 16 bytes a node and class
  /// Told a share in [0, 1] now and then; false cancels (throws Cancelled).
  std::function<bool(double)> progress = {};
};

/// Brings the scores Z (n × K) of a model that has learned `labelled` over the graph, with the
/// shares that foretell labels best that are kept back in turn. Row i of Z is, for a labelled node,
/// what the model would say of it had it not learned its label. std::invalid_argument when Z has
/// not one row a node.
ScoresOverGraph scores_over_graph(const Graph& graph, NodeScores Z,
                                  const std::vector<LabelledNode>& labelled,
                                  const OverGraphOptions& options = {});

/// The same with shares that are known.
ScoresOverGraph scores_over_graph(const Graph& graph, NodeScores Z,
                                  const std::vector<LabelledNode>& labelled,
                                  const SharesOverGraph& shares,
                                  const OverGraphOptions& options = {});

/// The scores of a node that was not in the graph, from the model's own z of it (K) and its edges
/// to `neighbours` of weight S_new,j > 0 (`weights` empty: 1); `degree`: D_j of every node. At a
/// node of the graph whose label is not known it gives back its scores, as exactly as they were
/// spread.
Eigen::RowVectorXd scores_of_new_node(const ScoresOverGraph& over,
                                      const Eigen::Ref<const Eigen::VectorXd>& degree,
                                      const Eigen::Ref<const Eigen::RowVectorXd>& z,
                                      std::span<const std::uint32_t> neighbours,
                                      std::span<const double> weights);

}  // namespace querent
