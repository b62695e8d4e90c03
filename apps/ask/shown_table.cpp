// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/shown_table.hpp>

#include <fmt/format.h>

#include <querent/datasets/input.hpp>
#include <querent/datasets/text/fields.hpp>

namespace querent::apps {

namespace {

void name_columns(ShownTable& table, const std::vector<std::string_view>& fields, bool header) {
  for (std::size_t c = 1; c < fields.size(); ++c) {
    if (header && !fields[c].empty()) {
      table.columns.emplace_back(fields[c]);
    } else {
      table.columns.push_back(fields.size() == 2 ? "text" : fmt::format("column {}", c + 1));
    }
  }
}

}  // namespace

ShownTable read_shown(const std::filesystem::path& file, std::uint64_t items,
                      const FindItem& find) {
  ShownTable table;
  table.row_of.assign(items, 0);
  Input input = Input::open(file);
  LineReader reader(input);
  FieldSplitter splitter;
  ErrorList errors;
  std::string_view line;
  std::optional<Separator> separator;
  std::uint32_t rows = 0;
  while (reader.next(line)) {
    if (trimmed(line).empty()) continue;
    const bool first = !separator;
    if (first) separator = line.find('\t') == line.npos ? Separator::kComma : Separator::kTab;
    const auto& fields = splitter.split(line, *separator, reader);
    if (first) {
      if (fields.size() < 2)
        throw DataError(reader.place_of_line(),
                        "expected an id and a text separated by a tab or a comma, found one column "
                        "— each line has the id of an item and the text to show");
      const bool header = !find(fields[0]).has_value();
      name_columns(table, fields, header);
      if (header) continue;
    }
    if (fields.size() != table.columns.size() + 1) {
      errors.add(reader.place_of_line(),
                 fmt::format("expected {} columns as in the first line, found {} — put a text that "
                             "has the separator in quotes (CSV)",
                             table.columns.size() + 1, fields.size()));
      continue;
    }
    const auto item = find(fields[0]);
    if (!item) {
      ++table.unknown_ids;
      continue;
    }
    if (table.row_of[*item] != 0) {
      errors.add(
          splitter.place(0, reader),
          fmt::format("expected one line per item, found a second line for {} — remove one of them",
                      in_quotes(fields[0])));
      continue;
    }
    table.row_of[*item] = ++rows;
    for (std::size_t c = 1; c < fields.size(); ++c) table.cells.push_back(fields[c]);
  }
  errors.throw_if_any();
  table.without = items - rows;
  if (rows == 0 && items > 0)
    throw DataError({file.string(), 0, 0},
                    "expected ids of the source in the first column, found none — put the ids into "
                    "the first column");
  return table;
}

}  // namespace querent::apps
