// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/json_lines.hpp>

#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <querent/apps/terminal/interrupt.hpp>
#include <querent/datasets/error.hpp>

namespace querent::apps {

namespace {

void say(const Console& console, const Json& line) {
  console.print(dumped(line, -1));
}

std::string text_of(const Json& line, const char* field) {
  const auto found = line.find(field);
  if (found == line.end()) return {};
  if (!found->is_string()) throw Refused(fmt::format("{} must be a text", field));
  return found->get<std::string>();
}

bool flag_of(const Json& line, const char* field) {
  const auto found = line.find(field);
  if (found == line.end()) return false;
  if (!found->is_boolean()) throw Refused(fmt::format("{} must be true or false", field));
  return found->get<bool>();
}

Client client_of(const Json& line, const AskSettings& settings) {
  Client client{.by = text_of(line, "by"), .key = text_of(line, "key")};
  if (client.by.empty()) client.by = settings.by;
  if (const auto seconds = line.find("seconds"); seconds != line.end()) {
    if (!seconds->is_number()) throw Refused("seconds must be a number");
    client.seconds = seconds->get<double>();
  }
  return client;
}

// What a line asks for, done; what it named comes back in the answer.
Receipt take(Desk& desk, const Json& line) {
  const Client client = client_of(line, desk.settings());
  if (flag_of(line, "undo")) return desk.undo(client);
  const std::string answer = text_of(line, "answer");
  if (line.contains("item")) {
    const std::string id = text_of(line, "item");
    const auto item = desk.items().find(id);
    if (!item) throw Refused(fmt::format("there is no {} {}", desk.items().item(), in_quotes(id)));
    if (answer.empty()) throw Refused("an answer is needed: {\"item\":\"…\",\"answer\":\"CLASS\"}");
    return desk.correct(client, *item, answer);
  }
  if (line.contains("class") && !line.contains("id")) return desk.add_class(client, text_of(line, "class"));
  const auto id = line.find("id");
  if (id == line.end() || !id->is_number_unsigned())
    throw Refused("a line needs the id of a question, an item, undo or quit");
  const auto question = id->get<std::uint64_t>();
  if (flag_of(line, "skip")) return desk.skip(client, question);
  if (flag_of(line, "unknown")) return desk.unknown(client, question);
  if (flag_of(line, "yes")) return desk.yes(client, question);
  if (flag_of(line, "no")) return desk.no(client, question);
  if (answer.empty())
    throw Refused("an answer is needed: {\"id\":17,\"answer\":\"CLASS\"}, or skip or unknown");
  return desk.answer(client, question, answer);
}

// "id" and "item" of a line as they came.
Json reply(const char* type, const Json& line) {
  Json reply{{"type", type}};
  if (!line.is_object()) return reply;
  for (const char* field : {"id", "item", "undo", "key"}) {
    if (line.contains(field)) reply[field] = line[field];
  }
  return reply;
}

// One line of input. False when it ends the session.
bool hear(Desk& desk, const std::string& text, const Console& console) {
  Json line;
  try {
    line = Json::parse(text);
    if (!line.is_object()) throw Refused("a line is one JSON object");
    if (flag_of(line, "quit")) return false;
    const Receipt receipt = take(desk, line);
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
  } catch (const IoError& error) {  // not kept, so not acknowledged; whoever asked is told, then all
    Json refused = reply("refused", line);
    refused["error"] = error.what();
    say(console, refused);
    throw;
  }
  return true;
}

}  // namespace

Json question_json(const Desk& desk, const DeskQuestion& question) {
  const auto classes = desk.classes();
  const auto name = [&](int label) { return classes[static_cast<std::size_t>(label)]; };
  Json fields = Json::object();
  for (const auto& [column, text] : desk.items().fields(question.item)) fields[column] = text;
  Json line{{"type", "question"},
            {"id", question.id},
            {"item", desk.items().id(question.item)},
            {"fields", std::move(fields)},
            {"classes", classes},
            {"why", question.why},
            {"probability", question.probability}};
  line["prediction"] = question.guess.label < 0
                           ? Json()
                           : Json{{"class", name(question.guess.label)},
                                  {"confidence", question.guess.probability}};
  if (question.is_it) line["is_it"] = name(*question.is_it);
  if (question.second) line["second"] = true;
  const DeskProgress progress = desk.progress();
  line["asked"] = progress.asked;
  line["budget"] = progress.budget ? Json(*progress.budget) : Json();
  line["estimate"] = progress.estimate.known ? Json{{"error", progress.estimate.error},
                                                    {"low", progress.estimate.low},
                                                    {"high", progress.estimate.high}}
                                             : Json();
  return line;
}

void ask_json_lines(Desk& desk, std::istream& in, const Console& console) {
  const AskSettings& settings = desk.settings();
  // the questions on the other side, and which class each of yes or no is about
  std::set<std::pair<std::uint64_t, int>> said;
  std::string text;
  for (;;) {
    const auto next = desk.next(settings.by, settings.batch);
    if (const Done* done = std::get_if<Done>(&next)) {
      say(console, {{"type", "done"}, {"reason", to_string(*done)}});
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
    if (!hear(desk, text, console)) {
      say(console, {{"type", "done"}, {"reason", "quit"}});
      return;
    }
  }
}

}  // namespace querent::apps
