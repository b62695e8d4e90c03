// SPDX-License-Identifier: Apache-2.0
#include <querent/spectral/rows_by_slabs.hpp>

#include <algorithm>
#include <cmath>

#include <querent/graph/parallel.hpp>

namespace querent::spectral {
namespace {

/// Rows first … last − 1 of the vectors of one component.
Embedding::Rows rows_of_part(const EigenPairs& pairs, std::uint64_t first, std::uint64_t last) {
  const auto from = static_cast<Eigen::Index>(first),
             count = static_cast<Eigen::Index>(last - first);
  if (pairs.stored == nullptr) return pairs.vectors.middleRows(from, count);
  Embedding::Rows rows(count, pairs.values.size());
  pairs.stored->rows(first, rows);
  return rows;
}

}  // namespace

std::uint64_t slab_rows(std::uint64_t n) {
  constexpr std::uint64_t kSlabs = 32, kLeast = 1 << 12;
  return std::max(kLeast, (n + kSlabs - 1) / kSlabs);
}

void make_rows(std::uint64_t n, const std::vector<EigenPairs>& parts,
               const std::vector<std::span<const Node>>& nodes_of,
               const std::vector<ColumnOfPart>& columns, int threads,
               const std::function<void(std::uint64_t, const Embedding::Rows&)>& write) {
  const auto d = static_cast<Eigen::Index>(columns.size());
  Eigen::ArrayXd root(d);
  for (Eigen::Index k = 0; k < d; ++k)
    root(k) = std::sqrt(columns[static_cast<std::size_t>(k)].value);
  std::vector<std::vector<std::pair<Eigen::Index, Eigen::Index>>> of_part(
      parts.size());  // here, there
  for (Eigen::Index k = 0; k < d; ++k) {
    const ColumnOfPart& column = columns[static_cast<std::size_t>(k)];
    of_part[column.part].emplace_back(k, column.column);
  }
  const std::uint64_t size = slab_rows(n);
  for (std::uint64_t first = 0; first < n; first += size) {
    const std::uint64_t last = std::min(n, first + size);
    Embedding::Rows slab = Embedding::Rows::Zero(static_cast<Eigen::Index>(last - first), d);
    for (std::size_t p = 0; p < parts.size(); ++p) {
      const std::span<const Node> nodes = nodes_of[p];
      const auto begin = std::lower_bound(nodes.begin(), nodes.end(), first),
                 end = std::lower_bound(begin, nodes.end(), last);
      if (begin == end || of_part[p].empty()) continue;
      const auto from = static_cast<std::uint64_t>(begin - nodes.begin());
      const Embedding::Rows rows =
          rows_of_part(parts[p], from, static_cast<std::uint64_t>(end - nodes.begin()));
      for_rows(threads, static_cast<std::uint64_t>(rows.rows()), 4096,
               [&](std::uint64_t r, std::uint64_t stop) {
                 for (; r < stop; ++r) {
                   const auto i = static_cast<Eigen::Index>(nodes[from + r] - first);
                   for (const auto& [k, column] : of_part[p])
                     slab(i, k) = rows(static_cast<Eigen::Index>(r), column) / root(k);
                 }
               });
    }
    write(first, slab);
  }
}

}  // namespace querent::spectral
