// SPDX-License-Identifier: Apache-2.0
// The stored data of `querent ask`: events in chronological order, and the questions they answer.
// Stored events never change; corrections and undos are further events.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace querent::apps {

enum class EventKind {
  kClass,       ///< label of an item, with or without a question
  kSkip,        ///< the item may be asked about again
  kUnknown,     ///< "don't know": the item is not asked about again
  kNo,          ///< --yes-no: the item is not of this class
  kSecond,      ///< second annotator's answer to a labelled item (--overlap)
  kCorrection,  ///< label that replaces the one of event `target`
  kUndo,        ///< undo of event `target`
  kNewClass,    ///< new class
  kNote,        ///< note on an item, in `label`; empty: note removed
  kSource       ///< a new source from here on; `label` is its fingerprint
};
/// "class", "skip", "unknown", "no", "second", "correction", "undo", "new class", "note", "source"
inline std::string_view to_string(EventKind kind) {
  constexpr std::array<std::string_view, 10> kNames{"class",  "skip",       "unknown", "no",
                                                    "second", "correction", "undo",    "new class",
                                                    "note",   "source"};
  return kNames[static_cast<std::size_t>(kind)];
}
/// The kind with this name.
inline std::optional<EventKind> event_kind(std::string_view name) {
  for (int kind = 0; kind <= static_cast<int>(EventKind::kSource); ++kind) {
    if (to_string(static_cast<EventKind>(kind)) == name) return static_cast<EventKind>(kind);
  }
  return std::nullopt;
}

/// An event: a row of the table `events`. Every kind of row has the name of its table, its own name
/// for messages, and its columns, of which the first is the primary key.
struct Event {
  std::uint64_t number = 0;  ///< from 1
  std::string time = {};     ///< UTC, "2026-11-22T08:00:00.123Z"
  std::string by = {};
  EventKind kind = EventKind::kClass;
  std::string item = {};       ///< the user's id; empty for events without an item
  std::string label = {};      ///< name of the class, or text of the note
  std::uint64_t target = 0;    ///< the corrected or undone event
  std::uint64_t question = 0;  ///< id of the question; 0: none
  std::string guess = {};      ///< most probable class when asked; empty: none
  double guess_probability = 0;
  double probability = 0;             ///< of choosing the question; 0: no question
  double seconds = 0;                 ///< time to answer; 0: unknown
  std::string key = {};               ///< chosen by the client
  std::uint64_t questions_asked = 0;  ///< number of questions asked before
  /// The error estimate at that time and its interval; −1: an interval alone; low > high: none.
  double error = 0, error_low = 1, error_high = 0;

  static constexpr const char *kTable = "events", *kRow = "event";
  /// The numbers of a row, in the order of the table; `e` may be const.
  static auto numbers(auto& e) {
    return std::array{&e.guess_probability, &e.probability, &e.seconds, &e.error,
                      &e.error_low,         &e.error_high};
  }
  /// All columns of a row, in the order of the table.
  static auto columns(auto& e) {
    return std::tie(e.number, e.time, e.by, e.kind, e.item, e.label, e.target, e.question, e.guess,
                    e.guess_probability, e.probability, e.seconds, e.key, e.questions_asked,
                    e.error, e.error_low, e.error_high);
  }
};

/// A stored question: estimation needs the reason and the probability with which an item was
/// chosen.
struct AskedQuestion {
  std::uint64_t id = 0;
  std::string item = {};
  std::string why = {};
  double probability = 0;
  bool uniform = false;    ///< all items were equally likely, so the answer counts for the estimate
  std::string guess = {};  ///< most probable class then; empty: none
  double guess_probability = 0;

  static constexpr const char *kTable = "questions", *kRow = "question";
  static auto numbers(auto& q) { return std::array{&q.probability, &q.guess_probability}; }
  static auto columns(auto& q) {
    return std::tie(q.id, q.item, q.why, q.probability, q.uniform, q.guess, q.guess_probability);
  }
};

/// Whether the events and questions to which an event refers exist.
inline bool speaks_of_known(const Event& e, std::uint64_t number, std::uint64_t questions) {
  return e.number == number && e.target < number && (e.kind != EventKind::kUndo || e.target > 0) &&
         e.question <= questions && e.questions_asked <= questions;
}

/// The settings from a start on that changes them.
struct StoredStart {
  std::uint64_t number = 0;  ///< from 1
  std::string time = {};
  std::string settings = {};

  static constexpr const char *kTable = "starts", *kRow = "start";
  static auto columns(auto& s) { return std::tie(s.number, s.time, s.settings); }
};

/// A source, identified by its `fingerprint`.
struct StoredSource {
  std::uint64_t event = 0;  ///< number of the event from which on it is the source
  std::string fingerprint = {};
  std::vector<std::string> ids = {};  ///< ids of all items
  std::uint64_t edges = 0;

  static constexpr const char *kTable = "sources", *kRow = "the source of event";
  static auto columns(auto& s) { return std::tie(s.event, s.fingerprint, s.edges, s.ids); }
};

}  // namespace querent::apps
