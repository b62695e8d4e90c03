// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/annotation_server.hpp>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <querent/datasets/input.hpp>

namespace querent::apps {

namespace {

// Whether two annotators are asked about this item: a fixed pseudo-random share of all items, the
// same for every annotator.
bool is_shared(const std::string& id, double share) {
  constexpr std::uint64_t kPrime = 1099511628211ULL;  // FNV-1a, 64 bit
  std::uint64_t hash = 14695981039346656037ULL;
  for (const char c : id) hash = (hash ^ static_cast<unsigned char>(c)) * kPrime;
  hash = (hash ^ (hash >> 32)) * 0x9e3779b97f4a7c15ULL;
  return static_cast<double>(hash >> 11) < share * 9007199254740992.0;
}

}  // namespace

std::vector<std::string> AnnotationServer::classes() const {
  const std::lock_guard lock(writing_);
  return event_log_.classes();
}

bool AnnotationServer::awaits_answer(const std::string& item, std::uint64_t question,
                                     const std::string& by) const {
  // after a restart a question that was shown before can still be answered
  if (event_log_.of(item).label.empty() || open_.contains(question)) return true;
  return question != 0 && (may_settle(item, by) || wants_second(item, by));
}

// Whether a second answer by this annotator is wanted, who does not see the first one before.
bool AnnotationServer::wants_second(const std::string& item, const std::string& by) const {
  return settings_.overlap > 0 && is_shared(item, settings_.overlap) &&
         event_log_.of(item).may_be_second(by);
}

// Whether two others answered the item differently (--overlap).
bool AnnotationServer::may_settle(const std::string& item, const std::string& by) const {
  return settings_.overlap > 0 && event_log_.of(item).may_settle(by);
}

bool AnnotationServer::is_open(std::uint64_t question, const std::string& by) const {
  const std::string item = item_of(question);
  const std::lock_guard lock(writing_);
  return !item.empty() && awaits_answer(item, question, checked({.by = by}).by);
}

void AnnotationServer::refuse_if_closed(const Client& client, const std::string& item,
                                        std::uint64_t question) const {
  if (!client.if_open || awaits_answer(item, question, client.by)) return;
  const EventLog::ItemAnswers current = event_log_.of(item);
  throw Refused(
      fmt::format("{} got the label {} from {} after it was shown — look it up to correct it",
                  in_quotes(item), in_quotes(current.label), in_quotes(current.by)));
}

bool AnnotationServer::leased_to_other(std::uint32_t item, const std::string& by) const {
  const auto found = leases_.find(item);
  return found != leases_.end() && found->second.to.by != by && found->second.until > Clock::now();
}

// Ends the oldest lease of an address that holds too many. Answers to its question are still
// accepted.
void AnnotationServer::end_oldest_lease(const std::string& from) {
  const auto now = Clock::now();
  auto oldest = leases_.end();
  std::size_t num_leases = 0;
  for (auto lease = leases_.begin(); lease != leases_.end(); ++lease) {
    if (lease->second.to.from != from || lease->second.until <= now) continue;
    ++num_leases;
    if (oldest == leases_.end() || lease->second.until < oldest->second.until) oldest = lease;
  }
  if (num_leases > kMostLeased) leases_.erase(oldest);
}

LeasedQuestion AnnotationServer::lease_question(std::uint64_t id, const LeaseHolder& to,
                                                bool answered) {
  const AskedQuestion& asked = store_.questions()[id - 1];
  const std::uint32_t item = *items_.find(asked.item);
  const bool settles = answered && may_settle(asked.item, to.by);
  Basis& known = basis_[id];
  if (!known.class_probabilities.empty())
    known.class_probabilities.resize(event_log_.classes().size(), 0);
  LeasedQuestion q{.id = id,
                   .item = item,
                   .why = asked.why,
                   .probability = asked.probability,
                   .guess = known.guess.value_or(Guess{.label = class_index(asked.guess),
                                                       .probability = asked.guess_probability}),
                   .class_probabilities = known.class_probabilities,
                   .is_it = {},
                   .second = answered && !settles,
                   .settles = settles,
                   .after = known.labels,
                   .lease = kLease};
  for (const Reason& answer : known.reasons.answers) q.because_items.push_back(answer.index);
  for (const Reason& word : known.reasons.words) q.because_words.push_back(items_.word(word.index));
  if (settings_.yes_no && !answered) q.is_it = asked_class(q);
  leases_[item] = {.to = to, .until = Clock::now() + kLease, .is_it = q.is_it};
  if (!to.from.empty()) end_oldest_lease(to.from);
  return q;
}

// The most probable class that no annotator has excluded; nullopt if none is left.
std::optional<int> AnnotationServer::asked_class(const LeasedQuestion& q) const {
  const auto excluded = event_log_.of(items_.id(q.item)).excluded;
  std::optional<int> best;
  double most = -1;
  for (std::size_t k = 0; k < event_log_.classes().size(); ++k) {
    if (std::find(excluded.begin(), excluded.end(), event_log_.classes()[k]) != excluded.end())
      continue;
    double p = static_cast<int>(k) == q.guess.label ? q.guess.probability : 0;
    if (k < q.class_probabilities.size()) p = q.class_probabilities[k];
    if (p <= most) continue;
    most = p;
    best = static_cast<int>(k);
  }
  return best;
}

// First the open questions leased to this annotator, then different answers of two others, then
// free open questions, then second answers.
std::vector<LeasedQuestion> AnnotationServer::leased_and_free(const LeaseHolder& to,
                                                              std::size_t k) {
  const std::string& by = to.by;
  std::vector<LeasedQuestion> mine;
  const auto has = [&](std::uint32_t item) {
    const auto found = leases_.find(item);
    return found != leases_.end() && found->second.to.by == by;
  };
  const auto add_answered = [&](const std::string& id) {
    const auto item = items_.find(id);
    const std::uint64_t question = event_log_.of(id).question;
    if (mine.size() < k && item && question != 0 && !leased_to_other(*item, by))
      mine.push_back(lease_question(question, to, true));
  };
  for (const bool already : {true, false}) {
    if (!already && settings_.overlap > 0)
      for (const Conflict& one : event_log_.conflicts(by)) add_answered(one.item);
    for (const auto& [id, item] : open_) {
      if (mine.size() == k) return mine;
      if (has(item) != already || leased_to_other(item, by)) continue;
      if (!already && std::any_of(mine.begin(), mine.end(),
                                  [&, i = item](const auto& q) { return q.item == i; }))
        continue;
      mine.push_back(lease_question(id, to, false));
    }
  }
  if (settings_.overlap <= 0) return mine;
  for (const std::string& id : event_log_.answered_once(by)) {
    if (mine.size() < k && is_shared(id, settings_.overlap)) add_answered(id);
  }
  return mine;
}

AskedQuestion AnnotationServer::asked_question(const Question& q) const {
  AskedQuestion asked{.id = store_.questions().size() + 1,
                      .item = items_.id(q.item),
                      .why = std::string(to_string(q.why)),
                      .probability = q.probability,
                      .uniform = q.uniform,
                      .guess = {},
                      .guess_probability = q.confidence};
  if (q.predicted >= 0) asked.guess = event_log_.classes()[static_cast<std::size_t>(q.predicted)];
  return asked;
}

// Asks the session for one more question; returns false if it has none.
bool AnnotationServer::ask_another() {
  if (settings_.stream) return ask_stream();
  const std::size_t before = session_->num_open();
  const std::vector<Question> found = session_->next(before + 1);
  if (found.size() <= before) return false;
  const Question& q = found.back();
  Basis now = basis_of(q);
  const std::lock_guard lock(writing_);
  AskedQuestion asked = asked_question(q);
  basis_[asked.id] = std::move(now);
  // the item may have been labelled without a question meanwhile; the session is updated later
  if (event_log_.of(asked.item).label.empty()) open_.emplace(asked.id, q.item);
  store_.add_question(std::move(asked));
  return true;
}

AnnotationServer::Basis AnnotationServer::basis_of(const Question& q) const {
  Reasons why = session_->reasons(q.item);
  if (why.label != q.predicted && settings_.find.empty()) why = {};
  return {.guess = Guess{.label = q.predicted, .probability = q.confidence},
          .class_probabilities = q.class_probabilities,
          .reasons = std::move(why),
          .labels = num_learned_};
}

// After an event the open questions get the predictions of the model that the map and the export
// show, too.
void AnnotationServer::predict_open_questions() {
  if (settings_.stream || predicted_after_ == num_used_) return;
  predicted_after_ = num_used_;
  for (const Question& q : session_->next(session_->num_open())) {
    Basis now = basis_of(q);
    const std::lock_guard lock(writing_);
    for (const auto& [id, item] : open_) {
      if (item == q.item) basis_[id] = now;
    }
  }
}

std::variant<std::vector<LeasedQuestion>, Ending> AnnotationServer::next(const std::string& by,
                                                                         std::size_t k,
                                                                         const std::string& from) {
  const LeaseHolder to{.by = checked({.by = by}).by, .from = from};
  if (settings_.own_thread && events_ > 0 && !has_waited_.exchange(true)) want(kFirstWait);
  if (!from.empty()) k = std::min(k, kMostLeased);
  const std::lock_guard model(model_);
  for (;;) {
    drain();
    predict_open_questions();
    std::vector<LeasedQuestion> mine;
    {
      const std::lock_guard lock(writing_);
      mine = leased_and_free(to, k);
      if (mine.size() >= k) done_.reset();
    }
    if (mine.size() >= k) return mine;
    if (ask_another()) continue;
    const std::lock_guard lock(writing_);
    if (!pending_changes_.empty()) continue;
    mine = leased_and_free(to, k);
    if (!mine.empty() || !open_.empty()) return mine;
    const auto ending = session_->next();
    if (const Ending* why = std::get_if<Ending>(&ending)) done_ = *why;
    return done_.value_or(Ending::kNothingLeft);
  }
}

void AnnotationServer::on_change(std::function<void()> changed) {
  const std::lock_guard lock(listening_);
  listener_ = std::move(changed);
}

}  // namespace querent::apps
