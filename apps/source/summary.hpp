// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include <querent/graph/graph_data.hpp>

namespace querent::apps {

/// The size of a graph.
struct Extent {
  std::uint64_t nodes = 0, edges = 0;
};

/// Describes a graph whose rows are not in `data`; graph_source.hpp describes all others.
std::string summary_of(const GraphData& data, const Extent& extent);

}  // namespace querent::apps
