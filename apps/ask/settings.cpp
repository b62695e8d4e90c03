// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/settings.hpp>

#include <algorithm>

#include <querent/apps/terminal/escape.hpp>
#include <querent/datasets/error.hpp>
#include <querent/datasets/text/json_file.hpp>

namespace querent::apps {

namespace {

constexpr std::size_t kLongest = std::size_t{1} << 20;  // maximum size in bytes

std::vector<std::string> texts_of(const JsonField& field) {
  std::vector<std::string> texts;
  field.elements([&](const JsonField& text) { texts.push_back(text.text(kLongest)); });
  return texts;
}

std::string one_of(const JsonField& field, std::string_view one, std::string_view other) {
  std::string found = field.text();
  if (found != one && found != other) field.refuse(fmt::format("{} or {}", one, other));
  return found;
}

}  // namespace

std::string settings_json(const AskSettings& settings) {
  Json json{{"classes", settings.classes},
            {"learner", settings.learner},
            {"query", settings.query},
            {"params", settings.params},
            {"encoding", settings.encoding},
            {"order", settings.stream ? "stream" : "pool"},
            {"budget", settings.budget ? Json(*settings.budget) : Json()},
            {"stop_at_error", settings.stop_at_error},
            {"checks", settings.checks},
            {"find", settings.find},
            {"stop_at_recall", settings.stop_at_recall},
            {"seed", settings.seed},
            {"yes_no", settings.yes_no},
            {"overlap", settings.overlap},
            {"arguments", settings.arguments}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

AskSettings settings_of(const std::string& text, AskSettings settings) {
  const std::string what = "the settings of these answers",
                    remedy = "`querent ask DIR --log` still prints the answers";
  Json json;
  try {
    json = Json::parse(text);
  } catch (const Json::exception&) {
    throw CorruptError(fmt::format("{}: damaged: expected JSON — {}", what, remedy));
  }
  const JsonField kept(json, what, remedy);
  settings.classes = texts_of(kept["classes"]);
  std::vector<std::string> sorted = settings.classes;
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end() ||
      (!sorted.empty() && sorted.front().empty()))
    kept["classes"].refuse("distinct names of classes");
  settings.learner = kept["learner"].text();
  settings.query = kept["query"].text();
  settings.params.clear();
  kept["params"].fields([&](const std::string& name, const JsonField& value) {
    settings.params.emplace(name, value.number());
  });
  settings.encoding = one_of(kept["encoding"], "one-hot", "margin");
  settings.stream = one_of(kept["order"], "stream", "pool") == "stream";
  settings.budget.reset();
  if (!kept["budget"].json().is_null()) settings.budget = kept["budget"].count();
  settings.stop_at_error = kept["stop_at_error"].number_in(0, 1);
  settings.checks = kept["checks"].number_in(0, 1);
  settings.find = kept.has("find") ? kept["find"].text() : "";
  if (!settings.find.empty() &&
      std::ranges::find(settings.classes, settings.find) == settings.classes.end())
    kept["find"].refuse("one of the classes");
  settings.stop_at_recall = kept.has("stop_at_recall") ? kept["stop_at_recall"].number_in(0, 1) : 0;
  settings.seed = kept["seed"].count();
  settings.yes_no = kept["yes_no"].flag();
  settings.overlap = kept["overlap"].number_in(0, 1);
  settings.arguments = texts_of(kept["arguments"]);
  return settings;
}

}  // namespace querent::apps
