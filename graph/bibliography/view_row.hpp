// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <querent/graph/graph_data.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Converts texts and works outside the graph to columns of a folder's view (terms.hpp). They serve
/// as prior knowledge about a class before the first question.
class ViewRow {
 public:
  /// `names`: of the columns, in order. `view`: the rows of the nodes, in these columns.
  ViewRow(const std::vector<std::string>& names, const CsrMatrix& view);

  /// Adds the unit-length row of a text. False if none of its words is a column.
  bool add_text(std::string_view text);
  /// Adds the columns of works, given by DOI or any id, as one unit-length row. Returns the works
  /// without a column.
  std::vector<std::string> add_works(const std::vector<std::string>& ids);
  /// Columns and values, ascending: the sum of the added rows scaled to length 1; empty if none.
  std::vector<std::pair<std::uint32_t, double>> row() const;

 private:
  void add(const std::map<std::uint32_t, std::uint64_t>& counts);

  std::unordered_map<std::string, std::uint32_t> column_of_;
  std::vector<double> frequency_;  // number of nodes that have the column
  double documents_;
  std::map<std::uint32_t, double> sum_;
};

}  // namespace querent
