// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/desk.hpp>

#include <algorithm>
#include <functional>

#include <querent/apps/ask/desk_state.hpp>

namespace querent::apps {

namespace {

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

// Ends the oldest lease of an address that holds too many. Answers to its question are still
// accepted.
void Desk::Impl::end_oldest_loan(const std::string& from) {
  const auto now = Clock::now();
  auto oldest = loans.end();
  std::size_t lent = 0;
  for (auto loan = loans.begin(); loan != loans.end(); ++loan) {
    if (loan->second.from != from || loan->second.until <= now) continue;
    ++lent;
    if (oldest == loans.end() || loan->second.until < oldest->second.until) oldest = loan;
  }
  if (lent > Desk::kMostLent) loans.erase(oldest);
}

DeskQuestion Desk::Impl::lend(std::uint64_t id, const Borrower& to, bool second) {
  const PosedQuestion& posed = questions[id - 1];
  const std::uint32_t item = *items.find(posed.item);
  DeskQuestion q{
      .id = id,
      .item = item,
      .why = posed.why,
      .probability = posed.probability,
      .guess = {.label = class_index(posed.guess), .probability = posed.guess_probability},
      .class_probabilities = {},
      .is_it = {},
      .second = second,
      .after = posed_after[id],
      .lent = kLent};
  if (const auto known = class_probabilities.find(id); known != class_probabilities.end()) {
    q.class_probabilities = known->second;
    q.class_probabilities.resize(book.classes().size(), 0);
  }
  if (const auto known = reasons.find(id); known != reasons.end()) {
    for (const Reason& answer : known->second.answers) q.because_items.push_back(answer.index);
    for (const Reason& word : known->second.words)
      q.because_words.push_back(items.word(word.index));
  }
  if (settings.yes_no && !second) q.is_it = asked_class(q);
  loans[item] = {.by = to.by, .until = Clock::now() + kLent, .is_it = q.is_it, .from = to.from};
  if (!to.from.empty()) end_oldest_loan(to.from);
  return q;
}

// The most probable class that no annotator has excluded; nullopt if none is left.
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

// First the questions leased to this annotator, then free open questions, then second answers.
std::vector<DeskQuestion> Desk::Impl::lent_and_free(const Borrower& to, std::size_t k) {
  const std::string& by = to.by;
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
      mine.push_back(lend(id, to, false));
    }
  }
  if (settings.overlap <= 0) return mine;
  for (const std::string& id : book.answered_once(by)) {
    if (mine.size() == k) return mine;
    const auto item = items.find(id);
    if (!item || !is_shared(id, settings.overlap) || lent_to_other(*item, by)) continue;
    const std::uint64_t question = book.question_of(id);
    if (question != 0) mine.push_back(lend(question, to, true));
  }
  return mine;
}

PosedQuestion Desk::Impl::posed_of(const Question& q) const {
  PosedQuestion posed{.id = questions.size() + 1,
                      .item = items.id(q.item),
                      .why = std::string(to_string(q.why)),
                      .probability = q.probability,
                      .uniform = q.uniform,
                      .guess = {},
                      .guess_probability = q.confidence};
  if (q.predicted >= 0) posed.guess = book.classes()[static_cast<std::size_t>(q.predicted)];
  return posed;
}

// Stores the asked questions, so that their ids survive a kill.
void Desk::Impl::keep_questions() {
  store.pose(std::span(questions).subspan(saved_questions));
  saved_questions = questions.size();
}

// Asks the session for one more question; returns false if it has none.
bool Desk::Impl::pose_another() {
  if (settings.stream) return pose_of_stream();
  const std::size_t before = session->num_open();
  const std::vector<Question> found = session->next(before + 1);
  if (found.size() <= before) return false;
  const Question& q = found.back();
  Reasons why = session->reasons(q.item);
  const std::lock_guard lock(desk);
  PosedQuestion posed = posed_of(q);
  class_probabilities[posed.id] = q.class_probabilities;
  if (why.label == q.predicted) reasons[posed.id] = std::move(why);
  posed_after[posed.id] = heard;
  // the item may have been labelled without a question meanwhile; the session is updated later
  if (book.said(posed.item).label.empty()) open.emplace(posed.id, q.item);
  questions.push_back(std::move(posed));
  keep_questions();
  return true;
}

std::variant<std::vector<DeskQuestion>, Done> Desk::next(const std::string& by, std::size_t k,
                                                         const std::string& from) {
  Impl& impl = *impl_;
  const Impl::Borrower to{.by = checked({.by = by}).by, .from = from};
  if (!from.empty()) k = std::min(k, kMostLent);
  const std::lock_guard model(impl.model);
  for (;;) {
    impl.drain();
    std::vector<DeskQuestion> mine;
    {
      const std::lock_guard lock(impl.desk);
      mine = impl.lent_and_free(to, k);
      if (mine.size() >= k) impl.done.reset();
    }
    if (mine.size() >= k) return mine;
    if (impl.pose_another()) continue;
    const std::lock_guard lock(impl.desk);
    if (!impl.untold.empty()) continue;
    mine = impl.lent_and_free(to, k);
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

std::uint64_t Desk::version() const {
  return impl_->version;
}

void Desk::on_change(std::function<void()> changed) {
  const std::lock_guard lock(impl_->listening);
  impl_->listener = std::move(changed);
}

}  // namespace querent::apps
