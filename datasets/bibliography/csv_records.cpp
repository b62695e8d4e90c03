// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/bibliography/csv_records.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <querent/datasets/text/fields.hpp>

namespace querent {

CsvRecords::CsvRecords(Input& input, char separator, int lines_before)
    : lines_(input), separator_(separator) {
  for (std::string_view line; lines_before > 0 && lines_.next(line);) --lines_before;
  if (read_row()) header_ = std::move(cells_);
}

bool CsvRecords::next() {
  do {
    if (!read_row()) return false;
  } while (complaint_.empty() &&
           std::ranges::all_of(cells_, [](const auto& cell) { return trimmed(cell).empty(); }));
  if (separator_ == '\t' && cells_.size() == header_.size() + 1 && cells_.back().empty())
    cells_.pop_back();  // Web of Science ends rows, but not the header, with a tab
  if (complaint_.empty() && cells_.size() != header_.size()) {
    complaint_ =
        fmt::format("expected {} cells as in the header, found {} — export the record again",
                    header_.size(), cells_.size());
  }
  return true;
}

std::optional<std::size_t> CsvRecords::find(std::string_view column) const {
  const auto found = std::find(header_.begin(), header_.end(), column);
  if (found == header_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - header_.begin());
}

std::string_view CsvRecords::cell(std::string_view column) const {
  const auto k = find(column);
  return k && *k < cells_.size() ? trimmed(cells_[*k]) : std::string_view{};
}

bool CsvRecords::read_row() {
  cells_.clear();
  complaint_.clear();
  std::string_view line;
  do {
    if (!lines_.next(line)) return false;
  } while (trimmed(line).empty());
  first_line_ = lines_.line_number();
  for (bool open = split(line, false); open; open = split(line, true)) {
    if (!lines_.next(line)) {
      complaint_ = fmt::format(
          "{}: expected the closing quote of this cell, found the end of the "
          "file — the export is truncated, fetch it again",
          cells_.size() <= header_.size() && !header_.empty() ? header_[cells_.size() - 1]
                                                              : "header");
      return true;
    }
    cells_.back() += '\n';
  }
  return true;
}

// True if the line ends within quotes; the next line then continues the last cell.
bool CsvRecords::split(std::string_view line, bool in_quotes) {
  std::size_t i = 0;
  for (;;) {
    if (!in_quotes) {
      cells_.emplace_back();
      const std::size_t text = std::min(line.find_first_not_of(' ', i), line.size());
      if (separator_ != '\t' && text < line.size() && line[text] == '"') {
        in_quotes = true;
        i = text + 1;
      }
    }
    std::string& cell = cells_.back();
    while (in_quotes) {
      const std::size_t quote = line.find('"', i);
      if (quote == std::string_view::npos) {
        cell += line.substr(std::min(i, line.size()));
        return true;
      }
      cell += line.substr(i, quote - i);
      i = quote + 1;
      if (i < line.size() && line[i] == '"') {
        cell += '"';
        ++i;
      } else {
        in_quotes = false;
      }
    }
    const std::size_t end = std::min(line.find(separator_, i), line.size());
    cell += line.substr(std::min(i, line.size()), end - std::min(i, end));
    if (end >= line.size()) return false;
    i = end + 1;
  }
}

}  // namespace querent
