// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/vectors/csv_complaint.hpp>

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace querent {

FieldError complaint_of(std::span<const BadColumn> bad) {
  FieldError error = bad.front().error;
  if (bad.size() == 1) return error;
  using Kind = BadColumn::Kind;
  const auto has = [&](Kind kind) {
    return std::any_of(bad.begin(), bad.end(),
                       [&](const BadColumn& column) { return column.kind == kind; });
  };
  std::vector<std::string> found, dropped, options;
  if (has(Kind::kWord)) options.emplace_back("one_hot");
  if (has(Kind::kMissing)) options.emplace_back("missing=mean");
  for (const BadColumn& column : bad) {
    found.push_back(fmt::format(
        "{} in column {}",
        column.kind == Kind::kMissing ? "a missing value" : in_quotes(column.text), column.name));
    dropped.push_back("drop_column=" + column.name);
    if (column.kind == Kind::kOther) options.push_back(dropped.back());
  }
  std::string remedy;
  for (const BadColumn& column : bad) {  // assumes one meaning of commas for all columns
    if (column.kind != Kind::kComma) continue;
    const std::string& message = column.error.message;
    remedy = message.substr(message.find(" — ") + std::string_view(" — ").size()) + "; ";
    break;
  }
  if (has(Kind::kWord) || has(Kind::kMissing))
    remedy += fmt::format("read them with {}; ", fmt::join(options, " "));
  error.message = fmt::format("expected numbers, found {} — {}{} leaves these columns out",
                              fmt::join(found, ", "), remedy, fmt::join(dropped, " "));
  error.missing = std::all_of(bad.begin(), bad.end(), [](const BadColumn& column) {
    return column.kind == Kind::kMissing;
  });
  return error;
}

}  // namespace querent
