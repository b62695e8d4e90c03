// SPDX-License-Identifier: Apache-2.0
// The annotation server of `querent ask`: it gives questions to one or several annotators, stores
// their answers, and reports progress. The terminal, the JSON lines and the page are its three
// interfaces.
//
//   state      computed from the events of the store, applied to the session in their order
//   answer     checked → written to disk → acknowledged → applied to the session
//   question   leased to one annotator for five minutes; it stays the same until it is answered,
//              even after a kill
//
// A thread updates the session, so an acknowledgement never waits for the model; a question waits
// until the model has used every earlier answer. All functions may be called from any thread. An
// impossible request throws Refused and changes nothing. If the store cannot be written, IoError is
// thrown, nothing is acknowledged, and the request may be repeated.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <querent/apps/ask/event_log.hpp>
#include <querent/apps/ask/items.hpp>
#include <querent/apps/ask/settings.hpp>
#include <querent/apps/ask/store/event.hpp>
#include <querent/graph/graph.hpp>
#include <querent/learners/error_estimate.hpp>
#include <querent/learners/session/session.hpp>

namespace querent::apps {

/// A request that is refused with a message for the annotator, such as an unknown item or question,
/// or an empty class name. Nothing was changed.
class Refused : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The annotator and the key of a request. The client chooses a different `key` for each action, of
/// at most 100 bytes: a repeated request under a stored key is acknowledged without effect; a
/// different request or annotator under that key is Refused. If `key` is empty, the server
/// generates one, and a repeated request counts again.
struct Client {
  std::string by = {};  ///< name of the annotator, at most 100 bytes; empty: "me"
  std::string key = {};
  double seconds = 0;  ///< from display to answer; 0: unknown
};

/// Returned when an event is on disk.
struct Receipt {
  std::uint64_t event;    ///< number of the event in the store, from 1
  bool repeated = false;  ///< the key was stored before; `event` is the earlier one
};

/// The predicted class and its probability; class −1: no prediction yet.
struct Guess {
  int label = -1;
  double probability = 0;
};

/// A question for an annotator.
struct LeasedQuestion {
  std::uint64_t id;  ///< unique in the store, ascending
  std::uint32_t item;
  std::string why = {};  ///< "cover", "urgent" or "check"
  double probability;    ///< of choosing this item
  Guess guess = {};
  std::vector<double> class_probabilities = {};  ///< one per class; empty without a prediction
  std::optional<int> is_it = {};  ///< --yes-no: the class of "is it …?", answered by yes() or no()
  bool second = false;            ///< for agreement: another annotator has answered it (--overlap)
  std::uint64_t after = 0;        ///< number of labelled items that `guess` uses
  /// Evidence for `guess`, with --find for the class to find: answered items and words, by
  /// decreasing contribution; empty if unknown.
  std::vector<std::uint32_t> because_items = {};
  std::vector<std::string> because_words = {};
  std::chrono::seconds lease = {};  ///< duration of the lease
};

/// State of one item.
struct ItemState {
  int label = -1;         ///< by an annotator; −1: none
  std::string by = {};    ///< name of the annotator
  bool asked = false;     ///< an annotator labelled it, with or without a question
  bool unknown = false;   ///< "don't know": it is not asked about again
  Guess guess = {};       ///< prediction for an unlabelled item; label −1: none possible
  std::string note = {};  ///< note of an annotator
};

/// An answer and its probability of being wrong.
struct SuspectAnswer {
  std::uint32_t item;
  int label;
  double wrong;  ///< probability that the answer is wrong
};

/// Predictions for all items; `events` dates them.
struct Predictions {
  std::vector<ItemPrediction> items = {};    ///< one per item
  std::vector<SuspectAnswer> suspects = {};  ///< answers, the most doubtful first
  std::uint64_t events = 0;                  ///< last event that the model has used
  std::uint64_t after = 0;                   ///< number of labelled items that the model has used
};

/// The graph around an item (node 0), by distance and decreasing edge weight.
struct Neighbourhood {
  struct Node {
    std::uint32_t item;
    int hop;  ///< 0, 1, 2
    ItemState state = {};
  };
  struct Edge {
    std::uint32_t from, to;  ///< indices into `nodes`
    double weight;
  };
  std::vector<Node> nodes;
  std::vector<Edge> edges;     ///< all edges between `nodes`
  std::uint64_t left_out = 0;  ///< number of neighbours of the item beyond the limit
};

/// A stored event for the list of recent answers.
struct PastAnswer {
  Event event = {};
  std::optional<std::uint32_t> item = {};  ///< nullopt if the source no longer has the item
  int label = -1;                          ///< current label of the item
  bool undone = false;                     ///< undone since
};

struct PersonProgress {
  std::string by = {};
  std::uint64_t answers = 0;  ///< labels, "don't know" and second answers
  double seconds = 0;         ///< median per answer; 0: unknown
};

/// A point of the learning curve, at a change of the estimate; the first after ten random checks.
struct CurvePoint {
  std::uint64_t labels;
  std::string time = {};  ///< UTC, ISO 8601
  Estimate estimate = {};
};

struct AnnotationProgress {
  std::uint64_t items = 0, answered = 0;  ///< nodes or rows; those with an annotator's label
  std::uint64_t asked = 0;                ///< labels that count against the budget
  std::uint64_t yes_no = 0;               ///< of these, labels by yes or no
  std::uint64_t unknown = 0;              ///< number of "don't know" answers
  std::uint64_t checks = 0;               ///< number of answered random checks
  std::optional<std::uint64_t> budget = {};
  double stop_at_error = 0;  ///< 0: no goal
  Estimate estimate = {};
  std::optional<RecallInterval> recall = {};  ///< with --find
  double stop_at_recall = 0;                  ///< 0: no goal
  bool may_stop = false;  ///< the goal of --stop-at-error or --stop-at-recall is reached
  std::optional<double> after_fifty_more = {};  ///< extrapolated error; nullopt: too early
  std::vector<std::string> classes = {};
  std::vector<std::uint64_t> labelled = {}, predicted = {};  ///< per class: labels and predictions
  std::uint64_t without = 0;  ///< items for which no prediction is possible
  std::uint64_t after = 0;    ///< number of labelled items that the predictions use
  bool predicting = false;    ///< newer predictions are being computed
  double seconds = 0;         ///< median per answer
  std::vector<PersonProgress> people = {};
  AnnotatorAgreement agreement = {};
  std::optional<AnnotatorAgreement> machine = {};  ///< of opinions with annotators' answers
  std::uint64_t events = 0;                        ///< number of stored events
  std::optional<Ending> done = {};
};

class AnnotationServer {
 public:
  /// Opens the store in settings.directory or creates it, and replays its events. `items` is the
  /// current source; answers are stored by id, so the source may have grown. IoError: another
  /// program holds the store, or it cannot be written; CorruptError: it is damaged or of a later
  /// version; UsageError: it belongs to another kind of source. With settings.read_only nothing is
  /// written, and another program may write at the same time.
  AnnotationServer(AskItems items, AskSettings settings);
  ~AnnotationServer();
  AnnotationServer(const AnnotationServer&) = delete;
  AnnotationServer& operator=(const AnnotationServer&) = delete;

