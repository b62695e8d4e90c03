// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <querent/spectral/label_spreading.hpp>

namespace querent {

/// A node whose label is known.
struct LabelledNode {
  std::uint32_t node = 0;
  int label = 0;
};

/// How a model's scores become classes.
enum class OverGraph { kScores, kCorrected, kSmoothed };

struct ClassesOverGraph {
  std::vector<int> classes;  ///< of every node
  OverGraph how = OverGraph::kScores;
};

/// Classifies every node by the scores Z (n × K) of a model that has learned `labelled`: as they
/// are, corrected, or corrected and smoothed over the graph, whichever errs least on labels that
/// are kept back in turn. Row i of Z is, for a labelled node, what the model would say of it had it
/// not learned its label. std::invalid_argument when Z has not one row a node.
ClassesOverGraph classify_over_graph(const Graph& graph, const NodeScores& Z,
                                     const std::vector<LabelledNode>& labelled);

}  // namespace querent
