// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/log_lines.hpp>

#include <querent/apps/terminal/escape.hpp>

namespace querent::apps {

std::string log_line(const Event& event) {
  Json line{{"event", event.number},
            {"time", event.time},
            {"by", event.by},
            {"kind", to_string(event.kind)}};
  const auto add = [&](const char* field, const auto& value, bool has) {
    if (has) line[field] = value;
  };
  add("item", event.item, !event.item.empty());
  add("class", event.label, !event.label.empty());
  add("of", event.target, event.target != 0);
  add("question", event.question, event.question != 0);
  add("guess", event.guess, !event.guess.empty());
  add("guess_probability", event.guess_probability, !event.guess.empty());
  add("probability", event.probability, event.question != 0);
  add("seconds", event.seconds, event.seconds > 0);
  line["key"] = event.key;
  return dumped(line, -1);
}

}  // namespace querent::apps
