// SPDX-License-Identifier: Apache-2.0
// Answers and other actions of annotators: checked, stored, then passed to the session.
#include <algorithm>
#include <random>

#include <fmt/format.h>

#include <querent/apps/ask/annotation_server.hpp>
#include <querent/datasets/input.hpp>

namespace querent::apps {

namespace {

constexpr std::size_t kMaxName = 100, kMaxClass = 200, kMaxNote = 10'000;

void check_text(std::string_view text, std::size_t most, std::string_view what) {
  if (text.size() > most) throw Refused(fmt::format("expected {} of at most {} bytes", what, most));
  if (valid_utf8_prefix(text) != text.size())
    throw Refused(fmt::format("expected {} in UTF-8", what));
  if (text.find('\0') != std::string_view::npos)
    throw Refused(fmt::format("expected {} without NUL bytes", what));
}

void check_line(std::string_view text, std::size_t most, std::string_view what) {
  check_text(text, most, what);
  if (std::ranges::any_of(text, [](unsigned char c) { return c < 0x20 || c == 0x7f; }))
    throw Refused(fmt::format("expected {} on one line, without control characters", what));
}

// Derived events have keys with a prefix that clients must not use.
Client within(Client client, std::string_view what) {
  if (!client.key.empty()) client.key = fmt::format("querent:{}:{}", what, client.key);
  return client;
}

std::string item_of_asked(const std::vector<AskedQuestion>& questions, std::uint64_t id) {
  return id == 0 || id > questions.size() ? std::string() : questions[id - 1].item;
}

// Whether a stored event came of the same request. A label may be of three kinds; one that is not
// given is that of the question.
bool is_same(const Event& stored, const Event& request) {
  const bool labels = request.kind == EventKind::kClass;
  if (stored.kind != request.kind &&
      !(labels && (stored.kind == EventKind::kSecond || stored.kind == EventKind::kCorrection)))
    return false;
  if (request.kind == EventKind::kUndo) return true;
  const bool any = request.label.empty() && (labels || request.kind == EventKind::kNo);
  return stored.item == request.item && (any || stored.label == request.label);
}

}  // namespace

void check_class(std::string_view name) {
  check_line(name, kMaxClass, "a class name");
  if (name.empty()) throw Refused("expected a class name, found an empty one");
  if (name.front() == ' ' || name.back() == ' ')
    throw Refused("expected a class name without blanks at its ends, found " + in_quotes(name));
}

Client checked(Client client) {
  if (client.by.empty()) client.by = "me";
  check_line(client.by, kMaxName, "a name");
  check_text(client.key, kMaxName, "a key");
  constexpr double kDay = 86400;
  if (!(client.seconds >= 0 && client.seconds <= kDay)) client.seconds = 0;
  return client;
}

const AskedQuestion& AnnotationServer::known_question(std::uint64_t id) const {
  if (id == 0 || id > store_.questions().size())
    throw Refused(
        fmt::format("question {} does not exist; the last one is {} — to send an answer again "
                    "after a crash, add the item: {{\"id\":{},\"item\":\"…\",\"answer\":\"…\"}}",
                    id, store_.questions().size(), id));
  const AskedQuestion& asked = store_.questions()[id - 1];
  if (!items_.find(asked.item))
    throw Refused(fmt::format("the source no longer contains {}, the item of question {}",
                              in_quotes(asked.item), id));
  return asked;
}

// Writes an event to disk and updates the label state; the session is updated before its next use.
Receipt AnnotationServer::append(const Client& client, Event event) {
  event.by = client.by;
  event.seconds = client.seconds;
  event.questions_asked = store_.questions().size();
  event.key = client.key.empty() ? fmt::format("querent:{}:{:016x}", store_.events().size() + 1,
                                               std::random_device{}() * 0x100000001ULL)
                                 : client.key;
  if (event.question != 0) {
    const AskedQuestion& asked = store_.questions()[event.question - 1];
    event.guess = asked.guess;
    event.guess_probability = asked.guess_probability;
    event.probability = asked.probability;
  }
  if (const Estimate estimate = latest()->estimate; estimate.is_informative()) {
    event.error = estimate.has_value ? estimate.value : -1;
    event.error_low = estimate.low;
    event.error_high = estimate.high;
  }
  const Event& kept = store_.append(std::move(event));
  auto change = event_log_.apply(kept);
  events_ = event_log_.events().size();
  follow_open(kept);
  if (change && settings_.stream) {
    apply_to_stream(*change);
  } else if (change) {
    pending_changes_.push_back(std::move(*change));
  }
  return {.event = kept.number};
}

void AnnotationServer::need_class(const Client& client, const std::string& label) {
  if (class_index(label) >= 0) return;
  check_class(label);
  append(within(client, "class"), {.kind = EventKind::kNewClass, .label = label});
}

Receipt AnnotationServer::answer_item(const Client& client, const std::string& item,
                                      const AskedQuestion* question, const std::string& label,
                                      bool correction) {
  need_class(client, label);
  const EventLog::ItemAnswers current = event_log_.of(item);
  Event event{.item = item, .label = label};
  if (question != nullptr) event.question = question->id;
  if (!current.label.empty()) {
    // who agreed as the second annotator changes that answer, not the first one
    const bool own_second = current.second_by == client.by && current.second == current.label;
    const bool decides = current.by == client.by || (correction && !own_second) ||
                         (question && may_settle(item, client.by));
    event.target = current.event;
    event.kind = decides ? EventKind::kCorrection : EventKind::kSecond;
  }
  return append(client, std::move(event));
}

// Performs `act` unless its key is stored, then notifies the listener. A key that is stored for
// another request is refused.
Receipt AnnotationServer::once(Client client, Event request, const Act& act) {
  client = checked(std::move(client));
  Receipt receipt{};
  {
    std::unique_lock model(model_, std::defer_lock);
    if (settings_.stream) model.lock();
    const std::lock_guard lock(writing_);
    if (!client.key.empty()) {
      if (const Event* known = store_.find(client.key)) {
        if (request.question != 0)
          request.item = item_of_asked(store_.questions(), request.question);
        if (known->by != client.by || !is_same(*known, request))
          throw Refused(
              fmt::format("the key {} was already used by {} for another action (event {}); this "
                          "action was not stored — send it again with a new key",
                          in_quotes(client.key), in_quotes(known->by), known->number));
        return {.event = known->number, .repeated = true};
      }
    }
    receipt = act(client);
  }
  changed();
  return receipt;
}

// The item of a question gets a label; with `yes` an empty one is the class that was asked about.
Receipt AnnotationServer::label_question(const Client& client, std::uint64_t id,
                                         const std::string& label, bool yes) {
  return once(client, {.label = label, .question = id}, [&](const Client& who) {
    const AskedQuestion& asked = known_question(id);
    refuse_if_closed(who, asked.item, id);
    return answer_item(who, asked.item, &asked, yes ? class_in_question(asked, label) : label,
                       false);
  });
}

// A question ends with a skip or a "don't know".
Receipt AnnotationServer::decline(const Client& client, std::uint64_t id, EventKind kind) {
  return once(client, {.kind = kind, .question = id}, [&](const Client& who) {
    const std::string item = known_question(id).item;
    refuse_if_closed(who, item, id);
    return append(who, {.kind = kind, .item = item, .question = id});
  });
}

// Throws Refused.
std::string AnnotationServer::id_of(std::uint32_t item) const {
  if (item >= items_.size())
    throw Refused(fmt::format("no {} has the index {}", items_.item(), item));
  return items_.id(item);
}

Receipt AnnotationServer::no(const Client& client, std::uint64_t question,
                             const std::string& is_it) {
  const Event request{.kind = EventKind::kNo, .label = is_it, .question = question};
  return once(client, request, [&](const Client& who) {
    const AskedQuestion asked = known_question(question);
    refuse_if_closed(who, asked.item, question);
    const Receipt receipt = append(who, {.kind = EventKind::kNo,
                                         .item = asked.item,
                                         .label = class_in_question(asked, is_it),
                                         .question = asked.id});
    std::vector<std::string> left = event_log_.classes();
    for (const std::string& name : event_log_.of(asked.item).excluded) std::erase(left, name);
    if (left.size() == 1)  // only one class is left
      answer_item(within(who, "rest"), asked.item, &asked, left.front(), false);
    return receipt;
  });
}

Receipt AnnotationServer::correct(const Client& client, std::uint32_t item,
                                  const std::string& label) {
  const std::string id = item < items_.size() ? items_.id(item) : std::string();
  return once(client, {.item = id, .label = label}, [&](const Client& who) {
    refuse_if_closed(who, id_of(item), 0);
    return answer_item(who, id_of(item), nullptr, label, true);
  });
}

Receipt AnnotationServer::note(const Client& client, std::uint32_t item, const std::string& text) {
  const std::string id = item < items_.size() ? items_.id(item) : std::string();
  const Event request{.kind = EventKind::kNote, .item = id, .label = text};
  return once(client, request, [&](const Client& who) -> Receipt {
    check_text(text, kMaxNote, "a note");
    if (event_log_.of(id_of(item)).note == text) return {.event = 0, .repeated = true};
    return append(who, request);
  });
}

Receipt AnnotationServer::undo(const Client& client) {
  return once(client, {.kind = EventKind::kUndo}, [&](const Client& who) {
    const Event* last = event_log_.last_of(who.by);
    if (last == nullptr) throw Refused("there is nothing to undo");
    return append(who, {.kind = EventKind::kUndo,
                        .item = last->item,
                        .label = last->label,
                        .target = last->number});
  });
}

Receipt AnnotationServer::add_class(const Client& client, const std::string& name) {
  const Event request{.kind = EventKind::kNewClass, .label = name};
  return once(client, request, [&](const Client& who) -> Receipt {
    if (class_index(name) >= 0) return {.event = 0, .repeated = true};
    check_class(name);
    return append(who, request);
  });
}

std::string AnnotationServer::item_of(std::uint64_t question) const {
  const std::lock_guard lock(writing_);
  return item_of_asked(store_.questions(), question);
}

// Since a restart may change the class that is asked about, an answer to an earlier question must
// name its class.
std::string AnnotationServer::class_in_question(const AskedQuestion& asked,
                                                const std::string& class_name) const {
  if (!settings_.yes_no)
    throw Refused(fmt::format("question {} is not a yes-or-no question — use --yes-no", asked.id));
  if (!class_name.empty()) {
    if (class_index(class_name) < 0)
      throw Refused(fmt::format("question {} cannot be about the class {}, which does not exist",
                                asked.id, in_quotes(class_name)));
    return class_name;
  }
  const auto lease = leases_.find(*items_.find(asked.item));
  if (lease == leases_.end() || !lease->second.is_it)
    throw Refused(
        fmt::format("question {} is not open — name the class it asked about: "
                    "{{\"id\":{},\"yes\":true,\"is_it\":\"…\"}}",
                    asked.id, asked.id));
  return event_log_.classes()[static_cast<std::size_t>(*lease->second.is_it)];
}

}  // namespace querent::apps
