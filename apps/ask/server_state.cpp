// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/annotation_server.hpp>

#include <algorithm>
#include <exception>
#include <unordered_set>

#include <fmt/format.h>

#include <querent/apps/experiment/pool.hpp>
#include <querent/apps/terminal/console.hpp>
#include <querent/apps/terminal/interrupt.hpp>
#include <querent/apps/terminal/usage_error.hpp>
#include <querent/datasets/platform/process.hpp>
#include <querent/datasets/text/printable.hpp>
#include <querent/learners/seed_of_run.hpp>
#include <querent/learners/session/items.hpp>

namespace querent::apps {

namespace {

// "3 nodes added: a, b, c"
std::string listed(std::vector<std::string> ids, const char* item, const std::string& what) {
  constexpr std::size_t kShown = 5;
  const std::size_t count = ids.size();
  if (count > kShown) ids.resize(kShown);
  std::string text = fmt::format("{} {}: ", counted(count, item), what);
  for (std::size_t k = 0; k < ids.size(); ++k) text += (k > 0 ? ", " : "") + printable(ids[k]);
  return text + (count > kShown ? ", …" : "");
}

// Another source, given by mistake, must not replace the one that the answers belong to.
void refuse_other_source(const AskStore& store, AskItems& items, const std::string& directory) {
  const bool any = std::ranges::any_of(store.events(), [](auto& of) { return !of.item.empty(); });
  if (any && store.source() && std::ranges::none_of(store.source()->ids, [&](auto& id) {
        return items.known_by(id).has_value();
      }))
    throw UsageError(
        "no {} of {} is known to the answers in {} — give --out DIR for another session",
        items.item(), in_quotes(items.name()), in_quotes(directory));
}

}  // namespace

AnnotationServer::AnnotationServer(AskItems source, AskSettings how)
    : items_(std::move(source)),
      settings_(std::move(how)),
      store_(settings_.directory,
             settings_.read_only ? AskStore::Access::kRead : AskStore::Access::kWrite),
      event_log_({}) {
  refuse_other_source(store_, items_, settings_.directory.string());
  if (const std::string now = settings_json(settings_);
      !settings_.read_only && (!store_.settings() || *store_.settings() != now))
    store_.start(now);
  open_source();
  play_back();
  events_ = event_log_.events().size();
  if (settings_.own_thread) deriver_ = std::thread([this] { keep_deriving(); });
}

AnnotationServer::~AnnotationServer() {
  {
    const std::lock_guard lock(deriving_);
    stop_ = true;
  }
  derive_.notify_all();
  if (deriver_.joinable()) deriver_.join();
}

// Compares the source with the stored one, in which a record may have the id of another that it was
// merged into since; reports new and missing items, and stores the change.
void AnnotationServer::open_source() {
  store_.rename_items([this](const std::string& id) {
    const auto item = id.empty() || items_.find(id) ? std::nullopt : items_.known_by(id);
    return item ? items_.id(*item) : id;
  });
  const auto& before = store_.source();
  if (before && before->fingerprint == items_.fingerprint()) {
    for (const Event& event : store_.events()) {
      if (event.kind == EventKind::kSource) current_source_ = event.questions_asked;
    }
    return;
  }
  StoredSource now{.fingerprint = items_.fingerprint(),
                   .ids = {},
                   .edges = items_.graph() == nullptr ? 0 : items_.graph()->num_edges()};
  for (std::uint32_t i = 0; i < items_.size(); ++i) now.ids.push_back(items_.id(i));
  if (before) {
    const std::unordered_set<std::string> known(before->ids.begin(), before->ids.end());
    std::vector<std::string> came, vanished;
    for (const std::string& id : now.ids) {
      if (!known.contains(id)) came.push_back(id);
    }
    for (const std::string& id : before->ids) {
      if (!items_.find(id)) vanished.push_back(id);
    }
    if (!came.empty()) notes_.push_back(listed(std::move(came), items_.item(), "added"));
    if (!vanished.empty())
      notes_.push_back(listed(std::move(vanished), items_.item(), "missing") +
                       "; their answers are kept");
    if (before->edges != now.edges)
      notes_.push_back(
          fmt::format("{} instead of {}", counted(now.edges, "edge"), grouped(before->edges)));
    notes_.emplace_back(
        "All answers are kept. The error estimate starts again, because earlier random checks were "
        "drawn from another source.");
  }
  current_source_ = store_.questions().size();
  if (settings_.read_only) return;
  Event event{.by = settings_.by, .kind = EventKind::kSource, .label = now.fingerprint};
  event.key = fmt::format("source {} {}", store_.events().size() + 1, now.fingerprint);
  event.questions_asked = store_.questions().size();
  store_.append(std::move(event), std::move(now));
}

void AnnotationServer::make_session(std::vector<std::string> classes) {
  SessionOptions options = settings_;
  options.go_on = [] { return !interrupted(); };
  if (settings_.stream) {
    options.order = Order::kStream;
  } else {
    options.seed = session_seed(settings_.seed, 0);
    ask_pool_by(settings_.learner, settings_.query, settings_.params, settings_.encoding, options);
  }
  if (!settings_.find.empty())
    options.find = static_cast<int>(std::ranges::find(classes, settings_.find) - classes.begin());
  session_ = std::make_unique<Session>(items_.rows(), std::move(classes), std::move(options));
}

// Replays all stored events in order, with the questions asked between them.
void AnnotationServer::play_back() {
  event_log_ = EventLog(settings_.classes,
                        [this](const std::string& id) { return items_.find(id).has_value(); });
  make_session(settings_.classes);
  std::size_t q = 0;
  const auto restore_until = [&](std::size_t end) {
    for (; q < std::min(end, store_.questions().size()); ++q) {
      AskedQuestion asked = store_.questions()[q];
      asked.uniform = asked.uniform && q >= current_source_;
      restore_question(asked);
    }
  };
  for (const Event& event : store_.events()) {
    restore_until(event.questions_asked);
    const auto change = event_log_.apply(event);
    follow_open(event);
    if (change) apply_to_session(*change);
  }
  restore_until(store_.questions().size());
  num_learned_ = event_log_.labelled();
}

// Leases are not stored: they belong to one start.
void AnnotationServer::restore_question(const AskedQuestion& asked) {
  basis_[asked.id].labels = event_log_.labelled();
  const auto item = items_.find(asked.item);
  if (!item) return;
  if (settings_.stream) {
    session_->next();  // as at the first asking
    open_.emplace(asked.id, *item);
    return;
  }
  session_->replay_question({.id = asked.id,
                             .item = *item,
                             .why = asked.why == "cover"   ? Why::kCover
                                    : asked.why == "check" ? Why::kCheck
                                                           : Why::kUrgent,
                             .probability = asked.probability,
                             .predicted = class_index(asked.guess),
                             .confidence = asked.guess_probability,
                             .uniform = asked.uniform});
  open_.emplace(asked.id, *item);
}

void AnnotationServer::apply_to_session(const Change& change) {
  if (settings_.stream) return apply_to_stream(change);
  if (change.kind == Change::Kind::kClass) {
    session_->add_class(change.label);
    return;
  }
  const auto item = items_.find(change.item);
  if (!item) return;
  if (change.unlabelled) session_->forget(*item);
  switch (change.kind) {
    case Change::Kind::kLabel: {
      const auto& names = session_->classes();
      session_->answer(*item, static_cast<int>(std::find(names.begin(), names.end(), change.label) -
                                               names.begin()));
      break;
    }
    case Change::Kind::kSkip:
      session_->skip(*item);
      break;
    case Change::Kind::kUnknown:
      session_->do_not_know(*item);
      break;
    default:
      session_->forget(*item);  // its question is open again
  }
}

// Closes the questions of an item that has an event; after an undo its question is open again.
void AnnotationServer::follow_open(const Event& event) {
  const auto item = items_.find(event.item);
  if (!item || event.kind == EventKind::kNo || event.kind == EventKind::kNote) return;
  if (event.kind != EventKind::kUndo) {
    std::erase_if(open_, [&](const auto& entry) { return entry.second == *item; });
    leases_.erase(*item);
    return;
  }
  const Event& taken_back = event_log_.events()[event.target - 1];
  const bool is_open = std::any_of(open_.begin(), open_.end(),
                                   [&](const auto& entry) { return entry.second == *item; });
  if (taken_back.question == 0 || is_open || !event_log_.of(event.item).label.empty()) return;
  open_.emplace(taken_back.question, *item);
  leases_[*item] = {.to = {.by = event.by}, .until = Clock::now() + kLease};
}

void AnnotationServer::drain() {
  std::deque<Change> changes;
  {
    const std::lock_guard lock(writing_);
    changes.swap(pending_changes_);
    num_learned_ = event_log_.labelled();
    num_used_ = event_log_.events().size();
  }
  for (const Change& change : changes) apply_to_session(change);
}

int AnnotationServer::class_index(const std::string& label) const {
  const auto& classes = event_log_.classes();
  const auto found = std::find(classes.begin(), classes.end(), label);
  return found == classes.end() ? -1 : static_cast<int>(found - classes.begin());
}

void AnnotationServer::changed() {
  ++version_;
  const std::lock_guard lock(listening_);
  if (listener_) listener_();
}

// Requests newer predictions. With `wait`, blocks until they use every event stored so far, but not
// longer.
void AnnotationServer::want(Clock::duration wait) {
  const std::uint64_t now = events_;
  const bool waits = wait > Clock::duration::zero();
  std::unique_lock lock(deriving_);
  if (latest_->events >= now && !latest_->items.empty()) return;
  if (derive_error_) std::rethrow_exception(derive_error_);
  wanted_ = true;
  if (!settings_.own_thread) {
    lock.unlock();
    if (waits) derive_now();
    return;
  }
  urgent_ = urgent_ || waits;
  derive_.notify_one();
  if (!waits) return;
  derive_done_.wait_for(lock, wait, [&] {
    return stop_ || derive_error_ || (latest_->events >= now && !latest_->items.empty());
  });
  if (derive_error_) std::rethrow_exception(derive_error_);
}

std::shared_ptr<const Predictions> AnnotationServer::latest() const {
  const std::lock_guard lock(deriving_);
  return latest_;
}

namespace {

void derive_from(const Session& session, bool has_records, Predictions& predictions) {
  predictions.recall = session.recall();
  predictions.items = session.predictions();
  const auto found = static_cast<std::size_t>(session.options().find.value_or(0));
  const bool has_classes = !session.classes().empty();
  for (std::uint32_t i = 0; has_records && has_classes && i < predictions.items.size(); ++i)
    predictions.of_found.push_back(session.class_probabilities(i)[found]);
  const std::vector<double> wrong = session.probably_wrong();
  for (std::size_t l = 0; l < wrong.size(); ++l)
    predictions.suspects.push_back({.item = session.answers()[l].item,
                                    .label = session.answers()[l].label,
                                    .wrong = wrong[l]});
  std::ranges::stable_sort(predictions.suspects, std::ranges::greater(), &SuspectAnswer::wrong);
  predictions.estimate = session.estimate();
}

// Calls `act`, in a thread that yields to questions if there are threads.
void at_leisure([[maybe_unused]] bool in_thread, auto act) {
#if QUERENT_THREADS
  if (in_thread) {
    std::exception_ptr error;
    std::thread([&] {
      platform::lower_priority_of_thread();  // it holds no lock
      try {
        act();
      } catch (...) {
        error = std::current_exception();
      }
    }).join();
    if (error) std::rethrow_exception(error);
    return;
  }
#endif
  act();
}

}  // namespace

// Computes the predictions that use every event stored so far.
void AnnotationServer::derive_now() {
  std::unique_ptr<Session> copy;
  auto predictions = std::make_shared<Predictions>();
  {
    const std::lock_guard lock(model_);
    {
      const std::lock_guard writing_lock(writing_);
      predictions->events = event_log_.events().size();
    }
    drain();  // may process more events than that, never fewer
    predictions->after = num_learned_;
    copy = std::make_unique<Session>(session_->for_predictions());
  }
  at_leisure(settings_.own_thread, [&] { derive_from(*copy, items_.has_records(), *predictions); });
  {
    const std::lock_guard lock(deriving_);
    latest_ = predictions;
    if (!settings_.own_thread) wanted_ = false;
  }
  derive_done_.notify_all();
  changed();
}

void AnnotationServer::keep_deriving() {
  Clock::duration spent{0};  // duration of the last computation
  for (;;) {
    {
      std::unique_lock lock(deriving_);
      derive_.wait(lock, [&] { return wanted_ || stop_; });
      // leaves half of the time for questions, unless a caller waits
      derive_.wait_for(lock, spent, [&] { return urgent_ || stop_; });
      if (stop_) return;
      wanted_ = urgent_ = false;
    }
    const auto start = Clock::now();
    try {
      derive_now();
    } catch (...) {  // the next request reports it
      const std::lock_guard lock(deriving_);
      derive_error_ = std::current_exception();
      derive_done_.notify_all();
      return;
    }
    spent = Clock::now() - start;
  }
}

bool AnnotationServer::work() {
  if (settings_.own_thread) return false;
  const bool derives = [&] {
    const std::lock_guard lock(deriving_);
    return wanted_;
  }();
  if (derives) {
    derive_now();
    return items_.map().deferred();
  }
  if (items_.map().deferred()) {
    items_.map().wait();
    changed();
  }
  return false;
}

}  // namespace querent::apps
