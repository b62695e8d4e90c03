// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <querent/spectral/propagation/label_spreading.hpp>

namespace [[gnu::visibility("default")]] querent {

struct LabelWalksOptions {
  double alpha = 0.8;  ///< 0 < α < 1, the probability that a walk continues
  /// ε > 0: the mass that is not followed, in units of a node's degree over the mean degree.
  double epsilon = 1e-4;
};

/// The ends of random walks among the labels known so far; 8 n (K + 3) bytes. The graph must not be
/// moved.
class LabelWalks {
 public:
  /// std::invalid_argument if there are fewer than 2 classes or a setting is out of its range.
  LabelWalks(const Graph& graph, int num_classes, LabelWalksOptions options = {});

  /// One more label y of node l. At most 1 / (ε (1 − α)) steps, each counted once per neighbour,
  /// for graphs of any size.
  void learn(Node l, int y);

  /// F_i: the probabilities that a walk from i ends at a label of each class, too small by the mass
  /// that was not followed. Their sum is at most 1 if every label is of another node.
  auto scores(Node i) const { return F_.row(static_cast<Eigen::Index>(i)); }

 private:
  void visit(Node v, double amount);

  const Graph& graph_;
  LabelWalksOptions options_;
  double mean_degree_ = 0;
  std::vector<double> degree_, p_, r_;  // r_ and p_ are 0 between calls
  std::vector<Node> touched_, queue_;
  NodeScores F_;  // n × K
};

}  // namespace querent
