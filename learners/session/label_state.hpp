// SPDX-License-Identifier: Apache-2.0
// The events of a session, and the labels, open questions and goals that follow from them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <querent/learners/session/session.hpp>

namespace querent {

/// An event of a session.
struct Event {
  enum class Kind { kQuestion, kLook, kAnswer, kSkip, kDoNotKnow, kClass, kForget };
  Kind kind = Kind::kQuestion;
  Answer answer = {};                     // the item, and the label of kAnswer
  std::string name = {};                  // for kClass
  std::optional<Question> question = {};  // for kQuestion
  std::uint64_t look = 0;                 // for kLook: number of the test
  bool reached = false;                   // for kLook: the error is shown to be small enough
};

/// Everything that follows from the events, except the model.
class LabelState {
 public:
  /// A uniform draw, whatever became of its question.
  struct Draw {
    std::uint32_t item;
    std::uint64_t answers, drawn_from;  ///< numbers of answers, and of items that could be asked
  };
  /// The draws first ≤ j < last.
  struct Range {
    std::size_t first, last;
  };

  LabelState(std::uint32_t num_items, std::vector<std::string> classes)
      : classes_(std::move(classes)),
        label_(num_items, -1),
        may_ask_(num_items, 1),
        num_may_ask_(num_items) {}

  void apply(const Event& event);

  const std::vector<std::string>& classes() const { return classes_; }
  const std::vector<Answer>& answers() const { return answers_; }
  int label(std::uint32_t item) const { return label_[item]; }  ///< −1: unanswered
  /// The labels given to an answered item, in order: more than one if it was asked again.
  std::span<const int> given_labels(std::uint32_t item) const { return given_.at(item).labels; }
  /// Whether an answered item was asked for, even if its question was declined first; if not, its
  /// label was volunteered.
  bool was_asked(std::uint32_t item) const { return answered_questions_.at(item).has_value(); }
  /// Whether an answered item was drawn uniformly. It stays so if its question is skipped: reasons to
  /// skip may depend on the label.
  bool is_check(std::uint32_t item) const { return drawn_.contains(item); }
  /// The last question of an item that was asked for.
  const Question& question(std::uint32_t item) const { return *answered_questions_.at(item); }
  const std::vector<Draw>& draws() const { return draws_; }  ///< in order
  /// The draws at which the item could not be drawn: it had been answered, declined or excluded, or
  /// it was open or resting.
  std::span<const Range> absences(std::uint32_t item) const;
  /// Whether it was declined or excluded, and will not be asked again.
  bool is_excluded(std::uint32_t item) const;
  /// Whether its question was skipped and not decided since.
  bool is_skipped(std::uint32_t item) const { return skipped_.contains(item); }
  /// The items whose questions are open or were skipped.
  std::vector<std::uint32_t> undecided() const;
  /// Whether an answer may be asked for again: it was asked for, it has no open question, and none
  /// was declined.
  bool may_relabel(std::uint32_t item) const;
  bool is_open(std::uint32_t item) const { return question_of(item) != nullptr; }
  const std::deque<Question>& open() const { return open_; }            ///< in order
  const std::vector<std::uint32_t>& checks() const { return checks_; }  ///< answered checks
  std::uint64_t asked() const { return asked_; }
  /// Whether forget() has something to take back for the item.
  bool can_forget(std::uint32_t item) const {
    return label_[item] >= 0 || answered_questions_.contains(item);
  }
  std::uint64_t questions() const { return questions_; }
  /// 0 for items that are answered, open, excluded, or recently skipped while others are left.
  std::span<const std::uint8_t> may_ask() const { return may_ask_; }
  std::uint64_t num_may_ask() const { return num_may_ask_; }
  /// Number of items without an answer that can be asked now or after a rest, or are open.
  std::uint64_t num_unread() const;
  /// Number of corrections; a model of earlier answers is then invalid.
  std::uint64_t corrections() const { return corrections_; }
  std::uint64_t looks() const { return looks_; }  ///< number of tests of the goal
  bool reached() const { return reached_; }       ///< one of them reached it

 private:
  void answer(const Answer& answer);
  void forget(std::uint32_t item);
  void allow(std::uint32_t item, bool may);
  void relabel(const Answer& answer);
  void set_label(const Answer& answer);
  const Question* question_of(std::uint32_t item) const;
  void withdraw(std::uint32_t item);
  void refuse(std::uint32_t item);
  void close(std::uint32_t item);
  void wake();

  std::vector<std::string> classes_;
  std::vector<Answer> answers_;
  std::vector<int> label_;
  std::vector<std::uint8_t> may_ask_;
  std::uint64_t num_may_ask_;
  std::deque<Question> open_;
  // the question of each item that was answered, skipped or excluded; nullopt if it was not asked
  std::map<std::uint32_t, std::optional<Question>> answered_questions_;
  struct GivenLabels {  // the answers of an item
    std::vector<int> labels;
    std::uint64_t asked = 0;  // number of its answered questions
    bool settled = false;     // not to be asked again
  };
  std::map<std::uint32_t, GivenLabels> given_;
  struct Resting {
    std::uint64_t until;  // number of questions asked by then
    std::uint32_t item;
  };
  std::deque<Resting> resting_;  // skipped, in order
  std::set<std::uint32_t> skipped_;
  std::vector<std::uint32_t> checks_;
  std::vector<Draw> draws_;
  std::set<std::uint32_t> drawn_;  // their items
  std::map<std::uint32_t, std::vector<Range>> absences_;
  std::uint64_t asked_ = 0, questions_ = 0, corrections_ = 0, looks_ = 0;
  bool reached_ = false;
};

}  // namespace querent
