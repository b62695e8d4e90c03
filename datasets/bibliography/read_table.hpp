// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include <querent/datasets/bibliography/csv_records.hpp>
#include <querent/datasets/bibliography/names.hpp>
#include <querent/datasets/bibliography/record_sink.hpp>

namespace querent {

/// Passes the rows of a table to `sink`. read(row, options, work) returns why a row is damaged, or
/// "".
template <class ReadRow>
void read_table(Input& input, char separator, const ReadRow& read, RecordSink& sink,
                int lines_before = 0) {
  CsvRecords rows(input, separator, lines_before);
  while (rows.next()) {
    Work work;
    work.line = rows.line();
    std::string complaint = rows.complaint();
    if (complaint.empty()) complaint = read(rows, sink.options(), work);
    sink.take(std::move(work), {rows.name(), rows.line()}, complaint);
  }
}

inline void add_terms(std::string_view list, std::string_view field, Work& work) {
  for (const std::string_view part : parts_of(list, ";"))
    work.terms.push_back({std::string(field), std::string(part)});
}

}  // namespace querent
