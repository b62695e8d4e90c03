// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/bibliography/decision_table.hpp>

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <querent/datasets/bibliography/csv_records.hpp>
#include <querent/datasets/bibliography/decision.hpp>
#include <querent/datasets/text/lowered.hpp>

namespace querent {

namespace {

// Ids that are the same everywhere, and ids of one tool or file, which are often running numbers and
// then also name other records elsewhere.
constexpr std::array<std::string_view, 4> kWorkIds{"openalex_id", "doi", "pmid", "pubmed_id"},
    kOwnIds{"id", "node", "record_id", "key"};

// The columns with these names, in any case, in the order of `known`.
template <std::size_t N>
std::vector<std::string> columns_of(const CsvRecords& rows,
                                    const std::array<std::string_view, N>& known) {
  std::vector<std::string> found;
  for (const std::string_view name : known) {
    const auto column = std::ranges::find_if(
        rows.columns(), [&](const std::string& one) { return lowered(one) == name; });
    if (column != rows.columns().end()) found.push_back(*column);
  }
  return found;
}

}  // namespace

std::string DecidedRecord::unknown_in(std::string_view where) const {
  std::vector<std::string> quoted;
  for (const std::string& id : ids) quoted.push_back(in_quotes(id));
  return fmt::format(
      "expected a record of {} in {}, found {}{}", where, columns,
      ids.empty() ? "none" : fmt::format("{}", fmt::join(quoted, ", ")),
      ignored.empty() ? "" : fmt::format(" (ids in {} count only in rows without these)", ignored));
}

namespace {

// The separator of a table of decisions; nullopt for another text.
std::optional<char> separator_of_decisions(std::string_view head) {
  const std::string_view text = without_byte_order_mark(head);
  const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
  for (const char separator : {',', '\t', ';', ' '}) {
    if (line.find(separator) == std::string_view::npos) continue;
    Input input = Input::from_text(line, "");
    const CsvRecords rows(input, separator);
    const bool named = !columns_of(rows, kWorkIds).empty() || !columns_of(rows, kOwnIds).empty();
    if (named && !columns_of(rows, kDecisionColumns).empty()) return separator;
  }
  return std::nullopt;
}

}  // namespace

bool is_decision_table(std::string_view head) {
  return separator_of_decisions(head).has_value();
}

void read_decision_table(Input& input, ErrorList& errors,
                         const std::function<void(const DecidedRecord&)>& each) {
  CsvRecords rows(input, separator_of_decisions(input.peek()).value_or(','));
  const std::vector<std::string> of_works = columns_of(rows, kWorkIds),
                                 own = columns_of(rows, kOwnIds);
  const std::string label = columns_of(rows, kDecisionColumns).front();
  while (rows.next()) {
    DecidedRecord record{.place = {rows.name(), rows.line(), 1}};
    if (!rows.complaint().empty()) {
      errors.add(record.place, rows.complaint());
      continue;
    }
    const auto take = [&](const std::vector<std::string>& columns) {
      for (const std::string& column : columns) {
        const std::string id(rows.cell(column)), name = lowered(column);
        if (!id.empty())
          record.ids.push_back(name == "pmid" || name == "pubmed_id" ? "pmid:" + id : id);
      }
      return fmt::format("{}", fmt::join(columns, ", "));
    };
    record.columns = take(of_works);
    if (!record.ids.empty()) {
      record.ignored = fmt::format("{}", fmt::join(own, ", "));
    } else if (!own.empty()) {
      record.columns += (of_works.empty() ? "" : ", ") + take(own);
    }
    const auto decision = decision_of(rows.cell(label));
    record.decision = decision.value_or("");
    each(record);
    if (!decision) {
      errors.add(record.place,
                 fmt::format("{}: expected 1 (relevant), 0 (irrelevant) or nothing, found {} — "
                             "correct the label",
                             label, in_quotes(rows.cell(label))));
    }
  }
}

}  // namespace querent
