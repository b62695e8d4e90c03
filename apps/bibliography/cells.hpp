// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include <querent/datasets/fields.hpp>

namespace querent::apps {

/// Appends a text as a table cell: without tabs, line ends and blanks at its ends.
inline void add_cell(std::string& row, std::string_view text) {
  const std::size_t begin = row.size();
  row += trimmed(text);
  for (std::size_t k = begin; k < row.size(); ++k) {
    if (static_cast<unsigned char>(row[k]) < 0x20 || row[k] == 0x7f) row[k] = ' ';
  }
}

inline std::string one_cell(std::string_view text) {
  std::string cell;
  add_cell(cell, text);
  return cell;
}

}  // namespace querent::apps
