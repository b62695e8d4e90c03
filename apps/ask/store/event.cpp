// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/store/event.hpp>

#include <utility>

namespace querent::apps {

namespace {
constexpr std::array<std::pair<EventKind, std::string_view>, 10> kKinds{
    {{EventKind::kClass, "class"},
     {EventKind::kSkip, "skip"},
     {EventKind::kUnknown, "unknown"},
     {EventKind::kNo, "no"},
     {EventKind::kSecond, "second"},
     {EventKind::kCorrection, "correction"},
     {EventKind::kUndo, "undo"},
     {EventKind::kNewClass, "new class"},
     {EventKind::kNote, "note"},
     {EventKind::kSource, "source"}}};
}  // namespace

std::string_view to_string(EventKind kind) {
  for (const auto& [known, name] : kKinds) {
    if (known == kind) return name;
  }
  return "?";
}

std::optional<EventKind> event_kind(std::string_view name) {
  for (const auto& [kind, known] : kKinds) {
    if (known == name) return kind;
  }
  return std::nullopt;
}

}  // namespace querent::apps
