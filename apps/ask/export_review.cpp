// SPDX-License-Identifier: Apache-2.0
// Files for a systematic review: counts, decisions, missing works, and the records of each class.
#include <querent/apps/ask/export.hpp>

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>
#include <utility>

#include <fmt/ranges.h>

#include <querent/apps/terminal/escape.hpp>
#include <querent/datasets/bibliography/kept_works.hpp>
#include <querent/datasets/bibliography/write_works.hpp>
#include <querent/datasets/text/json_file.hpp>
#include <querent/datasets/text/lowered.hpp>
#include <querent/graph/bibliography/chasing.hpp>
#include <querent/graph/bibliography/folder.hpp>

namespace querent::apps {

namespace {

constexpr const char* kRemedy = "make the folder again by querent graph";

/// Rows of step, what and number, separated by tabs.
class Steps {
 public:
  void add(std::string_view step, std::string_view what, std::uint64_t number) {
    rows_ += fmt::format("{}\t{}\t{}\n", step, csv_field(what, '\t'), number);
  }
  void add(std::string_view step, std::string_view what, double share) {
    rows_ += fmt::format("{}\t{}\t{:.3f}\n", step, csv_field(what, '\t'), share);
  }
  std::string rows() && { return std::move(rows_); }

 private:
  std::string rows_ = "step\twhat\tnumber\n";
};

// The records that `querent graph` read and removed.
void add_identified(Steps& steps, const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / "manifest.json";
  const Json json = read_json_file(path, kRemedy);
  const JsonField manifest(json, path.string(), kRemedy);
  const JsonField records = manifest["records"];
  manifest["files"].elements([&](const JsonField& file) {
    steps.add("identified", file["file"].text(), file["records"].count());
  });
  steps.add("identified", "all", records["read"].count());
  records["left_out"].fields([&](const std::string& why, const JsonField& number) {
    std::string words = why;
    std::replace(words.begin(), words.end(), '_', ' ');
    if (why == "duplicates" || number.count() > 0) steps.add("removed", words, number.count());
  });
}

// How many exist, and the recall. The goal of --stop-at-recall is about the records that were not
// known before; with such records both numbers are given.
void add_recall(Steps& steps, const AnnotationProgress& progress) {
  const RecallInterval& recall = *progress.recall;
  const std::uint64_t known = progress.known_before;
  steps.add("found", "with those in dispute", recall.found);
  steps.add("exist", "at least (95 % interval)", recall.low);
  steps.add("exist", "at most (95 % interval)", recall.high);
  const auto share = [&](const char* what, std::uint64_t found, std::uint64_t exist) {
    if (exist > 0)
      steps.add("recall", what, static_cast<double>(found) / static_cast<double>(exist));
  };
  share("at least (95 % interval)", recall.found, recall.high);
  if (known == 0) return;
  steps.add("known before", "included without a question", known);
  share("at least, without those known before (95 % interval)", recall.found - known,
        recall.high - known);
}

}  // namespace

std::string export_prisma(AnnotationServer& server) {
  const AnnotationProgress progress = server.progress();
  std::vector<std::uint64_t> labelled = progress.labelled;  // less the records in dispute
  std::uint64_t disputed = 0;
  for (std::uint32_t i = 0; i < server.items().size(); ++i) {
    const ItemState state = server.state(i);
    if (state.second.empty()) continue;
    ++disputed;
    --labelled[static_cast<std::size_t>(state.label)];
  }
  Steps steps;
  add_identified(steps, server.items().name());
  steps.add("to screen", "all", progress.items);
  steps.add("screened", "all", progress.answered + progress.unknown);
  const std::string& find = server.settings().find;
  for (std::size_t k = 0; k < progress.classes.size(); ++k) {
    const char* step = find.empty()                  ? "class"
                       : progress.classes[k] == find ? "included"
                                                     : "excluded";
    steps.add(step, progress.classes[k], labelled[k]);
  }
  steps.add("undecided", "do not know", progress.unknown);
  steps.add("undecided", "different answers of two annotators", disputed);
  steps.add("left unread", "all", progress.items - progress.answered - progress.unknown);
  if (progress.gone > 0) steps.add("not counted", "answers on records that left", progress.gone);
  if (progress.recall) add_recall(steps, progress);
  return std::move(steps).rows();
}

std::string export_decisions(AnnotationServer& server) {
  std::string csv =
      "event,time,by,kind,item,class,of,question,guess,guess_probability,probability,seconds,key,"
      "note\n";
  const auto number = [](double value, bool has) {
    return has ? fmt::format("{}", value) : std::string();
  };
  const auto whole = [](std::uint64_t value) {
    return value == 0 ? std::string() : fmt::format("{}", value);
  };
  for (const Event& event : server.log()) {
    if (event.kind == EventKind::kSource) continue;
    const bool note = event.kind == EventKind::kNote;
    csv += fmt::format(
        "{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", event.number, event.time,
        csv_field(event.by), to_string(event.kind), csv_field(event.item),
        note ? "" : csv_field(event.label), whole(event.target), whole(event.question),
        csv_field(event.guess), number(event.guess_probability, !event.guess.empty()),
        number(event.probability, event.question != 0), number(event.seconds, event.seconds > 0),
        csv_field(event.key), note ? csv_field(event.label) : "");
  }
  return csv;
}

std::string export_missing(AnnotationServer& server) {
  const FolderCitations folder = read_folder_citations(graph_folder(server.items().name()));
  const auto predictions = server.predictions(true);
  const auto classes = server.classes();
  // without --find, the first class is the relevant one
  const auto found = std::find(classes.begin(), classes.end(), server.settings().find);
  const int wanted = found == classes.end() ? 0 : static_cast<int>(found - classes.begin());
  const std::uint64_t records = folder.records.size();
  std::vector<double> relevant(records, 0);
  std::vector<int> label(records, -1);
  for (std::uint64_t j = 0; j < records; ++j) {
    const auto item = server.items().find(folder.records[j]);
    if (!item) continue;
    label[j] = server.state(*item).label;
    relevant[j] = predictions->of_found.empty() ? 0 : predictions->of_found[*item];
  }
  const std::vector<double> score = chase(folder.cited, relevant);
  std::vector<std::uint64_t> by_wanted(score.size(), 0), by_others(score.size(), 0);
  for (std::uint64_t j = 0; j < records; ++j) {
    for (std::uint64_t k = folder.cited.offsets[j]; k < folder.cited.offsets[j + 1]; ++k) {
      if (folder.cited.members[k] < records || label[j] < 0) continue;
      ++(label[j] == wanted ? by_wanted : by_others)[folder.cited.members[k] - records];
    }
  }
  std::vector<std::size_t> order(score.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return score[a] > score[b]; });
  const std::string name = classes.empty() ? "" : classes[static_cast<std::size_t>(wanted)];
  std::string rows = fmt::format("rank\tscore\tdoi\treference\tcited\t{}\tcited by others\n",
                                 csv_field("cited by " + name, '\t'));
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    const std::size_t w = order[rank];
    const MissingWork& work = folder.missing[w];
    rows += fmt::format("{}\t{:.5f}\t{}\t{}\t{}\t{}\t{}\n", rank + 1, score[w],
                        csv_field(work.doi, '\t'), csv_field(work.reference, '\t'), work.cited,
                        by_wanted[w], by_others[w]);
  }
  return rows;
}

