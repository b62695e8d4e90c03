// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include <querent/graph/graph.hpp>

namespace querent {

/// A square sparse matrix by rows, the columns of a row ascending; `weight` is empty when every
/// entry is 1.
struct SparseRows {
  std::vector<std::uint64_t> offsets{0};
  std::vector<Node> column;
  std::vector<double> weight;
  std::uint64_t num_rows() const { return offsets.size() - 1; }
};

/// One entry of a matrix as it was read.
struct Entry {
  Node row, column;
};

/// The weight of two entries that name the same place, the earlier one first.
using Merge = std::function<double(Node row, Node column, double earlier, double later)>;

/// Sorts entries into rows by two counting sorts (first by column, then by row), O(n + m), and
/// merges repeated ones. `weights` is empty (all 1) or as long as `entries`; both are consumed.
/// `merge` may throw; without weights an empty `merge` leaves 1.
SparseRows sorted_rows(std::uint64_t n, std::vector<Entry> entries, std::vector<double> weights,
                       const Merge& merge);

/// The graph whose matrix is U + Uᵀ, for a matrix U with nothing on or below its diagonal.
Graph mirrored(const SparseRows& upper);

/// The graph of the rows `kept` (ascending) and their columns.
Graph induced(const Graph& graph, const std::vector<Node>& kept);

}  // namespace querent
