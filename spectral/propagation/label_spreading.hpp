// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <Eigen/Core>

#include <querent/graph/graph.hpp>

namespace [[gnu::visibility("default")]] querent {

/// How far labels spread, and when the iteration ends.
struct LabelSpreadingOptions {
  double alpha = 0.8;                ///< 0 < α < 1, how far labels spread
  double tolerance = 1e-6;           ///< of the residual of each class, relative
  std::function<bool()> go_on = {};  ///< called now and then; false cancels (throws Cancelled)
  int threads = 1;                   ///< the result does not depend on it
};

/// A node with its label.
struct LabelledNode {
  std::uint32_t node = 0;
  int label = 0;
};

/// Scores of nodes, n × K.
using NodeScores = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// F = (1 − α) (I − α S)⁻¹ Y. std::invalid_argument unless Y has one row per node and the settings
/// are within their ranges.
NodeScores spread_scores(const Graph& graph, const NodeScores& Y,
                         const LabelSpreadingOptions& options = {});

/// The class of the largest score in each row, the lowest among equals; 0 if all are 0.
std::vector<int> best_classes(const NodeScores& F);

/// Classifies every node from the labels of some: `labels[i]` is a class index, negative if
/// unknown. A node that no label reaches gets class 0. std::invalid_argument unless there is one
/// label per node.
std::vector<int> spread_labels(const Graph& graph, std::span<const int> labels, int num_classes,
                               const LabelSpreadingOptions& options = {});

}  // namespace querent
