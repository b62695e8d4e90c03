// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/readers/table_header.hpp>

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <querent/datasets/text/lowered.hpp>
#include <querent/datasets/text/number.hpp>

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

bool has_weights_at_blanks(std::string_view first, std::string_view head, const LineReader& lines) {
  FieldSplitter split;
  const auto is_number = [](std::string_view field) {
    return scan_number(field).kind != Scanned::kNotANumber;
  };
  do {
    const auto& fields = split.split(first, Separator::kBlanks, lines);
    if (fields.size() != 3 || !is_number(fields[2])) return false;
    const bool fraction = fields[2].find('.') != fields[2].npos &&
                          trimmed(first.substr(first.find('\t'))) == fields[2];
    if (!is_number(fields[1]) && !fraction) return false;
  } while (next_line(head, first));
  return true;
}

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

namespace {

template <std::size_t N>
bool one_of(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Returns "weight" for Neo4j's "weight:int".
std::string_view without_type(std::string_view name) {
  const std::size_t colon = name.find(':');
  return colon == 0 ? name : name.substr(0, colon);
}

/// Neo4j: ":START_ID", "from:START_ID(Author)".
bool has_role(std::string_view name, std::string_view role) {
  const std::size_t colon = name.find(':');
  return colon != name.npos && name.substr(colon).starts_with(role) &&
         (name.size() == colon + role.size() || name[colon + role.size()] == '(');
}

bool is_text(std::string_view field) {
  return !field.empty() && field != "?" && field != "NA" &&
         scan_number(field).kind == Scanned::kNotANumber;
}

}  // namespace

std::optional<EdgeColumns> edge_columns(const std::vector<std::string_view>& names) {
  static constexpr std::array<std::string_view, 17> kFrom{
      "source", "from",  "src",    "fromnodeid", "from_node", "node1", "node_1",  "id1",   "id_1",
      "head",   "start", "citing", "parent",     "user1",     "a1",    "author1", "node_a"};
  static constexpr std::array<std::string_view, 19> kTo{
      "target", "to",      "dst",  "tonodeid",    "to_node", "node2", "node_2",
      "id2",    "id_2",    "tail", "end",         "cited",   "child", "user2",
      "a2",     "author2", "dest", "destination", "node_b"};
  static constexpr std::array<std::string_view, 4> kWeight{"weight", "weights", "w", "value"};
  EdgeColumns columns{.from = kNoColumn, .to = kNoColumn, .weight = kNoColumn};
  for (std::size_t k = 0; k < names.size(); ++k) {
    const std::string name = lowered(names[k]);
    if (columns.from == kNoColumn && (one_of(name, kFrom) || has_role(name, ":start_id")))
      columns.from = k;
    else if (columns.to == kNoColumn && (one_of(name, kTo) || has_role(name, ":end_id")))
      columns.to = k;
    else if (columns.weight == kNoColumn && one_of(without_type(name), kWeight))
      columns.weight = k;
  }
  if (columns.from == kNoColumn || columns.to == kNoColumn) return std::nullopt;
  return columns;
}

NodeColumns node_columns(const std::vector<std::string_view>& names) {
  static constexpr std::array<std::string_view, 11> kId{"node", "id",     "node_id", "nodeid",
                                                        "name", "vertex", "paper",   "author",
                                                        "user", "index",  "key"};
  static constexpr std::array<std::string_view, 5> kLabel{"label", "class", "category", "group",
                                                          "community"};
  NodeColumns columns;
  for (std::size_t k = 0; k < names.size(); ++k) {
    const std::string name = lowered(names[k]);
    if (columns.id == kNoColumn && (has_role(name, ":id") || one_of(without_type(name), kId)))
      columns.id = k;
    else if (columns.label == kNoColumn &&
             (has_role(name, ":label") || one_of(without_type(name), kLabel)))
      columns.label = k;
  }
  return columns;
}

bool choose_column(const std::string& asked, const std::vector<std::string_view>& names,
                   std::string_view option, const Place& place, std::size_t& column) {
  if (asked.empty()) return false;
  // the number first: in a list of edges without a header, ids are numbers
  const auto number = scan_integer(asked);
  if (number && *number >= 1 && static_cast<std::uint64_t>(*number) <= names.size()) {
    column = static_cast<std::size_t>(*number - 1);
    return false;
  }
  const auto found = std::find(names.begin(), names.end(), asked);
  if (found == names.end()) {
    const std::string near = nearest_name(asked, {names.begin(), names.end()});
    throw DataError(
        place, fmt::format("expected a column {} for {}, found {} columns — {}", in_quotes(asked),
                           option, names.size(),
                           near.empty() ? "name one of line 1, or its number"
                                        : fmt::format("did you mean {}?", in_quotes(near))));
  }
  column = static_cast<std::size_t>(found - names.begin());
  return true;
}

bool words_above_numbers(std::string_view head, const std::vector<std::string_view>& first) {
  if (first.size() < 2 || !is_text(first[0]) || !is_text(first[1])) return false;
  std::size_t line_number = 0, numbers = 0;
  while (!head.empty()) {
    const std::size_t end = head.find_first_of("\r\n");
    if (end == head.npos && line_number > 1) break;  // perhaps truncated
    std::string_view line = head.substr(0, end);
    head.remove_prefix(std::min(line.size() + 1, head.size()));
    const auto begin = line.find_first_not_of(" \t\"");
    if (begin == line.npos || line[begin] == '#' || line[begin] == '%' || ++line_number == 1)
      continue;
    for (int k = 0; k < 2; ++k) {  // the first two words, with any separator
      line.remove_prefix(std::min(line.find_first_not_of(" \t,;\""), line.size()));
      const std::string_view word = line.substr(0, line.find_first_of(" \t,;\""));
      if (scan_number(word).kind != Scanned::kNumber) return false;
      line.remove_prefix(word.size());
    }
    ++numbers;
  }
  return numbers > 0;
}

}  // namespace querent
