// SPDX-License-Identifier: Apache-2.0
// What a session knows, and the list of events that it is computed from.
#pragma once

#include <deque>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <querent/learners/session/calibration.hpp>
#include <querent/learners/session/checks.hpp>
#include <querent/learners/session/pool_learner.hpp>
#include <querent/learners/session/self_training.hpp>
#include <querent/learners/session/session.hpp>
#include <querent/learners/session/stream_order.hpp>
#include <querent/spectral/correct_and_smooth.hpp>

namespace querent {

/// Something that happened.
struct Event {
  enum class Kind { kQuestion, kLook, kAnswer, kSkip, kDoNotKnow, kClass, kForget };
  Kind kind = Kind::kQuestion;
  Answer answer = {};                     // the item, and the label of kAnswer
  std::string name = {};                  // of kClass
  std::optional<Question> question = {};  // of kQuestion
  std::uint64_t look = 0;                 // of kLook: its number
  bool reached = false;                   // of kLook: the error is known to be small enough
};

/// Everything that follows from the events, but the model.
class Book {
 public:
  Book(std::uint32_t num_items, std::vector<std::string> classes)
      : classes_(std::move(classes)),
        label_(num_items, -1),
        may_ask_(num_items, 1),
        num_may_ask_(num_items) {}

  void apply(const Event& event);

  const std::vector<std::string>& classes() const { return classes_; }
  const std::vector<Answer>& answers() const { return answers_; }
  int label(std::uint32_t item) const { return label_[item]; }  ///< −1: not answered
  /// What was said of an answered item, in its order: more than one where it was asked again.
  std::span<const int> said(std::uint32_t item) const { return heard_.at(item).labels; }
  /// The question that an answered item's first label came of; none where it was told unasked.
  const std::optional<Question>& answered_question(std::uint32_t item) const {
    return said_.at(item);
  }
  /// Whether an answer may be asked for again: it was asked for, no question of it is open and none
  /// was refused.
  bool may_look_again(std::uint32_t item) const;
  bool is_open(std::uint32_t item) const { return question_of(item) != nullptr; }
  const std::deque<Question>& open() const { return open_; }            ///< in their order
  const std::vector<std::uint32_t>& checks() const { return checks_; }  ///< answered
  std::uint64_t asked() const { return asked_; }
  /// Whether there is something to forget() of the item.
  bool was_said(std::uint32_t item) const { return label_[item] >= 0 || said_.contains(item); }
  std::uint64_t questions() const { return questions_; }
  /// 0 for what is answered, open, not known, or was skipped a moment ago while others are left.
  std::span<const std::uint8_t> may_ask() const { return may_ask_; }
  std::uint64_t num_may_ask() const { return num_may_ask_; }
  /// How often an answer was corrected: a model of the answers before is of no use.
  std::uint64_t corrections() const { return corrections_; }
  std::uint64_t looks() const { return looks_; }  ///< for the goal
  bool reached() const { return reached_; }       ///< one of them found it

 private:
  void answer(const Answer& answer);
  void forget(std::uint32_t item);
  void allow(std::uint32_t item, bool may);
  void hear_again(const Answer& answer);
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
  // of each item of which something was said, its question; none where it was not asked
  std::map<std::uint32_t, std::optional<Question>> said_;
  struct Heard {  // of an answered item
    std::vector<int> labels;
    std::uint64_t asked = 0;  // so many of its questions were answered
    bool settled = false;     // not to be asked again
  };
  std::map<std::uint32_t, Heard> heard_;
  struct Resting {
    std::uint64_t until;  // so many questions were asked
    std::uint32_t item;
  };
  std::deque<Resting> resting_;  // skipped, in their order
  std::vector<std::uint32_t> checks_;
  std::uint64_t asked_ = 0, questions_ = 0, corrections_ = 0, looks_ = 0;
  bool reached_ = false;
};

/// The events of a session as arrays, for a file: numbers of one kind of all events, then of all
/// questions.
struct PackedEvents {
  std::vector<std::uint8_t> kind = {};
  std::vector<std::uint32_t> item = {};
  std::vector<std::int32_t> label = {};
  std::vector<std::uint64_t> look = {};
  std::vector<std::uint8_t> reached = {};
  std::vector<std::string> names = {};  // of kClass
  std::vector<std::uint8_t> why = {}, uniform = {};
  std::vector<double> probability = {}, confidence = {}, class_probabilities = {};
  std::vector<std::int32_t> predicted = {};
  std::vector<std::uint32_t> num_classes = {};  // of each question's probabilities

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
/// ModelError where they do not fit together.
std::vector<Event> unpacked(const PackedEvents& events);

struct Session::State {
  State(std::shared_ptr<const Items> items, std::vector<std::string> classes,
        SessionOptions options);

