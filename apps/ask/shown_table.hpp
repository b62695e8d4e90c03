// SPDX-License-Identifier: Apache-2.0
// --show FILE: the text displayed for each item, one line per item.
//
//   id  title  authors  …      tabs or commas (CSV); the first column is the id
//
// The first line holds the column names, unless its first field is the id of an item.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <querent/graph/node_names.hpp>

namespace querent::apps {

/// Finds the index of an item by its id.
using FindItem = std::function<std::optional<std::uint32_t>(std::string_view id)>;

struct ShownTable {
  std::vector<std::string> columns = {};   ///< without the id column; empty: no table
  NodeNames cells = {};                    ///< row by row, one cell per column
  std::vector<std::uint32_t> row_of = {};  ///< row of each item, from 1; 0: none
  std::uint64_t unknown_ids = 0;           ///< lines whose id is not an item
  std::uint64_t without = 0;               ///< items without a line

  /// Column c of the item; "" if it has no line.
  std::string_view cell(std::uint32_t item, std::size_t c) const {
    const std::uint32_t row = item < row_of.size() ? row_of[item] : 0;
    return row == 0 ? std::string_view{} : cells[(row - 1) * columns.size() + c];
  }
};

/// DataError with the position of a line that has another number of columns than the first, or
/// repeats an item; IoError.
ShownTable read_shown(const std::filesystem::path& file, std::uint64_t items, const FindItem& find);

}  // namespace querent::apps
