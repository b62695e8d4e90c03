// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/bibliography/corrections.hpp>

#include <numeric>
#include <set>

#include <fmt/format.h>

#include <querent/datasets/text/fields.hpp>

namespace querent {

namespace {

template <class Take>
void for_each_line(Input& file, Take take) {
  LineReader lines(file);
  FieldSplitter splitter;
  ErrorList errors;
  for (std::string_view line; lines.next(line);) {
    if (trimmed(line).empty() || line[0] == '#') continue;
    take(splitter.split(line, Separator::kTab, lines), lines, errors);
  }
  errors.throw_if_any();
}

std::optional<Node> person_of(const People& people, std::string_view id, const Place& place,
                              ErrorList& errors) {
  const auto person = people.find(id);
  if (!person) {
    errors.add(
        place,
        fmt::format("expected the id of a person, found {} — people.tsv and nodes.tsv list them",
                    in_quotes(id)));
  }
  return person;
}

}  // namespace

std::uint64_t split_people(Input& file, Bibliography& bibliography) {
  std::uint64_t count = 0;
  Incidence& authors = bibliography.authors();
  for_each_line(file, [&](const auto& fields, const LineReader& lines, ErrorList& errors) {
    if (fields.size() != 3 || fields[2].empty()) {
      errors.add(lines.place_of_line(),
                 "expected a person, a paper and the id of its real author, found another line — "
                 "separate the three by tabs");
      return;
    }
    const auto person = person_of(bibliography.people(), fields[0], lines.place_of_line(), errors);
    const auto paper = bibliography.find_paper(fields[1]);
    if (!paper) {
      errors.add(lines.place_of_line(),
                 fmt::format("expected the id of a paper of the source, found {} — correct the id",
                             in_quotes(fields[1])));
    }
    if (!person || !paper) return;
    bool found = false;
    for (std::uint64_t k = authors.offsets[*paper]; k < authors.offsets[*paper + 1]; ++k) {
      if (authors.members[k] != *person) continue;
      authors.members[k] = bibliography.people().add_split(fields[2], *person);
      found = true;
    }
    if (found) {
      ++count;
    } else {
      errors.add(
          lines.place_of_line(),
          fmt::format(
              "expected a paper of {}, but {} has other authors — name a paper of this person",
              in_quotes(fields[0]), in_quotes(fields[1])));
    }
  });
  authors.num_members = bibliography.people().size();
  return count;
}

std::uint64_t merge_people(Input& file, Bibliography& bibliography) {
  std::vector<Node> into(bibliography.people().size());
  std::iota(into.begin(), into.end(), Node{0});
  const auto root = [&](Node person) {
    while (into[person] != person) person = into[person];
    return person;
  };
  std::uint64_t count = 0;
  for_each_line(file, [&](const auto& fields, const LineReader& lines, ErrorList& errors) {
    if (fields.size() < 2) {
      errors.add(lines.place_of_line(),
                 "expected the ids of one person, found one id — separate two or "
                 "more by tabs");
      return;
    }
    const auto first = person_of(bibliography.people(), fields[0], lines.place_of_line(), errors);
    for (std::size_t k = 1; k < fields.size(); ++k) {
      const auto other = person_of(bibliography.people(), fields[k], lines.place_of_line(), errors);
      if (!first || !other || root(*first) == root(*other)) continue;
      into[root(*other)] = root(*first);
      ++count;
    }
  });
  for (Node& member : bibliography.authors().members) member = root(member);
  return count;
}

RecordPairs read_apart(Input& file) {
  constexpr std::size_t kPlace = 5, kColumns = 7;  // of duplicates.tsv
  RecordPairs pairs;
  for_each_line(file, [&](const auto& fields, const LineReader& lines, ErrorList& errors) {
    const auto add = [&](std::size_t at) {
      pairs.emplace(std::minmax(std::string(fields[at]), std::string(fields[at + 1])),
                    lines.line_number());
    };
    if (fields.size() < 2 || fields[0].empty() || fields[1].empty()) {
      errors.add(lines.place_of_line(),
                 "expected two ids, or a line of duplicates.tsv, found another line — separate the "
                 "ids by a tab");
    } else if (fields[0] != "kept" || fields[1] != "merged") {
      add(0);
      if (fields.size() == kColumns) add(kPlace);
    }
  });
  return pairs;
}

void check_apart(const std::string& file, const Bibliography& bibliography) {
  ErrorList errors;
  std::set<std::uint64_t> told = bibliography.kept_apart();
  for (const auto& [pair, line] : bibliography.options().apart) {
    if (told.insert(line).second)
      errors.add({file, line},
                 fmt::format("expected two records that would be one, found {} and {} — correct "
                             "the ids as in duplicates.tsv, or remove the line",
                             in_quotes(pair.first), in_quotes(pair.second)));
  }
  errors.throw_if_any();
}

}  // namespace querent
