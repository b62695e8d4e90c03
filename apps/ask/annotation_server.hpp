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
// An impossible request throws Refused and changes nothing. If the store cannot be written, IoError
// is thrown, nothing is acknowledged, and the request may be repeated. All functions may be called
// from any thread. There are two locks, taken in this order:
//
//   model_     the session and the updates sent to it; held while a question is chosen
//   writing_   store, label state and leases; held while an event is written
//
// so that answers are acknowledged while the model works; a question waits until the model has used
// every earlier answer. In stream order an answer takes both, because the next question depends on
// it; an update takes microseconds, an undo replays the stream. Another thread computes the
// predictions for all items on a copy of the session, on request and when they are out of date.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <variant>
#include <vector>

#include <querent/apps/ask/annotation.hpp>
#include <querent/apps/ask/event_log.hpp>
#include <querent/apps/ask/items.hpp>
#include <querent/apps/ask/settings.hpp>
#include <querent/apps/ask/store/store.hpp>
#include <querent/learners/session/session.hpp>

namespace querent::apps {

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
  const std::vector<std::string>& notes() const { return notes_; }

  const AskItems& items() const { return items_; }  ///< ids, texts and graph; immutable
  /// Stored settings and settings of this start.
  const AskSettings& settings() const { return settings_; }
  /// The annotator of this start, who does not see first answers to items that still need a second.
  std::string annotator() const { return checked({.by = settings_.by}).by; }
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
  /// Whether the item of the question waits for an answer of this annotator: the first, a wanted
  /// second, or a third that settles two different ones.
  bool is_open(std::uint64_t question, const std::string& by) const;

  // --- requests of annotators: acknowledged when they are on disk ------------------------------
  /// Labels the item of a question. A new class name adds the class.
  Receipt answer(const Client& client, std::uint64_t question, const std::string& label) {
    return label_question(client, question, label, false);
  }
  /// --yes-no: the item is (not) of class `is_it`; empty: the class that was asked about last.
  Receipt yes(const Client& client, std::uint64_t question, const std::string& is_it = {}) {
    return label_question(client, question, is_it, true);
  }
  Receipt no(const Client& client, std::uint64_t question, const std::string& is_it = {});
  /// The item may be asked again later.
  Receipt skip(const Client& client, std::uint64_t question) {
    return decline(client, question, EventKind::kSkip);
  }
  /// The item is never asked again.
  Receipt unknown(const Client& client, std::uint64_t question) {
    return decline(client, question, EventKind::kUnknown);
  }
  /// Sets or replaces the label of any item.
  Receipt correct(const Client& client, std::uint32_t item, const std::string& label);
  /// Sets or replaces the note on any item; empty: removes it. Refused for more than 10,000 bytes.
  Receipt note(const Client& client, std::uint32_t item, const std::string& text);
  /// Undoes the annotator's last action that is not undone yet. Refused if nothing is left to undo.
  Receipt undo(const Client& client);
  /// Refused for an empty name or more than 200 bytes; an existing class is not stored again.
  Receipt add_class(const Client& client, const std::string& name);

  // --- results ----------------------------------------------------------------------------------
  /// For the annotator `by`, if not empty, without an answer to which a second one by this annotator
  /// is wanted (--overlap).
  ItemState state(std::uint32_t item, const std::string& by = {});
  /// The latest predictions; with `wait`, predictions that use every event.
  std::shared_ptr<const Predictions> predictions(bool wait = false);
  AnnotationProgress progress();
  std::vector<CurvePoint> curve() const;
  /// At most `nodes` nodes within distance two; without a graph only the item.
  Neighbourhood neighbourhood(std::uint32_t item, std::size_t nodes = 150,
                              const std::string& by = {});
  /// Items whose id or fields contain every word of `text` (ignoring case and accents):
  /// first the exact id, then ids that start with `text`, then the others in source order.
  std::vector<std::uint32_t> search(std::string_view text, std::size_t most = 20) const;
  /// At most `most` answers that annotator `by` may see, by decreasing probability of being wrong,
  /// without those corrected or undone since.
  std::vector<SuspectAnswer> to_review(std::size_t most, const std::string& by);
  /// Items with two different answers (--overlap) that no correct() and no third answer has
  /// resolved.
  std::vector<Conflict> conflicts() const;
  /// The last `most` events, newest first; with `by`, only events of this annotator.
  std::vector<PastAnswer> last_answers(std::size_t most, const std::string& by = {}) const;
  /// All events, in order.
  std::vector<Event> log() const;

  /// Increases whenever any of the above may have changed.
  std::uint64_t version() const { return version_; }
  /// Without a thread of its own (AskSettings::own_thread), the server does one piece of pending
  /// work here: predictions for all items, or the layout of the map. Returns whether more is left.
  bool work();
  /// Calls `changed` after each change, from a thread of the server without locks; it must be quick
  /// and must not call back. An empty function ends the calls.
  void on_change(std::function<void()> changed);

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::minutes kLease{5};
  static constexpr std::chrono::seconds kFirstWait{1};  // before the first question of a start
  static constexpr std::chrono::hours kUntilDone{24 * 365};