namespace {

constexpr int kUnread = -1, kUndecided = -2;  // beside the classes

// The file that a record belongs to: undecided are "don't know" and different answers.
int file_of(const ItemState& state) {
  return state.unknown || !state.second.empty() ? kUndecided : state.label;
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
  const auto predictions = server.predictions(true);
  if (label == kUnread && !server.settings().find.empty()) {
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
                                   state.second,
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

std::string text_of(AnnotationServer& server, int label, bool bibtex) {
  std::string text;
  std::set<std::string> keys;
  for_each_work(server, label, [&](const Work& work, std::uint32_t, const ItemState&) {
    text += bibtex ? to_bibtex(work, keys) : to_ris(work);
  });
  return text;
}

// A valid and unique file name for a class.
std::string file_name(std::string_view class_name, std::set<std::string>& taken) {
  std::string name = "records-";
  for (const char c : class_name) {
    const bool plain = is_letter(c) || is_digit(c) || static_cast<unsigned char>(c) >= 0x80;
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
  if (!is_graph_folder(server.items().name())) return files;
  const GraphFolder folder = graph_folder(server.items().name());
  if (folder.records.empty()) return files;
  std::set<std::string> taken;
  const auto add = [&](int label, std::string_view name, const std::string& what) {
    const std::string file = file_name(name, taken);
    files.push_back({file + ".ris", what + ", for reference managers (RIS)",
                     "application/x-research-info-systems",
                     [&server, label] { return text_of(server, label, false); }});
    files.push_back({file + ".bib", what + ", for BibTeX", "application/x-bibtex; charset=utf-8",
                     [&server, label] { return text_of(server, label, true); }});
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
