// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/request.hpp>

#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <querent/apps/terminal/console.hpp>
#include <querent/apps/terminal/escape.hpp>
#include <querent/datasets/error.hpp>

namespace querent::apps {

namespace {

std::string text_of(const Json& request, const char* field) {
  const auto found = request.find(field);
  if (found == request.end()) return {};
  if (!found->is_string()) throw MalformedRequest(fmt::format("expected text as \"{}\"", field));
  return found->get<std::string>();
}

// Whether querent itself generates such keys: for seeds, sources and derived events.
bool is_ours(const std::string& key) {
  constexpr std::size_t kSum = 64;  // SHA-256 in hexadecimal
  return key.starts_with("querent:") ||
         (key.size() > kSum && (key.starts_with("seed ") || key.starts_with("source ")));
}

Client client_of(const Json& request, const std::string& by) {
  Client client{.by = text_of(request, "by"), .key = text_of(request, "key")};
  if (client.by.empty()) client.by = by;
  if (is_ours(client.key))
    throw Refused(
        fmt::format("the key {} is reserved for querent — choose another", in_quotes(client.key)));
  if (const auto seconds = request.find("seconds"); seconds != request.end()) {
    if (!seconds->is_number()) throw MalformedRequest("expected a number as \"seconds\"");
    client.seconds = seconds->get<double>();
  }
  client.if_open = is_set(request, "if_open");
  return client;
}

std::uint32_t item_called(AnnotationServer& server, const std::string& id) {
  const auto item = server.items().find(id);
  if (!item)
    throw NoSuchItem(fmt::format("no {} has the id {}", server.items().item(), in_quotes(id)));
  return *item;
}

Receipt handle_item(AnnotationServer& server, const Client& client, const std::string& id,
                    const std::string& answer) {
  const std::uint32_t item = item_called(server, id);
  if (answer.empty())
    throw MalformedRequest("expected an answer: {\"item\":\"…\",\"answer\":\"CLASS\"}");
  return server.correct(client, item, answer);
}

Receipt handle_question(AnnotationServer& server, const Client& client, const Json& request,
                        std::uint64_t question) {
  if (is_set(request, "skip")) return server.skip(client, question);
  if (is_set(request, "unknown")) return server.unknown(client, question);
  if (is_set(request, "yes")) return server.yes(client, question, text_of(request, "is_it"));
  if (is_set(request, "no")) return server.no(client, question, text_of(request, "is_it"));
  const std::string answer = text_of(request, "answer");
  if (answer.empty())
    throw MalformedRequest(
        "expected an answer: {\"id\":17,\"answer\":\"CLASS\"}, or skip or unknown");
  return server.answer(client, question, answer);
}

}  // namespace

Json picture_json(const Picture& picture) {
  return {{"width", picture.shape.width},
          {"height", picture.shape.height},
          {"channels", picture.shape.channels},
          {"pixels", base64(picture.pixels)}};
}

Json estimate_json(const Estimate& estimate) {
  if (!estimate.is_informative()) return nullptr;
  return {{"error", estimate.has_value ? Json(estimate.value) : Json()},
          {"low", estimate.low},
          {"high", estimate.high}};
}

Json recall_json(const AnnotationProgress& progress) {
  if (!progress.recall) return nullptr;
  const RecallInterval& recall = *progress.recall;
  return {{"found", recall.found},
          {"known_before", progress.known_before},
          {"low", recall.low},
          {"high", recall.high},
          {"unread", recall.unread},
          {"goal", progress.stop_at_recall > 0 ? Json(progress.stop_at_recall) : Json()},
          {"more", progress.stop_at_recall > 0 ? Json(recall.more) : Json()}};
}

std::string recall_text(const AnnotationProgress& progress) {
  if (!progress.recall) return {};
  const RecallInterval& recall = *progress.recall;
  const std::uint64_t known = progress.known_before;
  const bool goal = progress.stop_at_recall > 0;
  std::string text = fmt::format("found {}", grouped(recall.found));
  if (known > 0)
    text += fmt::format(" ({} known before{})", grouped(known), goal ? ", not in the goal" : "");
  text += fmt::format("; between {} and {} exist", grouped(recall.low), grouped(recall.high));
  if (goal && !progress.may_stop)
    text += fmt::format("; you can stop after {} without a find",
                        counted(recall.more, "more question"));
  return text;
}

bool is_set(const Json& request, const char* field) {
  const auto found = request.find(field);
  if (found == request.end()) return false;
  if (!found->is_boolean())
    throw MalformedRequest(fmt::format("expected true or false as \"{}\"", field));
  return found->get<bool>();
}

Receipt handle(AnnotationServer& server, const Json& request, const std::string& by) {
  const Client client = client_of(request, by);
  if (is_set(request, "undo")) return server.undo(client);
  const auto id = request.find("id");
  const bool of_question = id != request.end(), of_item = request.contains("item");
  if (of_question && !id->is_number_unsigned())
    throw MalformedRequest("expected the id of a question as \"id\"");
  if (!of_question && !of_item) {
    if (request.contains("class")) return server.add_class(client, text_of(request, "class"));
    throw MalformedRequest("expected \"id\" (of a question), \"item\", \"class\" or \"undo\"");
  }
  if (!of_item) return handle_question(server, client, request, id->get<std::uint64_t>());
  const std::string item = text_of(request, "item");
  if (request.contains("note"))
    return server.note(client, item_called(server, item), text_of(request, "note"));
  if (!of_question) return handle_item(server, client, item, text_of(request, "answer"));
  const auto question = id->get<std::uint64_t>();
  if (server.item_of(question) == item) return handle_question(server, client, request, question);
  if (request.contains("answer"))
    return handle_item(server, client, item, text_of(request, "answer"));
  if (is_set(request, "yes") && request.contains("is_it"))
    return handle_item(server, client, item, text_of(request, "is_it"));
  throw Refused(
      fmt::format("question {} is not about {}: the server stopped before it stored that question "
                  "— wait until it asks again",
                  question, in_quotes(item)));
}

}  // namespace querent::apps
