// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <querent/graph/graph_data.hpp>
#include <querent/spectral/out_of_sample.hpp>

namespace querent::apps {

/// Where the nodes of a grown graph were before.
struct RowsBefore {
  std::vector<std::uint32_t> row;  ///< per node: its row before, or kNewNode
  std::uint64_t came = 0;          ///< nodes without a row before
  std::uint64_t vanished = 0;      ///< rows before of nodes that the graph no longer has
};

/// `ids[i]` is the id of row i before.
inline RowsBefore rows_before(const GraphData& data, const std::vector<std::string>& ids) {
  std::unordered_map<std::string_view, std::uint32_t> row_of;
  for (std::uint32_t i = 0; i < ids.size(); ++i) row_of.emplace(ids[i], i);
  RowsBefore before;
  before.row.assign(data.names.size(), kNewNode);
  for (std::size_t i = 0; i < before.row.size(); ++i) {
    const auto found = row_of.find(data.names[i]);
    if (found == row_of.end()) {
      ++before.came;
    } else {
      before.row[i] = found->second;
    }
  }
  before.vanished = ids.size() - (before.row.size() - before.came);
  return before;
}

}  // namespace querent::apps
