// SPDX-License-Identifier: Apache-2.0
// Internal state of the annotation server. It has two locks, taken in this order:
//
//   model   the session and the updates sent to it; held while a question is chosen
//   writing store, label state and leases; held while an event is written
//
// so that answers are acknowledged while the model works. In stream order an answer takes both,
// because the next question depends on it; an update takes microseconds. Another thread computes
// the predictions for all items on a copy of the session, on request and when they are out of date.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <querent/apps/ask/annotation_server.hpp>
#include <querent/apps/ask/event_log.hpp>
#include <querent/apps/ask/store/store.hpp>
#include <querent/learners/session/session.hpp>

namespace querent::apps {

/// Fills in the annotator's name and limits the time to one day. Throws Refused.
Client checked(Client client);

struct AnnotationServer::Impl {
  Impl(AskItems items, AskSettings settings);
  ~Impl();

  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::minutes kLease{5};

  /// The lease of a question: its annotator and its end.
  struct Lease {
    std::string by = {};
    Clock::time_point until;
    std::optional<int> is_it = {};
    std::string from = {};  // network address
  };
  struct LeaseHolder {
    std::string by, from;
  };
  /// The prediction in a question, its reasons, and the number of labels that it uses.
  struct Basis {
    std::vector<double> class_probabilities = {};
    Reasons reasons = {};
    std::uint64_t labels = 0;
  };
  /// Predictions for all items, and the number of events they use.
  struct Derived {
    std::shared_ptr<const Predictions> predictions = {};
    Estimate estimate = {};
    std::optional<RecallInterval> recall = {};
    std::uint64_t events = 0;
  };

  // server_state.cpp: opening, and updates of the session
  void open_source();
  void play_back();
  void restore_question(const AskedQuestion& asked);
  void apply_to_session(const Change& change);
  void drain();  // requires `model`
  void follow_open(const Event& event);
  void make_session(std::vector<std::string> classes);
  // server_stream.cpp
  void apply_to_stream(const Change& change);
  void replay_stream();
  bool ask_stream();

  // annotation_server.cpp; require `writing`
  const AskedQuestion& question(std::uint64_t id) const;
  const Event& append(const Client& client, Event event);
  Receipt stored(const Client& client, Event event) {
    return {.event = append(client, std::move(event)).number};
  }
  Receipt answer_item(const Client& client, const std::string& item, const AskedQuestion* question,
                      const std::string& label, bool correction);
  Receipt label_question(const Client& client, std::uint64_t id, const std::string& label,
                         bool yes);
  Receipt decline(const Client& client, std::uint64_t id, EventKind kind);
  std::string id_of(std::uint32_t item) const;
  void need_class(const Client& client, const std::string& label);
  bool leased_to_other(std::uint32_t item, const std::string& by) const;
  LeasedQuestion lease_question(std::uint64_t id, const LeaseHolder& to, bool second);
  void end_oldest_lease(const std::string& from);
  std::optional<int> asked_class(const LeasedQuestion& q) const;
  std::string is_it(const AskedQuestion& asked, const std::string& class_name) const;
  void keep_questions();
  std::vector<LeasedQuestion> leased_and_free(const LeaseHolder& to, std::size_t k);
  bool ask_another();  // requires `model`
  AskedQuestion asked_question(const Question& question) const;
  int class_index(const std::string& label) const;

  ItemState state_of(std::uint32_t item, const Predictions& predictions) const;  // server_views.cpp

  void changed();
  void want(bool wait);
  void derive_now();
  void keep_deriving();
  bool work();
  Derived derived() const;

  const AskItems items;
  AskSettings settings;
  std::vector<std::string> notes;

  mutable std::mutex writing;
  AskStore store;
  EventLog event_log;
  std::map<std::uint64_t, std::uint32_t> open;  // question → item
  std::map<std::uint64_t, Basis> basis;         // questions of this start
  std::map<std::uint32_t, Lease> leases;        // by item
  std::vector<AskedQuestion> questions;         // all questions, by id − 1
  std::size_t saved_questions = 0;
  std::size_t current_source = 0;  // number of questions asked about earlier sources
  std::deque<Change> pending_changes;
  std::optional<Ending> done;

  mutable std::mutex model;
  std::unique_ptr<Session> session;
  std::uint64_t num_learned = 0;  // number of labelled items that the session has used

  mutable std::mutex deriving;
  std::condition_variable derive, derive_done;
  bool wanted = false, urgent = false, stop = false;
  Derived latest;
  std::thread deriver;

  std::mutex listening;
  std::function<void()> listener;
  std::atomic<std::uint64_t> version{1};
  std::atomic<std::uint64_t> events{0};
};

}  // namespace querent::apps
