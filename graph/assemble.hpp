// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include <querent/graph/graph.hpp>

namespace [[gnu::visibility("default")]] querent {

/// A square sparse matrix by rows, with ascending columns in each row; `weight` is empty if every
/// entry is 1.
struct SparseRows {
  /// Rows + 1 entries; row i is entries offsets[i] … offsets[i + 1] − 1.
  std::vector<std::uint64_t> offsets{0};
  std::vector<Node> column;                                      ///< one per entry
  std::vector<double> weight;                                    ///< one per entry, or empty
  std::uint64_t num_rows() const { return offsets.size() - 1; }  ///< n
};

/// Entries of a matrix in reading order; `weight` is empty if every entry is 1.
struct Entries {
  std::vector<std::uint64_t> key;  ///< the row in the upper 32 bits, the column in the lower
  std::vector<double> weight;      ///< one per entry, or empty
  /// Adds an entry of weight 1. If there are weights, the caller adds that of this entry.
  void add(Node row, Node column) { key.push_back(std::uint64_t{row} << 32 | column); }
};

/// The merged weight of two entries at the same position, the earlier one first.
using Merge = std::function<double(Node row, Node column, double earlier, double later)>;

/// Sorts the entries of a rows × columns matrix into rows and merges repeated ones; an empty
/// `merge` keeps the first.
SparseRows sorted_rows(std::uint64_t rows, std::uint64_t columns, Entries entries,
                       const Merge& merge);
inline SparseRows sorted_rows(std::uint64_t n, Entries entries, const Merge& merge) {
  return sorted_rows(n, n, std::move(entries), merge);
}

/// The graph whose matrix is U + Uᵀ, for a strictly upper triangular matrix U.
Graph mirrored(const SparseRows& upper);

}  // namespace querent
