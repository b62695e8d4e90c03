// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/seeds.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <querent/datasets/bibliography/decision_table.hpp>
#include <querent/datasets/checksum.hpp>
#include <querent/datasets/input.hpp>
#include <querent/datasets/text/fields.hpp>

namespace querent::apps {

namespace {

// Adds the lines of one file to its seeds.
class SeedReader {
 public:
  SeedReader(AskItems& items, const AskSettings& settings, bool lenient)
      : items_(items), settings_(settings), lenient_(lenient) {}

  Seeds read(Input& input) {
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
    const auto item = [&](const std::string& id) { return add_item(id, record.decision); };
    const auto work = [&](const std::string& id) { return add_work(id, record.decision); };
    if (!std::ranges::any_of(record.ids, item) && !std::ranges::any_of(record.ids, work))
      refuse(record.place, record.unknown_in("the source") + " — --lenient ignores such lines");
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
      if (add_item(fields[0], label) || add_work(fields[0], label)) continue;
      if (first && (alone ? fields[0].find_first_of("0123456789") == std::string_view::npos
                          : std::ranges::find(settings_.classes, label) == settings_.classes.end()))
        continue;  // a header
      refuse(splitter.place(0, reader),
             fmt::format("expected a {} of the source, found {} — --lenient ignores such lines",
                         items_.item(), in_quotes(fields[0])));
    }
  }

  bool add_item(std::string_view id, std::string_view label) {
    const auto item = items_.known_by(id);
    if (item) seeds_.labels.emplace_back(*item, label);
    return item.has_value();
  }

  // A work of the class to find counts without being an item.
  bool add_work(std::string_view id, std::string_view label) {
    const bool counts = label == settings_.find && is_work_id(id);
    if (counts) seeds_.works.emplace_back(id);
    return counts;
  }

  void refuse(const Place& place, const std::string& message) {
    if (lenient_) {
      ++seeds_.unknown_ids;
    } else {
      errors_.add(place, message);
    }
  }

  AskItems& items_;
  const AskSettings& settings_;
  bool lenient_;
  ErrorList errors_;
  Seeds seeds_;
};

}  // namespace

Seeds read_seeds(const std::filesystem::path& file, AskItems& items, const AskSettings& settings,
                 bool lenient) {
  Input input = Input::open(file);
  return SeedReader(items, settings, lenient).read(input);
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
