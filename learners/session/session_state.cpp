// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/session_state.hpp>

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <system_error>

#include <fmt/format.h>

#include <querent/graph/components.hpp>
#include <querent/learners/session/auto_rule.hpp>
#include <querent/learners/session/ridge.hpp>

namespace querent {

namespace {

constexpr std::uint32_t kLandmarks = 300;

std::vector<std::uint32_t> components_of(const Items& items) {
  if (items.graph == nullptr || items.word_columns > 0) return {};
  return connected_components(*items.graph).of;
}

std::shared_ptr<const Items> checked(std::shared_ptr<const Items> items,
                                     const std::vector<std::string>& classes,
                                     SessionOptions& options) {
  if (items == nullptr) throw std::invalid_argument("Session: items are needed");
  check_items(*items);
  for (auto name = classes.begin(); name != classes.end(); ++name) {
    if (std::find(classes.begin(), name, *name) != name)
      throw std::invalid_argument(fmt::format("Session: two classes are called \"{}\"", *name));
  }
  if (!(options.checks >= 0 && options.checks <= 1))
    throw std::invalid_argument("Session: 0 <= checks <= 1 is needed");
  if (!(options.stop_at_error >= 0 && options.stop_at_error < 1))
    throw std::invalid_argument("Session: 0 <= stop_at_error < 1 is needed");
  if (!(options.model.gamma >= 0)) throw std::invalid_argument("Session: gamma >= 0 is needed");
  if (!options.class_shares.empty() &&
      (options.class_shares.size() != classes.size() ||
       std::any_of(options.class_shares.begin(), options.class_shares.end(),
                   [](double share) { return !(share > 0); }))) {
    throw std::invalid_argument("Session: a share > 0 of each class is needed, or none");
  }
  if (!options.rule) {
    options.rule = auto_rule();
    if (options.model.landmarks == 0) options.model.landmarks = kLandmarks;
  }
  return items;
}

}  // namespace

Session::State::State(std::shared_ptr<const Items> given, std::vector<std::string> names,
                      SessionOptions how)
    : own_rule(!how.rule),
      items(checked(std::move(given), names, how)),
      classes(std::move(names)),
      options(std::move(how)),
      component(components_of(*items)),
      book(items->size(), classes) {
  begin();
}

// As before the first event, with the classes that are known by now.
void Session::State::begin() {
  if (options.order == Order::kStream) {
    stream.emplace(items, static_cast<int>(classes.size()), options);
  } else if (PoolLearner::is(options.learner)) {
    learner.emplace(items, static_cast<int>(book.classes().size()), options);
  } else {
    prepared.reset();
    if (model) model->forget_landmarks();  // two are never there
    model = fresh_model(options.model.landmarks);
  }
  learned = 0;
  corrections = book.corrections();
  asked_on = finished = false;
}

double Session::State::ridge(std::size_t answers) const {
  constexpr double kLeast = 0.3, kLeastOfGraph = 1;
  if (options.model.gamma > 0) return options.model.gamma;
  return ridge_for(answers, book.classes().size(), graph_alone(*items) ? kLeastOfGraph : kLeast);
}

double Session::State::ridge() const {
  return ridge(book.answers().size());
}

PoolModel Session::State::fresh_model(std::uint32_t landmarks) const {
  PoolModel::Params params = options.model;
  params.landmarks = landmarks;
  params.gamma = ridge();
  return {items, static_cast<int>(book.classes().size()), params, options.threads};
}

void Session::State::check_item(std::uint32_t item) const {
  if (item < items->size()) return;
  throw std::invalid_argument(
      fmt::format("Session: there is no item {}, there are {}", item, items->size()));
}

void Session::State::check(const Answer& answer) const {
  check_item(answer.item);
  if (answer.label < 0 || static_cast<std::size_t>(answer.label) >= book.classes().size()) {
    throw std::invalid_argument(fmt::format("Session: there is no class {}, there are {}",
                                            answer.label, book.classes().size()));
  }
}

void Session::State::tell_stream(const Event& event) {
  switch (event.kind) {
    case Event::Kind::kQuestion:
      stream->advance();
      break;
    case Event::Kind::kAnswer:
      stream->answer(event.answer.item, event.answer.label);
      break;
    case Event::Kind::kSkip:
    case Event::Kind::kDoNotKnow:
      stream->pass(event.answer.item);
      break;
    case Event::Kind::kClass:
    case Event::Kind::kLook:
    case Event::Kind::kForget:
      break;
  }
}

bool Session::State::may_be_asked(const Question& question) const {
  return question.why == Why::kAgain ? book.may_look_again(question.item)
                                     : book.may_ask()[question.item] != 0;
}

void Session::State::add(Event event) {
  if (event.question && event.question->why == Why::kAgain)
    event.question->said = book.label(event.question->item);
  book.apply(event);
  if (stream) tell_stream(event);
  events.push_back(std::move(event));
  finished = false;
}

void Session::State::add_checked(Event event) {
  if (event.kind == Event::Kind::kQuestion) {
    check_item(event.question->item);
    if (!may_be_asked(*event.question))
      throw std::invalid_argument("Session: a question that could not be asked");
  } else if (event.kind == Event::Kind::kAnswer) {
    check(event.answer);
  } else if (event.kind == Event::Kind::kClass) {
    if (std::find(book.classes().begin(), book.classes().end(), event.name) != book.classes().end())
      throw std::invalid_argument("Session: a class that was there");
  } else if (event.kind != Event::Kind::kLook) {
    check_item(event.answer.item);
  }
  add(std::move(event));
}

bool Session::State::undo() {
  const auto by_person = [](const Event& event) {
    return event.kind != Event::Kind::kQuestion && event.kind != Event::Kind::kLook;
  };
  const auto last = std::find_if(events.rbegin(), events.rend(), by_person);
  if (last == events.rend()) return false;
  events.erase(last.base() - 1, events.end());
  replay();
  return true;
}

void Session::State::replay() {
  const std::vector<Event> again = std::move(events);
  events.clear();
  book = Book(items->size(), classes);
  if (stream) {
    begin();
    for (const Event& event : again) add(event);
    return;
  }
  for (const Event& event : again) book.apply(event);
  events = again;
  begin();
}

// Margins alone ask on a graph of which much is known (auto_rule.hpp). It follows from the answers
// and their classes, so that a session that is loaded has landmarks where this one has.
bool Session::State::needs_landmarks() const {
  if (options.model.landmarks == 0 || items->size() == 0) return false;
  return !own_rule || !graph_alone(*items) ||
         book.answers().size() < covering_answers(book.classes().size()) || !margins_tell(*model);
}

// Of the model that comes next, before it can be looked at.
std::uint32_t Session::State::landmarks_ahead() const {
  return own_rule && graph_alone(*items) && model->landmarks().empty() ? 0
                                                                       : options.model.landmarks;
}

// Covariances are most of a session: those of before go first, so that they are never there twice.
void Session::State::model_anew(std::uint32_t landmarks) {
  prepared.reset();
  model->forget_landmarks();
  model = fresh_model(landmarks);
  learned = 0;
}

void Session::State::follow() {
  if (learner) return follow_by_learner();
  if (corrections != book.corrections() || model->gamma() != ridge()) {
    if (!take_prepared()) model_anew(landmarks_ahead());
    corrections = book.corrections();
    asked_on = false;
  }
  while (model->num_classes() < static_cast<int>(book.classes().size())) model->add_class();
  for (; learned < book.answers().size(); ++learned)
    model->learn(book.answers()[learned].item, book.answers()[learned].label);
  model->look();
}

void Session::State::follow_by_learner() {
  if (corrections != book.corrections() ||
      learner->num_classes() < static_cast<int>(book.classes().size())) {
    learner.emplace(items, static_cast<int>(book.classes().size()), options);
    corrections = book.corrections();
  }
  learner->learn(book.answers());
}

// With what a rule needs. Somebody asks on where an answer was expected, and may do so again.
void Session::State::follow_to_ask() {
  follow();
  if (learner) return;
  const bool needed = needs_landmarks();
  if (!needed) model->forget_landmarks();
  if (!needed || !model->landmarks().empty()) return;
  model_anew(options.model.landmarks);
  asked_on = true;
  follow();
}

// The model of the question after the next answer, where it is not this one: then this one's
// covariances served their last question and make room. What is no longer wanted is kept until it
// is made: to let it go is to wait for its thread.
void Session::State::prepare() {
  if (stream || learner) return;
  const std::vector<Answer>& answers = book.answers();
  const double next = ridge(answers.size() + 1);
  if (corrections == book.corrections() && (asked_on || model->gamma() == next)) return;
  if (prepared) {
    if (prepared->gamma == next && prepared->corrections == book.corrections()) return;
    if (prepared->model.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
    prepared.reset();
  }
  PoolModel::Params params = options.model;
  params.gamma = next;
  params.landmarks = landmarks_ahead();
  if (options.model.landmarks > 0) model->forget_landmarks();
  const auto make = [items = items, K = static_cast<int>(book.classes().size()), params,
                     threads = options.threads, answers] {
    const auto made = std::make_shared<PoolModel>(items, K, params, threads);
    for (const auto& [item, label] : answers) made->learn(item, label);
    made->look();
    return made;
  };
  try {
    prepared = Prepared{.gamma = next,
                        .learned = answers.size(),
                        .corrections = book.corrections(),
                        .model = std::async(std::launch::async, make).share()};
  } catch (const std::system_error&) {  // no thread is to be had: it will be made when it is needed
  }
}

bool Session::State::take_prepared() {
  if (!prepared || prepared->gamma != ridge() || prepared->corrections != book.corrections())
    return false;
  const std::shared_ptr<PoolModel> made = prepared->model.get();
  learned = prepared->learned;
  prepared.reset();
  if (made.use_count() == 1) {
    model = std::move(*made);
  } else {  // a copy of the session waits for it, too
    model = *made;
  }
  return true;
}

}  // namespace querent
