// SPDX-License-Identifier: Apache-2.0
// Checks whether anything can be learned from the source.
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

/// Throws DataError unless the labels have at least two classes; `item` is "node" or "row".
/// `outside`: labels of nodes outside the component in use.
void check_labels(const std::string& name, std::span<const int> labels,
                  const std::vector<std::string>& classes, std::string_view item,
                  std::uint64_t outside = 0);

/// Throws DataError if the source is empty or, if labels are needed, has too few of them.
void check_learnable(const GraphData& data, bool labels_needed);
void check_learnable(const VectorData& data, bool labels_needed);

/// Marks and lists the nodes that no label can reach over edges; empty if all can be reached.
std::vector<bool> find_unreached(const GraphData& data, const Console& console);

/// Warns if nearly every label is a class of its own, as in a file of names.
void doubt_classes(const std::string& name, const std::vector<int>& labels, std::size_t classes,
                   const Console& console);

}  // namespace querent::apps
