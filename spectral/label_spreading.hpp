// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include <querent/graph/graph.hpp>

namespace querent {

struct LabelSpreadingOptions {
  double alpha = 0.99;      ///< 0 < α < 1, how far labels spread
  double tolerance = 1e-6;  ///< of the residual of each class, relative
};

/// Classifies every node from the labels of some: `labels[i]` is a class index, negative where it
/// is not known. A node that no label reaches gets class 0. std::invalid_argument when there is not
/// one label a node.
std::vector<int> spread_labels(const Graph& graph, std::span<const int> labels, int num_classes,
                               const LabelSpreadingOptions& options = {});

}  // namespace querent
