// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/annotation_server.hpp>

#include <algorithm>

#include <querent/apps/ask/server_state.hpp>

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

AnnotationServer::AnnotationServer(AskItems items, AskSettings settings)
    : impl_(std::make_unique<Impl>(std::move(items), std::move(settings))) {}
AnnotationServer::~AnnotationServer() = default;

const std::vector<std::string>& AnnotationServer::notes() const {
  return impl_->notes;
}
const AskItems& AnnotationServer::items() const {
  return impl_->items;
}
const AskSettings& AnnotationServer::settings() const {
  return impl_->settings;
}
std::vector<std::string> AnnotationServer::classes() const {
  const std::lock_guard lock(impl_->writing);
  return impl_->event_log.classes();
}

// ----------------------------------------------------------------------------------- questions

bool AnnotationServer::Impl::leased_to_other(std::uint32_t item, const std::string& by) const {
  const auto found = leases.find(item);
  return found != leases.end() && found->second.by != by && found->second.until > Clock::now();
}

// Ends the oldest lease of an address that holds too many. Answers to its question are still
// accepted.
void AnnotationServer::Impl::end_oldest_lease(const std::string& from) {
  const auto now = Clock::now();
  auto oldest = leases.end();
  std::size_t num_leases = 0;
  for (auto lease = leases.begin(); lease != leases.end(); ++lease) {
    if (lease->second.from != from || lease->second.until <= now) continue;
    ++num_leases;
    if (oldest == leases.end() || lease->second.until < oldest->second.until) oldest = lease;
  }
  if (num_leases > AnnotationServer::kMostLeased) leases.erase(oldest);
}

LeasedQuestion AnnotationServer::Impl::lease_question(std::uint64_t id, const LeaseHolder& to,
                                                      bool second) {
  const AskedQuestion& asked = questions[id - 1];
  const std::uint32_t item = *items.find(asked.item);
  Basis& known = basis[id];
  if (!known.class_probabilities.empty())
    known.class_probabilities.resize(event_log.classes().size(), 0);
  LeasedQuestion q{
      .id = id,
      .item = item,
      .why = asked.why,
      .probability = asked.probability,
      .guess = {.label = class_index(asked.guess), .probability = asked.guess_probability},
      .class_probabilities = known.class_probabilities,
      .is_it = {},
      .second = second,
      .after = known.labels,
      .lease = kLease};
  for (const Reason& answer : known.reasons.answers) q.because_items.push_back(answer.index);
  for (const Reason& word : known.reasons.words) q.because_words.push_back(items.word(word.index));
  if (settings.yes_no && !second) q.is_it = asked_class(q);
  leases[item] = {.by = to.by, .until = Clock::now() + kLease, .is_it = q.is_it, .from = to.from};
  if (!to.from.empty()) end_oldest_lease(to.from);
  return q;
}

// The most probable class that no annotator has excluded; nullopt if none is left.
std::optional<int> AnnotationServer::Impl::asked_class(const LeasedQuestion& q) const {
  const auto excluded = event_log.of(items.id(q.item)).excluded;
  std::optional<int> best;
  double most = -1;
  for (std::size_t k = 0; k < event_log.classes().size(); ++k) {
    if (std::find(excluded.begin(), excluded.end(), event_log.classes()[k]) != excluded.end())
      continue;
    double p = static_cast<int>(k) == q.guess.label ? q.guess.probability : 0;
    if (k < q.class_probabilities.size()) p = q.class_probabilities[k];
    if (p <= most) continue;
    most = p;
    best = static_cast<int>(k);
  }
  return best;
}

