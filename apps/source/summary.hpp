// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include <querent/graph/graph_data.hpp>

namespace querent::apps {

/// How large a graph is.
struct Extent {
  std::uint64_t nodes = 0, edges = 0;
};

/// What was read of a graph whose rows are not in `data`: graph_source.hpp has the same for all
/// others.
std::string summary_of(const GraphData& data, const Extent& extent);

}  // namespace querent::apps
