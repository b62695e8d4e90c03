// SPDX-License-Identifier: Apache-2.0
// Turns the edges of the shares into rows of S.
//
//   every share is a graph, to which the policy for its duplicates has been applied
//   an edge u v goes to the owner of u, as S_uv, and to the owner of v, as S_vu; equal edges
//   arrive in the order of the file on both owners, which merge them in the same way
#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include <querent/spectral/distributed/shared_graph.hpp>

namespace querent::distributed {
namespace {

constexpr std::uint64_t kNoPair = std::numeric_limits<std::uint64_t>::max();

std::uint64_t pair_of(Node u, Node v) {
  return std::uint64_t{std::min(u, v)} << 32 | std::max(u, v);
}

/// The entries that the shares contribute to this rank's rows.
Entries configs_of(const Graph& part, const std::vector<Node>& number, const Ranges& ranges,
                   const Ranks& ranks) {
  std::vector<std::uint64_t> wide(static_cast<std::size_t>(ranks.count), 0);
  std::vector<int> owner(part.num_nodes());
  for (Node i = 0; i < part.num_nodes(); ++i) {
    owner[i] = ranges.owner(number[i]);
    wide[static_cast<std::size_t>(owner[i])] += part.neighbours(i).size();
  }
  const std::vector<int> counts = narrow(wide);
  std::vector<std::uint64_t> next(counts.size(), 0);
  for (std::size_t r = 1; r < next.size(); ++r) next[r] = next[r - 1] + wide[r - 1];
  const bool weighted = max(part.weighted() ? 1.0 : 0.0) > 0;
  std::vector<std::uint64_t> entry(part.all_neighbours().size());  // as keys of Entries
  std::vector<double> weight(weighted ? entry.size() : 0, 1.0);
  for (Node i = 0; i < part.num_nodes(); ++i) {
    const auto neighbours = part.neighbours(i);
    const auto weights = part.weights(i);
    for (std::size_t k = 0; k < neighbours.size(); ++k) {
      const std::uint64_t at = next[static_cast<std::size_t>(owner[i])]++;
      entry[at] = std::uint64_t{number[i]} << 32 | number[neighbours[k]];
      if (!weights.empty()) weight[at] = weights[k];
    }
  }
  Entries entries;
  entries.key = exchange(std::span<const std::uint64_t>(entry), counts).data;
  entry = {};
  const std::uint64_t first = ranges.begin(ranks.rank) << 32;
  for (std::uint64_t& key : entries.key) key -= first;
  if (weighted) entries.weight = exchange(std::span<const double>(weight), counts).data;
  return entries;
}

/// Ends the job for an edge in the shares of two ranks that the policy does not allow; `pair` is
/// the same on all ranks.
void refuse_duplicate(const GraphData& part, const std::vector<Node>& number, std::uint64_t pair,
                      const Ranks& ranks) {
  together(ranks, [&] {
    for (Node u = 0; u < part.graph.num_nodes(); ++u) {
      for (const Node v : part.graph.neighbours(u)) {
        if (u > v || pair_of(number[u], number[v]) != pair) continue;
        throw DataError(
            {.source = part.name},
            fmt::format("expected each edge once, found {} {} again in a part of the file that "
                        "another rank read — duplicates=sum|max|first merges them",
                        in_quotes(part.names[u]), in_quotes(part.names[v])));
      }
    }
  });
}

}  // namespace

SparseRows assemble_rows(GraphData& part, const std::vector<Node>& number, const Ranges& ranges,
                         Duplicates duplicates, const Ranks& ranks) {
  const auto first = static_cast<Node>(ranges.begin(ranks.rank));
  std::uint64_t refused = kNoPair;
  const Merge merge = merge_by(duplicates, [&](Node row, Node column) {
    refused = std::min(refused, pair_of(row + first, column));
  });
  SparseRows rows = sorted_rows(ranges.size(ranks.rank), ranges.total(),
                                configs_of(part.graph, number, ranges, ranks), merge);
  const std::uint64_t pair = min(refused);
  if (pair != kNoPair) refuse_duplicate(part, number, pair, ranks);
  return rows;
}

}  // namespace querent::distributed
