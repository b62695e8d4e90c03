// SPDX-License-Identifier: Apache-2.0
// The next question of a session, or the reason why it ends.
#include <algorithm>
#include <cstddef>
#include <deque>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include <querent/learners/play.hpp>
#include <querent/learners/session/calibration.hpp>
#include <querent/learners/session/session_state.hpp>

namespace querent {

namespace {

// From five answers per class on, when a further answer improves the model less, the first twenty
// checks are three times as frequent.
constexpr std::size_t kFewLabels = 5, kFirstChecks = 20;
constexpr double kTimesMore = 3;

// Writes the model's prediction for the item into the question.
void say(Question& question, int label, std::vector<double> probabilities) {
  question.predicted = label;
  question.confidence = probabilities[static_cast<std::size_t>(label)];
  question.class_probabilities = std::move(probabilities);
}

int most_probable(const std::vector<double>& probabilities) {
  return static_cast<int>(std::ranges::max_element(probabilities) - probabilities.begin());
}

// Conditions `model` on the open questions that it has not been conditioned on yet.
template <class Model>
void add_pending(Model& model, const std::deque<Question>& open, std::size_t num_pending) {
  for (; num_pending < open.size(); ++num_pending) model.add_pending(open[num_pending].item);
}

}  // namespace

std::optional<Ending> Session::State::ask_stream() {
  if (!stream->advance()) {
    if (stream->rule().stopped()) return Ending::kGoal;
    if (options.budget && label_state.asked() >= *options.budget) return Ending::kBudget;
    return Ending::kNothingLeft;
  }
  const Round& round = stream->round();
  Question question = question_of({.item = stream->item(), .probability = round.probability});
  question.class_probabilities = stream->probabilities();
  if (!label_state.answers().empty()) {
    const int guess = stream->process() != nullptr ? most_probable(question.class_probabilities)
                                                   : round.prediction.label;
    say(question, guess, std::move(question.class_probabilities));
  }
  add({.kind = Event::Kind::kQuestion, .question = std::move(question)});
  return std::nullopt;
}

std::optional<Ending> Session::State::ending() {
  if (options.stop_at_error > 0 && !label_state.reached()) {
    const std::uint64_t look = looks_due(label_state.checks().size());
    if (look > label_state.looks()) {
      Event event{.kind = Event::Kind::kLook, .look = look};
      event.reached = goal_reached(checks(), look, options.stop_at_error);
      const bool was_finished = finished;
      add(std::move(event));
      finished = was_finished;
    }
  }
  if (label_state.reached()) return Ending::kGoal;
  if (finder && options.stop_at_recall > 0) {
    follow();
    if (finder->reached()) return Ending::kGoal;
  }
  if (options.budget && label_state.asked() + label_state.open().size() >= *options.budget)
    return Ending::kBudget;
  if (label_state.num_may_ask() == 0) return Ending::kNothingLeft;
  return std::nullopt;
}

// Current share of random checks: 0 until the covering questions are answered; higher until there
// are enough checks for an interval.
double Session::State::check_rate() const {
  const std::size_t answers = label_state.answers().size(), K = label_state.classes().size();
  if (options.checks == 1) return 1;
  if (finder) return finder->confirms(label_state.may_ask()) ? 1 : options.checks;
  if (answers < covering_answers(K)) return 0;
  const bool more = answers >= kFewLabels * K && label_state.checks().size() < kFirstChecks;
  return std::min(1.0, more ? kTimesMore * options.checks : options.checks);
}

std::optional<std::uint64_t> Session::State::left() const {
  if (!options.budget) return std::nullopt;
  return *options.budget - label_state.asked() - label_state.open().size();
}

// A random check, or the choice of a rule.
PoolChoice Session::State::choice(const std::function<PoolChoice(Rng&)>& rule) const {
  // every question has its own random numbers, independent of earlier events
  Rng rng = make_rng(options.seed, label_state.questions(), Stream::kQuery);
  const double c = check_rate(), n = static_cast<double>(label_state.num_may_ask());
  if (draw(c, rng))
    return draw_from(label_state.may_ask(), label_state.num_may_ask(), Why::kCheck, rng);
  PoolChoice choice = rule(rng);
  if (choice.why == Why::kRelabel) {
    choice.probability = 1 - c;
    return choice;
  }
  if (choice.item >= items->size() || label_state.may_ask()[choice.item] == 0)
    throw std::invalid_argument("Session: the rule chose an item that may not be asked");
  if (!choice.uniform) choice.probability = (1 - c) * choice.probability + c / n;
  return choice;
}

// While answers are pending, a copy of the model that is conditioned on them chooses.
template <class Model>
void Session::State::ask_until(std::size_t count, std::optional<Model>& by) {
  std::optional<Model> ahead;
  std::size_t num_pending = 0;
  while (label_state.open().size() < count && !ending()) {
    if (!ahead) follow();
    if (!label_state.open().empty()) {
      if (!ahead) ahead = *by;
      add_pending(*ahead, label_state.open(),
                  std::exchange(num_pending, label_state.open().size()));
    }
    add({.kind = Event::Kind::kQuestion, .question = question_by(ahead ? *ahead : *by)});
  }
}

void Session::State::ask_until(std::size_t count) {
  if (learner) {
    ask_until(count, learner);
  } else if (finder) {
    while (label_state.open().size() < count && !ending()) {
      follow();
      add({.kind = Event::Kind::kQuestion, .question = question_by(*finder)});
    }
  } else {
    ask_until(count, model);
  }
}

Question Session::State::question_of(const PoolChoice& choice) const {
  return {.id = label_state.questions() + 1,
          .item = choice.item,
          .why = choice.why,
          .probability = choice.probability,
          .class_probabilities = std::vector<double>(label_state.classes().size(), 0),
          .uniform = choice.uniform};
}

// `by` is fitted to all answers, and may be conditioned on open questions.
Question Session::State::question_by(const AutoModel& by) {
  const Pool pool{.model = by,
                  .answers = label_state.answers(),
                  .may_ask = label_state.may_ask(),
                  .num_may_ask = label_state.num_may_ask(),
                  .left = left(),
                  .open = label_state.open().size()};
  Question question = question_of(choice([&](Rng& rng) {
    if (const auto item = relabelled(by)) return PoolChoice{.item = *item, .why = Why::kRelabel};
    return options.rule(pool, rng);
  }));
  if (!predicts() || by.num_classes() == 0) return question;
  if (!component.empty() && !reached_components(label_state.answers())[component[question.item]])
    return question;
  std::vector<double> p;
  if (options.class_prior.empty()) {
    p = by.probabilities(question.item);
  } else {  // a class prior changes the probabilities of all items together
    finish();
    const auto row = probability.row(question.item);
    p.assign(row.begin(), row.end());
  }
  if (question.why == Why::kRelabel) {  // predicted without its own label
    const auto l = std::ranges::find(label_state.answers(), question.item, &Answer::item);
    const RowMatrix without = by.left_out_probabilities();
    const auto row = without.row(l - label_state.answers().begin());
    p.assign(row.begin(), row.end());
  }
  const auto most = static_cast<int>(std::ranges::max_element(p) - p.begin());
  say(question, most, std::move(p));
  return question;
}

Question Session::State::question_by(const PoolLearner& by) const {
  const Askable askable{
      .may_ask = label_state.may_ask(), .count = label_state.num_may_ask(), .left = left()};
  Question question = question_of(choice([&](Rng& rng) { return by.choose(askable, rng); }));
  if (label_state.answers().empty()) return question;
  say(question, by.predict(question.item).label,
      probabilities(by.scores(question.item), inverse_temperature(by.scored_answers())));
  return question;
}

Question Session::State::question_by(const Finder& by) const {
  Question question = question_of(choice([&](Rng&) { return by.choose(label_state.may_ask()); }));
  if (!predicts()) return question;
  std::vector<double> p = by.model().probabilities(question.item);
  const auto most = static_cast<int>(std::ranges::max_element(p) - p.begin());
  say(question, most, std::move(p));
  return question;
}

}  // namespace querent
