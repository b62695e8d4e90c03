// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/twins.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <string_view>
#include <utility>

#include <querent/datasets/split_mix.hpp>

namespace querent {
namespace {

template <class T>
std::uint64_t hash(std::span<const T> numbers) {
  const auto bytes = std::as_bytes(numbers);
  return std::hash<std::string_view>{}(
      {static_cast<const char*>(static_cast<const void*>(bytes.data())), bytes.size()});
}

/// For each node, the smallest equal one among those with the same hash.
template <class Hash, class Equal>
std::vector<Node> first_equals(Node n, Hash&& hash_of, Equal&& equal) {
  std::vector<std::pair<std::uint64_t, Node>> row;  // hash, node
  row.reserve(n);
  for (Node i = 0; i < n; ++i) row.emplace_back(hash_of(i), i);
  std::sort(row.begin(), row.end());
  std::vector<Node> first(n);
  std::iota(first.begin(), first.end(), Node{0});
  std::vector<Node> seen;  // nodes with one hash, each the first of its twins
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

}  // namespace

std::vector<Node> first_twins(const Graph& graph) {
  return first_equals(
      static_cast<Node>(graph.num_nodes()),
      [&](Node i) { return hash(graph.neighbours(i)) + 31 * hash(graph.weights(i)); },
      [&](Node i, Node j) {
        return std::ranges::equal(graph.neighbours(i), graph.neighbours(j)) &&
               std::ranges::equal(graph.weights(i), graph.weights(j));
      });
}

std::vector<Node> first_adjacent_twins(const Graph& graph) {
  const auto with_itself =
      [&](Node i) {  // a sum is independent of the order, so i need not be inserted
        std::uint64_t sum = split_mix64(i);
        for (const Node j : graph.neighbours(i)) sum += split_mix64(j);
        return sum;
      };
  const auto equal = [&](Node i, Node j) {  // equal neighbours except i and j themselves
    const auto of_i = graph.neighbours(i), of_j = graph.neighbours(j);
    if (of_i.size() != of_j.size()) return false;
    std::size_t a = 0, b = 0;
    for (;;) {
      if (a < of_i.size() && of_i[a] == j) ++a;
      if (b < of_j.size() && of_j[b] == i) ++b;
      if (a == of_i.size() || b == of_j.size()) return a == of_i.size() && b == of_j.size();
      if (of_i[a++] != of_j[b++]) return false;
    }
  };
  return first_equals(static_cast<Node>(graph.num_nodes()), with_itself, equal);
}

}  // namespace querent
