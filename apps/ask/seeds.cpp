// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/seeds.hpp>

#include <fmt/format.h>

#include <querent/apps/source/item_ids.hpp>
#include <querent/datasets/checksum.hpp>
#include <querent/datasets/fields.hpp>
#include <querent/datasets/input.hpp>

namespace querent::apps {

Seeds read_seeds(const std::filesystem::path& file, const AskItems& items, const std::string& find,
                 bool lenient) {
  Seeds seeds;
  const ItemIds ids([&](std::string_view id) { return items.find(id); }, items.name());
  Input input = Input::open(file);
  LineReader reader(input);
  FieldSplitter splitter;
  ErrorList errors;
  std::string_view line;
  for (bool first = true; reader.next(line); first = false) {
    if (trimmed(line).empty()) continue;
    const auto& fields = splitter.split(line, separator_in(line), reader);
    if (fields.size() != 2 || fields[0].empty()) {
      errors.add(reader.place_of_line(),
                 fmt::format("expected an id and a class, found {} — one tab, comma or blank "
                             "between them",
                             in_quotes(line)));
      continue;
    }
    if (fields[1].empty() || fields[1] == "?") continue;
    const auto item = ids.find(fields[0]);
    const bool outside = !item && !find.empty() && fields[1] == find && is_work_id(fields[0]);
    if (!item && !outside && first) continue;  // the line is a header
    if (item) {
      seeds.labels.emplace_back(*item, fields[1]);
    } else if (outside) {
      seeds.works.emplace_back(fields[0]);
    } else if (lenient) {
      ++seeds.unknown_ids;
    } else {
      errors.add(splitter.place(0, reader),
                 fmt::format("expected a {} of the source, found {} — --lenient ignores such lines",
                             items.item(), in_quotes(fields[0])));
    }
  }
  errors.throw_if_any();
  return seeds;
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
