// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include <querent/graph/graph.hpp>

namespace [[gnu::visibility("default")]] querent {

/// A square sparse matrix by rows, the columns of a row ascending; `weight` is empty when every
/// entry is 1.
struct SparseRows {
  /// Rows + 1 entries; row i is entries offsets[i] … offsets[i + 1] − 1.
  std::vector<std::uint64_t> offsets{0};
  std::vector<Node> column;                                      ///< one an entry
  std::vector<double> weight;                                    ///< one an entry, or none
  std::uint64_t num_rows() const { return offsets.size() - 1; }  ///< n
};

/// Entries of a matrix in the order they were read; `weight` is empty when every entry is 1.
struct Entries {
  std::vector<std::uint64_t> key;  ///< the row in the upper 32 bits, the column in the lower
  std::vector<double> weight;      ///< one an entry, or none
  /// An entry of weight 1. Where there are weights, the caller adds the one of this entry.
  void add(Node row, Node column) { key.push_back(std::uint64_t{row} << 32 | column); }
};

/// The weight of two entries that name the same place, the earlier one first.
using Merge = std::function<double(Node row, Node column, double earlier, double later)>;

/// Sorts the entries of a rows × columns matrix into rows and merges repeated ones; an empty
/// `merge` keeps the first.
SparseRows sorted_rows(std::uint64_t rows, std::uint64_t columns, Entries entries,
                       const Merge& merge);
inline SparseRows sorted_rows(std::uint64_t n, Entries entries, const Merge& merge) {
  return sorted_rows(n, n, std::move(entries), merge);
}

/// The graph whose matrix is U + Uᵀ, for a matrix U with nothing on or below its diagonal.
Graph mirrored(const SparseRows& upper);

/// The graph of the rows `kept` (ascending) and their columns.
Graph induced(const Graph& graph, const std::vector<Node>& kept);

}  // namespace querent
