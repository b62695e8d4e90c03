// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/source/criteria.hpp>

#include <algorithm>
#include <span>
#include <string_view>

#include <fmt/ranges.h>

#include <querent/apps/options/declare.hpp>
#include <querent/apps/terminal/usage_error.hpp>
#include <querent/datasets/bibliography/works.hpp>
#include <querent/datasets/error.hpp>
#include <querent/datasets/input.hpp>
#include <querent/datasets/text/printable.hpp>
#include <querent/graph/bibliography/folder.hpp>
#include <querent/graph/bibliography/read_folder.hpp>
#include <querent/graph/bibliography/view_row.hpp>

namespace querent::apps {

namespace {

void add_criteria(const std::string& file, ViewRow& words) {
  if (!words.add_text(fmt::format("{}", fmt::join(read_short_text(file), " "))))
    throw DataError({file},
                    "expected words that two records or more have, found none — write the question "
                    "of the review or its inclusion criteria");
}

// Adds the records of the class in an earlier review.
std::uint64_t add_like(const std::string& directory, const std::string& find, ViewRow& words) {
  const std::filesystem::path file =
      std::filesystem::path(directory) / fmt::format("records-{}.ris", find);
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored))
    throw UsageError(
        "--like {}: expected a folder with {}, found none — write it with `querent ask "
        "DIR --export`",
        in_quotes(directory), file.filename().string());
  Input input = Input::open(file);
  std::uint64_t records = 0;
  read_works(input, {.references = false},
             [&](Work&& work) { records += words.add_text(work.title + " " + work.abstract); });
  if (records == 0)
    throw DataError({file.string()},
                    "expected records that share words with those of the source, found none — "
                    "leave out --like");
  return records;
}

void append(const ViewRow& row, CsrMatrix& criteria) {
  for (const auto& [column, value] : row.row()) {
    criteria.index.push_back(column);
    criteria.value.push_back(value);
  }
  criteria.offsets.push_back(criteria.index.size());
}

ViewRow row_in(const std::filesystem::path& rows, const CsrMatrix& view) {
  return {read_column_names(rows, view.dim), view};
}

}  // namespace

void add_criteria_options(CLI::App& app, CriteriaFlags& flags) {
  add_value(app, "--criteria", flags.text, "FILE",
            "With --find: a text, such as the question of the review or its inclusion "
            "criteria; the records that share its words come first");
  add_value(app, "--like", flags.like, "DIR",
            "With --find: the folder of results of an earlier review (ask --export); the "
            "records that share words with its records of the class come first");
}

CsrMatrix criteria_of(const CriteriaFlags& flags, const std::string& find,
                      const std::string& source, const std::vector<CsrMatrix>& views,
                      std::vector<std::string>& notes) {
  CsrMatrix criteria;
  if (!flags.any()) return criteria;
  if (views.empty())
    throw UsageError(
        "{} needs records with words: a folder that `querent graph --kind citations` wrote",
        !flags.text.empty()   ? "--criteria"
        : !flags.like.empty() ? "--like"
                              : "a seed outside the source");
  const GraphFolder folder = graph_folder(source);
  ViewRow words = row_in(folder.terms, views.front());
  if (!flags.text.empty()) add_criteria(flags.text, words);
  if (!flags.like.empty())
    notes.push_back(fmt::format("{}: {} of an earlier review", flags.like,
                                counted(add_like(flags.like, find, words), "record")));
  append(words, criteria);
  for (const CsrMatrix& view : views) criteria.dim = std::max(criteria.dim, view.dim);
  if (flags.works.empty()) return criteria;
  std::vector<std::string> unknown = flags.works;
  if (views.size() > 1) {
    ViewRow cited = row_in(folder.references, views[1]);
    unknown = cited.add_works(flags.works);
    append(cited, criteria);
    if (unknown.size() < flags.works.size())
      notes.push_back(fmt::format("{} of the seeds outside the records, but cited by them",
                                  counted(flags.works.size() - unknown.size(), "work")));
  }
  if (unknown.empty()) return criteria;
  const std::size_t shown = std::min<std::size_t>(unknown.size(), 10);
  notes.push_back(
      fmt::format("{} of the seeds found neither as a record nor among the references "
                  "that two records have, which some databases give without DOI: {}{}",
                  counted(unknown.size(), "work"), fmt::join(std::span(unknown).first(shown), ", "),
                  shown < unknown.size() ? ", …" : ""));
  return criteria;
}

std::vector<std::string> read_short_text(const std::filesystem::path& file) {
  constexpr std::size_t kMost = std::size_t{1} << 20;  // bytes
  Input input = Input::open(file);
  LineReader reader(input);
  std::vector<std::string> lines;
  std::size_t bytes = 0;
  for (std::string_view line; reader.next(line);) {
    bytes += line.size() + 1;
    if (bytes > kMost)
      throw LimitError(fmt::format("{}: expected a text of at most 1 MiB, found more — shorten it",
                                   printable(file.string())));
    lines.emplace_back(line);
  }
  return lines;
}

}  // namespace querent::apps
