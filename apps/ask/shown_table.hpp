// SPDX-License-Identifier: Apache-2.0
// --show FILE: what a person is shown of each item, a line an item.
//
//   id  title  authors  …      tabs or commas (CSV); the first column is the id
//
// The first line names the columns, unless its first field is the id of an item.
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

/// Finds an item by its id.
using FindItem = std::function<std::optional<std::uint32_t>(std::string_view id)>;

struct ShownTable {
  std::vector<std::string> columns = {};   ///< without that of the id; empty: no table
  NodeNames cells = {};                    ///< row after row, a cell a column
  std::vector<std::uint32_t> row_of = {};  ///< of each item, from 1; 0: it has none
  std::uint64_t unknown_ids = 0;           ///< lines of no item
  std::uint64_t without = 0;               ///< items without a line

  /// Column c of the item; "" where it has no line.
  std::string_view cell(std::uint32_t item, std::size_t c) const {
    const std::uint32_t row = item < row_of.size() ? row_of[item] : 0;
    return row == 0 ? std::string_view{} : cells[(row - 1) * columns.size() + c];
  }
};

/// DataError with the place of a line that has other columns than the first, or names an item
/// twice; IoError.
ShownTable read_shown(const std::filesystem::path& file, std::uint64_t items, const FindItem& find);

}  // namespace querent::apps
