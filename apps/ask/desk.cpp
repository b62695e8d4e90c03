// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/desk.hpp>

#include <algorithm>
#include <functional>
#include <random>

#include <fmt/format.h>

#include <querent/apps/ask/desk_state.hpp>
#include <querent/datasets/input.hpp>

namespace querent::apps {

namespace {

constexpr std::size_t kMaxName = 100, kMaxClass = 200;

std::string_view to_string(Why why) {
  return why == Why::kCover ? "cover" : why == Why::kCheck ? "check" : "urgent";
}

Done done_by(Ending ending) {
  switch (ending) {
    case Ending::kBudget:
      return Done::kBudget;
    case Ending::kGoal:
      return Done::kGoal;
    default:
      return Done::kNothingLeft;
  }
}

void check_text(std::string_view text, std::size_t most, std::string_view what) {
  if (text.size() > most)
    throw Refused(fmt::format("{} of at most {} bytes is needed", what, most));
  if (valid_utf8_prefix(text) != text.size()) throw Refused(fmt::format("{} in UTF-8 is needed", what));
  if (text.find('\0') != std::string_view::npos)
    throw Refused(fmt::format("{} without a NUL is needed", what));
}

void check_class(std::string_view name) {
  check_text(name, kMaxClass, "a class name");
  if (name.empty()) throw Refused("a class needs a name");
  if (std::any_of(name.begin(), name.end(),
                  [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }))
    throw Refused("a class name is one line without control characters");
}

Client checked(Client client) {
  if (client.by.empty()) client.by = "me";
  check_text(client.by, kMaxName, "a name");
  check_text(client.key, kMaxName, "a key");
  if (client.key.starts_with("querent:"))
    throw Refused("a key that does not begin with querent: is needed");
  constexpr double kDay = 86400;
  if (!(client.seconds >= 0 && client.seconds <= kDay)) client.seconds = 0;
  return client;
}

// Of the items that two people are asked: a share of all, the same ones whoever asks.
bool is_shared(const std::string& id, double share) {
  constexpr std::uint64_t kPrime = 1099511628211ULL;  // FNV-1a, 64 bit
  std::uint64_t hash = 14695981039346656037ULL;
  for (const char c : id) hash = (hash ^ static_cast<unsigned char>(c)) * kPrime;
  hash = (hash ^ (hash >> 32)) * 0x9e3779b97f4a7c15ULL;
  return static_cast<double>(hash >> 11) < share * 9007199254740992.0;
}

}  // namespace

std::string_view to_string(Done done) {
  switch (done) {
    case Done::kBudget:
      return "budget";
    case Done::kGoal:
      return "goal";
    default:
      return "nothing left";
  }
}

Desk::Desk(AskItems items, AskSettings settings)
    : impl_(std::make_unique<Impl>(std::move(items), std::move(settings))) {}
Desk::~Desk() = default;

const std::vector<std::string>& Desk::notes() const {
  return impl_->notes;
}
const AskItems& Desk::items() const {
  return impl_->items;
}
const AskSettings& Desk::settings() const {
  return impl_->settings;
}
std::vector<std::string> Desk::classes() const {
  const std::lock_guard lock(impl_->desk);
  return impl_->book.classes();
}

// ----------------------------------------------------------------------------------- questions

bool Desk::Impl::lent_to_other(std::uint32_t item, const std::string& by) const {
  const auto found = loans.find(item);
  return found != loans.end() && found->second.by != by && found->second.until > Clock::now();
}

DeskQuestion Desk::Impl::lend(std::uint64_t id, const std::string& by, bool second) {
  const PosedQuestion& posed = questions[id - 1];
  const std::uint32_t item = *items.find(posed.item);
  DeskQuestion q{.id = id,
                 .item = item,
                 .why = posed.why,
                 .probability = posed.probability,
                 .guess = {.label = class_index(posed.guess), .probability = posed.guess_probability},
                 .class_probabilities = {},
                 .is_it = {},
                 .second = second,
                 .lent = kLent};
  if (const auto known = class_probabilities.find(id); known != class_probabilities.end()) {
    q.class_probabilities = known->second;
    q.class_probabilities.resize(book.classes().size(), 0);
  }
  if (settings.yes_no && !second) q.is_it = asked_class(q);
  loans[item] = {.by = by, .until = Clock::now() + kLent, .is_it = q.is_it};
  return q;
}

// The likeliest class that nobody has said no to; with one class left it needs no question.
std::optional<int> Desk::Impl::asked_class(const DeskQuestion& q) const {
  const auto excluded = book.excluded(items.id(q.item));
  std::optional<int> best;
  double most = -1;
  for (std::size_t k = 0; k < book.classes().size(); ++k) {
    if (std::find(excluded.begin(), excluded.end(), book.classes()[k]) != excluded.end()) continue;
    double p = static_cast<int>(k) == q.guess.label ? q.guess.probability : 0;
    if (k < q.class_probabilities.size()) p = q.class_probabilities[k];
    if (p <= most) continue;
    most = p;
    best = static_cast<int>(k);
  }
  return best;
}

// What this person has already, then what is open and nobody's, then second answers.
std::vector<DeskQuestion> Desk::Impl::lent_and_free(const std::string& by, std::size_t k) {
  std::vector<DeskQuestion> mine;
  const auto has = [&](std::uint32_t item) {
    const auto found = loans.find(item);
    return found != loans.end() && found->second.by == by;
  };
  for (const bool already : {true, false}) {
    for (const auto& [id, item] : open) {
      if (mine.size() == k) return mine;
      if (has(item) != already || lent_to_other(item, by)) continue;
      if (!already && std::any_of(mine.begin(), mine.end(),
                                  [&, i = item](const auto& q) { return q.item == i; }))
        continue;
      mine.push_back(lend(id, by, false));
    }
  }
  if (settings.overlap <= 0) return mine;
  for (const std::string& id : book.answered_once(by)) {
    if (mine.size() == k) return mine;
    const auto item = items.find(id);
    if (!item || !is_shared(id, settings.overlap) || lent_to_other(*item, by)) continue;
    const std::uint64_t question = book.question_of(id);
    if (question != 0) mine.push_back(lend(question, by, true));
  }
  return mine;
}

// One question more is open; false when the session has none.
bool Desk::Impl::pose_another() {
  const std::size_t before = session->num_open();
  const std::vector<Question> found = session->next(before + 1);
  if (found.size() <= before) return false;
  const Question& q = found.back();
  const std::lock_guard lock(desk);
  PosedQuestion posed{.id = questions.size() + 1,
                      .item = items.id(q.item),
                      .why = std::string(to_string(q.why)),
                      .probability = q.probability,
                      .uniform = q.uniform,
                      .guess = {},
                      .guess_probability = q.confidence};
  if (q.predicted >= 0) posed.guess = book.classes()[static_cast<std::size_t>(q.predicted)];
  class_probabilities[posed.id] = q.class_probabilities;
  // answered on their own while it was chosen: the session will hear of it
  if (book.said(posed.item).label.empty()) open.emplace(posed.id, q.item);
  questions.push_back(std::move(posed));
  return true;
}

std::variant<std::vector<DeskQuestion>, Done> Desk::next(const std::string& by, std::size_t k) {
  Impl& impl = *impl_;
  const std::string name = checked({.by = by}).by;
  const std::lock_guard model(impl.model);
  for (;;) {
    impl.drain();
    {
      const std::lock_guard lock(impl.desk);
      if (auto mine = impl.lent_and_free(name, k); mine.size() >= k) {
        impl.done.reset();
        return mine;
      }
    }
    if (impl.pose_another()) continue;
    const std::lock_guard lock(impl.desk);
    if (!impl.untold.empty()) continue;
    auto mine = impl.lent_and_free(name, k);
    if (!mine.empty() || !impl.open.empty()) return mine;
    const auto ending = impl.session->next();
    if (const Ending* why = std::get_if<Ending>(&ending)) impl.done = done_by(*why);
    return impl.done.value_or(Done::kNothingLeft);
  }
}

std::string Desk::item_of(std::uint64_t question) const {
  const std::lock_guard lock(impl_->desk);
  const auto& posed = impl_->questions;
  return question == 0 || question > posed.size() ? std::string() : posed[question - 1].item;
}

void Desk::give_back(const std::string& by) {
  const std::lock_guard lock(impl_->desk);
  std::erase_if(impl_->loans, [&](const auto& loan) { return loan.second.by == by; });
}

// --------------------------------------------------------------------------- what people say

const PosedQuestion& Desk::Impl::question(std::uint64_t id) const {
  if (id == 0 || id > questions.size())
    throw Refused(fmt::format("there is no question {}: the last one is {}", id, questions.size()));
  const PosedQuestion& posed = questions[id - 1];
  if (!items.find(posed.item))
    throw Refused(fmt::format("{} of question {} is no longer in the source", in_quotes(posed.item),
                              id));
  return posed;
}

// Durable, then in the book; the session hears of it when it is asked next.
const Event& Desk::Impl::append(const Client& client, Event event, const std::string& suffix) {
  event.by = client.by;
  event.seconds = client.seconds;
  event.posed = questions.size();
  event.key = client.key.empty() ? fmt::format("querent:{}:{:016x}", store.events().size() + 1,
                                               std::random_device{}() * 0x100000001ULL)
                                 : client.key + suffix;
  if (event.question != 0) {
    const PosedQuestion& posed = questions[event.question - 1];
    event.guess = posed.guess;
    event.guess_probability = posed.guess_probability;
    event.probability = posed.probability;
  }
  if (const DeskEstimate estimate = derived().estimate; estimate.known) {
    event.error = estimate.error;
    event.error_low = estimate.low;
    event.error_high = estimate.high;
  }
  const Event& kept =
      store.append(std::move(event), std::span(questions).subspan(saved_questions));
  saved_questions = questions.size();
  if (auto change = book.apply(kept)) untold.push_back(std::move(*change));
  events = book.events().size();
  follow_open(kept);
  return kept;
}

void Desk::Impl::need_class(const Client& client, const std::string& label) {
  check_class(label);
  if (class_index(label) < 0)
    append(client, {.kind = EventKind::kNewClass, .label = label}, "/class");
}

Receipt Desk::Impl::answer_item(const Client& client, const std::string& item,
                                const PosedQuestion* question, const std::string& label,
                                bool correction) {
  need_class(client, label);
  const AnswerBook::Said said = book.said(item);
  Event event{.item = item, .label = label};
  if (question != nullptr) event.question = question->id;
  if (!said.label.empty()) {
    event.target = said.event;
    event.kind = correction || said.by == client.by ? EventKind::kCorrection : EventKind::kSecond;
  }
  return {.event = append(client, std::move(event)).number};
}

namespace {

// Does `act` at the desk unless its key has been there, then tells who listens.
template <class Impl, class Act>
Receipt once(Impl& impl, Client client, Act&& act) {
  client = checked(std::move(client));
  Receipt receipt{};
  {
    const std::lock_guard lock(impl.desk);
    if (!client.key.empty()) {
      if (const Event* known = impl.store.find(client.key))
        return {.event = known->number, .repeated = true};
    }
    receipt = act(client);
  }
  impl.changed();
  return receipt;
}

}  // namespace

Receipt Desk::answer(const Client& client, std::uint64_t question, const std::string& label) {
  return once(*impl_, client, [&](const Client& who) {
    const PosedQuestion& posed = impl_->question(question);
    return impl_->answer_item(who, posed.item, &posed, label, false);
  });
}

Receipt Desk::yes(const Client& client, std::uint64_t question) {
  return once(*impl_, client, [&](const Client& who) {
    const PosedQuestion& posed = impl_->question(question);
    return impl_->answer_item(who, posed.item, &posed, impl_->is_it(posed), false);
  });
}

Receipt Desk::no(const Client& client, std::uint64_t question) {
  return once(*impl_, client, [&](const Client& who) -> Receipt {
    const PosedQuestion posed = impl_->question(question);
    const std::string label = impl_->is_it(posed);
    const std::uint64_t event =
        impl_->append(who, {.kind = EventKind::kNo, .item = posed.item, .label = label,
                            .question = posed.id})
            .number;
    std::vector<std::string> left;
    const auto excluded = impl_->book.excluded(posed.item);
    for (const std::string& name : impl_->book.classes()) {
      if (std::find(excluded.begin(), excluded.end(), name) == excluded.end()) left.push_back(name);
    }
    if (left.size() == 1) {  // it is what is left
      Client rest = who;
      if (!rest.key.empty()) rest.key += "/rest";
      impl_->answer_item(rest, posed.item, &posed, left.front(), false);
    }
    return {.event = event};
  });
}

Receipt Desk::skip(const Client& client, std::uint64_t question) {
  return once(*impl_, client, [&](const Client& who) -> Receipt {
    const PosedQuestion& posed = impl_->question(question);
    return {.event = impl_->append(who, {.kind = EventKind::kSkip, .item = posed.item,
                                         .question = posed.id})
                         .number};
  });
}

Receipt Desk::unknown(const Client& client, std::uint64_t question) {
  return once(*impl_, client, [&](const Client& who) -> Receipt {
    const PosedQuestion& posed = impl_->question(question);
    return {.event = impl_->append(who, {.kind = EventKind::kUnknown, .item = posed.item,
                                         .question = posed.id})
                         .number};
  });
}

Receipt Desk::correct(const Client& client, std::uint32_t item, const std::string& label) {
  return once(*impl_, client, [&](const Client& who) {
    if (item >= impl_->items.size())
      throw Refused(fmt::format("there is no {} {}", impl_->items.item(), item));
    return impl_->answer_item(who, impl_->items.id(item), nullptr, label, true);
  });
}

Receipt Desk::undo(const Client& client) {
  return once(*impl_, client, [&](const Client& who) -> Receipt {
    const Event* last = impl_->book.last_of(who.by);
    if (last == nullptr) throw Refused("there is nothing to take back");
    Event event{.kind = EventKind::kUndo, .item = last->item, .label = last->label,
                .target = last->number};
    return {.event = impl_->append(who, std::move(event)).number};
  });
}

Receipt Desk::add_class(const Client& client, const std::string& name) {
  return once(*impl_, client, [&](const Client& who) -> Receipt {
    check_class(name);
    if (impl_->class_index(name) >= 0) return {.event = 0, .repeated = true};
    return {.event =
                impl_->append(who, {.kind = EventKind::kNewClass, .label = name}).number};
  });
}

std::string Desk::Impl::is_it(const PosedQuestion& posed) const {
  const auto loan = loans.find(*items.find(posed.item));
  if (loan == loans.end() || !loan->second.is_it)
    throw Refused(fmt::format("question {} was not one of yes or no", posed.id));
  return book.classes()[static_cast<std::size_t>(*loan->second.is_it)];
}

std::uint64_t Desk::version() const {
  return impl_->version;
}

void Desk::on_change(std::function<void()> changed) {
  const std::lock_guard lock(impl_->listening);
  impl_->listener = std::move(changed);
}

}  // namespace querent::apps
