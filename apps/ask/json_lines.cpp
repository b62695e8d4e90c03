// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/json_lines.hpp>

#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <querent/apps/ask/said.hpp>
#include <querent/apps/terminal/interrupt.hpp>
#include <querent/datasets/error.hpp>

namespace querent::apps {

namespace {

void say(const Console& console, const Json& line) {
  console.print(dumped(line, -1));
}

// A reply that repeats the identifying fields of a line.
Json reply(const char* type, const Json& line) {
  Json reply{{"type", type}};
  if (!line.is_object()) return reply;
  for (const char* field : {"id", "item", "undo", "key"}) {
    if (line.contains(field)) reply[field] = line[field];
  }
  return reply;
}

// Handles one line of input. Returns false if it ends the session.
bool take(Desk& desk, const std::string& text, const Console& console) {
  Json line;
  try {
    line = Json::parse(text);
    if (!line.is_object()) throw Refused("expected one JSON object per line");
    if (says(line, "quit")) return false;
    const Receipt receipt = hear(desk, line, desk.settings().by);
    Json accepted = reply("accepted", line);
    accepted["event"] = receipt.event;
    if (receipt.repeated) accepted["repeated"] = true;
    say(console, accepted);
  } catch (const Json::exception& error) {
    Json refused = reply("refused", line);
    refused["error"] = fmt::format("not JSON: {}", error.what());
    say(console, refused);
  } catch (const Refused& error) {
    Json refused = reply("refused", line);
    refused["error"] = error.what();
    say(console, refused);
  } catch (const IoError& error) {  // not stored, so not acknowledged: reply, then end
    Json refused = reply("refused", line);
    refused["error"] = error.what();
    say(console, refused);
    throw;
  }
  return true;
}

}  // namespace

Json fields_json(const AskItems& items, std::uint32_t item) {
  Json fields = Json::object();
  for (const auto& [column, text] : items.fields(item)) fields[column] = text;
  return fields;
}

Json because_json(const Desk& desk, const DeskQuestion& question) {
  const auto classes = desk.classes();
  Json answers = Json::array();
  for (const std::uint32_t item : question.because_items) {
    const int label = desk.state(item).label;
    answers.push_back(
        {{"item", desk.items().id(item)},
         {"title", desk.items().title(item)},
         {"class", label < 0 ? Json() : Json(classes[static_cast<std::size_t>(label)])}});
  }
  return {{"answers", std::move(answers)}, {"words", question.because_words}};
}

Json question_json(const Desk& desk, const DeskQuestion& question) {
  const auto classes = desk.classes();
  const auto name = [&](int label) { return classes[static_cast<std::size_t>(label)]; };
  Json line{{"type", "question"},
            {"id", question.id},
            {"item", desk.items().id(question.item)},
            {"fields", fields_json(desk.items(), question.item)},
            {"classes", classes},
            {"why", question.why},
            {"probability", question.probability}};
  if (const auto picture = desk.items().picture(question.item))
    line["picture"] = picture_json(*picture);
  line["prediction"] = question.guess.label < 0 ? Json()
                                                : Json{{"class", name(question.guess.label)},
                                                       {"confidence", question.guess.probability}};
  if (!question.because_items.empty()) line["because"] = because_json(desk, question);
  if (question.is_it) line["is_it"] = name(*question.is_it);
  if (question.second) line["second"] = true;
  const DeskProgress progress = desk.progress();
  line["asked"] = progress.asked;
  line["budget"] = progress.budget ? Json(*progress.budget) : Json();
  line["estimate"] = estimate_json(progress.estimate);
  if (progress.recall) line["recall"] = recall_json(progress);
  return line;
}

void ask_json_lines(Desk& desk, std::istream& in, const Console& console) {
  const AskSettings& settings = desk.settings();
  // questions sent to the client; for yes-or-no questions also their class
  std::set<std::pair<std::uint64_t, int>> said;
  std::string text;
  for (;;) {
    const auto next = desk.next(settings.by, settings.batch);
    if (const Done* done = std::get_if<Done>(&next)) {
      Json last{{"type", "done"}, {"reason", to_string(*done)}};
      if (const auto machine = desk.progress().machine)
        last["opinions"] = machine_agreement_json(*machine);
      say(console, last);
      return;
    }
    std::set<std::pair<std::uint64_t, int>> open;
    for (const DeskQuestion& question : std::get<std::vector<DeskQuestion>>(next)) {
      const std::pair shown{question.id, question.is_it.value_or(-1)};
      open.insert(shown);
      if (!said.contains(shown)) say(console, question_json(desk, question));
    }
    said = std::move(open);
    do {
      if (!std::getline(in, text)) {
        check_interrupt();
        text = R"({"quit":true})";
      }
    } while (text.find_first_not_of(" \t\r") == std::string::npos);
    if (!take(desk, text, console)) {
      say(console, {{"type", "done"}, {"reason", "quit"}});
      return;
    }
  }
}

}  // namespace querent::apps
