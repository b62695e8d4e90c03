// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/components.hpp>

#include <algorithm>

#include <boost/pending/disjoint_sets.hpp>

namespace querent {

Components connected_components(const Graph& graph) {
  const auto n = static_cast<Node>(graph.num_nodes());
  std::vector<Node> rank(n), parent(n);
  boost::disjoint_sets sets(rank.data(), parent.data());
  for (Node i = 0; i < n; ++i) sets.make_set(i);
  for (Node i = 0; i < n; ++i) {
    for (const Node j : graph.neighbours(i)) {
      if (j > i) sets.union_set(i, j);
    }
  }
  constexpr Node kUnnumbered = 0xffffffff;
  std::vector<Node> number(n, kUnnumbered);
  Components result;
  result.of.resize(n);
  for (Node i = 0; i < n; ++i) {
    Node& component = number[sets.find_set(i)];
    if (component == kUnnumbered) {
      component = static_cast<Node>(result.sizes.size());
      result.sizes.push_back(0);
    }
    result.of[i] = component;
    ++result.sizes[component];
  }
  return result;
}

Node Components::largest() const {
  return static_cast<Node>(std::max_element(sizes.begin(), sizes.end()) - sizes.begin());
}

std::vector<std::vector<Node>> Components::members() const {
  std::vector<std::vector<Node>> result(count());
  for (std::size_t i = 0; i < of.size(); ++i) result[of[i]].push_back(static_cast<Node>(i));
  return result;
}

std::vector<Node> Components::nodes(Node component) const {
  std::vector<Node> result;
  for (std::size_t i = 0; i < of.size(); ++i) {
    if (of[i] == component) result.push_back(static_cast<Node>(i));
  }
  return result;
}

}  // namespace querent
