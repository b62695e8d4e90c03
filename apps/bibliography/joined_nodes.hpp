// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <boost/pending/disjoint_sets.hpp>

#include <querent/apps/bibliography/graph_command.hpp>

namespace querent::apps {

/// Counts components while edges are written, since the graph is not kept in memory.
class JoinedNodes {
 public:
  explicit JoinedNodes(std::size_t nodes)
      : rank_(nodes), parent_(nodes), sets_(rank_.data(), parent_.data()) {
    for (Node i = 0; i < nodes; ++i) sets_.make_set(i);
  }
  void join(Node u, Node v) { sets_.union_set(u, v); }
  void count(Made& made) {
    std::vector<std::uint64_t> size(parent_.size(), 0);
    for (Node i = 0; i < parent_.size(); ++i) ++size[sets_.find_set(i)];
    for (const std::uint64_t nodes : size) {
      made.components += nodes > 0 ? 1 : 0;
      made.isolated += nodes == 1 ? 1 : 0;
      made.largest_component = std::max(made.largest_component, nodes);
    }
  }

 private:
  std::vector<Node> rank_, parent_;
  boost::disjoint_sets<Node*, Node*> sets_;
};

}  // namespace querent::apps
