// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/said.hpp>

#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <querent/apps/terminal/console.hpp>
#include <querent/apps/terminal/escape.hpp>
#include <querent/datasets/error.hpp>

namespace querent::apps {

namespace {

std::string text_of(const Json& said, const char* field) {
  const auto found = said.find(field);
  if (found == said.end()) return {};
  if (!found->is_string()) throw NotUnderstood(fmt::format("expected text as \"{}\"", field));
  return found->get<std::string>();
}

// Whether querent itself generates such keys: for seeds, sources and derived events.
bool is_ours(const std::string& key) {
  constexpr std::size_t kSum = 64;  // SHA-256 in hexadecimal
  return key.starts_with("querent:") ||
         (key.size() > kSum && (key.starts_with("seed ") || key.starts_with("source ")));
}

Client client_of(const Json& said, const std::string& by) {
  Client client{.by = text_of(said, "by"), .key = text_of(said, "key")};
  if (client.by.empty()) client.by = by;
  if (is_ours(client.key))
    throw Refused(
        fmt::format("the key {} is reserved for querent — choose another", in_quotes(client.key)));
  if (const auto seconds = said.find("seconds"); seconds != said.end()) {
    if (!seconds->is_number()) throw NotUnderstood("expected a number as \"seconds\"");
    client.seconds = seconds->get<double>();
  }
  return client;
}

std::uint32_t item_called(const Desk& desk, const std::string& id) {
  const auto item = desk.items().find(id);
  if (!item)
    throw NoSuchItem(fmt::format("no {} has the id {}", desk.items().item(), in_quotes(id)));
  return *item;
}

Receipt hear_of_item(Desk& desk, const Client& client, const std::string& id,
                     const std::string& answer) {
  const std::uint32_t item = item_called(desk, id);
  if (answer.empty())
    throw NotUnderstood("expected an answer: {\"item\":\"…\",\"answer\":\"CLASS\"}");
  return desk.correct(client, item, answer);
}

Receipt hear_of_question(Desk& desk, const Client& client, const Json& said,
                         std::uint64_t question) {
  if (says(said, "skip")) return desk.skip(client, question);
  if (says(said, "unknown")) return desk.unknown(client, question);
  if (says(said, "yes")) return desk.yes(client, question, text_of(said, "is_it"));
  if (says(said, "no")) return desk.no(client, question, text_of(said, "is_it"));
  const std::string answer = text_of(said, "answer");
  if (answer.empty())
    throw NotUnderstood("expected an answer: {\"id\":17,\"answer\":\"CLASS\"}, or skip or unknown");
  return desk.answer(client, question, answer);
}

}  // namespace

Json picture_json(const Picture& picture) {
  return {{"width", picture.shape.width},
          {"height", picture.shape.height},
          {"channels", picture.shape.channels},
          {"pixels", base64(picture.pixels)}};
}

Json estimate_json(const DeskEstimate& estimate) {
  if (!estimate.known) return nullptr;
  return {{"error", estimate.few_checks ? Json() : Json(estimate.error)},
          {"low", estimate.low},
          {"high", estimate.high}};
}

Json recall_json(const DeskProgress& progress) {
  if (!progress.recall) return nullptr;
  const RecallInterval& recall = *progress.recall;
  return {{"found", recall.found},
          {"low", recall.low},
          {"high", recall.high},
          {"unread", recall.unread},
          {"goal", progress.stop_at_recall > 0 ? Json(progress.stop_at_recall) : Json()},
          {"more", progress.stop_at_recall > 0 ? Json(recall.more) : Json()}};
}

std::string recall_text(const DeskProgress& progress) {
  if (!progress.recall) return {};
  const RecallInterval& recall = *progress.recall;
  std::string text = fmt::format("found {}; between {} and {} exist", grouped(recall.found),
                                 grouped(recall.low), grouped(recall.high));
  if (progress.stop_at_recall > 0 && !progress.may_stop)
    text +=
        fmt::format("; you can stop after {} more questions without a find", grouped(recall.more));
  return text;
}

bool says(const Json& said, const char* field) {
  const auto found = said.find(field);
  if (found == said.end()) return false;
  if (!found->is_boolean())
    throw NotUnderstood(fmt::format("expected true or false as \"{}\"", field));
  return found->get<bool>();
}

Receipt hear(Desk& desk, const Json& said, const std::string& by) {
  const Client client = client_of(said, by);
  if (says(said, "undo")) return desk.undo(client);
  const auto id = said.find("id");
  const bool of_question = id != said.end(), of_item = said.contains("item");
  if (of_question && !id->is_number_unsigned())
    throw NotUnderstood("expected the id of a question as \"id\"");
  if (!of_question && !of_item) {
    if (said.contains("class")) return desk.add_class(client, text_of(said, "class"));
    throw NotUnderstood("expected \"id\" (of a question), \"item\", \"class\" or \"undo\"");
  }
  if (!of_item) return hear_of_question(desk, client, said, id->get<std::uint64_t>());
  const std::string item = text_of(said, "item");
  if (said.contains("note"))
    return desk.note(client, item_called(desk, item), text_of(said, "note"));
  if (!of_question) return hear_of_item(desk, client, item, text_of(said, "answer"));
  const auto question = id->get<std::uint64_t>();
  if (desk.item_of(question) == item) return hear_of_question(desk, client, said, question);
  if (said.contains("answer")) return hear_of_item(desk, client, item, text_of(said, "answer"));
  if (says(said, "yes") && said.contains("is_it"))
    return hear_of_item(desk, client, item, text_of(said, "is_it"));
  throw Refused(
      fmt::format("question {} is not about {}: the server stopped before it stored that question "
                  "— wait until it asks again",
                  question, in_quotes(item)));
}

}  // namespace querent::apps
