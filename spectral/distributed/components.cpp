// SPDX-License-Identifier: Apache-2.0
// Connected components of a graph whose rows are distributed over ranks.
//
//   each rank: the sets that its rows join, as pairs (node, representative of its set)
//   rank 0: joins the pairs of all ranks, in their order; the least node represents a set
//
// A rank sends one pair for each node that it joins, its own and its neighbours, so fewer pairs
// than edges. One pass for any diameter; label propagation needs as many passes as the diameter.
#include <algorithm>

#include <mpi.h>

#include <querent/graph/components.hpp>
#include <querent/spectral/distributed/local_numbers.hpp>
#include <querent/spectral/distributed/shared_graph.hpp>

namespace querent::distributed {
namespace {

struct Pair {
  Node node, other;
};

/// The sets that one rank's rows join.
std::vector<Pair> pairs_of(const SparseRows& rows, const Ranges& ranges, const Ranks& ranks) {
  const LocalNumbers local(rows, ranges, ranks);
  const auto own = static_cast<Node>(rows.num_rows());
  LeastSets sets(own + local.num_others());
  for (Node i = 0; i < own; ++i) {
    for (std::uint64_t k = rows.offsets[i]; k < rows.offsets[i + 1]; ++k)
      sets.join(i, local[rows.column[k]]);
  }
  const std::vector<Node> others = local.others();
  const auto node = [&](Node number) {
    return number < own ? static_cast<Node>(ranges.begin(ranks.rank)) + number
                        : others[number - own];
  };
  std::vector<Pair> pairs;
  for (Node k = 0; k < own + others.size(); ++k) {
    if (const Node least = sets.least(k); least != k) pairs.push_back({node(k), node(least)});
  }
  return pairs;
}

}  // namespace

SharedComponents find_components(const SparseRows& rows, const Ranges& ranges, const Ranks& ranks) {
  constexpr int kPairs = 1 << 20, kTag = 1;
  const std::vector<Pair> pairs = pairs_of(rows, ranges, ranks);
  const std::vector<std::uint64_t> counts = gather(pairs.size());
  SharedComponents result;
  std::vector<Node> all;  // component of every node, on rank 0
  if (ranks.first()) {
    LeastSets sets(ranges.total());
    for (const Pair& p : pairs) sets.join(p.node, p.other);
    std::vector<Pair> got(kPairs);
    for (int r = 1; r < ranks.count; ++r) {
      for (std::uint64_t left = counts[static_cast<std::size_t>(r)]; left > 0;) {
        const std::uint64_t some = std::min<std::uint64_t>(left, kPairs);
        MPI_Recv(got.data(), static_cast<int>(2 * some), MPI_UINT32_T, r, kTag, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        for (std::uint64_t k = 0; k < some; ++k) sets.join(got[k].node, got[k].other);
        left -= some;
      }
    }
    all.resize(ranges.total());
    for (Node i = 0; i < all.size(); ++i) {
      if (const Node least = sets.least(i); least == i) {
        all[i] = static_cast<Node>(result.sizes.size());
        result.sizes.push_back(0);
      } else {
        all[i] = all[least];
      }
      ++result.sizes[all[i]];
    }
  } else {
    for (std::uint64_t at = 0; at < pairs.size(); at += kPairs) {
      const std::uint64_t some = std::min<std::uint64_t>(pairs.size() - at, kPairs);
      MPI_Send(pairs.data() + at, static_cast<int>(2 * some), MPI_UINT32_T, 0, kTag,
               MPI_COMM_WORLD);
    }
  }
  std::vector<std::uint64_t> to(static_cast<std::size_t>(ranks.count), 0);
  if (ranks.first()) {
    for (int r = 0; r < ranks.count; ++r) to[static_cast<std::size_t>(r)] = ranges.size(r);
  }
  result.of = exchange(std::span<const Node>(all), narrow(to)).data;
  result.sizes.resize(from_first(result.sizes.size()));
  MPI_Bcast(result.sizes.data(), static_cast<int>(result.sizes.size()), MPI_UINT64_T, 0,
            MPI_COMM_WORLD);
  return result;
}

}  // namespace querent::distributed