// First the questions leased to this annotator, then free open questions, then second answers.
std::vector<LeasedQuestion> AnnotationServer::Impl::leased_and_free(const LeaseHolder& to,
                                                                    std::size_t k) {
  const std::string& by = to.by;
  std::vector<LeasedQuestion> mine;
  const auto has = [&](std::uint32_t item) {
    const auto found = leases.find(item);
    return found != leases.end() && found->second.by == by;
  };
  for (const bool already : {true, false}) {
    for (const auto& [id, item] : open) {
      if (mine.size() == k) return mine;
      if (has(item) != already || leased_to_other(item, by)) continue;
      if (!already && std::any_of(mine.begin(), mine.end(),
                                  [&, i = item](const auto& q) { return q.item == i; }))
        continue;
      mine.push_back(lease_question(id, to, false));
    }
  }
  if (settings.overlap <= 0) return mine;
  for (const std::string& id : event_log.answered_once(by)) {
    if (mine.size() == k) return mine;
    const auto item = items.find(id);
    if (!item || !is_shared(id, settings.overlap) || leased_to_other(*item, by)) continue;
    const std::uint64_t question = event_log.of(id).question;
    if (question != 0) mine.push_back(lease_question(question, to, true));
  }
  return mine;
}

AskedQuestion AnnotationServer::Impl::asked_question(const Question& q) const {
  AskedQuestion asked{.id = questions.size() + 1,
                      .item = items.id(q.item),
                      .why = std::string(to_string(q.why)),
                      .probability = q.probability,
                      .uniform = q.uniform,
                      .guess = {},
                      .guess_probability = q.confidence};
  if (q.predicted >= 0) asked.guess = event_log.classes()[static_cast<std::size_t>(q.predicted)];
  return asked;
}

// Stores the asked questions, so that their ids survive a kill.
void AnnotationServer::Impl::keep_questions() {
  store.add_questions(std::span(questions).subspan(saved_questions));
  saved_questions = questions.size();
}

// Asks the session for one more question; returns false if it has none.
bool AnnotationServer::Impl::ask_another() {
  if (settings.stream) return ask_stream();
  const std::size_t before = session->num_open();
  const std::vector<Question> found = session->next(before + 1);
  if (found.size() <= before) return false;
  const Question& q = found.back();
  Reasons why = session->reasons(q.item);
  const std::lock_guard lock(writing);
  AskedQuestion asked = asked_question(q);
  if (why.label != q.predicted && settings.find.empty()) why = {};
  basis[asked.id] = {q.class_probabilities, std::move(why), num_learned};
  // the item may have been labelled without a question meanwhile; the session is updated later
  if (event_log.of(asked.item).label.empty()) open.emplace(asked.id, q.item);
  questions.push_back(std::move(asked));
  keep_questions();
  return true;
}

std::variant<std::vector<LeasedQuestion>, Ending> AnnotationServer::next(const std::string& by,
                                                                         std::size_t k,
                                                                         const std::string& from) {
  Impl& impl = *impl_;
  const Impl::LeaseHolder to{.by = checked({.by = by}).by, .from = from};
  if (!from.empty()) k = std::min(k, kMostLeased);
  const std::lock_guard model(impl.model);
  for (;;) {
    impl.drain();
    std::vector<LeasedQuestion> mine;
    {
      const std::lock_guard lock(impl.writing);
      mine = impl.leased_and_free(to, k);
      if (mine.size() >= k) impl.done.reset();
    }
    if (mine.size() >= k) return mine;
    if (impl.ask_another()) continue;
    const std::lock_guard lock(impl.writing);
    if (!impl.pending_changes.empty()) continue;
    mine = impl.leased_and_free(to, k);
    if (!mine.empty() || !impl.open.empty()) return mine;
    const auto ending = impl.session->next();
    if (const Ending* why = std::get_if<Ending>(&ending)) impl.done = *why;
    return impl.done.value_or(Ending::kNothingLeft);
  }
}

std::uint64_t AnnotationServer::version() const {
  return impl_->version;
}

bool AnnotationServer::work() {
  return impl_->work();
}

void AnnotationServer::on_change(std::function<void()> changed) {
  const std::lock_guard lock(impl_->listening);
  impl_->listener = std::move(changed);
}

}  // namespace querent::apps
