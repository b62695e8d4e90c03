// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/readers/screening_labels.hpp>

#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <querent/datasets/bibliography/csv_records.hpp>
#include <querent/datasets/bibliography/decision.hpp>
#include <querent/datasets/lowered.hpp>

namespace querent {

namespace {

// In decreasing order of certainty.
constexpr std::array<std::string_view, 8> kIds{"id",   "node",      "openalex_id", "doi",
                                               "pmid", "pubmed_id", "record_id",   "key"};

std::string_view first_line(std::string_view head) {
  const std::string_view text = without_byte_order_mark(head);
  return text.substr(0, text.find_first_of("\r\n"));
}

// The column with that name in any case; "" if absent.
std::string column_called(const std::vector<std::string>& names, std::string_view name) {
  const auto found = std::find_if(names.begin(), names.end(),
                                  [&](const auto& one) { return lowered(one) == name; });
  return found == names.end() ? std::string() : *found;
}

template <std::size_t N>
std::vector<std::string> columns_of(const CsvRecords& rows,
                                    const std::array<std::string_view, N>& known) {
  std::vector<std::string> found;
  for (const std::string_view name : known) {
    if (std::string column = column_called(rows.columns(), name); !column.empty())
      found.push_back(std::move(column));
  }
  return found;
}

}  // namespace

bool is_screening_labels(std::string_view head) {
  const std::string line = lowered(first_line(head));
  if (line.find(',') == std::string::npos) return false;
  Input input = Input::from_text(line, "");
  const CsvRecords rows(input, ',');
  return !columns_of(rows, kDecisionColumns).empty() && !columns_of(rows, kIds).empty();
}

std::vector<std::optional<Node>> read_screening_labels(Input& input, GraphBuilder& builder,
                                                       const Aliases& aliases) {
  CsvRecords rows(input, ',');
  const std::vector<std::string> ids = columns_of(rows, kIds);
  const std::string label = columns_of(rows, kDecisionColumns).front();
  std::vector<std::optional<Node>> order;
  while (rows.next()) {
    const Place place{rows.name(), rows.line(), 1};
    if (!rows.complaint().empty()) {
      builder.errors().add(place, rows.complaint());
      continue;
    }
    std::optional<Node> node;
    std::vector<std::string> tried;
    for (const std::string& column : ids) {
      std::string id(rows.cell(column));
      if (id.empty()) continue;
      if (column_called({column}, "pmid") == column ||
          column_called({column}, "pubmed_id") == column)
        id = "pmid:" + id;
      tried.push_back(in_quotes(rows.cell(column)));
      if ((node = aliases.find(id))) break;
    }
    order.push_back(node);
    if (!node) {
      if (builder.options().lenient) {
        ++builder.report().labels_without_node;
      } else {
        builder.errors().add(
            place,
            fmt::format("expected a record of the graph in {}, found {} — lenient=true leaves "
                        "such lines out",
                        fmt::join(ids, ", "),
                        tried.empty() ? "none" : fmt::format("{}", fmt::join(tried, ", "))));
      }
      continue;
    }
    const auto decision = decision_of(rows.cell(label));
    if (!decision) {
      builder.errors().add(
          place, fmt::format("{}: expected 1 (relevant), 0 (irrelevant) or nothing, found {} — "
                             "correct the label",
                             label, in_quotes(rows.cell(label))));
    } else if (!decision->empty()) {
      builder.set_label(*node, *decision, place);
    }
  }
  return order;
}

}  // namespace querent
