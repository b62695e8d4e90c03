// SPDX-License-Identifier: Apache-2.0
// A plain incidence list: one member and one of its groups per line, as author and paper.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <querent/datasets/bibliography/decision_table.hpp>
#include <querent/datasets/bibliography/incidence_list.hpp>
#include <querent/datasets/bibliography/names.hpp>
#include <querent/datasets/bibliography/record_sink.hpp>
#include <querent/datasets/text/fields.hpp>
#include <querent/datasets/text/lowered.hpp>

namespace querent {

namespace {

// "author" of "Authors" and "author_id"
std::string stem_of(std::string_view name) {
  const std::string lower = lowered(name);
  std::string_view word = lower;
  for (const std::string_view end : {"id", "_", "s"}) {
    if (word.size() > end.size() && word.ends_with(end)) word.remove_suffix(end.size());
  }
  return std::string(word);
}

bool is_column_name(std::string_view text) {
  static constexpr std::array kNames{
      "actor",  "article", "author",      "document", "event", "from",   "group", "id",
      "item",   "member",  "name",        "node",     "paper", "person", "pmid",  "project",
      "source", "target",  "publication", "team",     "title", "to",     "user",  "work"};
  return std::ranges::find(kNames, stem_of(text)) != kNames.end();
}

// "paper,author": the groups are in front of their members.
bool is_group_first(std::string_view first, std::string_view second) {
  static constexpr std::array kGroups{"article", "document", "event", "group",      "paper",
                                      "project", "team",     "work",  "publication"};
  static constexpr std::array kMembers{"actor", "author", "member", "name", "person", "user"};
  return std::ranges::find(kGroups, stem_of(first)) != kGroups.end() &&
         std::ranges::find(kMembers, stem_of(second)) != kMembers.end();
}

}  // namespace

std::string read_incidence_list(
    Input& input, const std::function<void(std::string_view, std::string_view)>& take) {
  std::string note;
  bool first = true, group_first = false;
  LineReader lines(input);
  FieldSplitter splitter;
  ErrorList errors;
  std::optional<Separator> separator;
  for (std::string_view line; lines.next(line);) {
    if (trimmed(line).empty() || line[0] == '#' || line[0] == '%') continue;
    if (!separator) separator = separator_in(line);
    const auto& fields = splitter.split(line, *separator, lines);
    if (fields.size() != 2 || fields[0].empty() || fields[1].empty()) {
      errors.add(lines.place_of_line(),
                 fmt::format("expected a member and its group separated by a tab, found {} — one "
                             "pair a line",
                             in_quotes(line)));
      continue;
    }
    const bool header =
        std::exchange(first, false) && is_column_name(fields[0]) && is_column_name(fields[1]);
    if (header) group_first = is_group_first(fields[0], fields[1]);
    const auto &member = fields[group_first ? 1 : 0], &group = fields[group_first ? 0 : 1];
    if (header)
      note = fmt::format("the first line is a header: {} is the member, {} the group",
                         in_quotes(member), in_quotes(group));
    else
      take(member, group);
  }
  errors.throw_if_any();
  return note;
}

// A table of ids alone is no list of members and groups, but records without their texts.
void refuse_ids(Input& input) {
  static constexpr std::string_view kIds = " doi pmid pmcid pubmedid openalexid lensid scopusid ";
  const std::string_view head = without_byte_order_mark(input.peek());
  if (head.find_first_not_of(" \t\r\n") == head.find('<'))
    throw DataError({input.name(), 1, 1},
                    "expected records, found XML other than PubMed's and DBLP's — export RIS "
                    "(EndNote: the output style RefMan (RIS) Export)");
  const std::string_view line = head.substr(0, head.find_first_of("\r\n"));
  const auto columns = parts_of(line, line.find('\t') == line.npos ? "," : "\t");
  const bool ids = !columns.empty() && std::ranges::all_of(columns, [](std::string_view column) {
    std::string plain = lowered(column);
    std::erase_if(plain, [](char c) { return c < 'a' || c > 'z'; });
    return kIds.find(" " + plain + " ") != kIds.npos;
  });
  if (ids || is_decision_table(head))
    throw DataError({input.name(), 1, 1},
                    fmt::format("expected records with titles, found a table of ids, {} — export "
                                "the records with titles and abstracts; a table of decisions is "
                                "read as labels",
                                in_quotes(line)));
}

void read_incidence_works(Input& input, RecordSink& sink) {
  refuse_ids(input);
  std::vector<Work> works;
  std::unordered_map<std::string, std::size_t> work_of;
  const auto take = [&](std::string_view member, std::string_view group) {
    const auto [at, added] = work_of.try_emplace(std::string(group), works.size());
    if (added) {
      Work& work = works.emplace_back();
      work.id = work.title = group;
      work.key = "group:" + work.id;
    }
    works[at->second].authors.push_back(
        {.family = std::string(member), .id = "member:" + std::string(member)});
  };
  std::string note = read_incidence_list(input, take);
  if (!note.empty()) sink.report().notes.push_back(std::move(note));
  for (Work& work : works) sink.take(std::move(work));
}

}  // namespace querent
