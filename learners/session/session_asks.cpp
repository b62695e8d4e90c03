// SPDX-License-Identifier: Apache-2.0
// What a session asks next, or why it asks no more.
#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include <querent/learners/play.hpp>
#include <querent/learners/session/calibration.hpp>
#include <querent/learners/session/session_state.hpp>

namespace querent {

namespace {

constexpr std::uint64_t kChecksFrom = 2;  // answers a class: before, each is needed to cover

}  // namespace

std::optional<Ending> Session::State::ask_stream() {
  if (!stream->advance()) {
    if (stream->rule().stopped()) return Ending::kGoal;
    if (options.budget && book.asked() >= *options.budget) return Ending::kBudget;
    return Ending::kNothingLeft;
  }
  const Round& round = stream->round();
  Question question{.id = book.questions() + 1,
                    .item = stream->item(),
                    .probability = round.probability,
                    .class_probabilities = stream->probabilities()};
  if (!book.answers().empty()) {
    question.predicted = round.prediction.label;
    question.confidence =
        question.class_probabilities[static_cast<std::size_t>(question.predicted)];
  }
  add({.kind = Event::Kind::kQuestion, .question = std::move(question)});
  return std::nullopt;
}

std::optional<Ending> Session::State::ending() {
  if (options.stop_at_error > 0 && !book.reached()) {
    const std::uint64_t look = looks_due(book.checks().size());
    if (look > book.looks()) {
      Event event{.kind = Event::Kind::kLook, .look = look};
      event.reached = goal_reached(checks(), look, options.stop_at_error);
      const bool was_finished = finished;
      add(std::move(event));
      finished = was_finished;
    }
  }
  if (book.reached()) return Ending::kGoal;
  if (options.budget && book.asked() + book.open().size() >= *options.budget)
    return Ending::kBudget;
  if (book.num_may_ask() == 0) return Ending::kNothingLeft;
  return std::nullopt;
}

// Share of the questions that are drawn at random by now.
double Session::State::check_share() const {
  const std::uint64_t from = kChecksFrom * std::max<std::uint64_t>(book.classes().size(), 2);
  return options.checks == 1 || book.answers().size() >= from ? options.checks : 0;
}

std::optional<std::uint64_t> Session::State::left() const {
  if (!options.budget) return std::nullopt;
  return *options.budget - book.asked() - book.open().size();
}

// A check, or what a rule chooses.
PoolChoice Session::State::choice(const std::function<PoolChoice(Rng&)>& rule) const {
  // every question has draws of its own: what came before does not move them
  Rng rng = make_rng(options.seed, book.questions(), Stream::kQuery);
  const double c = check_share(), n = static_cast<double>(book.num_may_ask());
  if (draw(c, rng)) return draw_from(book.may_ask(), book.num_may_ask(), Why::kCheck, rng);
  PoolChoice choice = rule(rng);
  if (choice.item >= items->size() || book.may_ask()[choice.item] == 0)
    throw std::invalid_argument("Session: the rule chose an item that may not be asked");
  if (!choice.uniform) choice.probability = (1 - c) * choice.probability + c / n;
  return choice;
}

// One more open question; `by` has looked, and may have foreseen what is open.
void Session::State::ask(const PoolModel& by) {
  const Pool pool{.model = by,
                  .answers = book.answers(),
                  .may_ask = book.may_ask(),
                  .num_may_ask = book.num_may_ask(),
                  .left = left(),
                  .open = book.open().size()};
  const PoolChoice chosen = choice([&](Rng& rng) { return options.rule(pool, rng); });
  add({.kind = Event::Kind::kQuestion, .question = question_of(chosen, by)});
}

void Session::State::ask_by_learner() {
  follow();
  std::optional<PoolLearner> ahead;
  if (!book.open().empty()) ahead = *learner;
  for (const Question& question : book.open()) ahead->foresee(question.item);
  const PoolLearner& by = ahead ? *ahead : *learner;
  const Askable askable{.may_ask = book.may_ask(), .count = book.num_may_ask(), .left = left()};
  const PoolChoice chosen = choice([&](Rng& rng) { return by.choose(askable, rng); });
  Question question{.id = book.questions() + 1,
                    .item = chosen.item,
                    .why = chosen.why,
                    .probability = chosen.probability,
                    .class_probabilities = std::vector<double>(book.classes().size(), 0),
                    .uniform = chosen.uniform};
  if (!book.answers().empty()) {
    question.predicted = by.predict(chosen.item).label;
    question.class_probabilities = probabilities(by.scores(chosen.item), sharpness(by.heard()));
    question.confidence = question.class_probabilities[static_cast<std::size_t>(question.predicted)];
  }
  add({.kind = Event::Kind::kQuestion, .question = std::move(question)});
}

Question Session::State::question_of(const PoolChoice& choice, const PoolModel& by) const {
  Question question{.id = book.questions() + 1,
                    .item = choice.item,
                    .why = choice.why,
                    .probability = choice.probability,
                    .uniform = choice.uniform};
  const auto K = static_cast<std::size_t>(by.num_classes());
  question.class_probabilities.assign(K, 0);
  if (!component.empty() && !reached_components(book.answers())[component[choice.item]]) return question;
  std::vector<double> f(K);
  question.predicted = by.predict(choice.item, f).label;
  if (question.predicted < 0) return question;
  question.class_probabilities = probabilities(f, sharpness(kept_back()));
  question.confidence = question.class_probabilities[static_cast<std::size_t>(question.predicted)];
  return question;
}

}  // namespace querent