  struct LeaseHolder {
    std::string by, from = {};  // the annotator, and the network address
  };
  /// The lease of a question: its holder and its end.
  struct Lease {
    LeaseHolder to;
    Clock::time_point until;
    std::optional<int> is_it = {};
  };
  /// The prediction in a question, its reasons, and the number of labels that it uses.
  struct Basis {
    std::optional<Guess> guess = {};  // nullopt: as stored
    std::vector<double> class_probabilities = {};
    Reasons reasons = {};
    std::uint64_t labels = 0;
  };

  // `act` performs a request unless its key is stored for it.
  using Act = std::function<Receipt(const Client&)>;
  Receipt once(Client client, Event request, const Act& act);

  // server_state.cpp: opening, and updates of the session
  void open_source();
  void play_back();
  void restore_question(const AskedQuestion& asked);
  void apply_to_session(const Change& change);
  void drain();  // requires model_
  void follow_open(const Event& event);
  void make_session(std::vector<std::string> classes);
  // server_stream.cpp
  void apply_to_stream(const Change& change);
  void replay_stream();
  bool ask_stream();

  // annotation_server.cpp; require writing_
  const AskedQuestion& known_question(std::uint64_t id) const;
  // `question`: 0 for an answer that names only its item, which corrects the label
  bool awaits_answer(const std::string& item, std::uint64_t question, const std::string& by) const;
  bool may_settle(const std::string& item, const std::string& by) const;
  bool wants_second(const std::string& item, const std::string& by) const;
  void refuse_if_closed(const Client& client, const std::string& item,
                        std::uint64_t question) const;
  Receipt append(const Client& client, Event event);
  Receipt answer_item(const Client& client, const std::string& item, const AskedQuestion* question,
                      const std::string& label, bool correction);
  Receipt label_question(const Client& client, std::uint64_t id, const std::string& label,
                         bool yes);
  Receipt decline(const Client& client, std::uint64_t id, EventKind kind);
  std::string id_of(std::uint32_t item) const;
  void need_class(const Client& client, const std::string& label);
  bool leased_to_other(std::uint32_t item, const std::string& by) const;
  LeasedQuestion lease_question(std::uint64_t id, const LeaseHolder& to, bool answered);
  void end_oldest_lease(const std::string& from);
  std::optional<int> asked_class(const LeasedQuestion& q) const;
  std::string class_in_question(const AskedQuestion& asked, const std::string& class_name) const;
  std::vector<LeasedQuestion> leased_and_free(const LeaseHolder& to, std::size_t k);
  bool ask_another();  // requires model_
  AskedQuestion asked_question(const Question& question) const;
  int class_index(const std::string& label) const;

  // server_views.cpp; require writing_
  ItemState state_of(std::uint32_t item, const Predictions& predictions,
                     const std::string& by = {}) const;
  void count_found(AnnotationProgress& progress) const;

  void changed();
  void want(Clock::duration wait = {});
  void predict_open_questions();  // requires model_
  Basis basis_of(const Question& question) const;
  void derive_now();
  void keep_deriving();
  std::shared_ptr<const Predictions> latest() const;

  AskItems items_;  // immutable once the source is open
  AskSettings settings_;
  std::vector<std::string> notes_;

  mutable std::mutex writing_;
  AskStore store_;
  EventLog event_log_;
  std::map<std::uint64_t, std::uint32_t> open_;  // question → item
  std::map<std::uint64_t, Basis> basis_;         // questions of this start
  std::map<std::uint32_t, Lease> leases_;        // by item
  std::size_t current_source_ = 0;               // number of questions asked about earlier sources
  std::deque<Change> pending_changes_;
  std::optional<Ending> done_;

  mutable std::mutex model_;
  std::unique_ptr<Session> session_;
  std::uint64_t num_learned_ = 0;  // number of labelled items that the session has used
  std::uint64_t num_used_ = 0;     // number of events that the session has used
  std::optional<std::uint64_t> predicted_after_ = {};  // num_used_ of the open questions

  mutable std::mutex deriving_;
  std::condition_variable derive_, derive_done_;
  bool wanted_ = false, urgent_ = false, stop_ = false;
  std::exception_ptr derive_error_;  // after which no more predictions are computed
  std::shared_ptr<const Predictions> latest_ = std::make_shared<const Predictions>();
  std::thread deriver_;

  std::mutex listening_;
  std::function<void()> listener_;
  std::atomic<std::uint64_t> version_{1};
  std::atomic<std::uint64_t> events_{0};
  std::atomic<bool> has_waited_ = false;  // for the predictions of a new start
};

}  // namespace querent::apps
