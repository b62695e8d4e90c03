// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/reproduce/texts.hpp>

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include <querent/datasets/text/number.hpp>

namespace querent::apps {

namespace {

double number_of(std::string_view text, const std::string& line) {
  const Scanned scanned = scan_number(text);
  if (scanned.kind == Scanned::kNumber) return scanned.value;
  throw std::logic_error("not a number: " + line);
}

}  // namespace

std::vector<std::string> split_at(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0, end = 0; !text.empty() && begin <= text.size(); begin = end + 1) {
    end = std::min(text.find(separator, begin), text.size());
    parts.emplace_back(text.substr(begin, end - begin));
  }
  return parts;
}

TableLine::TableLine(std::string line, std::size_t cells)
    : line_(std::move(line)), cells_(split_at(line_, '\t')) {
  if (cells_.size() != cells) throw std::logic_error("cells are missing: " + line_);
}

std::string TableLine::text() {
  return cells_.at(next_++);
}

double TableLine::number() {
  const std::string cell = text();
  return cell.empty() ? 0 : number_of(cell, line_);
}

MeanStd TableLine::mean_std() {
  const double mean = number();
  return {mean, number()};
}

std::vector<std::string> TableLine::list(char separator) {
  return split_at(text(), separator);
}

Params TableLine::params() {
  Params params;
  for (const auto& word : list()) {
    const std::size_t equals = word.find('=');
    params[word.substr(0, equals)] = number_of(std::string_view(word).substr(equals + 1), line_);
  }
  return params;
}

GridAxis TableLine::axis() {
  const std::string cell = text();
  const std::size_t equals = std::min(cell.find('='), cell.size());
  GridAxis axis{cell.substr(0, equals), {}};
  if (equals == cell.size()) return axis;
  for (const auto& value : split_at(std::string_view(cell).substr(equals + 1), ' '))
    axis.values.push_back(number_of(value, line_));
  return axis;
}

std::vector<GridAxis> TableLine::axes() {
  std::vector<GridAxis> axes{axis(), axis()};
  std::erase_if(axes, [](const GridAxis& axis) { return axis.key.empty(); });
  return axes;
}

std::vector<TableLine> built_in_table(std::string_view name) {
  std::vector<TableLine> table;
  std::istringstream lines{std::string(built_in_text(name))};
  std::size_t columns = 0;
  for (std::string line; std::getline(lines, line);) {
    const auto tabs = static_cast<std::size_t>(std::count(line.begin(), line.end(), '\t'));
    if (line.starts_with('#')) {
      columns = std::max(columns, tabs + 1);
    } else {
      table.emplace_back(std::move(line), columns);
    }
  }
  return table;
}

}  // namespace querent::apps
