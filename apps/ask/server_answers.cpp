// SPDX-License-Identifier: Apache-2.0
// Answers and other actions of annotators: checked, stored, then passed to the session.
#include <algorithm>
#include <random>

#include <fmt/format.h>

#include <querent/apps/ask/server_state.hpp>
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

void check_class(std::string_view name) {
  check_text(name, kMaxClass, "a class name");
  if (name.empty()) throw Refused("expected a class name, found an empty one");
  if (std::any_of(name.begin(), name.end(),
                  [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }))
    throw Refused("expected a class name on one line, without control characters");
}

// Derived events have keys with a prefix that clients must not use.
Client within(Client client, std::string_view what) {
  if (!client.key.empty()) client.key = fmt::format("querent:{}:{}", what, client.key);
  return client;
}

std::string item_of_asked(const std::vector<AskedQuestion>& questions, std::uint64_t id) {
  return id == 0 || id > questions.size() ? std::string() : questions[id - 1].item;
}

// Whether the event has this kind, item and label; an empty `label` matches every class.
bool matches(const Event& event, EventKind kind, const std::string& item,
             const std::string& label = {}) {
  return event.kind == kind && event.item == item && (label.empty() || event.label == label);
}

bool labels(const Event& event, const std::string& item, const std::string& label) {
  return matches(event, EventKind::kClass, item, label) ||
         matches(event, EventKind::kSecond, item, label) ||
         matches(event, EventKind::kCorrection, item, label);
}

}  // namespace

Client checked(Client client) {
  if (client.by.empty()) client.by = "me";
  check_text(client.by, kMaxName, "a name");
  check_text(client.key, kMaxName, "a key");
  constexpr double kDay = 86400;
  if (!(client.seconds >= 0 && client.seconds <= kDay)) client.seconds = 0;
  return client;
}

const AskedQuestion& AnnotationServer::Impl::question(std::uint64_t id) const {
  if (id == 0 || id > questions.size())
    throw Refused(
        fmt::format("question {} does not exist; the last one is {} — to send an answer again "
                    "after a crash, add the item: {{\"id\":{},\"item\":\"…\",\"answer\":\"…\"}}",
                    id, questions.size(), id));
  const AskedQuestion& asked = questions[id - 1];
  if (!items.find(asked.item))
    throw Refused(fmt::format("the source no longer contains {}, the item of question {}",
                              in_quotes(asked.item), id));
  return asked;
}

// Writes an event to disk and updates the label state; the session is updated before its next use.
const Event& AnnotationServer::Impl::append(const Client& client, Event event) {
  event.by = client.by;
  event.seconds = client.seconds;
  event.questions_asked = questions.size();
  event.key = client.key.empty() ? fmt::format("querent:{}:{:016x}", store.events().size() + 1,
                                               std::random_device{}() * 0x100000001ULL)
                                 : client.key;
  if (event.question != 0) {
    const AskedQuestion& asked = questions[event.question - 1];
    event.guess = asked.guess;
    event.guess_probability = asked.guess_probability;
    event.probability = asked.probability;
  }
  if (const Estimate estimate = derived().estimate; estimate.is_informative()) {
    event.error = estimate.has_value ? estimate.value : -1;
    event.error_low = estimate.low;
    event.error_high = estimate.high;
  }
  const Event& kept = store.append(std::move(event), std::span(questions).subspan(saved_questions));
  saved_questions = questions.size();
  auto change = event_log.apply(kept);
  events = event_log.events().size();
  follow_open(kept);
  if (change && settings.stream) {
    apply_to_stream(*change);
  } else if (change) {
    pending_changes.push_back(std::move(*change));
  }
  return kept;
}

void AnnotationServer::Impl::need_class(const Client& client, const std::string& label) {
  check_class(label);
  if (class_index(label) < 0)
    append(within(client, "class"), {.kind = EventKind::kNewClass, .label = label});
}

Receipt AnnotationServer::Impl::answer_item(const Client& client, const std::string& item,
                                            const AskedQuestion* question, const std::string& label,
                                            bool correction) {
  need_class(client, label);
  const EventLog::ItemAnswers current = event_log.of(item);
  Event event{.item = item, .label = label};
  if (question != nullptr) event.question = question->id;
  if (!current.label.empty()) {
    event.target = current.event;
    event.kind =
        correction || current.by == client.by ? EventKind::kCorrection : EventKind::kSecond;
  }
  return stored(client, std::move(event));
}

namespace {

// Performs `act` unless its key is stored, then notifies the listener. `same` compares a stored
// event with the current request; a key stored for another request is refused.
template <class Impl, class Same, class Act>
Receipt once(Impl& impl, Client client, Same&& same, Act&& act) {
  client = checked(std::move(client));
  Receipt receipt{};
  {
    std::unique_lock model(impl.model, std::defer_lock);
    if (impl.settings.stream) model.lock();
    const std::lock_guard lock(impl.writing);
    if (!client.key.empty()) {
      if (const Event* known = impl.store.find(client.key)) {
        if (known->by != client.by || !same(*known))
          throw Refused(
              fmt::format("the key {} was already used by {} for another action (event {}); this "
                          "action was not stored — send it again with a new key",
                          in_quotes(client.key), in_quotes(known->by), known->number));
        return {.event = known->number, .repeated = true};
      }
    }
    receipt = act(client);
  }
  impl.changed();
  return receipt;
}

}  // namespace

