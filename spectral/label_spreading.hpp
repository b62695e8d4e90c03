// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <Eigen/Core>

#include <querent/graph/graph.hpp>

namespace [[gnu::visibility("default")]] querent {

/// How far labels spread, and when that has ended.
struct LabelSpreadingOptions {
  double alpha = 0.8;                ///< 0 < α < 1, how far labels spread
  double tolerance = 1e-6;           ///< of the residual of each class, relative
  std::function<bool()> go_on = {};  ///< called now and then; false cancels (throws Cancelled)
  int threads = 1;                   ///< the result does not depend on it
};

/// A node whose label is known.
struct LabelledNode {
  std::uint32_t node = 0;
  int label = 0;
};

/// Scores of nodes, n × K.
using NodeScores = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// F = (1 − α) (I − α S)⁻¹ Y. std::invalid_argument when Y has not one row a node, or a setting is
/// out of its range.
NodeScores spread_scores(const Graph& graph, const NodeScores& Y,
                         const LabelSpreadingOptions& options = {});

/// The class of each row's largest score, the lowest among equals; 0 where all are 0.
std::vector<int> best_classes(const NodeScores& F);

/// Classifies every node from the labels of some: `labels[i]` is a class index, negative where it
/// is not known. A node that no label reaches gets class 0. std::invalid_argument when there is not
/// one label a node.
std::vector<int> spread_labels(const Graph& graph, std::span<const int> labels, int num_classes,
                               const LabelSpreadingOptions& options = {});

}  // namespace querent
