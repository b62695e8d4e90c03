// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <querent/spectral/label_spreading.hpp>

namespace [[gnu::visibility("default")]] querent {

struct LabelWalksOptions {
  double alpha = 0.8;  ///< 0 < α < 1, the probability that a walk goes on
  /// ε > 0: what is not followed, in units of a node's degree over the mean degree.
  double epsilon = 1e-4;
};

/// Where random walks end among the labels known so far; 8 n (K + 3) bytes, and 104 n more while
/// labels are learned whose walks reach all of the graph. The graph must stay where it is.
class LabelWalks {
 public:
  /// std::invalid_argument when there are no K ≥ 2 classes or a setting is out of its range.
  LabelWalks(const Graph& graph, int num_classes, LabelWalksOptions options = {});

  std::size_t num_nodes() const { return degree_.size(); }

  /// One more label y of node l. At most 1 / (ε (1 − α)) steps, each counted once a neighbour,
  /// whatever the size of the graph, or fewer passes over all of it.
  void learn(Node l, int y);
  /// Several labels, which cost less together, with the same result. Row j of `before`, where that
  /// is wanted, becomes the scores of the j-th node before its own label was learned.
  void learn(std::span<const LabelledNode> labels, NodeScores* before = nullptr);

  /// F_i: the probabilities that a walk from i ends at a label of each class, too small by what was
  /// not followed. They sum to at most 1 where every label is of another node.
  auto scores(Node i) const { return F_.row(static_cast<Eigen::Index>(i)); }

 private:
  void visit(Node v, double amount);
  void push(const LabelledNode& label);
  void pass(std::span<const LabelledNode> labels, NodeScores* before, std::size_t first);

  const Graph& graph_;
  LabelWalksOptions options_;
  double mean_degree_ = 0;
  std::vector<double> degree_, p_, r_;  // r_ and p_ are 0 between calls
  std::vector<Node> touched_, queue_;
  NodeScores F_;              // n × K
  bool reaches_all_ = false;  // the last walk that was pushed met more entries of W than there are
};

}  // namespace querent