  /// New and missing items since the store was last opened, one sentence each.
  const std::vector<std::string>& notes() const;

  const AskItems& items() const;        ///< ids, texts and graph; immutable
  const AskSettings& settings() const;  ///< stored settings and settings of this start
  std::vector<std::string> classes() const;

  // --- questions ---------------------------------------------------------------------------
  /// Leases up to k questions to this annotator, open ones first; waits until the model has used
  /// every event. Returns the reason if no question is left and none is open, or an empty list if
  /// others hold all open questions. An address (`from`, if not empty) holds at most kMostLeased
  /// leases; a new lease ends its oldest one.
  std::variant<std::vector<LeasedQuestion>, Ending> next(const std::string& by, std::size_t k = 1,
                                                         const std::string& from = {});
  static constexpr std::size_t kMostLeased = 32;
  /// The id of the item of a question; empty if the question is unknown.
  std::string item_of(std::uint64_t question) const;

  // --- requests of annotators: acknowledged when they are on disk ------------------------------
  /// Labels the item of a question. A new class name adds the class.
  Receipt answer(const Client& client, std::uint64_t question, const std::string& label);
  /// --yes-no: the item is (not) of class `is_it`; empty: the class that was asked about last.
  Receipt yes(const Client& client, std::uint64_t question, const std::string& is_it = {});
  Receipt no(const Client& client, std::uint64_t question, const std::string& is_it = {});
  Receipt skip(const Client& client, std::uint64_t question);     ///< may be asked again later
  Receipt unknown(const Client& client, std::uint64_t question);  ///< is never asked again
  /// Sets or replaces the label of any item.
  Receipt correct(const Client& client, std::uint32_t item, const std::string& label);
  /// Sets or replaces the note on any item; empty: removes it. Refused for more than 10,000 bytes.
  Receipt note(const Client& client, std::uint32_t item, const std::string& text);
  /// Undoes the annotator's last action that is not undone yet. Refused if nothing is left to undo.
  Receipt undo(const Client& client);
  /// Refused for an empty name or more than 200 bytes; an existing class returns its receipt.
  Receipt add_class(const Client& client, const std::string& name);

  // --- results ----------------------------------------------------------------------------------
  ItemState state(std::uint32_t item) const;
  /// The latest predictions; with `wait`, predictions that use every event.
  std::shared_ptr<const Predictions> predictions(bool wait = false) const;
  AnnotationProgress progress() const;
  std::vector<CurvePoint> curve() const;
  /// At most `nodes` nodes within distance two; without a graph only the item.
  Neighbourhood neighbourhood(std::uint32_t item, std::size_t nodes = 150) const;
  /// Items whose id or fields contain every word of `text` (ignoring the case of ASCII letters):
  /// first the exact id, then ids that start with `text`, then the others in source order.
  std::vector<std::uint32_t> search(std::string_view text, std::size_t most = 20) const;
  /// At most `most` answers, by decreasing probability of being wrong, without those corrected or
  /// undone since.
  std::vector<SuspectAnswer> to_review(std::size_t most) const;
  /// Items with two different answers (--overlap) that no correct() has resolved.
  std::vector<Conflict> conflicts() const;
  /// The last `most` events, newest first; with `by`, only events of this annotator.
  std::vector<PastAnswer> last_answers(std::size_t most, const std::string& by = {}) const;
  /// All events, in order.
  std::vector<Event> log() const;

  /// Increases whenever any of the above may have changed.
  std::uint64_t version() const;
  /// Without a thread of its own (AskSettings::own_thread), the server does one piece of pending
  /// work here: predictions for all items, or the layout of the map. Returns whether more is left.
  bool work();
  /// Calls `changed` after each change, from a thread of the server without locks; it must be quick
  /// and must not call back. An empty function ends the calls.
  void on_change(std::function<void()> changed);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace querent::apps
