// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/session_state.hpp>

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include <querent/graph/components.hpp>
#include <querent/learners/session/auto/opinions.hpp>
#include <querent/learners/session/auto/rule.hpp>

namespace querent {

namespace {

std::vector<std::uint32_t> components_of(const Items& items) {
  if (items.graph == nullptr || items.word_columns > 0) return {};
  return connected_components(*items.graph).of;
}

void check_criteria(const Items& items, const SparseItems& criteria) {
  if (criteria.index.empty()) return;
  if (items.terms.empty())
    throw std::invalid_argument("Session: criteria need items with views of words");
  check_items({.rows = criteria});
  const std::size_t rows = criteria.offsets.size() - 1;
  if (rows > items.terms.size())
    throw std::invalid_argument("Session: criteria must have at most one row per view");
  for (std::uint32_t v = 0; v < rows; ++v) {
    const SparseRow row = criteria[v];
    if (!row.index.empty() && row.index.back() >= items.terms[v].dim)
      throw std::invalid_argument(
          "Session: a row of the criteria must have the columns of its view");
  }
}

void check_find(const std::vector<std::string>& classes, const SessionOptions& options) {
  if (!(options.stop_at_recall >= 0 && options.stop_at_recall <= 1))
    throw std::invalid_argument("Session: stop_at_recall must be in [0, 1]");
  if (!options.find) {
    if (options.stop_at_recall > 0)
      throw std::invalid_argument("Session: stop_at_recall needs the class to find");
    return;
  }
  if (*options.find < 0 || static_cast<std::size_t>(*options.find) >= classes.size())
    throw std::invalid_argument("Session: the class to find is not among the classes");
  if (options.order == Order::kStream || PoolLearner::is(options.learner))
    throw std::invalid_argument("Session: finding a class needs the learner auto in pool order");
}

std::shared_ptr<const Items> checked(std::shared_ptr<const Items> items,
                                     const std::vector<std::string>& classes,
                                     SessionOptions& options) {
  if (items == nullptr) throw std::invalid_argument("Session: items must not be null");
  check_items(*items);
  for (auto name = classes.begin(); name != classes.end(); ++name) {
    if (std::find(classes.begin(), name, *name) != name)
      throw std::invalid_argument(fmt::format("Session: two classes have the name \"{}\"", *name));
  }
  if (!(options.checks >= 0 && options.checks <= 1))
    throw std::invalid_argument("Session: checks must be in [0, 1]");
  if (!(options.stop_at_error >= 0 && options.stop_at_error < 1))
    throw std::invalid_argument("Session: stop_at_error must be in [0, 1)");
  if (!options.class_prior.empty() &&
      (options.class_prior.size() != classes.size() ||
       std::any_of(options.class_prior.begin(), options.class_prior.end(),
                   [](double probability_of_class) { return !(probability_of_class > 0); }))) {
    throw std::invalid_argument(
        "Session: class_shares must have one share > 0 per class, or be empty");
  }
  if (options.opinions.offsets.size() > 1) {
    check_opinions(options.opinions, items->size(), static_cast<int>(classes.size()));
    if (options.order == Order::kStream || PoolLearner::is(options.learner))
      throw std::invalid_argument("Session: opinions need the learner auto in pool order");
  }
  check_find(classes, options);
  check_criteria(*items, options.criteria);
  if (!options.rule) options.rule = auto_rule();
  return items;
}

}  // namespace

Session::State::State(std::shared_ptr<const Items> given, std::vector<std::string> names,
                      SessionOptions how)
    : items(checked(std::move(given), names, how)),
      classes(std::move(names)),
      options(std::move(how)),
      component(components_of(*items)),
      label_state(items->size(), classes) {
  begin();
}

// Restores the state before the first event, with the classes known by now.
void Session::State::begin() {
  if (options.order == Order::kStream) {
    if (kernels == nullptr && items->graph != nullptr && find_learner(options.learner).views)
      kernels = std::make_shared<const Kernels>(items, options.threads, options.model);
    stream.emplace(items, kernels, static_cast<int>(classes.size()), options);
  } else if (PoolLearner::is(options.learner)) {
    learner.emplace(items, static_cast<int>(label_state.classes().size()), options);
  } else if (options.find) {
    if (find_kernels == nullptr)
      find_kernels =
          std::make_shared<const FindKernels>(items, options.threads, options.model, FindParams{});
    finder = fresh_finder();
  } else {
    if (kernels == nullptr)
      kernels = std::make_shared<const Kernels>(items, options.threads, options.model);
    model = fresh_model();
  }
  learned = 0;
  corrections = label_state.corrections();
  finished = false;
}

void Session::State::reseed(std::uint64_t seed) {
  if (seed == options.seed && events.empty()) return;
  if (seed != options.seed) opinions = nullptr;  // they depend on the seed
  options.seed = seed;
  events.clear();
  replay();
}

AutoModel Session::State::fresh_model() {
  const auto K = static_cast<int>(label_state.classes().size());
  if (has_opinions() && (opinions == nullptr || opinions->cols() != K))
    opinions = std::make_shared<const RowMatrix>(
        opinion_classes(*kernels, options.opinions, K, options.model, options.seed));
  return {kernels, K, options.model, options.seed, may_ask_on, opinions};
}

Finder Session::State::fresh_finder() const {
  return {find_kernels,         static_cast<int>(label_state.classes().size()),
          options.find.value(), options.stop_at_recall,
          options.criteria,     options.opinions};
}

void Session::State::check_item(std::uint32_t item) const {
  if (item < items->size()) return;
  throw std::invalid_argument(
      fmt::format("Session: item {} is out of range, there are {}", item, items->size()));
}

void Session::State::check(const Answer& answer) const {
  check_item(answer.item);
  if (answer.label < 0 || static_cast<std::size_t>(answer.label) >= label_state.classes().size()) {
    throw std::invalid_argument(fmt::format("Session: class {} is out of range, there are {}",
                                            answer.label, label_state.classes().size()));
  }
}

void Session::State::apply_to_stream(const Event& event) {
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
  return question.why == Why::kRelabel ? label_state.may_relabel(question.item)
                                       : label_state.may_ask()[question.item] != 0;
}

void Session::State::add(Event event) {
  if (event.question && event.question->why == Why::kRelabel)
    event.question->current_label = label_state.label(event.question->item);
  label_state.apply(event);
  if (stream) apply_to_stream(event);
  events.push_back(std::move(event));
  finished = false;
}

void Session::State::add_checked(Event event) {
  if (event.kind == Event::Kind::kQuestion) {
    check_item(event.question->item);
    if (!may_be_asked(*event.question))
      throw std::invalid_argument("Session: a question of the file could not be asked");
  } else if (event.kind == Event::Kind::kAnswer) {
    check(event.answer);
  } else if (event.kind == Event::Kind::kClass) {
    if (std::find(label_state.classes().begin(), label_state.classes().end(), event.name) !=
        label_state.classes().end())
      throw std::invalid_argument("Session: a class of the file exists already");
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
  label_state = LabelState(items->size(), classes);
  if (stream) {
    begin();
    for (const Event& event : again) add(event);
    return;
  }
  for (const Event& event : again) label_state.apply(event);
  events = again;
  begin();
}

bool Session::State::is_even(const Answer& answer) const {
  const std::optional<Question>& question = label_state.answered_question(answer.item);
  return question && question->uniform;
}

bool Session::State::was_asked(const Answer& answer) const {
  return label_state.answered_question(answer.item).has_value();
}

void Session::State::follow_finder() {
  const auto K = static_cast<int>(label_state.classes().size());
  if (corrections != label_state.corrections() || finder->num_classes() < K) {
    finder.reset();
    finder = fresh_finder();
    learned = 0;
  }
  corrections = label_state.corrections();
  for (; learned < label_state.answers().size(); ++learned) {
    const Answer& answer = label_state.answers()[learned];
    finder->learn({answer.item, answer.label}, was_asked(answer), is_even(answer));
  }
  finder->model().update();
  finder->settle(label_state.num_unread());
}

void Session::State::follow() {
  if (finder) return follow_finder();
  const auto K = static_cast<int>(label_state.classes().size());
  if (learner) {
    if (corrections != label_state.corrections() || learner->num_classes() < K)
      learner.emplace(items, K, options);
    corrections = label_state.corrections();
    return learner->learn(label_state.answers());
  }
  if (corrections != label_state.corrections() || model->num_classes() < K) {
    model.reset();  // frees its memory before the new model needs as much
    model = fresh_model();
    learned = 0;
  }
  corrections = label_state.corrections();
  for (; learned < label_state.answers().size(); ++learned) {
    const Answer& answer = label_state.answers()[learned];
    model->learn({answer.item, answer.label});
  }
  model->update();
}

}  // namespace querent
