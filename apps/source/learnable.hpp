// SPDX-License-Identifier: Apache-2.0
// Whether anything can be learned from what was read.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <querent/apps/terminal/console.hpp>
#include <querent/datasets/vectors/vector_data.hpp>
#include <querent/graph/graph_data.hpp>

namespace querent::apps {

/// DataError unless two classes are among the labels, of each `item`, "node" or "row". `outside`:
/// labels of nodes outside the component that is learned on.
void check_labels(const std::string& name, std::span<const int> labels,
                  const std::vector<std::string>& classes, std::string_view item,
                  std::uint64_t outside = 0);

/// DataError where there is nothing to learn on; where labels are needed, from them.
void check_learnable(const GraphData& data, bool labels_needed);
void check_learnable(const VectorData& data, bool labels_needed);

/// Nodes that no label can reach over edges, which are listed; empty where there is none.
std::vector<bool> find_unreached(const GraphData& data, const Console& console);

/// Says so where nearly every label is a class of its own: the file of names was given for that of
/// labels.
void doubt_classes(const std::string& name, const std::vector<int>& labels, std::size_t classes,
                   const Console& console);

}  // namespace querent::apps
