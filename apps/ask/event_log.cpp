// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/event_log.hpp>

#include <algorithm>

namespace querent::apps {

namespace {

bool gives_label(EventKind kind) {
  return kind == EventKind::kClass || kind == EventKind::kCorrection;
}

}  // namespace

EventLog::ItemAnswers EventLog::of(const std::string& item) const {
  ItemAnswers now;
  const auto found = of_item_.find(item);
  if (found == of_item_.end()) return now;
  bool asked = false;
  for (const std::uint64_t number : found->second) {
    if (undone_[number - 1]) continue;
    const Event& event = events_[number - 1];
    if (event.kind == EventKind::kNote) {
      now.note = event.label;
      now.note_by = event.by;
      continue;
    }
    now.people.push_back(event.by);
    const bool declined = event.kind == EventKind::kUnknown && !now.label.empty() &&
                          event.by != now.by &&
                          (now.second_by.empty() || now.second_by == event.by);
    if (event.kind == EventKind::kNo) {
      now.excluded.push_back(event.label);
    } else if (event.kind == EventKind::kSecond || declined) {
      now.second = event.label;
      now.second_by = event.by;
      now.resolved = false;
    }
    if (event.kind == EventKind::kNo || event.kind == EventKind::kSecond ||
        (!now.label.empty() && !gives_label(event.kind)))
      continue;  // a later "don't know" keeps the label
    if (event.kind == EventKind::kClass) {
      now.question = event.question;
      asked = asked || event.question != 0;
      if (now.first.empty()) now.first = event.label;
    }
    // a change of one's own answer where both agreed is a different answer, not a decision
    if (event.kind == EventKind::kCorrection)
      now.resolved = now.resolved || now.disputed() || event.by != now.by;
    now.label = gives_label(event.kind) ? event.label : std::string();
    now.by = event.by;
    now.event = event.number;
    now.asked = asked;
    now.unknown = event.kind == EventKind::kUnknown;
    now.skipped = event.kind == EventKind::kSkip;
  }
  return now;
}

std::vector<std::string> EventLog::answered_once(const std::string& by) const {
  std::vector<std::string> items;
  for (const std::string& item : answered_) {
    if (of(item).may_be_second(by)) items.push_back(item);
  }
  return items;
}

std::vector<Conflict> EventLog::conflicts(const std::string& by) const {
  std::vector<Conflict> found;
  if (disputed_.empty()) return found;
  for (const std::string& item : answered_) {
    if (!disputed_.contains(item)) continue;
    const ItemAnswers now = of(item);
    if (by.empty() || now.may_settle(by))
      found.push_back({item, now.label, now.by, now.second_text(), now.second_by});
  }
  return found;
}

const Event* EventLog::last_of(const std::string& by) const {
  const auto found = std::find_if(events_.rbegin(), events_.rend(), [&](const Event& event) {
    return event.by == by && event.kind != EventKind::kUndo && event.kind != EventKind::kNewClass &&
           event.kind != EventKind::kSource && !undone_[event.number - 1];
  });
  return found == events_.rend() ? nullptr : &*found;
}

std::vector<std::uint64_t> EventLog::class_sizes() const {
  std::vector<std::uint64_t> sizes;
  for (const std::string& name : classes_) {
    const auto found = size_of_.find(name);
    sizes.push_back(found == size_of_.end() ? 0 : found->second);
  }
  return sizes;
}

AnnotatorAgreement EventLog::agreement() const {
  const auto index = [&](const std::string& name) {
    return static_cast<int>(std::ranges::find(classes_, name) - classes_.begin());
  };
  std::vector<std::pair<int, int>> answers;
  for (const std::string& item : answered_) {
    const ItemAnswers now = of(item);
    const int a = index(now.first), b = index(now.second);  // past the end: no answer
    if (std::max(a, b) < static_cast<int>(classes_.size())) answers.emplace_back(a, b);
  }
  return annotator_agreement(answers, classes_);
}

std::optional<Change> EventLog::change(const std::string& item, const ItemAnswers& before) {
  const ItemAnswers now = of(item);
  if (now.disputed()) {
    disputed_.insert(item);
  } else {
    disputed_.erase(item);
  }
  if (exists_ && !exists_(item)) {
    gone_ = gone_ + (now.unknown || !now.label.empty()) - (before.unknown || !before.label.empty());
  } else {
    if (!before.label.empty()) {
      --labelled_;
      --size_of_[before.label];
    }
    if (!now.label.empty()) {
      ++labelled_;
      ++size_of_[now.label];
    }
    unknown_ = unknown_ + now.unknown - before.unknown;
  }
  if (!now.label.empty()) {
    if (now.label == before.label) return std::nullopt;
    return Change{.kind = Change::Kind::kLabel, .item = item, .label = now.label};
  }
  if (now.unknown || now.skipped) {
    return Change{.kind = now.unknown ? Change::Kind::kUnknown : Change::Kind::kSkip,
                  .item = item,
                  .unlabelled = !before.label.empty()};
  }
  if (before.event == 0) return std::nullopt;
  return Change{.kind = Change::Kind::kForget, .item = item};
}

std::optional<Change> EventLog::apply(const Event& event) {
  if (event.kind == EventKind::kUndo) {
    const std::string item = events_[event.target - 1].item;
    const ItemAnswers before = of(item);
    events_.push_back(event);
    undone_.push_back(false);
    undone_[event.target - 1] = true;
    return change(item, before);
  }
  const ItemAnswers before = of(event.item);
  events_.push_back(event);
  undone_.push_back(false);
  if (event.kind == EventKind::kSource) return std::nullopt;
  if (event.kind == EventKind::kNewClass) {
    if (std::find(classes_.begin(), classes_.end(), event.label) != classes_.end())
      return std::nullopt;
    classes_.push_back(event.label);
    return Change{.kind = Change::Kind::kClass, .label = event.label};
  }
  of_item_[event.item].push_back(event.number);
  if (event.kind == EventKind::kClass && was_answered_.insert(event.item).second)
    answered_.push_back(event.item);
  return change(event.item, before);
}

}  // namespace querent::apps
