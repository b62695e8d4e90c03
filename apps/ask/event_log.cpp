// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/event_log.hpp>

#include <algorithm>

namespace querent::apps {

namespace {

bool gives_label(EventKind kind) {
  return kind == EventKind::kClass || kind == EventKind::kCorrection;
}

bool can_be_undone(EventKind kind) {
  return kind != EventKind::kUndo && kind != EventKind::kNewClass && kind != EventKind::kSource;
}

}  // namespace

template <class Visit>
void EventLog::for_each_of(const std::string& item, Visit&& visit) const {
  const auto found = of_item_.find(item);
  if (found == of_item_.end()) return;
  for (const std::uint64_t number : found->second) {
    if (!undone_[number - 1]) visit(events_[number - 1]);
  }
}

EventLog::CurrentAnswer EventLog::current_answer(const std::string& item) const {
  CurrentAnswer current;
  bool asked = false;
  for_each_of(item, [&](const Event& event) {
    if (event.kind == EventKind::kNo || event.kind == EventKind::kSecond ||
        event.kind == EventKind::kNote)
      return;
    if (!current.label.empty() && !gives_label(event.kind))
      return;  // a later "don't know" keeps the label
    asked = asked || (event.kind == EventKind::kClass && event.question != 0);
    current = {.label = gives_label(event.kind) ? event.label : std::string(),
               .by = event.by,
               .event = event.number,
               .asked = asked,
               .unknown = event.kind == EventKind::kUnknown,
               .skipped = event.kind == EventKind::kSkip};
  });
  return current;
}

std::vector<std::string> EventLog::excluded(const std::string& item) const {
  std::vector<std::string> classes;
  for_each_of(item, [&](const Event& event) {
    if (event.kind == EventKind::kNo) classes.push_back(event.label);
  });
  return classes;
}

std::vector<std::string> EventLog::answered_once(const std::string& by) const {
  std::vector<std::string> items;
  for (const std::string& item : answered_) {
    bool again = false;
    for_each_of(item, [&](const Event& event) {
      again = again || event.kind == EventKind::kSecond ||
              (event.by == by && event.kind != EventKind::kNote);
    });
    if (const CurrentAnswer first = current_answer(item);
        !again && first.asked && !first.label.empty())
      items.push_back(item);
  }
  return items;
}

std::string EventLog::note(const std::string& item) const {
  std::string note;
  for_each_of(item, [&](const Event& event) {
    if (event.kind == EventKind::kNote) note = event.label;
  });
  return note;
}

std::vector<Conflict> EventLog::conflicts() const {
  std::vector<Conflict> found;
  for (const std::string& item : answered_) {
    Conflict one{.item = item};
    for_each_of(item, [&](const Event& event) {
      if (event.kind == EventKind::kSecond) {
        one.second = event.label;
        one.second_by = event.by;
      } else if (gives_label(event.kind)) {  // a later correction resolves the conflict
        one.first = event.label;
        one.first_by = event.by;
        if (event.kind == EventKind::kCorrection) one.second.clear();
      }
    });
    if (!one.second.empty() && one.first != one.second) found.push_back(std::move(one));
  }
  return found;
}

std::uint64_t EventLog::question_of(const std::string& item) const {
  std::uint64_t question = 0;
  for_each_of(item, [&](const Event& event) {
    if (event.kind == EventKind::kClass) question = event.question;
  });
  return question;
}

const Event* EventLog::last_of(const std::string& by) const {
  const auto found = std::find_if(events_.rbegin(), events_.rend(), [&](const Event& event) {
    return event.by == by && can_be_undone(event.kind) && !undone_[event.number - 1];
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
    std::string first, second;
    for_each_of(item, [&](const Event& event) {
      if (event.kind == EventKind::kClass && first.empty()) first = event.label;
      if (event.kind == EventKind::kSecond) second = event.label;
    });
    const int a = index(first), b = index(second);  // past the end: no answer
    if (std::max(a, b) < static_cast<int>(classes_.size())) answers.emplace_back(a, b);
  }
  return annotator_agreement(answers, classes_);
}

std::optional<Change> EventLog::change(const std::string& item, const CurrentAnswer& before) {
  const CurrentAnswer now = current_answer(item);
  if (!before.label.empty()) {
    --labelled_;
    --size_of_[before.label];
  }
  if (!now.label.empty()) {
    ++labelled_;
    ++size_of_[now.label];
  }
  unknown_ = unknown_ + now.unknown - before.unknown;
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
    const CurrentAnswer before = current_answer(item);
    events_.push_back(event);
    undone_.push_back(false);
    undone_[event.target - 1] = true;
    return change(item, before);
  }
  const CurrentAnswer before = current_answer(event.item);
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
