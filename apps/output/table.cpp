// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/output/table.hpp>

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include <querent/apps/terminal/escape.hpp>
#include <querent/datasets/platform/terminal.hpp>
#include <querent/datasets/text/printable.hpp>

namespace querent::apps {

namespace {

constexpr std::size_t kGap = 2;
constexpr std::size_t kLeastText = 24;  // minimum width of a wrapped text

std::string padded(const std::string& text, std::size_t width, bool left) {
  const std::string space(width - std::min(width, width_of(text)), ' ');
  return left ? text + space : space + text;
}

std::size_t together(const std::vector<std::size_t>& widths) {
  return std::accumulate(widths.begin(), widths.end(), kGap * (widths.size() - 1));
}

}  // namespace

Table::Table(std::vector<std::string> header, std::size_t left_columns, std::size_t keys)
    : left_columns_(left_columns), keys_(std::min(keys, header.size())) {
  add(std::move(header));
}

void Table::add(std::vector<std::string> row) {
  for (auto& cell : row) cell = printable(cell);  // a line end in a name must not end the row
  rows_.push_back(std::move(row));
}

std::vector<std::size_t> Table::widths() const {
  std::vector<std::size_t> widths(rows_.front().size(), 0);
  for (const auto& row : rows_) {
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], width_of(row[c]));
  }
  return widths;
}

// The columns `chosen`, each with its width in `widths`.
std::string Table::part(const std::vector<std::size_t>& chosen,
                        const std::vector<std::size_t>& widths) const {
  std::string text;
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    std::vector<std::vector<std::string>> cells;
    std::size_t height = 1;
    for (const std::size_t c : chosen) {
      cells.push_back(wrapped(rows_[r][c], widths[c], kUnbounded));
      height = std::max(height, cells.back().size());
    }
    for (std::size_t k = 0; k < height; ++k) {
      std::string line;
      for (std::size_t i = 0; i < chosen.size(); ++i) {
        if (i > 0) line.append(kGap, ' ');
        line += padded(k < cells[i].size() ? cells[i][k] : "", widths[chosen[i]],
                       chosen[i] < left_columns_);
      }
      line.erase(line.find_last_not_of(' ') + 1);
      text += line + '\n';
    }
    if (r > 0) continue;
    std::size_t width = kGap * (chosen.size() - 1);
    for (const std::size_t c : chosen) width += widths[c];
    for (std::size_t i = 0; i < width; ++i) text += "─";
    text += '\n';
  }
  return text;
}

std::string Table::text(std::size_t columns) const {
  auto column_widths = widths();
  std::vector<std::size_t> all(column_widths.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  // wrap texts more narrowly, if that is enough
  auto narrow = column_widths;
  while (together(narrow) > columns) {
    auto& widest = *std::max_element(narrow.begin(), narrow.end());
    if (widest <= kLeastText) break;
    widest = std::max(kLeastText, widest - std::min(widest, together(narrow) - columns));
  }
  if (together(narrow) <= columns) return part(all, narrow);
  // otherwise several tables: each has the keys, then as many columns as fit
  std::vector<std::size_t> keys(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(keys_));
  std::size_t of_keys = 0;
  for (const std::size_t c : keys) {
    column_widths[c] = std::min(column_widths[c], std::max<std::size_t>(8, columns / (2 * keys_)));
    of_keys += column_widths[c] + kGap;
  }
  const std::size_t room = std::max(columns, of_keys + 8) - of_keys;
  std::string text;
  for (std::size_t c = keys_; c < all.size();) {
    std::vector<std::size_t> chosen = keys;
    for (std::size_t used = 0; c < all.size(); ++c) {
      const std::size_t left = room - std::min(room, used);
      if (column_widths[c] > left) {
        if (used > 0 && left < kLeastText) break;
        column_widths[c] = left;
      }
      used += column_widths[c] + kGap;
      chosen.push_back(c);
    }
    text += (text.empty() ? "" : "\n") + part(chosen, column_widths);
  }
  return text;
}

std::string Table::shown() const {
  return text(shown_columns());
}

std::size_t shown_columns() {
  const auto window = platform::window_of(platform::kStandardOutput);
  return window ? window->columns : Table::kUnbounded;
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
