// SPDX-License-Identifier: Apache-2.0
// The desk of `querent ask`: questions go out, answers come in, from one person or several, and
// whoever asks is told how far the work is. The terminal, the JSON lines and the page are three
// ways to stand at it.
//
//   state      a fold over the store: every event of the store, in its order, told to the session
//   answer     checked → appended to the store, durable → acknowledged → told to the session
//   question   lent to one person for five minutes; the same until it is answered, also after this
//              program was killed
//
// The session learns in a thread of the desk's own: an acknowledgement never waits for the model,
// a question waits until the model has heard every answer before it. All functions may be called
// from any thread. What cannot be done throws Refused and leaves everything as it was; a store
// that cannot write throws IoError, nothing is acknowledged then and the desk may be asked again.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <querent/apps/ask/agreement.hpp>
#include <querent/apps/ask/items.hpp>
#include <querent/apps/ask/settings.hpp>
#include <querent/apps/ask/store/event.hpp>
#include <querent/apps/experiment/machine_agreement.hpp>
#include <querent/graph/graph.hpp>
#include <querent/learners/session/find.hpp>

namespace querent::apps {

/// An answer that cannot be taken, in words for the person who gave it: an item that does not
/// exist, a question that was never posed, a class without a name. Nothing was changed.
class Refused : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Whose doing it is and under which key. `key` is chosen by the client, one for each thing done,
/// at most 100 bytes: what comes again from this person under a key that is in the store is
/// acknowledged and does nothing; something else under that key, or of another person, is Refused.
/// Empty: the desk makes one, and a repetition counts again.
struct Client {
  std::string by = {};  ///< name of the person, at most 100 bytes; empty: "me"
  std::string key = {};
  double seconds = 0;  ///< from seeing the question to answering it; 0: not known
};

/// Said once an event is durable.
struct Receipt {
  std::uint64_t event;    ///< its number in the store, from 1
  bool repeated = false;  ///< the key was there already: this is the receipt of then
};

/// A class and how sure the model is of it; class −1: nothing is known yet.
struct Guess {
  int label = -1;
  double probability = 0;
};

/// A question as it is put to a person.
struct DeskQuestion {
  std::uint64_t id;  ///< unique in the store, ascending
  std::uint32_t item;
  std::string why = {};  ///< "cover", "urgent" or "check"
  double probability;    ///< with which it was chosen
  Guess guess = {};
  std::vector<double> class_probabilities = {};  ///< one a class; empty while nothing is known
  std::optional<int> is_it = {};  ///< --yes-no: "is this …?"; answer by yes() or no()
  bool second = false;      ///< another person has answered it; asked for the agreement (--overlap)
  std::uint64_t after = 0;  ///< labelled items that `guess` was computed from
  /// Why `guess`: items of answers, and words, the greatest contributions first; empty where it is
  /// not known.
  std::vector<std::uint32_t> because_items = {};
  std::vector<std::string> because_words = {};
  std::chrono::seconds lent = {};  ///< how long it stays this person's
};

enum class Done { kBudget, kGoal, kNothingLeft };  ///< "budget", "goal", "nothing left"
std::string_view to_string(Done done);

/// The error on all items that were not asked, from the random checks.
struct DeskEstimate {
  bool known = false;                   ///< without a check there is none
  double error = 0, low = 0, high = 1;  ///< of 95 %
  bool few_checks = false;              ///< so few that the interval alone says something
};

/// What is known of one item.
struct ItemState {
  int label = -1;         ///< of a person; −1: nobody has said
  std::string by = {};    ///< who said it
  bool asked = false;     ///< a person gave its label, asked or on their own
  bool unknown = false;   ///< "don't know": it does not come again
  Guess guess = {};       ///< of the model, where nobody has said; label −1: nothing can be known
  std::string note = {};  ///< what a person wrote beside it
};

struct PredictedItem {
  int label;           ///< that of a person where there is one; −1: nothing can be known
  double probability;  ///< 1 where a person said it
  bool asked;
};

/// An answer that the others contradict.
struct DoubtedAnswer {
  std::uint32_t item;
  int label;
  double wrong;  ///< the probability that it is wrong
};

/// A number of `events` tells how old it is.
struct Predictions {
  std::vector<PredictedItem> items = {};    ///< one an item
  std::vector<DoubtedAnswer> doubted = {};  ///< answers, the most doubted first
  std::uint64_t events = 0;                 ///< the last event the model had heard
  std::uint64_t after = 0;                  ///< labelled items that it had learned
};

/// The graph around one item, nearest and heaviest first, item itself at 0.
struct Neighbourhood {
  struct Node {
    std::uint32_t item;
    int hop;  ///< 0, 1, 2
    ItemState state = {};
  };
  struct Edge {
    std::uint32_t from, to;  ///< into `nodes`
    double weight;
  };
  std::vector<Node> nodes;
  std::vector<Edge> edges;     ///< all between `nodes`
  std::uint64_t left_out = 0;  ///< neighbours of the item that did not fit
};

/// One line of "the last answers", newest first.
struct PastAnswer {
  Event event = {};
  std::optional<std::uint32_t> item = {};  ///< nothing where the item is no longer in the source
  int label = -1;                          ///< of the item now
  bool undone = false;                     ///< taken back since
};

struct PersonProgress {
  std::string by = {};
  std::uint64_t answers = 0;  ///< labels, "don't know" and second answers
  double seconds = 0;         ///< median of an answer, 0: not known
};

/// A point of the curve: where the estimate had changed.
struct CurvePoint {
  std::uint64_t labels;
  std::string time = {};  ///< of the store: UTC, ISO 8601
  DeskEstimate estimate = {};
};

struct DeskProgress {
  std::uint64_t items = 0, answered = 0;  ///< nodes or rows; those with a label of a person
  std::uint64_t asked = 0;                ///< labels that count against the budget
  std::uint64_t yes_no = 0;               ///< answers by yes or no among them, counted as such
  std::uint64_t unknown = 0;              ///< "don't know"
  std::uint64_t checks = 0;               ///< answered questions drawn at random
  std::optional<std::uint64_t> budget = {};
  double stop_at_error = 0;  ///< 0: no goal
  DeskEstimate estimate = {};
  std::optional<RecallInterval> recall = {};  ///< of --find
  double stop_at_recall = 0;                  ///< 0: no goal
  bool may_stop = false;  ///< the goal is reached, by the rule of --stop-at-error
  std::optional<double> after_fifty_more =
      {};  ///< the error extrapolated; nothing: too early to say
  std::vector<std::string> classes = {};
  std::vector<std::uint64_t> labelled = {},
                             predicted = {};  ///< one a class: by people, by the model
  std::uint64_t without = 0;                  ///< items of which nothing can be known
  std::uint64_t after = 0;                    ///< labelled items that the predictions learned
  bool predicting = false;                    ///< newer predictions are being computed
  double seconds = 0;                         ///< median of an answer
  std::vector<PersonProgress> people = {};
  Agreement agreement = {};
  std::optional<MachineAgreement> machine = {};  ///< of opinions, with what people answered
  std::uint64_t events = 0;                      ///< in the store
  std::optional<Done> done = {};
};

class Desk {
 public:
  /// Opens the store of settings.directory, or creates it, and plays back what is in it. `items`
  /// are those of the source as it is now: answers are kept by id, so a source may have grown.
  /// IoError: another program has it, or it cannot be written; CorruptError: it is damaged or of a
  /// later version; UsageError: it was made for another kind of source. With settings.read_only
  /// nothing is written, another program may answer meanwhile: what is known is asked for alone.
  Desk(AskItems items, AskSettings settings);
  ~Desk();
  Desk(const Desk&) = delete;
  Desk& operator=(const Desk&) = delete;

