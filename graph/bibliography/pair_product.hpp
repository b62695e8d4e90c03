// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <querent/graph/bibliography/pair_graph.hpp>

namespace querent {

/// Some rows of a sparse matrix, by rows.
struct PairRowSums {
  std::vector<std::uint64_t> offsets, column;
  std::vector<double> value;
};

/// The product of members × groups and groups × members without GraphBLAS, with the same bits:
/// entry (i, j) is the sum of the weights of the groups that i and j share, in their order.
class PlainPairProduct {
 public:
  /// Takes the members of `groups`. `weight` is one per group, or empty if all are 1; it must
  /// outlive this.
  PlainPairProduct(Incidence& groups, const std::vector<double>& weight);
  /// The rows first … last − 1; `members` is the transpose of the groups.
  PairRowSums operator()(const Incidence& members, std::uint64_t first, std::uint64_t last);

 private:
  std::vector<std::uint64_t> offsets_;
  std::vector<Node> of_group_;
  const std::vector<double>& weight_;
  std::vector<double> sum_;            // of the current row, by member
  std::vector<std::uint64_t> row_of_;  // the row, plus one, for which sum_ has a value
};

}  // namespace querent
