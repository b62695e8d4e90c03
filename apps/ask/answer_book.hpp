// SPDX-License-Identifier: Apache-2.0
// What the events come to: of each item who said what, what is taken back, and how often people
// agree. A fold: the same events in the same order give the same book.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <querent/apps/ask/agreement.hpp>
#include <querent/apps/ask/store/event.hpp>

namespace querent::apps {

/// What an event means for the session.
struct Change {
  enum class Kind { kLabel, kSkip, kUnknown, kForget, kClass };
  Kind kind;
  std::string item = {};
  std::string label = {};   ///< of kLabel and kClass
  bool unlabelled = false;  ///< of kSkip and kUnknown: the item had a label, which was taken back
  friend bool operator==(const Change&, const Change&) = default;
};

class AnswerBook {
 public:
  explicit AnswerBook(std::vector<std::string> classes) : classes_(std::move(classes)) {}

  /// What changes by it; nothing where the event says what is known already.
  std::optional<Change> apply(const Event& event);

  /// What stands of an item.
  struct Said {
    std::string label = {};  ///< empty: nobody has said
    std::string by = {};
    std::uint64_t event = 0;  ///< that said it; 0: none
    bool asked = false;       ///< it was the answer to a question
    bool unknown = false;
    bool skipped = false;
  };
  Said said(const std::string& item) const;
  /// Classes it is not of (--yes-no).
  std::vector<std::string> excluded(const std::string& item) const;
  /// Items that were answered once, and of which `by` has not said anything, in the order of the
  /// answers.
  std::vector<std::string> answered_once(const std::string& by) const;

  /// What was last written beside an item; empty: nothing.
  std::string note(const std::string& item) const;
  /// Items that two people called differently and nobody has settled, in the order of the answers.
  std::vector<Conflict> conflicts() const;
  /// The question whose answer it has; 0: none.
  std::uint64_t question_of(const std::string& item) const;

  /// The last thing this person did that can be taken back.
  const Event* last_of(const std::string& by) const;
  bool undone(std::uint64_t event) const { return undone_[event - 1]; }

  /// Items that were ever labelled, in their order.
  const std::vector<std::string>& answered() const { return answered_; }
  const std::vector<Event>& events() const { return events_; }
  const std::vector<std::string>& classes() const { return classes_; }
  std::uint64_t labelled() const { return labelled_; }  ///< items with a label
  std::uint64_t unknown() const { return unknown_; }    ///< items nobody is asked of again
  /// Labels of the classes, by their index.
  std::vector<std::uint64_t> class_sizes() const;
  Agreement agreement() const;

 private:
  // Those of an item that are not taken back, by number − 1.
  template <class Visit>
  void for_each_of(const std::string& item, Visit&& visit) const;
  std::optional<Change> change(const std::string& item, const Said& before);

  std::vector<std::string> classes_;
  std::vector<Event> events_;
  std::vector<bool> undone_;
  std::unordered_map<std::string, std::vector<std::uint64_t>> of_item_;
  std::vector<std::string> answered_;  // items in the order of their first answers
  std::unordered_set<std::string> was_answered_;
  std::uint64_t labelled_ = 0, unknown_ = 0;
  std::map<std::string, std::uint64_t> size_of_;
};

}  // namespace querent::apps
