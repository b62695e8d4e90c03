// SPDX-License-Identifier: Apache-2.0
// Somebody who can label, and a learner that asks: one value for a program, a binding, a person.
//
//   Session session(items_of(graph, embed(graph)), {"spam", "ham"}, {.budget = 100});
//   for (auto q = session.next(); std::holds_alternative<Question>(q); q = session.next())
//     session.answer(std::get<Question>(q).item, ask(std::get<Question>(q)));
//   session.predictions();                                              one an item
//
// The same items, options and events give the same questions and predictions, to the bit: what a
// session knows is computed from the list of its events, so that undo() and a corrected answer
// leave nothing behind, and a file of a session is that list.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <querent/learners/catalogue/catalogue.hpp>
#include <querent/learners/error_estimate.hpp>
#include <querent/learners/session/find.hpp>
#include <querent/learners/session/items.hpp>
#include <querent/learners/session/pool_rule.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Why there is no question.
enum class Ending {
  kBudget,      ///< every label of the budget was given
  kGoal,        ///< SessionOptions::stop_at_error or stop_at_recall is known to be reached
  kNothingLeft  ///< every item was answered, or nobody knows its answer
};

/// Which item may be asked for next.
enum class Order {
  kPool,   ///< any: the rule chooses among all
  kStream  ///< the one that comes: each once, asked or passed, as in the papers
};

struct SessionOptions {
  Order order = Order::kPool;
  PoolRule rule = nullptr;                   ///< which item is next; null: auto_rule()
  std::optional<std::uint64_t> budget = {};  ///< answers to questions; what is told unasked is free
  double stop_at_error = 0;                  ///< 0 ≤ goal < 1; 0: never
  /// 0 ≤ c ≤ 1: share of the questions drawn at random, for the estimate; where c < 1, once two
  /// answers a class are known. From five a class on min(1, 3c) of them, until there are twenty.
  double checks = 0.1;
  std::uint64_t seed = 0;  ///< of every draw
  AutoParams model = {};   ///< constants of `auto` in pool order
  int threads = 1;         ///< nothing depends on it
  /// How often each class occurs, where that is known: one a class, > 0, of sum 1; else none. In
  /// pool order.
  std::vector<double> class_shares = {};
  /// Whether items whose answers are probably wrong are asked again; each such question costs a
  /// label of the budget. Of `auto` in pool order.
  bool second_looks = false;
  /// What machines say: one row per item, a probability of each class that is named, of sum 1; empty
  /// where there is no opinion. Evidence of an accuracy that the answers tell, never labels
  /// (auto/opinions.hpp). Of `auto` in pool order. No rows: there are none.
  SparseItems opinions = {};

  // of the mode `find` (session/find.hpp), of `auto` in pool order
  std::optional<int> find = {};  ///< the class whose items are looked for; none: all classes
  double stop_at_recall = 0;  ///< 0 ≤ goal ≤ 1: share of its items that ends the questions; 0: none
  /// What an item of the class says and cites, known before anything is asked: row v is in the
  /// columns of Items::terms[v]; at most one row a view.
  SparseItems criteria = {};

  // of stream order
  std::string learner = "auto";              ///< of the catalogue
  std::string query = {};                    ///< of the catalogue; empty: the learner's own rule
  Params params = {};                        ///< of the learner and its rule, by key
  std::string encoding = "one-hot";          ///< of labels, see Task
  std::vector<std::uint32_t> arrivals = {};  ///< the items that come; empty: all
  bool shuffle = true;                       ///< in an order drawn from the seed, or as they stand
  std::uint64_t run = 0;                     ///< which of the seed's orders and coins
};

/// An item whose label is wanted.
struct Question {
  std::uint64_t id = 0;    ///< 1, 2, …
  std::uint32_t item = 0;  ///< whose label is wanted
  Why why = Why::kUrgent;  ///< see Why
  double probability = 1;  ///< with which it was chosen
  int predicted = -1;      ///< the most probable class; −1: nothing is known yet
  double confidence = 0;   ///< probability of `predicted`
  std::vector<double> class_probabilities = {};  ///< one a class
  bool uniform = false;                          ///< drawn from all with the same probability
  int said = -1;                                 ///< of Why::kAgain: the label that it has
};

/// What is said of an item.
struct ItemPrediction {
  int label = -1;          ///< the answer where there is one; −1: nothing can be known of it
  double probability = 0;  ///< of the label; 1 of an answer
  double margin = 0;       ///< Δ of the scores that classify
  bool asked = false;      ///< its answer is known
};

