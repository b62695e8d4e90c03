// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/export.hpp>

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <querent/apps/terminal/escape.hpp>
#include <querent/datasets/bibliography/kept_works.hpp>
#include <querent/datasets/bibliography/write_works.hpp>
#include <querent/graph/bibliography/folder.hpp>

namespace querent::apps {

namespace {

constexpr int kUnread = -1, kUndecided = -2;  // beside the classes

// The file that a record belongs to: undecided are "don't know" and different answers.
int file_of(const ItemState& state) {
  return state.unknown || state.second >= 0 ? kUndecided : state.label;
}

// Calls take(work, item, state) for each work of this file, in the order of the folder; unread ones
// with a class to find, the most probable first.
void for_each_work(AnnotationServer& server, int label, auto take) {
  Input input = Input::open(graph_folder(server.items().name()).records);
  std::vector<std::pair<std::uint32_t, Work>> works;
  for (Work& work : read_work_lines(input)) {
    const auto item = server.items().find(work.id);
    if (item && file_of(server.state(*item)) == label) works.emplace_back(*item, std::move(work));
  }
  if (const auto predictions = server.predictions(true);
      label == kUnread && !predictions->of_found.empty()) {
    std::ranges::stable_sort(works, std::ranges::greater(),
                             [&](const auto& one) { return predictions->of_found[one.first]; });
  }
  for (auto& [item, work] : works) {
    const ItemState state = server.state(item);
    // the note of the record, then the annotator's
    if (!state.note.empty()) work.note += (work.note.empty() ? "" : "\n") + state.note;
    take(work, item, state);
  }
}

std::string csv_of(AnnotationServer& server, int label) {
  const auto predictions = server.predictions(true);
  const auto classes = server.classes();
  const std::string& find = server.settings().find;
  const std::string of_found = find.empty() ? "" : csv_field(fmt::format("P({})", find)) + ",";
  std::string csv = "id,class,by,second,second_by,predicted,probability," + of_found +
                    "title,authors,venue,year,volume,issue,page,doi,pmid,keywords,abstract,note\n";
  for_each_work(server, label, [&](const Work& work, std::uint32_t item, const ItemState& state) {
    const ItemPrediction& prediction = predictions->items[item];
    const bool guessed = state.label < 0 && prediction.label >= 0;
    std::vector<std::string> authors, keywords;
    for (const WorkAuthor& author : work.authors)
      authors.push_back(author.given.empty() ? author.family
                                             : fmt::format("{}, {}", author.family, author.given));
    for (const WorkTerm& term : work.terms) {
      if (term.field == "keyword") keywords.push_back(term.value);
    }
    std::vector<std::string> cells{work.id,
                                   class_name(classes, state.label),
                                   state.by,
                                   class_name(classes, state.second),
                                   state.second_by,
                                   guessed ? class_name(classes, prediction.label) : "",
                                   guessed ? fmt::format("{}", prediction.probability) : ""};
    if (!find.empty())
      cells.push_back(guessed ? fmt::format("{}", predictions->of_found[item]) : "");
    for (const std::string& cell :
         {work.title, fmt::format("{}", fmt::join(authors, "; ")),
          work.venues.empty() ? std::string() : work.venues.front(),
          work.year > 0 ? fmt::format("{}", work.year) : std::string(), work.volume, work.issue,
          work.page, work.doi, work.pmid, fmt::format("{}", fmt::join(keywords, "; ")),
          work.abstract, work.note})
      cells.push_back(cell);
    for (std::string& cell : cells) cell = csv_field(cell);
    csv += fmt::format("{}\n", fmt::join(cells, ","));
  });
  return csv;
}

std::string text_of(AnnotationServer& server, int label, std::string (*write)(const Work&)) {
  std::string text;
  for_each_work(server, label,
                [&](const Work& work, std::uint32_t, const ItemState&) { text += write(work); });
  return text;
}

// A valid and unique file name for a class.
std::string file_name(std::string_view class_name, std::set<std::string>& taken) {
  std::string name = "records-";
  for (const char c : class_name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       static_cast<unsigned char>(c) >= 0x80;
    name += plain || c == '.' || c == '_' ? c : '-';
  }
  constexpr std::size_t kLongest = 100;
  if (name.size() > kLongest) name.resize(valid_utf8_prefix(name.substr(0, kLongest)));
  const std::string own = name;
  for (int copy = 2; !taken.insert(name).second; ++copy) name = fmt::format("{}-{}", own, copy);
  return name;
}

}  // namespace

std::vector<ExportFile> review_files(AnnotationServer& server) {
  std::vector<ExportFile> files;
  const std::filesystem::path source = server.items().name();
  if (!is_graph_folder(source)) return files;
  const GraphFolder folder = graph_folder(source);
  if (folder.records.empty()) return files;
  std::set<std::string> taken;
  const auto add = [&](int label, std::string_view name, const std::string& what) {
    const std::string file = file_name(name, taken);
    files.push_back({file + ".ris", what + ", for reference managers (RIS)",
                     "application/x-research-info-systems",
                     [&server, label] { return text_of(server, label, to_ris); }});
    files.push_back({file + ".bib", what + ", for BibTeX", "application/x-bibtex; charset=utf-8",
                     [&server, label] { return text_of(server, label, to_bibtex); }});
    files.push_back({file + ".csv", what + ", as a table", kCsvType,
                     [&server, label] { return csv_of(server, label); }});
  };
  add(kUnread, "unread", "the unread records");
  add(kUndecided, "undecided", "the records with “don't know” or with different answers");
  const auto classes = server.classes();
  for (std::size_t k = 0; k < classes.size(); ++k)
    add(static_cast<int>(k), classes[k], "the records labelled " + classes[k]);
  if (!folder.missing.empty() && !folder.citations.empty())
    files.push_back({"missing.tsv", "cited works outside the export, the most relevant first",
                     kTsvType, [&server] { return export_missing(server); }});
  files.push_back({"prisma.tsv", "record counts for a PRISMA flow diagram", kTsvType,
                   [&server] { return export_prisma(server); }});
  files.push_back({"log.csv", "all answers, corrections and undos", kCsvType,
                   [&server] { return export_decisions(server); }});
  return files;
}

}  // namespace querent::apps
