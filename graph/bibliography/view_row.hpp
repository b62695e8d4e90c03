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

/// Puts texts and works that are no nodes into the columns of a folder's view (terms.hpp): what is
/// known of a class before anything is asked.
class ViewRow {
 public:
  /// `names`: of the columns, in their order. `view`: the rows of the nodes, in these columns.
  ViewRow(const std::vector<std::string>& names, const NodeFeatures& view);

  /// Adds the row of length 1 of a text. False where no column is one of its words.
  bool add_text(std::string_view text);
  /// Adds the columns of works, by DOI or any id, as one row of length 1. Those that no column is
  /// called by are given back.
  std::vector<std::string> add_works(const std::vector<std::string>& ids);
  /// Column and value, ascending: the sum of what was added, at length 1; empty: nothing was.
  std::vector<std::pair<std::uint32_t, double>> row() const;

 private:
  void add(const std::map<std::uint32_t, std::uint64_t>& counts);

  std::unordered_map<std::string, std::uint32_t> column_of_;
  std::vector<double> frequency_;  // number of nodes that have the column
  double documents_;
  std::map<std::uint32_t, double> sum_;
};

}  // namespace querent
