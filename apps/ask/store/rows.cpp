// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/store/rows.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <querent/datasets/error.hpp>

namespace querent::apps {

RowSum& RowSum::add(std::string_view text) {
  const std::string length = fmt::format("{}:", text.size());
  sum_.update(length);
  sum_.update(text);
  return *this;
}

RowSum& RowSum::add(double number) {
  return add(fmt::format("{:a}", number));
}

std::string sum_of(const std::string& before, const PosedQuestion& q) {
  return RowSum(before)
      .add(q.id)
      .add(q.item)
      .add(q.why)
      .add(q.probability)
      .add(std::uint64_t{q.uniform})
      .add(q.guess)
      .add(q.guess_probability)
      .hex();
}

std::string sum_of(const std::string& before, const Event& e) {
  return RowSum(before)
      .add(e.number)
      .add(e.time)
      .add(e.by)
      .add(to_string(e.kind))
      .add(e.item)
      .add(e.label)
      .add(e.target)
      .add(e.question)
      .add(e.guess)
      .add(e.guess_probability)
      .add(e.probability)
      .add(e.seconds)
      .add(e.key)
      .add(e.posed)
      .add(e.error)
      .add(e.error_low)
      .add(e.error_high)
      .hex();
}

std::string joined_ids(const std::vector<std::string>& ids) {
  std::string text;
  for (const std::string& id : ids) {
    text += id;
    text += '\0';
  }
  return text;
}

std::vector<std::string> split_ids(const std::string& text) {
  std::vector<std::string> ids;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\0', begin), text.size());
    ids.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return ids;
}

Event event_of(const Statement& row, const std::string& file) {
  const auto kind = event_kind(row.text(3));
  if (!kind)
    throw CorruptError(
        fmt::format("{}: event {}: no event is a {} — it was written by a later "
                    "version, or is damaged",
                    file, row.count(0), in_quotes(row.text(3))));
  return {.number = row.count(0),
          .time = row.text(1),
          .by = row.text(2),
          .kind = *kind,
          .item = row.text(4),
          .label = row.text(5),
          .target = row.count(6),
          .question = row.count(7),
          .guess = row.text(8),
          .guess_probability = row.number(9),
          .probability = row.number(10),
          .seconds = row.number(11),
          .key = row.text(12),
          .posed = row.count(13),
          .error = row.number(14),
          .error_low = row.number(15),
          .error_high = row.number(16)};
}

}  // namespace querent::apps
