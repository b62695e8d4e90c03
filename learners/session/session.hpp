// SPDX-License-Identifier: Apache-2.0
// A learner that asks for labels: one object for a program, a binding or an interactive annotator.
//
//   Session session(items_of(graph, embed(graph)), {"spam", "ham"}, {.budget = 100});
//   for (auto q = session.next(); std::holds_alternative<Question>(q); q = session.next())
//     session.answer(std::get<Question>(q).item, ask(std::get<Question>(q)));
//   session.predictions();                                              one per item
//
// The same items, options and events give the same questions and predictions, to the bit: the state
// of a session is computed from the list of its events, so that undo() and corrections leave no
// trace, and a session file stores that list.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <querent/learners/catalogue/catalogue.hpp>
#include <querent/learners/error_estimate.hpp>
#include <querent/learners/session/auto.hpp>
#include <querent/learners/session/find.hpp>
#include <querent/learners/session/items.hpp>
#include <querent/learners/session/pool_rule.hpp>

namespace [[gnu::visibility("default")]] querent {

/// The reason why a session asks no further question.
enum class Ending {
  kBudget,      ///< the budget is used up
  kGoal,        ///< SessionOptions::stop_at_error or stop_at_recall is shown to be reached
  kNothingLeft  ///< every item was answered or marked as "do not know"
};

/// "budget", "goal", "nothing left"
std::string_view to_string(Ending ending);

/// Which item may be asked next.
enum class Order {
  kPool,   ///< any item: the rule chooses among all
  kStream  ///< the next item of a stream: each once, asked or passed, as in the papers
};

struct SessionOptions {
  Order order = Order::kPool;
  PoolRule rule = nullptr;                   ///< the query rule; null: auto_rule()
  std::optional<std::uint64_t> budget = {};  ///< maximum number of answers to questions
  double stop_at_error = 0;                  ///< goal for the error, 0 ≤ goal < 1; 0: none
  /// 0 ≤ c ≤ 1: share of random checks among the questions, for the error estimate; if c < 1 they
  /// begin with two answers per class. From five per class on the share is min(1, 3c) until there
  /// are twenty.
  double checks = 0.1;
  std::uint64_t seed = 0;  ///< random seed
  AutoParams model = {};   ///< constants of `auto` in pool order
  int threads = 1;         ///< number of threads; results do not depend on it
  /// Called while rows are joined to their neighbours and between the questions of a batch, by any
  /// thread, one at a time; must not throw. false: the constructor or next() throws Cancelled.
  std::function<bool()> go_on = {};
  /// Class prior if it is known: one share > 0 per class, with sum 1; else empty. In pool order.
  std::vector<double> class_prior = {};
  /// Whether items whose answers are probably wrong are asked again; each such question costs one
  /// label of the budget. For `auto` in pool order.
  bool relabel = false;
  /// Predictions of other models: one row per item, with probabilities of some classes that sum to
  /// 1; empty if there is none. Their accuracy is estimated from the answers, and they never count
  /// as labels (auto/opinions.hpp). For `auto` in pool order. Without rows: none.
  CsrMatrix opinions = {};

  // for `find` (session/find.hpp), with `auto` in pool order
  std::optional<int> find = {};  ///< the class to find; nullopt: classify into all classes
  double stop_at_recall = 0;     ///< goal for the recall, 0 ≤ goal ≤ 1; 0: none
  /// The words and citations of an item of the class, known in advance: row v has the columns of
  /// Items::terms[v]; at most one row per view.
  CsrMatrix criteria = {};

  // a learner of the catalogue, in stream or pool order, and the stream
  std::string learner = "auto";              ///< name in the catalogue
  std::string query = {};                    ///< name in the catalogue; empty: the learner's rule
  Params params = {};                        ///< parameters of the learner and its rule, by key
  std::string encoding = "one-hot";          ///< label encoding, see Task
  std::vector<std::uint32_t> arrivals = {};  ///< the items of the stream; empty: all
  bool shuffle = true;                       ///< whether the order is drawn from the seed
  std::uint64_t run = 0;                     ///< run number: its order and random numbers
};

/// A question: an item whose label is asked for.
struct Question {
  std::uint64_t id = 0;    ///< 1, 2, …
  std::uint32_t item = 0;  ///< the item to label
  Why why = Why::kUrgent;  ///< see Why
  /// The probability with which the item was drawn: of a check 1/n, given that it is a check; of
  /// `auto`'s own questions with the share of checks; of another learner's P(it was a candidate).
  double probability = 1;
  int predicted = -1;     ///< the most probable class; −1: no prediction yet
  double confidence = 0;  ///< probability of `predicted`
  std::vector<double> class_probabilities = {};  ///< one per class
  bool uniform = false;                          ///< drawn uniformly from all items
  int current_label = -1;                        ///< for Why::kRelabel: the current label
};

/// The prediction for an item.
struct ItemPrediction {
  int label = -1;          ///< the answer if there is one; −1: no prediction is possible
  double probability = 0;  ///< of the label; 1 for an answer
  double margin = 0;       ///< Δ of the final scores
  bool asked = false;      ///< whether it has an answer
};

/// A contribution to a score, by an answer or a word.
struct Reason {
  std::uint32_t index = 0;  ///< the answered item, or the column of Items::terms[0]
  double weight = 0;        ///< contribution to the score, > 0
};

/// The reasons for a class of an item: the answers, and the words that it has, with the largest
/// contributions to the score of this class minus the runner-up's, in descending order. The score is
/// a sum over answers, Σ_i K(item, i) α_i, and K of words is a sum over words; only the exact part
/// of K is attributed to words, in a session with `find`, as the difference to the mean item.
struct Reasons {
  int label = -1;  ///< the predicted class, with `find` the class to find; −1: no prediction
  std::vector<Reason> answers = {}, words = {};
};

/// A round of a stream: the prediction for an item before its label was known.
struct PassedItem {
  std::uint32_t item = 0;  ///< the item of the round
  int predicted = -1;      ///< ŷ_t
  double margin = 0;       ///< Δ_t
  double probability = 0;  ///< the probability of asking
  bool asked = false;      ///< Q_t
};

class Session {
 public:
  /// Throws std::invalid_argument for items that do not fit together, invalid options, or two
  /// classes with the same name.
  Session(Items items, std::vector<std::string> classes, SessionOptions options = {});
  /// The same with shared items.
  Session(std::shared_ptr<const Items> items, std::vector<std::string> classes,
          SessionOptions options = {});
  Session(const Session&);
  Session& operator=(const Session&);
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;
  ~Session();

