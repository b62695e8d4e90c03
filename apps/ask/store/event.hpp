// SPDX-License-Identifier: Apache-2.0
// What is kept of `querent ask`: events in the order they happened, and the questions they answer.
// Nothing of it is ever changed; a correction and an undo are events of their own.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace querent::apps {

enum class EventKind {
  kClass,       ///< the label of an item: an answer, or known without a question
  kSkip,        ///< not now
  kUnknown,     ///< "don't know": never again
  kNo,          ///< --yes-no: it is not of this class
  kSecond,      ///< the answer of another person to an item that has one (--overlap)
  kCorrection,  ///< a label in place of event `target`'s
  kUndo,        ///< event `target` is taken back
  kNewClass,    ///< a class is added
  kNote,        ///< what a person writes beside an item, as `label`; empty: nothing any more
  kSource       ///< what is labelled is this source from here on; `label` is its fingerprint
};
/// "class", "skip", "unknown", "no", "second", "correction", "undo", "new class", "note", "source"
std::string_view to_string(EventKind kind);
/// The kind of that name.
std::optional<EventKind> event_kind(std::string_view name);

struct Event {
  std::uint64_t number = 0;  ///< from 1
  std::string time = {};     ///< UTC, "2026-11-22T08:00:00.123Z"
  std::string by = {};
  EventKind kind = EventKind::kClass;
  std::string item = {};       ///< the user's own id; empty where the event is of no item
  std::string label = {};      ///< the class, by name; the text of a note
  std::uint64_t target = 0;    ///< the event that is corrected or undone
  std::uint64_t question = 0;  ///< its id; 0: was not asked
  std::string guess = {};      ///< the class the model held likeliest when it asked; empty: none
  double guess_probability = 0;
  double probability = 0;   ///< with which the question was chosen; 0: was not asked
  double seconds = 0;       ///< it took; 0: not known
  std::string key = {};     ///< of the client
  std::uint64_t posed = 0;  ///< questions posed before it happened
  /// The estimate of the error that was known then, and its interval; low > high: none.
  double error = 0, error_low = 1, error_high = 0;

  /// Those of an event or of a const one, in the order of the table.
  template <class Self>
  static auto numbers(Self& e) {
    return std::array{&e.guess_probability, &e.probability, &e.seconds, &e.error,
                      &e.error_low,         &e.error_high};
  }
};

/// A question that was posed: the store keeps those, since what is learnt of an answer depends on
/// why and how likely it was asked.
struct PosedQuestion {
  std::uint64_t id = 0;
  std::string item = {};
  std::string why = {};
  double probability = 0;
  bool uniform = false;    ///< every item that could be asked was as likely: it serves the estimate
  std::string guess = {};  ///< the likeliest class then; empty: none
  double guess_probability = 0;

  template <class Self>
  static auto numbers(Self& q) {
    return std::array{&q.probability, &q.guess_probability};
  }
};

/// Whether an event of this number speaks of events and of questions that there are.
inline bool speaks_of_known(const Event& e, std::uint64_t number, std::uint64_t questions) {
  return e.number == number && e.target < number && (e.kind != EventKind::kUndo || e.target > 0) &&
         e.question <= questions && e.posed <= questions;
}

/// What was labelled: told apart by `fingerprint`.
struct StoredSource {
  std::string fingerprint = {};
  std::vector<std::string> ids = {};  ///< of all items
  std::uint64_t edges = 0;
};

}  // namespace querent::apps
