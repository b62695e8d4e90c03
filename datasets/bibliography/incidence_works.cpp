// SPDX-License-Identifier: Apache-2.0
// A plain incidence list: one member and one of its groups per line, as author and paper.
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <querent/datasets/bibliography/incidence_list.hpp>
#include <querent/datasets/bibliography/record_sink.hpp>
#include <querent/datasets/text/fields.hpp>

namespace querent {

void read_incidence_list(Input& input,
                         const std::function<void(std::string_view, std::string_view)>& take) {
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
    take(fields[0], fields[1]);
  }
  errors.throw_if_any();
}

void read_incidence_works(Input& input, RecordSink& sink) {
  std::vector<Work> works;
  std::unordered_map<std::string, std::size_t> work_of;
  read_incidence_list(input, [&](std::string_view member, std::string_view group) {
    const auto [at, added] = work_of.try_emplace(std::string(group), works.size());
    if (added) {
      Work& work = works.emplace_back();
      work.id = work.title = group;
      work.key = "group:" + work.id;
    }
    works[at->second].authors.push_back(
        {.family = std::string(member), .id = "member:" + std::string(member)});
  });
  for (Work& work : works) sink.take(std::move(work));
}

}  // namespace querent
