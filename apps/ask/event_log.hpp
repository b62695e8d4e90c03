// SPDX-License-Identifier: Apache-2.0
// The label state: computed from the events, it holds the answers to each item, the undone events,
// and how often annotators agree. The same events in the same order give the same state.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <querent/apps/ask/store/event.hpp>
#include <querent/apps/experiment/annotator_agreement.hpp>

namespace querent::apps {

/// The update that an event requires of the session.
struct Change {
  enum class Kind { kLabel, kSkip, kUnknown, kForget, kClass };
  Kind kind;
  std::string item = {};
  std::string label = {};   ///< of kLabel and kClass
  bool unlabelled = false;  ///< kSkip, kUnknown: the item had a label, which was undone
  friend bool operator==(const Change&, const Change&) = default;
};

/// Two different answers to an item; a correction of the item, or the answer of a third annotator,
/// resolves the conflict.
struct Conflict {
  std::string item;
  std::string first = {}, first_by = {};
  std::string second = {}, second_by = {};
};

class EventLog {
 public:
  /// Items for which `exists` is false have left the source: they keep their answers, but are not
  /// counted. Without it every item exists.
  explicit EventLog(std::vector<std::string> classes,
                    std::function<bool(const std::string&)> exists = {})
      : classes_(std::move(classes)), exists_(std::move(exists)) {}

  /// Applies an event; returns nullopt if the session needs no update.
  std::optional<Change> apply(const Event& event);

  /// The state of an item after its events that are not undone.
  struct ItemAnswers {
    std::string label = {};  ///< empty: no label
    std::string by = {};
    std::uint64_t event = 0;  ///< event that set the state; 0: none
    bool asked = false;       ///< whether the label answered a question
    bool unknown = false;
    bool skipped = false;
    std::uint64_t question = 0;              ///< that the last answer belongs to; 0: none
    std::string first = {};                  ///< class of the first answer
    std::string second = {};                 ///< answer of a second annotator; empty: "don't know"
    std::string second_by = {};              ///< the second annotator; empty: none
    bool resolved = false;                   ///< a different second answer was decided upon since
    std::vector<std::string> excluded = {};  ///< classes that annotators have excluded (--yes-no)
    std::vector<std::string> people = {};    ///< who has done any of this
    std::string note = {};                   ///< empty: none
    std::string note_by = {};                ///< who wrote it
    /// Whether two annotators answered differently and no correction has decided since.
    bool disputed() const {
      return !label.empty() && !second_by.empty() && !resolved && label != second;
    }
    bool concerns(const std::string& annotator) const {
      return std::find(people.begin(), people.end(), annotator) != people.end();
    }
    /// Whether it is answered, but not by this annotator, and has no second answer.
    bool may_be_second(const std::string& annotator) const {
      return asked && !label.empty() && second_by.empty() && !concerns(annotator);
    }
    /// Whether two others answered differently.
    bool may_settle(const std::string& who) const { return disputed() && !concerns(who); }
    /// The second answer in words.
    const char* second_text() const { return second.empty() ? "don't know" : second.c_str(); }
  };
  ItemAnswers of(const std::string& item) const;
  /// Items with exactly one answer, none of it by `by`, in the order of the answers.
  std::vector<std::string> answered_once(const std::string& by) const;
  /// Items with two different answers and no correction since, in the order of the answers; with
  /// `by` only those that this annotator has not answered.
  std::vector<Conflict> conflicts(const std::string& by = {}) const;
  /// The number of these items.
  std::uint64_t disputed() const { return disputed_.size(); }

  /// The last event of this annotator that can be undone.
  const Event* last_of(const std::string& by) const;
  bool undone(std::uint64_t event) const { return undone_[event - 1]; }

  /// Items that were ever labelled, in the order of their first labels.
  const std::vector<std::string>& answered() const { return answered_; }
  const std::vector<Event>& events() const { return events_; }
  const std::vector<std::string>& classes() const { return classes_; }
  std::uint64_t labelled() const { return labelled_; }  ///< items with a label
  std::uint64_t unknown() const { return unknown_; }    ///< items that are not asked about again
  /// Answered items (a label or "don't know") that have left the source.
  std::uint64_t gone() const { return gone_; }
  /// Number of labels of each class.
  std::vector<std::uint64_t> class_sizes() const;
  /// The agreement of the first and the second annotator of each item.
  AnnotatorAgreement agreement() const;

 private:
  std::optional<Change> change(const std::string& item, const ItemAnswers& before);

  std::vector<std::string> classes_;
  std::function<bool(const std::string&)> exists_;
  std::vector<Event> events_;
  std::vector<bool> undone_;
  std::unordered_map<std::string, std::vector<std::uint64_t>> of_item_;
  std::vector<std::string> answered_;  // in the order of the first labels
  std::unordered_set<std::string> was_answered_;
  std::unordered_set<std::string> disputed_;
  std::uint64_t labelled_ = 0, unknown_ = 0, gone_ = 0;
  std::map<std::string, std::uint64_t> size_of_;
};

}  // namespace querent::apps