  void check_item(std::uint32_t item) const;          // std::invalid_argument
  void check(const Answer& answer) const;             // the same
  bool may_be_asked(const Question& question) const;  // now
  void add(Event event);          // a second look's question gets the label that it is about
  void add_checked(Event event);  // of a file; std::invalid_argument where it is impossible
  bool undo();
  void replay();

  std::optional<Ending> ending();
  void ask_until(std::size_t count);   // questions are open, or it ends; of a pool
  std::optional<Ending> ask_stream();  // the next question of a stream, or why there is none
  void follow();                       // the model of a pool learns what was answered since
  void follow_by_learner();
  void follow_to_ask();  // and has what a rule looks at
  void prepare();
  void finish();
  Checks checks();
  Estimate estimate();  // of a pool

  bool own_rule;  // auto_rule() asks
  std::shared_ptr<const Items> items;
  std::vector<std::string> classes;  // that the session began with
  SessionOptions options;
  std::vector<std::uint32_t> component;  // of each node; empty: a label tells of every item
  std::vector<Event> events;
  Book book;
  std::optional<PoolModel> model;              // of a pool that the committee asks
  std::optional<PoolLearner> learner;          // of one that another learner asks
  std::optional<StreamOrder> stream;           // of a stream
  std::uint64_t learned = 0, corrections = 0;  // how much of the book the model has seen

  // The model that the next answer will need, which another thread makes.
  struct Prepared {
    double gamma = 0;
    std::uint64_t learned = 0, corrections = 0;
    std::shared_future<std::shared_ptr<PoolModel>> model;
  };
  std::optional<Prepared> prepared;
  bool asked_on = false;  // after prepare(): this model's covariances are kept

  // of the finished model, until the next event
  bool finished = false;
  FinishedScores model_says;
  // Of a graph, what decides whether frequencies count (class_frequencies.hpp).
  struct AgainstFrequencies {
    std::vector<LabelledScores> held;  ///< an answer each, without its label; empty: not known
    double t = 0;                      ///< sharpness of the scores alone
    double right = 1;                  ///< A(t)
  };
  AgainstFrequencies against_frequencies;
  std::vector<ItemPrediction> predictions;
  mutable std::shared_ptr<const TeachingItems> teaching;  // of the items, once it was needed

 private:
  double ridge() const;
  bool labels_have_a_say() const;
  double ridge(std::size_t answers) const;  // γ once there are so many
  bool needs_landmarks() const;
  std::uint32_t landmarks_ahead() const;
  void model_anew(std::uint32_t landmarks);
  double check_share() const;
  bool take_prepared();
  void bring_to_shares(FinishedScores& said) const;
  std::vector<bool> reached_components(std::span<const Answer> answers) const;
  PoolModel fresh_model(std::uint32_t landmarks) const;
  void begin();
  void tell_stream(const Event& event);
  FinishedScores pool_scores();
  std::vector<LabelledScores> kept_back() const;
  NodeScores scores_without(std::span<const std::uint32_t> left_out, std::span<const Answer> others,
                            const SharesOverGraph* shares) const;
  OverGraphOptions over_graph() const;
  std::vector<LabelledScores> held_back(const SharesOverGraph& shares, std::uint64_t repeat) const;
  struct HowSure {
    double t = 0;
    double right = 1;  ///< the share of the items that should be right
  };
  NodeScores sample_of_others(const NodeScores& F) const;
  HowSure how_sure(const NodeScores& F, const SharesOverGraph& shares,
                   std::vector<LabelledScores> held) const;
  NodeScores scores_by(const PoolModel& by, std::span<const Answer> answers) const;
  FinishedScores beside_frequencies(FinishedScores said, std::span<const std::uint32_t> left_out,
                                    std::span<const Answer> heard) const;
  // Hears a model's scores of every item, the answers that it knows and the checks that it judges.
  using Judge = std::function<void(const FinishedScores&, std::span<const Answer>,
                                   std::span<const std::uint32_t>)>;
  void judge_checks(const Judge& judge);
  bool is_wrong(const NodeScores& scores, std::uint32_t item) const;
  FinishedScores committee_scores();
  FinishedScores learner_scores();
  std::optional<std::uint64_t> left() const;  // labels of the budget
  PoolChoice choice(const std::function<PoolChoice(Rng&)>& rule) const;
  template <class Model>
  void ask_until(std::size_t count, std::optional<Model>& by);
  Question question_by(const PoolModel& by) const;
  Question question_by(const PoolLearner& by) const;
  Question question_of(const PoolChoice& choice) const;
  std::optional<std::uint32_t> second_look(std::span<const LabelledScores> kept) const;
};

}  // namespace querent
