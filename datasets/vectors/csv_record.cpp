// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/vectors/csv_record.hpp>

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace querent {

FieldError complaint_of(std::span<const BadColumn> bad) {
  FieldError error = bad.front().error;
  if (bad.size() == 1) return error;
  using Kind = BadColumn::Kind;
  const auto has = [&](Kind kind) {
    return std::ranges::any_of(bad, [&](const BadColumn& column) { return column.kind == kind; });
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
  error.missing = std::ranges::all_of(
      bad, [](const BadColumn& column) { return column.kind == Kind::kMissing; });
  return error;
}

bool CsvSplitter::split(std::string_view record, std::vector<CsvField>& fields) & {
  fields.clear();
  store_.clear();
  store_.reserve(record.size());
  std::size_t at = 0;
  for (;;) {
    while (at < record.size() && is_blank(record[at])) ++at;
    CsvField field{.text = {}, .begin = at};
    if (at < record.size() && record[at] == '"') {
      field.quoted = true;
      const std::size_t kept = store_.size();
      open_quote_ = at;
      for (++at;; ++at) {
        if (at >= record.size()) return false;
        if (record[at] == '"' && (at + 1 >= record.size() || record[at + 1] != '"')) break;
        at += record[at] == '"';
        store_ += record[at];
      }
      field.text = std::string_view(store_).substr(kept);
      ++at;
      while (at < record.size() && is_blank(record[at])) ++at;
      if (at < record.size() && record[at] != separator_) {
        throw FieldError{
            0, at + 1,
            fmt::format("expected a separator after the closing quote, found {} — a quote within a "
                        "quoted field is written twice",
                        in_quotes(record.substr(at, 1)))};
      }
    } else {
      const std::size_t end = std::min(record.find(separator_, at), record.size());
      std::string_view text = record.substr(at, end - at);
      if (const std::size_t quote = text.find('"'); quote != text.npos) {
        throw FieldError{0, at + quote + 1,
                         "expected no quote within a field that does not begin with one — put the "
                         "field in quotes and write this one twice"};
      }
      while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
      field.text = text;
      at = end;
    }
    if (fields.size() == kMaxColumns) {
      throw LimitError(fmt::format(
          "a record of more than {} columns — write the rows as svmlight or as .npy", kMaxColumns));
    }
    fields.push_back(field);
    if (at >= record.size()) return true;
    ++at;
  }
}

std::string_view first_record(std::string_view& rest) {
  while (rest.starts_with('\r') || rest.starts_with('\n')) rest.remove_prefix(1);
  bool in_quotes = false;
  std::size_t size = 0;
  for (; size < rest.size() && (in_quotes || (rest[size] != '\n' && rest[size] != '\r')); ++size)
    in_quotes ^= rest[size] == '"';
  const std::string_view record = rest.substr(0, size);
  rest.remove_prefix(size);
  return record;
}

char find_separator(std::string_view record) {
  constexpr std::array kSeparators = {',', '\t', ';'};
  const auto digit = [&](std::size_t i) {
    return i < record.size() && record[i] >= '0' && record[i] <= '9';
  };
  std::array<std::size_t, kSeparators.size()> counts{};
  bool in_quotes = false, decimal = true;
  for (std::size_t i = 0; i < record.size(); ++i) {
    in_quotes ^= record[i] == '"';
    const auto found = std::find(kSeparators.begin(), kSeparators.end(), record[i]);
    if (in_quotes || found == kSeparators.end()) continue;
    ++counts[static_cast<std::size_t>(found - kSeparators.begin())];
    if (record[i] == ',') decimal = decimal && i > 0 && digit(i - 1) && digit(i + 1);
  }
  if (counts[1] + counts[2] > 0 && decimal) counts[0] = 0;
  const auto most = std::max_element(counts.begin(), counts.end());
  return *most == 0 ? '\0' : kSeparators[static_cast<std::size_t>(most - counts.begin())];
}

}  // namespace querent
