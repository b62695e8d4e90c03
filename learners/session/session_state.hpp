// SPDX-License-Identifier: Apache-2.0
// The state of a session, and the list of events from which it is computed.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <querent/learners/session/auto/model.hpp>
#include <querent/learners/session/calibration.hpp>
#include <querent/learners/session/checks.hpp>
#include <querent/learners/session/find/finder.hpp>
#include <querent/learners/session/pool_learner.hpp>
#include <querent/learners/session/session.hpp>
#include <querent/learners/session/stream_order.hpp>

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
  /// The question of an answered item's first label; nullopt if the label was volunteered.
  const std::optional<Question>& answered_question(std::uint32_t item) const {
    return answered_questions_.at(item);
  }
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
  std::vector<std::uint32_t> checks_;
  std::uint64_t asked_ = 0, questions_ = 0, corrections_ = 0, looks_ = 0;
  bool reached_ = false;
};

/// The events of a session as arrays, for a file: one array per quantity over all events, then over
/// all questions.
struct PackedEvents {
  std::vector<std::uint8_t> kind = {};
  std::vector<std::uint32_t> item = {};
  std::vector<std::int32_t> label = {};
  std::vector<std::uint64_t> look = {};
  std::vector<std::uint8_t> reached = {};
  std::vector<std::string> names = {};  // for kClass
  std::vector<std::uint8_t> why = {}, uniform = {};
  std::vector<double> probability = {}, confidence = {}, class_probabilities = {};
  std::vector<std::int32_t> predicted = {};
  std::vector<std::uint32_t> num_classes = {};  // number of each question's probabilities

  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    field("kind", self.kind);
    field("item", self.item);
    field("label", self.label);
    field("look", self.look);
    field("reached", self.reached);
    field("names", self.names);
    field("why", self.why);
    field("uniform", self.uniform);
    field("probability", self.probability);
    field("confidence", self.confidence);
    field("class_probabilities", self.class_probabilities);
    field("predicted", self.predicted);
    field("num_classes", self.num_classes);
  }
};

PackedEvents packed(const std::vector<Event>& events);
/// Throws ModelError if they do not fit together.
std::vector<Event> unpacked(const PackedEvents& events);

struct Session::State {
  State(std::shared_ptr<const Items> items, std::vector<std::string> classes,
        SessionOptions options);

  void check_item(std::uint32_t item) const;          // std::invalid_argument
  void check(const Answer& answer) const;             // the same
  bool may_be_asked(const Question& question) const;  // now
  void add(Event event);          // a relabelling question gets the current label
  void add_checked(Event event);  // from a file; std::invalid_argument if it is invalid
  bool undo();
  void replay();
  void reseed(std::uint64_t seed);

  std::optional<Ending> ending();
  void ask_until(std::size_t count);   // until so many questions are open; pool order
  std::optional<Ending> ask_stream();  // the next question of a stream, or the reason to end
  void follow();                       // adds new answers to the model; pool order
  void finish();
  Checks checks();
  Estimate estimate();  // pool order

  std::shared_ptr<const Items> items;
  std::vector<std::string> classes;  // the initial classes
  SessionOptions options;
  std::vector<std::uint32_t> component;  // per node; empty: every label informs every item
  std::vector<Event> events;
  LabelState label_state;
  std::shared_ptr<const Kernels> kernels;           // with `auto`: of a pool, or of a graph
  std::optional<AutoModel> model;                   // pool order with `auto`
  std::shared_ptr<const RowMatrix> opinions;        // μ of the opinions of `model`; null: none
  std::shared_ptr<const FindKernels> find_kernels;  // with `find`
  std::optional<Finder> finder;                     // the same
  std::optional<PoolLearner> learner;               // pool order with another learner
  std::optional<StreamOrder> stream;                // stream order
  std::uint64_t learned = 0, corrections = 0;       // answers and corrections in the model

  // The predictions, until the next event.
  bool finished = false;
  bool may_ask_on = true;  // false: a copy for predictions only
  double learner_t = 0;    // inverse temperature of another learner's scores
  RowMatrix probability;   // n × K; a row of zeros without a prediction
  std::vector<ItemPrediction> predictions;

 private:
  double check_rate() const;
  std::vector<bool> reached_components(std::span<const Answer> answers) const;
  bool is_even(const Answer& answer) const;
  bool was_asked(const Answer& answer) const;
  AutoModel fresh_model();
  bool has_opinions() const { return options.opinions.offsets.size() > 1; }
  bool predicts() const { return !label_state.answers().empty() || has_opinions(); }
  Finder fresh_finder() const;
  void follow_finder();
  void begin();
  void apply_to_stream(const Event& event);
  RowMatrix learner_probabilities();
  void adjust_to_prior();
  std::optional<std::uint64_t> left() const;  // remaining labels of the budget
  PoolChoice choice(const std::function<PoolChoice(Rng&)>& rule) const;
  template <class Model>
  void ask_until(std::size_t count, std::optional<Model>& by);
  Question question_by(const AutoModel& by);
  Question question_by(const PoolLearner& by) const;
  Question question_by(const Finder& by) const;
  Question question_of(const PoolChoice& choice) const;
  std::optional<std::uint32_t> relabelled(const AutoModel& by) const;
  template <class Judge>
  void judge_checks(Judge&& judge);
};

}  // namespace querent
