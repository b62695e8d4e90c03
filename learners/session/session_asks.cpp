// SPDX-License-Identifier: Apache-2.0
// The next question of a session, or the reason why it ends.
#include <algorithm>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include <querent/datasets/error.hpp>
#include <querent/learners/play.hpp>
#include <querent/learners/session/session_state.hpp>

namespace querent {

namespace {

// From five answers per class on, when a further answer improves the model less, the first twenty
// checks are three times as frequent.
constexpr std::size_t kFewLabels = 5, kFirstChecks = 20;
constexpr double kTimesMore = 3;

}  // namespace

double EngineDefaults::check_rate(const LabelState& labels) const {
  const std::size_t answers = labels.answers().size(), K = labels.classes().size();
  const double share = options().checks;
  if (share == 1) return 1;
  if (answers < covering_answers(K)) return 0;
  const bool more = answers >= kFewLabels * K && labels.checks().size() < kFirstChecks;
  return std::min(1.0, more ? kTimesMore * share : share);
}

Guess guess_of(std::vector<double> p) {
  const auto most = std::ranges::max_element(p) - p.begin();
  return {.label = static_cast<int>(most), .p = std::move(p)};
}

std::optional<Ending> Session::State::ending() {
  if (options->stop_at_error > 0 && !label_state.reached()) {
    const std::uint64_t look = looks_due(label_state.checks().size());
    if (look > label_state.looks()) {
      Event event{.kind = Event::Kind::kLook, .look = look};
      event.reached = goal_reached(checks(), look, options->stop_at_error);
      const bool was_finished = finished;
      add(std::move(event));
      finished = was_finished;
    }
  }
  if (label_state.reached()) return Ending::kGoal;
  if (const auto end = with_engine([&](auto& one) { return one.ending(label_state); })) return end;
  if (options->budget && label_state.asked() + label_state.open().size() >= *options->budget)
    return Ending::kBudget;
  if (label_state.num_may_ask() == 0) return Ending::kNothingLeft;
  return std::nullopt;
}

// A random check, or the choice of the engine.
PoolChoice Session::State::choice(const Engine& by) const {
  // every question has its own random numbers, independent of earlier events
  Rng rng = make_rng(options->seed, label_state.questions(), Stream::kQuery);
  const double n = static_cast<double>(label_state.num_may_ask());
  const double c = std::visit([&](const auto& one) { return one.check_rate(label_state); }, by);
  if (draw(c, rng))
    return draw_from(label_state.may_ask(), label_state.num_may_ask(), Why::kCheck, rng);
  Turn turn{.labels = label_state, .left = options->budget};
  if (turn.left) *turn.left -= label_state.asked() + label_state.open().size();
  PoolChoice choice = std::visit([&](const auto& one) { return one.choose(turn, rng); }, by);
  if (in_stream()) return choice;
  const bool again = choice.why == Why::kRelabel;
  if (choice.item >= items->size() ||
      !(again ? label_state.may_relabel(choice.item) : label_state.may_ask()[choice.item] != 0))
    throw std::invalid_argument("Session: the rule chose an item that may not be asked");
  if (!(choice.probability >= 0 && choice.probability <= 1))
    throw std::invalid_argument("Session: the rule gave a probability outside [0, 1]");
  if (again) {
    choice.probability = 1 - c;
    return choice;
  }
  if (!choice.uniform) choice.probability = (1 - c) * choice.probability + c / n;
  return choice;
}

// While answers are pending, a copy of the engine that is conditioned on them chooses. A batch can
// be cancelled between two of its questions: those that were posed are open, and come again.
std::optional<Ending> Session::State::ask_until(std::size_t count) {
  std::optional<Engine> ahead;
  std::size_t num_pending = 0;
  const bool is_batch = label_state.open().size() + 1 < count;
  while (label_state.open().size() < count) {
    if (const auto end = ending()) return end;
    if (!ahead) with_engine([&](auto& one) { one.observe(label_state); });
    if (!label_state.open().empty() && !ahead) ahead = engine;
    for (; num_pending < label_state.open().size(); ++num_pending) {
      if (is_batch && options->go_on && !options->go_on()) throw Cancelled();
      const std::uint32_t item = label_state.open()[num_pending].item;
      std::visit([&](auto& one) { one.add_pending(item); }, *ahead);
    }
    add({.kind = Event::Kind::kQuestion, .question = question_by(ahead ? *ahead : engine)});
  }
  return std::nullopt;
}

// `by` has observed all answers, and may be conditioned on open questions.
Question Session::State::question_by(const Engine& by) {
  const PoolChoice chosen = choice(by);
  Question question{.id = label_state.questions() + 1,
                    .item = chosen.item,
                    .why = chosen.why,
                    .probability = chosen.probability,
                    .uniform = chosen.uniform};
  predict(question, by);
  return question;
}

void Session::State::predict(Question& question, const Engine& by) {
  question.predicted = -1;
  question.confidence = 0;
  question.class_probabilities.assign(label_state.classes().size(), 0);
  if (!predicts()) return;
  Guess guess;
  if (options->class_prior.empty() || in_stream() || question.why == Why::kRelabel) {
    const PoolChoice chosen{.item = question.item, .why = question.why};
    guess = std::visit([&](const auto& one) { return one.predict(chosen, label_state); }, by);
  } else {  // a class prior changes the probabilities of all items together
    finish();
    const auto row = probability.row(question.item);
    guess = guess_of({row.begin(), row.end()});
  }
  question.predicted = guess.label;
  question.confidence = guess.p[static_cast<std::size_t>(guess.label)];
  question.class_probabilities = std::move(guess.p);
}

// The first open questions. The predictions of the `posed_before` of them that an earlier call posed
// use the answers since, unless these are of a stream or about an answer that exists.
std::vector<Question> Session::State::first_open(std::size_t count, std::size_t posed_before) {
  const auto& open = label_state.open();
  const auto end = static_cast<std::ptrdiff_t>(std::min(count, open.size()));
  std::vector<Question> questions(open.begin(), open.begin() + end);
  if (in_stream() || posed_before == 0) return questions;
  with_engine([&](auto& one) { one.observe(label_state); });
  for (std::size_t k = 0; k < std::min(posed_before, questions.size()); ++k) {
    if (questions[k].why != Why::kRelabel) predict(questions[k], engine);
  }
  return questions;
}

}  // namespace querent
