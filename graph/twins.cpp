// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/twins.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <string_view>
#include <utility>

namespace querent {
namespace {

template <class T>
std::uint64_t hash(std::span<const T> numbers) {
  const auto bytes = std::as_bytes(numbers);
  return std::hash<std::string_view>{}(
      {static_cast<const char*>(static_cast<const void*>(bytes.data())), bytes.size()});
}

}  // namespace

std::vector<Node> first_twins(const Graph& graph) {
  const auto n = static_cast<Node>(graph.num_nodes());
  std::vector<std::pair<std::uint64_t, Node>> row;  // hash, node
  row.reserve(n);
  for (Node i = 0; i < n; ++i) {
    row.emplace_back(hash(graph.neighbours(i)) + 31 * hash(graph.weights(i)), i);
  }
  std::sort(row.begin(), row.end());
  std::vector<Node> first(n);
  std::iota(first.begin(), first.end(), Node{0});
  const auto equal = [&](Node i, Node j) {
    return std::ranges::equal(graph.neighbours(i), graph.neighbours(j)) &&
           std::ranges::equal(graph.weights(i), graph.weights(j));
  };
  std::vector<Node> seen;  // of one hash, each the first of its twins
  for (std::size_t k = 0; k < row.size(); ++k) {
    if (k == 0 || row[k].first != row[k - 1].first) seen.clear();
    const Node i = row[k].second;
    const auto it = std::find_if(seen.begin(), seen.end(), [&](Node j) { return equal(i, j); });
    if (it == seen.end()) {
      seen.push_back(i);
    } else {
      first[i] = *it;
    }
  }
  return first;
}

}  // namespace querent