  /// What came and what vanished since the store was last opened, one sentence each.
  const std::vector<std::string>& notes() const;

  const AskItems& items() const;        ///< ids, texts and graph, as they do not change
  const AskSettings& settings() const;  ///< those of the store and of this start
  std::vector<std::string> classes() const;

  // --- questions ---------------------------------------------------------------------------
  /// Up to k questions lent to this person, those that are open first; waits until the model has
  /// heard every event. The ending when there is none and none is open; an empty list when all
  /// that are left are lent to others. `from`: the network address that asks, where there is one; at
  /// most kMostLent questions are lent to one address, the oldest loan ends for a new one.
  std::variant<std::vector<DeskQuestion>, Done> next(const std::string& by, std::size_t k = 1,
                                                     const std::string& from = {});
  static constexpr std::size_t kMostLent = 32;
  /// The id of the item that a question is of; empty when it was never posed, or forgotten.
  std::string item_of(std::uint64_t question) const;
  /// Gives back what is lent to this person (a page that was closed).
  void give_back(const std::string& by);

  // --- what people say: acknowledged when it is durable ---------------------------------------
  /// The class of a question. A name that is no class yet is added.
  Receipt answer(const Client& client, std::uint64_t question, const std::string& label);
  /// --yes-no: "yes, it is", "no, it is not" of class `is_it`; empty: the one that was asked last.
  Receipt yes(const Client& client, std::uint64_t question, const std::string& is_it = {});
  Receipt no(const Client& client, std::uint64_t question, const std::string& is_it = {});
  Receipt skip(const Client& client, std::uint64_t question);     ///< may come again later
  Receipt unknown(const Client& client, std::uint64_t question);  ///< never comes again
  /// The label of any item: of one that has none, or in place of the one it has.
  Receipt correct(const Client& client, std::uint32_t item, const std::string& label);
  /// Writes beside any item, in place of what was there; empty: nothing any more. Refused for more
  /// than 10,000 bytes.
  Receipt note(const Client& client, std::uint32_t item, const std::string& text);
  /// Takes back the last thing this person did that is not taken back. Refused when there is none.
  Receipt undo(const Client& client);
  /// Refused for an empty name and one of more than 200 bytes; a class that exists is its receipt.
  Receipt add_class(const Client& client, const std::string& name);

