// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/seeds.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include <fmt/ranges.h>

#include <querent/apps/options/declare.hpp>
#include <querent/datasets/bibliography/decision_table.hpp>
#include <querent/datasets/checksum.hpp>
#include <querent/datasets/input.hpp>
#include <querent/datasets/text/fields.hpp>
#include <querent/datasets/text/printable.hpp>
#include <querent/graph/bibliography/folder.hpp>

namespace querent::apps {

namespace {

// Adds the lines of one file to its seeds.
class SeedReader {
 public:
  SeedReader(AskItems& items, const AskSettings& settings, const std::vector<std::string>& classes,
             bool lenient)
      : items_(items), settings_(settings), classes_(classes), lenient_(lenient) {}

  Seeds read(Input& input) {
    const std::filesystem::path folder = items_.name();
    if (is_graph_folder(folder)) {
      std::error_code error;
      own_ids_ = std::filesystem::equivalent(input.name(), folder / "labels.tsv", error);
      remedy_ = fmt::format("ids are in the first column of {}; ",
                            printable((folder / "nodes.tsv").string()));
    }
    if (is_decision_table(input.peek())) {
      read_decision_table(input, errors_, [this](const DecidedRecord& record) { add(record); });
    } else {
      read_lines(input);
    }
    errors_.throw_if_any();
    return std::move(seeds_);
  }

 private:
  void add(const DecidedRecord& record) {
    if (record.decision.empty()) return;
    candidates_.clear();
    const auto item = [&](const std::string& id) {
      return add_item(id, record.decision, record.place, record.place);
    };
    const auto work = [&](const std::string& id) { return add_work(id, record.decision); };
    if (!std::ranges::any_of(record.ids, item) && !std::ranges::any_of(record.ids, work))
      refuse(record.place, fmt::format("{} — {}--lenient ignores such lines",
                                       record.unknown_in("the source"), remedy_));
  }

  void read_lines(Input& input) {
    LineReader reader(input);
    FieldSplitter splitter;
    std::string_view line;
    for (bool first = true; reader.next(line); first = false) {
      if (trimmed(line).empty()) continue;
      const auto& fields = splitter.split(line, separator_in(line), reader);
      const bool alone = fields.size() == 1 && !settings_.find.empty();  // of the class to find
      if ((fields.size() != 2 && !alone) || fields[0].empty()) {
        errors_.add(reader.place_of_line(), "expected an id and a class, found " + in_quotes(line) +
                                                " — one tab, comma or blank between them");
        continue;
      }
      const std::string_view label = alone ? settings_.find : fields[1];
      if (label.empty() || label == "?") continue;
      candidates_.clear();
      if (add_item(fields[0], label, splitter.place(0, reader),
                   splitter.place(alone ? 0 : 1, reader)) ||
          add_work(fields[0], label))
        continue;
      if (first && candidates_.empty() &&
          (alone ? fields[0].find_first_of("0123456789") == std::string_view::npos
                 : std::ranges::find(classes_, label) == classes_.end()))
        continue;  // a header
      refuse(splitter.place(0, reader),
             fmt::format("expected a {} of the source, found {} — {}--lenient ignores such lines",
                         items_.item(), in_quotes(fields[0]), remedy_));
    }
  }

  // The item with an id; nullopt if several works have it.
  std::optional<std::uint32_t> item_of(std::string_view id) {
    if (own_ids_) return items_.find(id);
    std::vector<std::string> works = items_.works_with(id);
    if (works.size() < 2) return items_.known_by(id);
    candidates_ = std::move(works);
    return std::nullopt;
  }

  bool add_item(std::string_view id, std::string_view label, const Place& place,
                const Place& place_of_label) {
    const auto item = item_of(id);
    if (!item) return false;
    if (!is_class(label, place_of_label)) return true;
    const auto [first, is_first] = first_.try_emplace(*item, label, place);
    if (is_first) {
      seeds_.labels.emplace_back(*item, label);
    } else if (first->second.first != label) {
      errors_.add(place,
                  fmt::format("expected one class per {}, found {} after {} in {} — keep "
                              "one of the two lines",
                              items_.item(), in_quotes(label), in_quotes(first->second.first),
                              to_string(first->second.second)));
    }
    return true;
  }

  // With a class to find all classes are known; otherwise a new one that resembles another is noted.
  bool is_class(std::string_view label, const Place& place) {
    if (std::ranges::find(classes_, label) != classes_.end()) return true;
    const std::string near = hint(std::string(label), classes_);
    if (!settings_.find.empty()) {
      errors_.add(place, fmt::format("expected one of the classes {}, found {}{} — correct it, "
                                     "add it to --classes, or, if it is a decision, give the file "
                                     "the header id,label_included",
                                     fmt::join(classes_, ", "), in_quotes(label), near));
      return false;
    }
    try {
      check_class(label);
    } catch (const Refused& wrong) {
      errors_.add(place, fmt::format("{} — correct the name", wrong.what()));
      return false;
    }
    if (!near.empty() && new_.emplace(label).second)
      seeds_.notes.push_back(fmt::format("new class {}{}", in_quotes(label), near));
    return true;
  }

  // A work of the class to find counts without being an item.
  bool add_work(std::string_view id, std::string_view label) {
    const bool counts = label == settings_.find && is_work_id(id);
    if (counts) seeds_.works.emplace_back(id);
    return counts;
  }

  void refuse(const Place& place, const std::string& unknown) {
    if (lenient_) {
      ++seeds_.unknown_ids;
    } else if (candidates_.empty()) {
      errors_.add(place, unknown);
    } else {
      errors_.add(place,
                  fmt::format("expected an id of one {}, found one of {}: {} — write the id "
                              "that is meant; --lenient ignores such lines",
                              items_.item(), candidates_.size(), fmt::join(candidates_, ", ")));
    }
  }

  AskItems& items_;
  const AskSettings& settings_;
  const std::vector<std::string>& classes_;
  bool lenient_, own_ids_ = false;
  std::string remedy_;
  std::vector<std::string> candidates_;  // of the line being read, if its id is of several works
  std::map<std::uint32_t, std::pair<std::string, Place>> first_;  // by item: its label and line
  std::set<std::string, std::less<>> new_;
  ErrorList errors_;
  Seeds seeds_;
};

}  // namespace

Seeds read_seeds(const std::filesystem::path& file, AskItems& items, const AskSettings& settings,
                 const std::vector<std::string>& classes, bool lenient) {
  Input input = Input::open(file);
  return SeedReader(items, settings, classes, lenient).read(input);
}

std::uint64_t add_seeds(AnnotationServer& server, const Seeds& seeds) {
  std::uint64_t added = 0;
  for (const auto& [item, label] : seeds.labels) {
    const std::string id = server.items().id(item);
    // the hash bounds the length of the key
    const std::string key = "seed " + sha256(fmt::format("{}:{}{}", id.size(), id, label));
    added += !server.correct({.by = "seeds", .key = key}, item, label).repeated;
  }
  return added;
}

}  // namespace querent::apps
