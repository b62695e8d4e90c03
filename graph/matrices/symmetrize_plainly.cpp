// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/matrices/symmetrize_plainly.hpp>

#include <algorithm>
#include <utility>

namespace querent {

namespace {

// Removes the entries of negative weight.
SparseRows without_negative(const SparseRows& rows) {
  SparseRows kept;
  for (std::uint64_t i = 0; i < rows.num_rows(); ++i) {
    for (std::uint64_t k = rows.offsets[i]; k < rows.offsets[i + 1]; ++k) {
      if (rows.weight[k] < 0) continue;
      kept.column.push_back(rows.column[k]);
      kept.weight.push_back(rows.weight[k]);
    }
    kept.offsets.push_back(kept.column.size());
  }
  if (std::ranges::all_of(kept.weight, [](double w) { return w == 1; })) kept.weight.clear();
  return kept;
}

}  // namespace

Graph symmetrized_plainly(const SparseRows& s, Symmetrize rule) {
  // For kAnd, weights are negative until both directions are merged.
  const bool both = rule == Symmetrize::kAnd;
  Entries entries;
  for (Node i = 0; i < s.num_rows(); ++i) {
    for (std::uint64_t k = s.offsets[i]; k < s.offsets[i + 1]; ++k) {
      const double weight = s.weight.empty() ? 1 : s.weight[k];
      entries.add(std::min(i, s.column[k]), std::max(i, s.column[k]));
      entries.weight.push_back(both ? -weight : weight);
    }
  }
  const SparseRows upper =
      sorted_rows(s.num_rows(), std::move(entries), [&](Node, Node, double a, double b) {
        return both ? std::min(-a, -b) : rule == Symmetrize::kOr ? std::max(a, b) : a + b;
      });
  return mirrored(both && !upper.weight.empty() ? without_negative(upper) : upper);
}

}  // namespace querent
