// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/session_state.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include <fmt/format.h>

#include <querent/learners/session/auto/opinions.hpp>
#include <querent/learners/session/auto/rule.hpp>

namespace querent {

namespace {

void check_criteria(const Items& items, const CsrMatrix& criteria) {
  const auto zeros = std::ranges::count(criteria.offsets, 0u);
  if (criteria.index.empty() && zeros == std::ssize(criteria.offsets)) return;
  if (items.terms.empty())
    throw std::invalid_argument("Session: criteria need items with views of words");
  check_items({.rows = criteria});
  const std::size_t rows = criteria.rows();
  if (rows > items.terms.size())
    throw std::invalid_argument("Session: criteria must have at most one row per view");
  for (std::uint32_t v = 0; v < rows; ++v) {
    const auto row = criteria[v];
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
  if (options.order == Order::kStream || LearnerEngine::is(options.learner))
    throw std::invalid_argument("Session: finding a class needs the learner auto in pool order");
}

void check_prior(const std::vector<double>& prior, std::size_t num_classes) {
  if (prior.empty()) return;
  const auto above_0 = [](double share) { return share > 0; };
  if (prior.size() != num_classes || !std::ranges::all_of(prior, above_0))
    throw std::invalid_argument(
        "Session: class shares must have one share > 0 per class, or be empty");
  const double sum = std::accumulate(prior.begin(), prior.end(), 0.0);
  if (!(std::abs(sum - 1) < 1e-6))
    throw std::invalid_argument(
        fmt::format("Session: class shares must have the sum 1, found {}", sum));
}

// The ranges that auto.hpp states.
void check_constants(const AutoParams& p) {
  const OpinionParams& o = p.opinions;
  const auto share = [](double x) { return x >= 0 && x <= 1; };
  const auto positive = [](double x) { return x >= 1e-9 && x <= 1e9; };
  const auto all = [](const auto& values, auto holds) {
    return std::ranges::all_of(values, holds);
  };
  const bool holds =
      p.word_columns >= 1 && p.teleport >= 1e-3 && p.teleport < 1 && positive(p.intercept) &&
      all(p.noises, positive) && positive(p.temperature) && positive(p.temperature_spread) &&
      all(p.label_noises, share) && std::ranges::max(p.label_noises) < 1 &&
      all(p.label_noise_prior, share) && std::ranges::max(p.label_noise_prior) > 0 &&
      p.prune_from >= 0 && share(p.prune_below) && p.covering >= 0 && p.covering <= 1e6 &&
      p.cluster_sample >= 1 && p.landmarks >= 1 && p.candidates >= 1 && p.drawn > 0 &&
      p.drawn <= 1 && p.fewest_drawn >= 1 && o.right > 0 && o.right < 1 && positive(o.prior) &&
      o.steps >= 1 && o.steps <= 10'000 && all(o.trusts, share) && share(o.first_trust);
  if (!holds)
    throw std::invalid_argument(
        "Session: a constant of `model` is outside the range that auto.hpp states");
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
  if (options.threads < 1) throw std::invalid_argument("Session: threads must be at least 1");
  if (!(options.checks >= 0 && options.checks <= 1))
    throw std::invalid_argument("Session: checks must be in [0, 1]");
  if (!(options.stop_at_error >= 0 && options.stop_at_error < 1))
    throw std::invalid_argument("Session: stop_at_error must be in [0, 1)");
  check_constants(options.model);
  check_prior(options.class_prior, classes.size());
  if (!options.opinions.empty()) {
    check_opinions(options.opinions, items->size(), static_cast<int>(classes.size()));
    if (options.order == Order::kStream || LearnerEngine::is(options.learner))
      throw std::invalid_argument("Session: opinions need the learner auto in pool order");
  }
  check_find(classes, options);
  check_criteria(*items, options.criteria);
  if (!options.rule) options.rule = auto_rule();
  return items;
}

Engine engine_of(const std::shared_ptr<const Items>& items,
                 const std::shared_ptr<const SessionOptions>& options, const LabelState& labels) {
  if (options->order == Order::kStream) return StreamEngine(items, options, labels);
  if (LearnerEngine::is(options->learner)) return LearnerEngine(items, options, labels);
  if (options->find) return FindEngine(items, options, labels);
  return AutoEngine(items, options, labels);
}

}  // namespace

Session::State::State(std::shared_ptr<const Items> given, std::vector<std::string> names,
                      SessionOptions how)
    : items(checked(std::move(given), names, how)),
      classes(std::move(names)),
      options(std::make_shared<const SessionOptions>(std::move(how))),
      label_state(items->size(), classes),
      engine(engine_of(items, options, label_state)) {}

void Session::State::reseed(std::uint64_t seed) {
  if (seed == options->seed && events.empty()) return;
  SessionOptions other = *options;
  other.seed = seed;
  options = std::make_shared<const SessionOptions>(std::move(other));
  events.clear();
  replay();
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

bool Session::State::may_be_asked(const Question& question) const {
  return question.why == Why::kRelabel ? label_state.may_relabel(question.item)
                                       : label_state.may_ask()[question.item] != 0;
}

void Session::State::add(Event event) {
  if (event.question && event.question->why == Why::kRelabel)
    event.question->current_label = label_state.label(event.question->item);
  label_state.apply(event);
  with_engine([&](auto& one) { one.apply(event); });
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
  label_state = LabelState(items->size(), classes);
  for (const Event& event : events) label_state.apply(event);
  with_engine([&](auto& one) {
    one.restart(options, label_state);
    for (const Event& event : events) one.apply(event);
  });
  finished = false;
}

}  // namespace querent
