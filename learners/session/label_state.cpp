// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/label_state.hpp>

#include <algorithm>
#include <limits>

namespace querent {

namespace {

constexpr std::uint64_t kRest = 10;  // questions before a skipped item may come again
constexpr std::size_t kNow = std::numeric_limits<std::size_t>::max();

}  // namespace

void LabelState::allow(std::uint32_t item, bool may) {
  if (may == (may_ask_[item] != 0)) return;
  if (may)
    absences_[item].back().last = draws_.size();
  else
    absences_[item].push_back({draws_.size(), kNow});
  num_may_ask_ = may ? num_may_ask_ + 1 : num_may_ask_ - 1;
  may_ask_[item] = may ? 1 : 0;
}

std::span<const LabelState::Range> LabelState::absences(std::uint32_t item) const {
  const auto found = absences_.find(item);
  return found == absences_.end() ? std::span<const Range>() : found->second;
}

bool LabelState::is_excluded(std::uint32_t item) const {
  return label_[item] < 0 && may_ask_[item] == 0 && !is_open(item) && !is_skipped(item);
}

std::vector<std::uint32_t> LabelState::undecided() const {
  std::vector<std::uint32_t> items(skipped_.begin(), skipped_.end());
  for (const Question& question : open_)
    if (label_[question.item] < 0 && !is_skipped(question.item)) items.push_back(question.item);
  return items;
}

std::uint64_t LabelState::num_unread() const {
  const auto open =
      std::ranges::count_if(open_, [&](const Question& q) { return label_[q.item] < 0; });
  return num_may_ask_ + resting_.size() + static_cast<std::uint64_t>(open);
}

const Question* LabelState::question_of(std::uint32_t item) const {
  const auto found =
      std::find_if(open_.begin(), open_.end(), [&](const Question& q) { return q.item == item; });
  return found == open_.end() ? nullptr : &*found;
}

bool LabelState::may_relabel(std::uint32_t item) const {
  const auto found = given_.find(item);
  return found != given_.end() && found->second.asked > 0 && !found->second.settled &&
         question_of(item) == nullptr;
}

void LabelState::withdraw(std::uint32_t item) {
  std::erase_if(open_, [&](const Question& q) { return q.item == item; });
}

// Removes the question and the rest period of an item that was answered, skipped or excluded.
void LabelState::close(std::uint32_t item) {
  if (const Question* question = question_of(item)) {
    answered_questions_[item] = *question;
  } else {
    answered_questions_.try_emplace(item);
  }
  withdraw(item);
  std::erase_if(resting_, [&](const Resting& resting) { return resting.item == item; });
  skipped_.erase(item);
  allow(item, false);
}

// Skipped items return once others were asked in between, or if nothing else is left.
void LabelState::wake() {
  while (!resting_.empty() &&
         (resting_.front().until <= questions_ || (num_may_ask_ == 0 && open_.empty()))) {
    allow(resting_.front().item, true);
    resting_.pop_front();
  }
}

// Changes the label of an item that has one.
void LabelState::set_label(const Answer& answer) {
  if (label_[answer.item] == answer.label) return;
  ++corrections_;
  label_[answer.item] = answer.label;
  const auto same = [&](const Answer& a) { return a.item == answer.item; };
  std::find_if(answers_.begin(), answers_.end(), same)->label = answer.label;
}

// Adds an answer to a relabelling question: the most frequent answer counts, the latest of several.
void LabelState::relabel(const Answer& answer) {
  GivenLabels& given = given_[answer.item];
  given.labels.push_back(answer.label);
  ++given.asked;
  ++asked_;
  withdraw(answer.item);
  int best = answer.label;
  std::ptrdiff_t most = 0;
  for (auto label = given.labels.rbegin(); label != given.labels.rend(); ++label) {
    const std::ptrdiff_t often = std::count(given.labels.begin(), given.labels.end(), *label);
    if (often <= most) continue;
    most = often;
    best = *label;
  }
  set_label({answer.item, best});
}

void LabelState::answer(const Answer& answer) {
  const Question* const question = question_of(answer.item);
  if (label_[answer.item] >= 0) {
    if (question != nullptr) return relabel(answer);
    given_[answer.item].labels = {answer.label};
    return set_label(answer);
  }
  given_[answer.item] = {.labels = {answer.label}, .asked = question != nullptr ? 1u : 0u};
  if (question != nullptr) ++asked_;
  if (is_check(answer.item)) checks_.push_back(answer.item);
  answers_.push_back(answer);
  close(answer.item);
  label_[answer.item] = answer.label;
}

// An annotator who declines a relabelling question leaves the label unchanged.
void LabelState::refuse(std::uint32_t item) {
  if (question_of(item) != nullptr) given_[item].settled = true;
  withdraw(item);
}

void LabelState::forget(std::uint32_t item) {
  const auto forgotten = answered_questions_.extract(item);
  if (label_[item] >= 0) withdraw(item);                          // asked again
  if (forgotten.empty() || question_of(item) != nullptr) return;  // skipped, and asked again since
  const std::optional<Question>& question = forgotten.mapped();
  std::erase_if(resting_, [&](const Resting& resting) { return resting.item == item; });
  skipped_.erase(item);
  if (label_[item] >= 0) {
    ++corrections_;
    label_[item] = -1;
    const auto at = std::ranges::find(answers_, item, &Answer::item);
    const auto before = static_cast<std::uint64_t>(at - answers_.begin());
    for (Draw& draw : draws_) draw.answers -= draw.answers > before ? 1 : 0;
    answers_.erase(at);
    asked_ -= given_[item].asked;
    given_.erase(item);
    std::erase(checks_, item);
  }
  allow(item, !question);
  if (question) open_.push_back(*question);
}

void LabelState::apply(const Event& event) {
  const std::uint32_t item = event.answer.item;
  switch (event.kind) {
    case Event::Kind::kQuestion:
      open_.push_back(*event.question);
      if (event.question->uniform) {
        draws_.push_back({event.question->item, answers_.size(), num_may_ask_});
        drawn_.insert(event.question->item);
      }
      allow(event.question->item, false);
      ++questions_;
      break;
    case Event::Kind::kLook:
      looks_ = event.look;
      reached_ = reached_ || event.reached;
      break;
    case Event::Kind::kAnswer:
      answer(event.answer);
      break;
    case Event::Kind::kSkip:
    case Event::Kind::kDoNotKnow:
      if (label_[item] >= 0) {
        refuse(item);
        break;
      }
      close(item);
      if (event.kind == Event::Kind::kSkip) {
        resting_.push_back({questions_ + kRest, item});
        skipped_.insert(item);
      }
      break;
    case Event::Kind::kClass:
      classes_.push_back(event.name);
      break;
    case Event::Kind::kForget:
      forget(item);
      break;
  }
  wake();
}

}  // namespace querent
