// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/bibliography/view_row.hpp>

#include <cmath>

#include <querent/graph/bibliography/aliases.hpp>
#include <querent/graph/bibliography/terms.hpp>

namespace querent {

ViewRow::ViewRow(const std::vector<std::string>& names, const CsrMatrix& view)
    : frequency_(names.size(), 0), documents_(static_cast<double>(view.rows())) {
  for (std::uint32_t column = 0; column < names.size(); ++column) {
    column_of_.emplace(names[column], column);
    column_of_.emplace(plain_work_id(names[column]), column);
  }
  for (const std::uint32_t k : view.index) ++frequency_[k];
}

void ViewRow::add(const std::map<std::uint32_t, std::uint64_t>& counts) {
  std::vector<std::pair<std::uint32_t, double>> row;
  double square = 0;
  for (const auto& [column, count] : counts) {
    row.emplace_back(column,
                     term_weight(static_cast<double>(count), documents_, frequency_[column]));
    square += row.back().second * row.back().second;
  }
  for (const auto& [column, value] : row) sum_[column] += value / std::sqrt(square);
}

bool ViewRow::add_text(std::string_view text) {
  std::map<std::uint32_t, std::uint64_t> counts;
  for_each_term(text, [&](std::string_view term) {
    if (const auto found = column_of_.find(std::string(term)); found != column_of_.end())
      ++counts[found->second];
  });
  add(counts);
  return !counts.empty();
}

std::vector<std::string> ViewRow::add_works(const std::vector<std::string>& ids) {
  std::map<std::uint32_t, std::uint64_t> counts;
  std::vector<std::string> unknown;
  for (const std::string& id : ids) {
    const auto found = column_of_.find(plain_work_id(id));
    if (found == column_of_.end()) {
      unknown.push_back(id);
    } else {
      counts[found->second] = 1;
    }
  }
  add(counts);
  return unknown;
}

std::vector<std::pair<std::uint32_t, double>> ViewRow::row() const {
  double square = 0;
  for (const auto& [column, value] : sum_) square += value * value;
  std::vector<std::pair<std::uint32_t, double>> row(sum_.begin(), sum_.end());
  for (auto& [column, value] : row) value /= std::sqrt(square);
  return row;
}

}  // namespace querent
