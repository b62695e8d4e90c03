// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/bibliography/pair_product.hpp>

#include <algorithm>
#include <utility>

namespace querent {

PlainPairProduct::PlainPairProduct(Incidence& groups, const std::vector<double>& weight)
    : offsets_(groups.offsets),
      of_group_(std::move(groups.members)),
      weight_(weight),
      sum_(groups.num_members),
      row_of_(groups.num_members, 0) {
  groups.members = {};
}

PairRowSums PlainPairProduct::operator()(const Incidence& members, std::uint64_t first,
                                         std::uint64_t last) {
  PairRowSums rows;
  rows.offsets.push_back(0);
  for (std::uint64_t i = first; i < last; ++i) {
    for (std::uint64_t k = members.offsets[i]; k < members.offsets[i + 1]; ++k) {
      const Node g = members.members[k];
      const double w = weight_.empty() ? 1 : weight_[g];
      for (std::uint64_t at = offsets_[g]; at < offsets_[g + 1]; ++at) {
        const Node j = of_group_[at];
        if (row_of_[j] == i + 1) {
          sum_[j] += w;
          continue;
        }
        row_of_[j] = i + 1;
        sum_[j] = w;
        rows.column.push_back(j);
      }
    }
    std::sort(rows.column.begin() + static_cast<std::ptrdiff_t>(rows.offsets.back()),
              rows.column.end());
    for (std::uint64_t k = rows.offsets.back(); k < rows.column.size(); ++k)
      rows.value.push_back(sum_[rows.column[k]]);
    rows.offsets.push_back(rows.column.size());
  }
  return rows;
}

}  // namespace querent