  /// A new session of the same items, initial classes and options, with this seed and no answers. It
  /// shares the kernels, which take most of the time of a short session.
  Session with_seed(std::uint64_t seed) const;
  /// A copy with just the state that predictions() and estimate() need; its next() must not be
  /// called.
  Session for_predictions() const;

  /// The current question: the same one until it is answered, skipped or marked as "do not know".
  /// Its prediction uses all answers so far, as predictions() does; in a stream those before it.
  std::variant<Question, Ending> next();
  /// Up to `batch` different questions, to be answered in any order; fewer if the session ends
  /// before.
  std::vector<Question> next(std::size_t batch);

  /// Adds the label of an item, asked or volunteered. A second label of the same item corrects the
  /// first, unless the item was asked again: then its most frequent answer counts, among equally
  /// frequent ones the latest. Throws std::invalid_argument for an unknown item or class, as do all
  /// functions below.
  void answer(std::uint32_t item, int label);
  /// Skips an item for now: it may be asked again after other questions.
  void skip(std::uint32_t item);
  /// Excludes an item: it is never asked again.
  void do_not_know(std::uint32_t item);
  /// Takes back the answer, skip or "do not know" of this item, whatever was answered for others
  /// since: if it was asked, its question is open again. Does nothing if there is nothing to take
  /// back. Throws std::invalid_argument in stream order, as does replay_question().
  void forget(std::uint32_t item);
  /// Records a question that was posed, for a caller that stores questions and answers itself and
  /// replays them in a new session. The question is open from now on under the next id; nothing is
  /// drawn. Returns false and does nothing if the item may not be asked now.
  bool replay_question(Question question);
  /// Takes back the last answer, skip, "do not know" or class, with every question since; returns
  /// false if there is none.
  bool undo();
  /// Adds a class; returns its index. Throws std::invalid_argument if the name exists already.
  int add_class(std::string name);

  /// The prediction for every item.
  const std::vector<ItemPrediction>& predictions() const;
  /// The probability of each class for an item, by the scores that predictions() compares. All 0 if
  /// no prediction is possible.
  std::vector<double> class_probabilities(std::uint32_t item) const;
  /// At most this many reasons for the prediction of an item. Empty in stream order and if another
  /// learner than `auto` predicts. O(m) products of rows for m answers.
  Reasons reasons(std::uint32_t item, std::size_t answers = 3, std::size_t words = 5) const;
  /// The error on the items never asked, estimated from the random checks; 0 if all are answered.
  Estimate estimate() const;

  /// The utility of asking about each item now: for `auto` the expected reduction of variance ((7)
  /// of session/auto.hpp), with `find` P(the class to find), for another learner the urgency of its
  /// query rule. NaN for items that may not be asked or are not candidates; empty in stream order.
  std::vector<double> utilities() const;

  /// The probability that each answer is wrong, in the order of answers(); empty in stream order
  /// and if the learner is not `auto`.
  std::vector<double> probably_wrong() const;

  /// The estimated number of items of the class to find; nullopt without `find`.
  std::optional<RecallInterval> recall() const;

  /// The rounds of a stream so far, the last of which may be an open question; empty in pool order.
  const std::vector<PassedItem>& rounds() const;

  std::size_t num_open() const;                     ///< number of open questions
  std::uint64_t asked() const;                      ///< number of answered questions
  const std::vector<Answer>& answers() const;       ///< all labels, in order
  const std::vector<std::string>& classes() const;  ///< names, by index
  const Items& items() const;                       ///< as given
  const SessionOptions& options() const;            ///< as given

  /// Writes the session to a file without its items, completely or not at all. Throws IoError.
  void save(const std::filesystem::path& path) const;
  /// Continues a session saved by save(), with the same items and rule. Throws ModelError if the
  /// file is damaged or its items differ; IoError. `threads` and `go_on` as in SessionOptions.
  static Session load(const std::filesystem::path& path, std::shared_ptr<const Items> items,
                      PoolRule rule = nullptr, int threads = 1, std::function<bool()> go_on = {});

 private:
  struct State;
  explicit Session(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace querent