  // --- what is known -------------------------------------------------------------------------
  ItemState state(std::uint32_t item) const;
  /// Of the model as it is; with `wait` of the model that has heard every event.
  std::shared_ptr<const Predictions> predictions(bool wait = false) const;
  /// The last one that was computed; with `wait` of the model that has heard every event.
  DeskEstimate estimate(bool wait = false) const;
  DeskProgress progress() const;
  std::vector<CurvePoint> curve() const;
  /// At most `nodes` nodes within two steps. Of a source without a graph the item alone.
  Neighbourhood neighbourhood(std::uint32_t item, std::size_t nodes = 150) const;
  /// Items whose id or shown text has every word of `text` (case is ignored in ASCII), an id that
  /// is `text` first, then ids that begin with it, then the others in the order of the source.
  std::vector<std::uint32_t> search(std::string_view text, std::size_t most = 20) const;
  /// At most `most` answers by the probability that they are wrong, the greatest first. An answer
  /// that was corrected or undone since is left out.
  std::vector<DoubtedAnswer> to_review(std::size_t most) const;
  /// Items that two people called differently (--overlap) and nobody has settled by correct().
  std::vector<Conflict> conflicts() const;
  /// The last `most` events, newest first; those of `by` alone unless it is empty.
  std::vector<PastAnswer> last_answers(std::size_t most, const std::string& by = {}) const;
  /// Every event, in order.
  std::vector<Event> log() const;

  /// Counts up whenever anything above may have changed.
  std::uint64_t version() const;
  /// `changed` is called after each change, from a thread of the desk's, with nothing locked; it
  /// must be quick and must not call back. An empty function: no more.
  void on_change(std::function<void()> changed);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace querent::apps
