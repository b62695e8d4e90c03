// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/json_lines.hpp>

#include <set>
#include <utility>

#include <fmt/format.h>

#include <querent/apps/ask/request.hpp>
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
bool take(AnnotationServer& server, const std::string& text, const Console& console) {
  Json line;
  const auto refuse = [&](const std::string& why) {
    Json refused = reply("refused", line);
    refused["error"] = why;
    say(console, refused);
  };
  try {
    line = Json::parse(text);
    if (!line.is_object()) throw Refused("expected one JSON object per line");
    if (is_set(line, "quit")) return false;
    const Receipt receipt = handle(server, line, server.settings().by);
    Json accepted = reply("accepted", line);
    accepted["event"] = receipt.event;
    if (receipt.repeated) accepted["repeated"] = true;
    say(console, accepted);
  } catch (const Json::exception& error) {
    refuse(fmt::format("not JSON: {}", error.what()));
  } catch (const Refused& error) {
    refuse(error.what());
  } catch (const IoError& error) {  // not stored, so not acknowledged: reply, then end
    refuse(error.what());
    throw;
  }
  return true;
}

void say_done(AnnotationServer& server, std::string_view reason, const Console& console) {
  Json last{{"type", "done"}, {"reason", reason}};
  if (const auto machine = server.progress().machine)
    last["opinions"] = annotator_agreement_json(*machine);
  say(console, last);
}

}  // namespace

Json fields_json(const AskItems& items, std::uint32_t item) {
  Json fields = Json::object();
  for (const auto& [column, text] : items.fields(item)) fields[column] = text;
  return fields;
}

Json because_json(AnnotationServer& server, const LeasedQuestion& question, const std::string& by) {
  Json answers = Json::array();
  for (const std::uint32_t item : question.because_items) {
    const int label = server.state(item, by).label;  // first: another annotator may add a class
    answers.push_back(
        {{"item", server.items().id(item)},
         {"title", server.items().title(item)},
         {"class", label < 0 ? Json() : Json(server.classes()[static_cast<std::size_t>(label)])}});
  }
  return {{"answers", std::move(answers)}, {"words", question.because_words}};
}

Json different_json(AnnotationServer& server, const LeasedQuestion& question) {
  Json answers = Json::array();
  if (!question.settles) return answers;
  const ItemState state = server.state(question.item);
  const auto classes = server.classes();
  answers.push_back({{"class", class_name(classes, state.label)}, {"by", state.by}});
  if (!state.second.empty())  // else another annotator has settled it meanwhile
    answers.push_back({{"class", state.second}, {"by", state.second_by}});
  return answers;
}

Json question_json(AnnotationServer& server, const LeasedQuestion& question) {
  const auto classes = server.classes();
  const auto name = [&](int label) { return classes[static_cast<std::size_t>(label)]; };
  Json line{{"type", "question"},
            {"id", question.id},
            {"item", server.items().id(question.item)},
            {"fields", fields_json(server.items(), question.item)},
            {"classes", classes},
            {"why", question.why},
            {"probability", question.probability}};
  if (const auto picture = server.items().picture(question.item))
    line["picture"] = picture_json(*picture);
  line["prediction"] = question.guess.label < 0 ? Json()
                                                : Json{{"class", name(question.guess.label)},
                                                       {"confidence", question.guess.probability}};
  if (!question.because_items.empty())
    line["because"] = because_json(server, question, server.annotator());
  if (question.is_it) line["is_it"] = name(*question.is_it);
  if (question.second) line["second"] = true;
  if (question.settles) line["different"] = different_json(server, question);
  const AnnotationProgress progress = server.progress();
  line["asked"] = progress.asked;
  const auto& budget = server.settings().budget;
  line["budget"] = budget ? Json(*budget) : Json();
  line["estimate"] = estimate_json(progress.estimate);
  line["answered"] = progress.answered;
  line["prediction_after"] = question.after;
  line["estimate_after"] = progress.after;
  if (progress.recall) line["recall"] = recall_json(progress);
  return line;
}

void ask_json_lines(AnnotationServer& server, std::istream& in, const Console& console) {
  const AskSettings& settings = server.settings();
  // questions sent to the client; for yes-or-no questions also their class
  std::set<std::pair<std::uint64_t, int>> already_sent;
  std::string text;
  for (;;) {
    const auto next = server.next(settings.by, settings.batch);
    if (const Ending* done = std::get_if<Ending>(&next))
      return say_done(server, to_string(*done), console);
    std::set<std::pair<std::uint64_t, int>> open;
    for (const LeasedQuestion& question : std::get<std::vector<LeasedQuestion>>(next)) {
      const std::pair shown{question.id, question.is_it.value_or(-1)};
      open.insert(shown);
      if (!already_sent.contains(shown)) say(console, question_json(server, question));
    }
    already_sent = std::move(open);
    do {
      if (!std::getline(in, text)) {
        check_interrupt();
        text = R"({"quit":true})";
      }
    } while (text.find_first_not_of(" \t\r") == std::string::npos);
    if (!take(server, text, console)) return say_done(server, "quit", console);
  }
}

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