/// What adds to a score: an answer or a word.
struct Reason {
  std::uint32_t index = 0;  ///< of the answered item; of the column of Items::terms[0]
  double weight = 0;        ///< > 0, of the score
};

/// What decides the predicted class of an item: the answers, and of words that it has, with the
/// greatest contributions to the score of this class less that of the runner-up, largest first.
/// The score is a sum over answers, Σ_i K(item, i) α_i, and K of words is a sum over words; only
/// the part of K that compares words exactly is told apart by words, in a session that finds.
struct Reasons {
  int label = -1;  ///< the predicted class; −1: nothing is known
  std::vector<Reason> answers = {}, words = {};
};

/// A round of a stream: what was said of an item before its label was known.
struct PassedItem {
  std::uint32_t item = 0;  ///< that came
  int predicted = -1;      ///< ŷ_t
  double margin = 0;       ///< Δ_t
  double probability = 0;  ///< with which its label was wanted
  bool asked = false;      ///< Q_t
};

class Session {
 public:
  /// std::invalid_argument for items that do not fit together, impossible options, two classes of
  /// one name.
  Session(Items items, std::vector<std::string> classes, SessionOptions options = {});
  /// The same on items that others look at too.
  Session(std::shared_ptr<const Items> items, std::vector<std::string> classes,
          SessionOptions options = {});
  Session(const Session&);
  Session& operator=(const Session&);
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;
  ~Session();

  /// A copy of the little that predictions() and estimate() need: its next() is not to be called.
  Session for_predictions() const;

  /// What it wants to know now: the same question until it is answered, skipped or not known.
  std::variant<Question, Ending> next();
  /// Up to `batch` different questions, to be answered in any order; fewer where it ends before.
  std::vector<Question> next(std::size_t batch);

  /// The label of an item, asked or not; a second one of the same item corrects the first, but
  /// where the item was asked again: of the answers to questions the most frequent counts, the
  /// latest of several. std::invalid_argument when there is no such item or class: also of all that
  /// follow.
  void answer(std::uint32_t item, int label);
  /// Not now: it may be asked again after other questions.
  void skip(std::uint32_t item);
  /// Never again.
  void do_not_know(std::uint32_t item);
  /// Takes back what was said of this item, whatever was said of others since: its question, if it
  /// was asked, is open again. Nothing happens where nothing was said.
  /// std::invalid_argument in stream order, as of posed().
  void forget(std::uint32_t item);
  /// This question was posed: of whoever keeps the questions and the answers themselves and tells
  /// them to a new session. It is open from now on under the next id, nothing is drawn. False, and
  /// nothing happens, where the item may not be asked now.
  bool posed(Question question);
  /// Takes the last answer, skip, "do not know" or class back, with every question since; false
  /// when there is none.
  bool undo();
  /// A class more; its index. std::invalid_argument when there is one of that name.
  int add_class(std::string name);

  /// The prediction for every item.
  const std::vector<ItemPrediction>& predictions() const;
  /// The probability of each class for an item, by the scores that predictions() compares. All 0
  /// where nothing can be known.
  std::vector<double> class_probabilities(std::uint32_t item) const;
  /// At most so many reasons for the prediction of an item. Empty where another learner than `auto`
  /// predicts, and in stream order. O(m) products of rows for m answers.
  Reasons reasons(std::uint32_t item, std::size_t answers = 3, std::size_t words = 5) const;
  /// Of the error on what was never asked, from the questions that were drawn at random.
  Estimate estimate() const;

  /// The probability that each answer is wrong, in the order of answers(); empty where the learner
  /// is not `auto` or the order is a stream.
  std::vector<double> probably_wrong() const;

  /// How many items of the class that is looked for exist; nothing in other modes.
  std::optional<RecallInterval> recall() const;

  /// The rounds of a stream so far, of which the last may be an open question; empty in pool order.
  const std::vector<PassedItem>& rounds() const;

  std::size_t num_open() const;                     ///< questions that wait for their answers
  std::uint64_t asked() const;                      ///< questions that were answered
  const std::vector<Answer>& answers() const;       ///< every label that is known, in order
  const std::vector<std::string>& classes() const;  ///< names, by index
  const Items& items() const;                       ///< as they were given
  const SessionOptions& options() const;            ///< as they were given

  /// Writes the session as a file, whole or not at all, without its items. IoError.
  void save(const std::filesystem::path& path) const;
  /// Goes on where save() was called, with the same items and rule. ModelError when the file is
  /// damaged or of other items; IoError.
  static Session load(const std::filesystem::path& path, std::shared_ptr<const Items> items,
                      PoolRule rule = nullptr, int threads = 1);

 private:
  struct State;
  explicit Session(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace querent