// The item of a question gets a label; with `yes` an empty one is the class that was asked about.
Receipt AnnotationServer::Impl::label_question(const Client& client, std::uint64_t id,
                                               const std::string& label, bool yes) {
  const auto same = [&](const Event& event) {
    return labels(event, item_of_asked(questions, id), label);
  };
  return once(*this, client, same, [&](const Client& who) {
    const AskedQuestion& asked = question(id);
    return answer_item(who, asked.item, &asked, yes ? is_it(asked, label) : label, false);
  });
}

// A question ends with a skip or a "don't know".
Receipt AnnotationServer::Impl::decline(const Client& client, std::uint64_t id, EventKind kind) {
  const auto same = [&](const Event& event) {
    return matches(event, kind, item_of_asked(questions, id));
  };
  return once(*this, client, same, [&](const Client& who) {
    return stored(who, {.kind = kind, .item = question(id).item, .question = id});
  });
}

// Throws Refused.
std::string AnnotationServer::Impl::id_of(std::uint32_t item) const {
  if (item >= items.size())
    throw Refused(fmt::format("no {} has the index {}", items.item(), item));
  return items.id(item);
}

Receipt AnnotationServer::answer(const Client& client, std::uint64_t question,
                                 const std::string& label) {
  return impl_->label_question(client, question, label, false);
}

Receipt AnnotationServer::yes(const Client& client, std::uint64_t question,
                              const std::string& is_it) {
  return impl_->label_question(client, question, is_it, true);
}

Receipt AnnotationServer::skip(const Client& client, std::uint64_t question) {
  return impl_->decline(client, question, EventKind::kSkip);
}

Receipt AnnotationServer::unknown(const Client& client, std::uint64_t question) {
  return impl_->decline(client, question, EventKind::kUnknown);
}

Receipt AnnotationServer::no(const Client& client, std::uint64_t question,
                             const std::string& is_it) {
  const auto same = [&](const Event& event) {
    return matches(event, EventKind::kNo, item_of_asked(impl_->questions, question), is_it);
  };
  return once(*impl_, client, same, [&](const Client& who) {
    const AskedQuestion asked = impl_->question(question);
    const Receipt receipt = impl_->stored(who, {.kind = EventKind::kNo,
                                                .item = asked.item,
                                                .label = impl_->is_it(asked, is_it),
                                                .question = asked.id});
    std::vector<std::string> left = impl_->event_log.classes();
    for (const std::string& name : impl_->event_log.of(asked.item).excluded) std::erase(left, name);
    if (left.size() == 1)  // only one class is left
      impl_->answer_item(within(who, "rest"), asked.item, &asked, left.front(), false);
    return receipt;
  });
}

Receipt AnnotationServer::correct(const Client& client, std::uint32_t item,
                                  const std::string& label) {
  const auto same = [&](const Event& event) {
    return item < impl_->items.size() && labels(event, impl_->items.id(item), label);
  };
  return once(*impl_, client, same, [&](const Client& who) {
    return impl_->answer_item(who, impl_->id_of(item), nullptr, label, true);
  });
}

Receipt AnnotationServer::note(const Client& client, std::uint32_t item, const std::string& text) {
  const auto same = [&](const Event& event) {
    return item < impl_->items.size() && event.label == text &&
           matches(event, EventKind::kNote, impl_->items.id(item));
  };
  return once(*impl_, client, same, [&](const Client& who) -> Receipt {
    check_text(text, kMaxNote, "a note");
    const std::string id = impl_->id_of(item);
    if (impl_->event_log.of(id).note == text) return {.event = 0, .repeated = true};
    return impl_->stored(who, {.kind = EventKind::kNote, .item = id, .label = text});
  });
}

Receipt AnnotationServer::undo(const Client& client) {
  const auto same = [](const Event& event) { return event.kind == EventKind::kUndo; };
  return once(*impl_, client, same, [&](const Client& who) {
    const Event* last = impl_->event_log.last_of(who.by);
    if (last == nullptr) throw Refused("there is nothing to undo");
    return impl_->stored(who, {.kind = EventKind::kUndo,
                               .item = last->item,
                               .label = last->label,
                               .target = last->number});
  });
}

Receipt AnnotationServer::add_class(const Client& client, const std::string& name) {
  const auto same = [&](const Event& event) {
    return event.kind == EventKind::kNewClass && event.label == name;
  };
  return once(*impl_, client, same, [&](const Client& who) -> Receipt {
    check_class(name);
    if (impl_->class_index(name) >= 0) return {.event = 0, .repeated = true};
    return impl_->stored(who, {.kind = EventKind::kNewClass, .label = name});
  });
}

std::string AnnotationServer::item_of(std::uint64_t question) const {
  const std::lock_guard lock(impl_->writing);
  return item_of_asked(impl_->questions, question);
}

// Since a restart may change the class that is asked about, an answer to an earlier question must
// name its class.
std::string AnnotationServer::Impl::is_it(const AskedQuestion& asked,
                                          const std::string& class_name) const {
  if (!settings.yes_no)
    throw Refused(fmt::format("question {} is not a yes-or-no question — use --yes-no", asked.id));
  if (!class_name.empty()) {
    if (class_index(class_name) < 0)
      throw Refused(fmt::format("question {} cannot be about the class {}, which does not exist",
                                asked.id, in_quotes(class_name)));
    return class_name;
  }
  const auto lease = leases.find(*items.find(asked.item));
  if (lease == leases.end() || !lease->second.is_it)
    throw Refused(
        fmt::format("question {} is not open — name the class it asked about: "
                    "{{\"id\":{},\"yes\":true,\"is_it\":\"…\"}}",
                    asked.id, asked.id));
  return event_log.classes()[static_cast<std::size_t>(*lease->second.is_it)];
}

}  // namespace querent::apps
