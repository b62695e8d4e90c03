// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/output/table.hpp>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <querent/apps/terminal/escape.hpp>
#include <querent/datasets/printable.hpp>

namespace querent::apps {

namespace {

// Characters of a UTF-8 text; those of the tables here are all one column wide.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

std::string padded(const std::string& text, std::size_t width, bool left) {
  const std::string space(width - width_of(text), ' ');
  return left ? text + space : space + text;
}

}  // namespace

Table::Table(std::vector<std::string> header, std::size_t left_columns)
    : left_columns_(left_columns) {
  add(std::move(header));
}

void Table::add(std::vector<std::string> row) {
  for (auto& cell : row) cell = printable(cell);  // a name with a line end stays in its line
  rows_.push_back(std::move(row));
}

std::vector<std::size_t> Table::widths() const {
  std::vector<std::size_t> widths(rows_.front().size(), 0);
  for (const auto& row : rows_) {
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], width_of(row[c]));
  }
  return widths;
}

std::string Table::text() const {
  const auto column_widths = widths();
  std::string text;
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    std::string line;
    std::size_t width = 0;
    for (std::size_t c = 0; c < column_widths.size(); ++c) {
      if (c > 0) line += "  ";
      line += padded(rows_[r][c], column_widths[c], c < left_columns_);
      width += column_widths[c] + (c > 0 ? 2 : 0);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
    for (std::size_t i = 0; r == 0 && i < width; ++i) text += "─";
    if (r == 0) text += '\n';
  }
  return text;
}

std::string Table::markdown() const {
  std::string text;
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    text += '|';
    for (const auto& cell : rows_[r]) text += fmt::format(" {} |", markdown_text(cell));
    text += '\n';
    if (r > 0) continue;
    for (std::size_t c = 0; c < rows_[0].size(); ++c)
      text += c < left_columns_ ? "| --- " : "| ---: ";
    text += "|\n";
  }
  return text;
}

}  // namespace querent::apps
