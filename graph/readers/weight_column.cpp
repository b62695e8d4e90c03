// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/readers/weight_column.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <querent/datasets/lowered.hpp>
#include <querent/datasets/number.hpp>

namespace querent {

namespace {

// Numbers in a column with such a name are not weights.
bool is_no_weight(std::string_view name) {
  const std::string word = lowered(name);
  for (const char* part : {"year", "date", "time"}) {
    if (word.find(part) != word.npos) return true;
  }
  return word.empty() || word == "index" || word == "key" || word.ends_with("id");
}

// The next complete record of `head`; false at its end.
bool next_line(std::string_view& head, std::string_view& line) {
  while (true) {
    const std::size_t end = head.find_first_of("\r\n");
    if (end == head.npos) return false;  // perhaps truncated
    line = trimmed(head.substr(0, end));
    head.remove_prefix(end + 1);
    if (!line.empty() && line.front() != '#' && line.front() != '%') return true;
  }
}

}  // namespace

WeightColumn find_weight(std::string_view head, const std::vector<std::string_view>& names,
                         const EdgeColumns& ids, Separator separator, const LineReader& lines) {
  std::vector<bool> numbers(names.size(), true);
  if (ids.from < names.size()) numbers[ids.from] = false;
  if (ids.to < names.size()) numbers[ids.to] = false;
  std::string_view line;
  FieldSplitter split;
  std::size_t records = 0;
  if (!next_line(head, line)) return {};  // skips the header
  while (next_line(head, line)) {
    try {
      const auto& fields = split.split(line, separator, lines);
      if (fields.size() != names.size()) break;
      for (std::size_t k = 0; k < fields.size(); ++k) {
        const Scanned scanned = scan_number(fields[k]);
        if (scanned.kind != Scanned::kNumber || scanned.value < 0) numbers[k] = false;
      }
      ++records;
    } catch (const DataError&) {  // reported with its place when the record is read
      break;
    }
  }
  WeightColumn found;
  if (records == 0) return found;
  std::vector<std::size_t> candidates;
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (numbers[k]) (is_no_weight(names[k]) ? found.left_out : candidates).push_back(k);
  }
  if (candidates.size() == 1) {
    found.column = candidates.front();
  } else {
    found.left_out.insert(found.left_out.begin(), candidates.begin(), candidates.end());
  }
  return found;
}

std::string weight_note(const WeightColumn& weight, const std::vector<std::string_view>& names) {
  if (weight.column != kNoColumn)
    return fmt::format(
        ", {} is the weight, as the only other column of numbers (weight_column=none: no weight)",
        in_quotes(names[weight.column]));
  if (weight.left_out.empty()) return ", without a weight";
  std::vector<std::string> left_out;
  for (const std::size_t k : weight.left_out) left_out.push_back(in_quotes(names[k]));
  return fmt::format(", without a weight; weight_column=NAME takes one of {}",
                     fmt::join(left_out, ", "));
}

}  // namespace querent
