// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/server_state.hpp>

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

#include <querent/apps/experiment/pool.hpp>
#include <querent/apps/terminal/console.hpp>
#include <querent/datasets/platform/process.hpp>
#include <querent/datasets/printable.hpp>
#include <querent/learners/seed_of_run.hpp>
#include <querent/learners/session/items.hpp>

namespace querent::apps {

namespace {

// Rebuilds the reason of a stored question. Leases are not stored: they belong to one start.
Why why_of(const std::string& name) {
  if (name == "cover") return Why::kCover;
  return name == "check" ? Why::kCheck : Why::kUrgent;
}

AskSettings merged(AskSettings settings, const AskStore& store) {
  if (store.settings()) settings = settings_of(*store.settings(), std::move(settings));
  return settings;
}

// "3 nodes added: a, b, c"
std::string listed(std::vector<std::string> ids, const char* item, const std::string& what) {
  constexpr std::size_t kShown = 5;
  const std::size_t count = ids.size();
  if (count > kShown) ids.resize(kShown);
  std::string text = fmt::format("{} {}: ", counted(count, item), what);
  for (std::size_t k = 0; k < ids.size(); ++k) text += (k > 0 ? ", " : "") + printable(ids[k]);
  return text + (count > kShown ? ", …" : "");
}

}  // namespace

AnnotationServer::Impl::Impl(AskItems source, AskSettings how)
    : items(std::move(source)),
      settings(std::move(how)),
      store(settings.directory,
            settings.read_only ? AskStore::Access::kRead : AskStore::Access::kWrite),
      event_log({}) {
  settings = merged(std::move(settings), store);
  if (const std::string now = settings_json(settings);
      !settings.read_only && (!store.settings() || *store.settings() != now))
    store.start(now);
  questions = store.questions();
  saved_questions = questions.size();
  open_source();
  play_back();
  events = event_log.events().size();
  latest.predictions = std::make_shared<const Predictions>();
  if (settings.own_thread) deriver = std::thread([this] { keep_deriving(); });
}

AnnotationServer::Impl::~Impl() {
  {
    const std::lock_guard lock(deriving);
    stop = true;
  }
  derive.notify_all();
  if (deriver.joinable()) deriver.join();
}

// Compares the source with the stored one, reports new and missing items, and stores the change.
void AnnotationServer::Impl::open_source() {
  const auto& before = store.source();
  if (before && before->fingerprint == items.fingerprint()) {
    for (const Event& event : store.events()) {
      if (event.kind == EventKind::kSource) current_source = event.questions_asked;
    }
    return;
  }
  StoredSource now{.fingerprint = items.fingerprint(),
                   .ids = {},
                   .edges = items.graph() == nullptr ? 0 : items.graph()->num_edges()};
  for (std::uint32_t i = 0; i < items.size(); ++i) now.ids.push_back(items.id(i));
  if (before) {
    const std::unordered_set<std::string> known(before->ids.begin(), before->ids.end());
    std::vector<std::string> came, vanished;
    for (const std::string& id : now.ids) {
      if (!known.contains(id)) came.push_back(id);
    }
    for (const std::string& id : before->ids) {
      if (!items.find(id)) vanished.push_back(id);
    }
    if (!came.empty()) notes.push_back(listed(std::move(came), items.item(), "added"));
    if (!vanished.empty())
      notes.push_back(listed(std::move(vanished), items.item(), "missing") +
                      "; their answers are kept");
    if (before->edges != now.edges)
      notes.push_back(
          fmt::format("{} instead of {}", counted(now.edges, "edge"), grouped(before->edges)));
    notes.emplace_back(
        "All answers are kept. The error estimate starts again, because earlier random checks were "
        "drawn from another source.");
  }
  current_source = questions.size();
  if (settings.read_only) return;
  Event event{.by = settings.by, .kind = EventKind::kSource, .label = now.fingerprint};
  event.key = fmt::format("source {} {}", store.events().size() + 1, now.fingerprint);
  event.questions_asked = questions.size();
  store.append(event, {}, &now);
}

void AnnotationServer::Impl::make_session(std::vector<std::string> classes) {
  SessionOptions options{.budget = settings.budget,
                         .stop_at_error = settings.stop_at_error,
                         .checks = settings.checks,
                         .seed = session_seed(settings.seed, 0),
                         .threads = settings.threads};
  if (settings.stream) {
    options.order = Order::kStream;
    options.seed = settings.seed;
    options.learner = settings.learner;
    options.query = settings.query;
    options.params.insert(settings.params.begin(), settings.params.end());
    options.encoding = settings.encoding;
  } else {
    ask_pool_by(settings.learner, settings.query, {settings.params.begin(), settings.params.end()},
                settings.encoding, options);
  }
  options.opinions = settings.opinions;
  if (!settings.find.empty()) {
    options.find = static_cast<int>(std::ranges::find(classes, settings.find) - classes.begin());
    options.stop_at_recall = settings.stop_at_recall;
    options.criteria = settings.criteria;
  }
  session = std::make_unique<Session>(items.rows(), std::move(classes), std::move(options));
}

// Replays all stored events in order, with the questions asked between them.
void AnnotationServer::Impl::play_back() {
  event_log = EventLog(settings.classes);
  make_session(settings.classes);
  std::size_t q = 0;
  const auto restore_until = [&](std::size_t end) {
    for (; q < std::min(end, saved_questions); ++q) {
      AskedQuestion asked = questions[q];
      asked.uniform = asked.uniform && q >= current_source;
      restore_question(asked);
    }
  };
  for (const Event& event : store.events()) {
    restore_until(event.questions_asked);
    const auto change = event_log.apply(event);
    follow_open(event);
    if (change) apply_to_session(*change);
  }
  restore_until(saved_questions);
  num_learned = event_log.labelled();
}

void AnnotationServer::Impl::restore_question(const AskedQuestion& asked) {
  basis[asked.id].labels = event_log.labelled();
  const auto item = items.find(asked.item);
  if (!item) return;
  if (settings.stream) {
    session->next();  // as at the first asking
    open.emplace(asked.id, *item);
    return;
  }
  session->replay_question({.id = asked.id,
                            .item = *item,
                            .why = why_of(asked.why),
                            .probability = asked.probability,
                            .predicted = class_index(asked.guess),
                            .confidence = asked.guess_probability,
                            .uniform = asked.uniform});
  open.emplace(asked.id, *item);
}

void AnnotationServer::Impl::apply_to_session(const Change& change) {
  if (settings.stream) return apply_to_stream(change);
  if (change.kind == Change::Kind::kClass) {
    session->add_class(change.label);
    return;
  }
  const auto item = items.find(change.item);
  if (!item) return;
  if (change.unlabelled) session->forget(*item);
  switch (change.kind) {
    case Change::Kind::kLabel: {
      const auto& names = session->classes();
      session->answer(*item, static_cast<int>(std::find(names.begin(), names.end(), change.label) -
                                              names.begin()));
      break;
    }
    case Change::Kind::kSkip:
      session->skip(*item);
      break;
    case Change::Kind::kUnknown:
      session->do_not_know(*item);
      break;
    default:
      session->forget(*item);  // its question is open again
  }
}

// Closes the questions of an item that has an event; after an undo its question is open again.
void AnnotationServer::Impl::follow_open(const Event& event) {
  const auto item = items.find(event.item);
  if (!item || event.kind == EventKind::kNo || event.kind == EventKind::kNote) return;
  if (event.kind != EventKind::kUndo) {
    std::erase_if(open, [&](const auto& entry) { return entry.second == *item; });
    leases.erase(*item);
    return;
  }
  const Event& taken_back = event_log.events()[event.target - 1];
  const bool is_open = std::any_of(open.begin(), open.end(),
                                   [&](const auto& entry) { return entry.second == *item; });
  if (taken_back.question == 0 || is_open || !event_log.of(event.item).label.empty()) return;
  open.emplace(taken_back.question, *item);
  leases[*item] = {.by = event.by, .until = Clock::now() + kLease};
}

void AnnotationServer::Impl::drain() {
  std::deque<Change> changes;
  {
    const std::lock_guard lock(writing);
    changes.swap(pending_changes);
    num_learned = event_log.labelled();
  }
  for (const Change& change : changes) apply_to_session(change);
}

int AnnotationServer::Impl::class_index(const std::string& label) const {
  const auto& classes = event_log.classes();
  const auto found = std::find(classes.begin(), classes.end(), label);
  return found == classes.end() ? -1 : static_cast<int>(found - classes.begin());
}

void AnnotationServer::Impl::changed() {
  ++version;
  const std::lock_guard lock(listening);
  if (listener) listener();
}

// Requests newer predictions. With `wait`, blocks until they use every event stored so far.
void AnnotationServer::Impl::want(bool wait) {
  const std::uint64_t now = events;
  std::unique_lock lock(deriving);
  if (latest.predictions->events >= now && now > 0 && !latest.predictions->items.empty()) return;
  wanted = true;
  if (!settings.own_thread) {
    lock.unlock();
    if (wait) derive_now();
    return;
  }
  urgent = urgent || wait;
  derive.notify_one();
  if (wait)
    derive_done.wait(lock, [&] {
      return stop || (latest.predictions->events >= now && !latest.predictions->items.empty());
    });
}

AnnotationServer::Impl::Derived AnnotationServer::Impl::derived() const {
  const std::lock_guard lock(deriving);
  return latest;
}

namespace {

void derive_from(const Session& session, Predictions& predictions, Estimate& estimate,
                 std::optional<RecallInterval>& recall) {
  recall = session.recall();
  predictions.items = session.predictions();
  const std::vector<double> wrong = session.probably_wrong();
  for (std::size_t l = 0; l < wrong.size(); ++l)
    predictions.suspects.push_back({.item = session.answers()[l].item,
                                    .label = session.answers()[l].label,
                                    .wrong = wrong[l]});
  std::ranges::stable_sort(predictions.suspects, std::ranges::greater(), &SuspectAnswer::wrong);
  estimate = session.estimate();
}

// Calls `act`, in a thread that yields to questions if there are threads.
template <class Act>
void at_leisure([[maybe_unused]] bool in_thread, Act act) {
#if QUERENT_THREADS
  if (in_thread) {
    std::thread([&] {
      platform::lower_priority_of_thread();  // it holds no lock
      act();
    }).join();
    return;
  }
#endif
  act();
}

}  // namespace

// Computes the predictions that use every event stored so far.
void AnnotationServer::Impl::derive_now() {
  std::unique_ptr<Session> copy;
  auto predictions = std::make_shared<Predictions>();
  {
    const std::lock_guard lock(model);
    {
      const std::lock_guard writing_lock(writing);
      predictions->events = event_log.events().size();
    }
    drain();  // may process more events than that, never fewer
    predictions->after = num_learned;
    copy = std::make_unique<Session>(session->for_predictions());
  }
  Derived now{.predictions = predictions, .events = predictions->events};
  at_leisure(settings.own_thread,
             [&] { derive_from(*copy, *predictions, now.estimate, now.recall); });
  {
    const std::lock_guard lock(deriving);
    latest = std::move(now);
    if (!settings.own_thread) wanted = false;
  }
  derive_done.notify_all();
  changed();
}

void AnnotationServer::Impl::keep_deriving() {
  Clock::duration spent{0};  // duration of the last computation
  for (;;) {
    {
      std::unique_lock lock(deriving);
      derive.wait(lock, [&] { return wanted || stop; });
      // leaves half of the time for questions, unless a caller waits
      derive.wait_for(lock, spent, [&] { return urgent || stop; });
      if (stop) return;
      wanted = urgent = false;
    }
    const auto start = Clock::now();
    derive_now();
    spent = Clock::now() - start;
  }
}

bool AnnotationServer::Impl::work() {
  if (settings.own_thread) return false;
  const bool derives = [&] {
    const std::lock_guard lock(deriving);
    return wanted;
  }();
  if (derives) {
    derive_now();
    return items.map().deferred();
  }
  if (items.map().deferred()) {
    items.map().wait();
    changed();
  }
  return false;
}

}  // namespace querent::apps
