// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/session_state.hpp>

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <system_error>

#include <fmt/format.h>

#include <querent/graph/components.hpp>
#include <querent/learners/play.hpp>
#include <querent/learners/session/ridge.hpp>
#include <querent/learners/session/self_training.hpp>
#include <querent/learners/session/variance_reduction.hpp>
#include <querent/spectral/correct_and_smooth.hpp>

namespace querent {

namespace {

constexpr std::uint64_t kRest = 10;  // questions before a skipped item may come again
constexpr std::size_t kFolds = 4;    // in which checks are kept back
constexpr std::uint32_t kLandmarks = 300;
constexpr std::size_t kPrepareBefore = 4;  // answers
constexpr std::uint64_t kChecksFrom = 2;  // answers a class: before, each is needed to cover

std::vector<std::uint32_t> components_of(const Items& items) {
  if (items.graph == nullptr || items.word_columns > 0) return {};
  return connected_components(*items.graph).of;
}

std::span<double> row_of(NodeScores& F, std::uint32_t i) {
  const auto K = static_cast<std::size_t>(F.cols());
  return {F.data() + i * K, K};
}

std::vector<LabelledNode> nodes_of(std::span<const Answer> answers) {
  std::vector<LabelledNode> nodes;
  for (const auto& [item, label] : answers) nodes.push_back({item, label});
  return nodes;
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
    options.rule = variance_reduction();
    if (options.model.landmarks == 0) options.model.landmarks = kLandmarks;
  }
  return items;
}

}  // namespace

void Book::allow(std::uint32_t item, bool may) {
  num_may_ask_ = num_may_ask_ - (may_ask_[item] != 0 ? 1 : 0) + (may ? 1 : 0);
  may_ask_[item] = may ? 1 : 0;
}

const Question* Book::question_of(std::uint32_t item) const {
  const auto found =
      std::find_if(open_.begin(), open_.end(), [&](const Question& q) { return q.item == item; });
  return found == open_.end() ? nullptr : &*found;
}

// No question and no rest of the item is left: something was said of it.
void Book::close(std::uint32_t item) {
  if (const Question* question = question_of(item)) {
    said_[item] = *question;
  } else {
    said_.try_emplace(item);
  }
  std::erase_if(open_, [&](const Question& q) { return q.item == item; });
  std::erase_if(resting_, [&](const Resting& resting) { return resting.item == item; });
  allow(item, false);
}

// The skipped come back when others were asked in between, or when nothing else is left.
void Book::wake() {
  while (!resting_.empty() &&
         (resting_.front().until <= questions_ || (num_may_ask_ == 0 && open_.empty()))) {
    allow(resting_.front().item, true);
    resting_.pop_front();
  }
}

void Book::answer(const Answer& answer) {
  if (label_[answer.item] >= 0) {
    ++corrections_;
    std::find_if(answers_.begin(), answers_.end(), [&](const Answer& a) {
      return a.item == answer.item;
    })->label = answer.label;
  } else {
    if (const Question* question = question_of(answer.item)) {
      ++asked_;
      if (question->uniform) checks_.push_back(answer.item);
    }
    answers_.push_back(answer);
    close(answer.item);
  }
  label_[answer.item] = answer.label;
}

void Book::forget(std::uint32_t item) {
  const auto was_said = said_.extract(item);
  if (was_said.empty() || question_of(item) != nullptr) return;  // skipped, and asked again since
  const std::optional<Question>& question = was_said.mapped();
  std::erase_if(resting_, [&](const Resting& resting) { return resting.item == item; });
  if (label_[item] >= 0) {
    ++corrections_;
    label_[item] = -1;
    std::erase_if(answers_, [&](const Answer& answer) { return answer.item == item; });
    if (question) {
      --asked_;
      std::erase(checks_, item);
    }
  }
  allow(item, !question);
  if (question) open_.push_back(*question);
}

void Book::apply(const Event& event) {
  const std::uint32_t item = event.answer.item;
  switch (event.kind) {
    case Event::Kind::kQuestion:
      open_.push_back(*event.question);
      allow(event.question->item, false);
      ++questions_;
      break;
    case Event::Kind::kLook:
      looks_ = event.look;
      reached_ = reached_ || event.reached;
      break;
    case Event::Kind::kAnswer:
      answer(event.answer);
      break;
    case Event::Kind::kSkip:
      if (label_[item] >= 0) break;
      close(item);
      resting_.push_back({questions_ + kRest, item});
      break;
    case Event::Kind::kDoNotKnow:
      close(item);
      break;
    case Event::Kind::kClass:
      classes_.push_back(event.name);
      break;
    case Event::Kind::kForget:
      forget(item);
      break;
  }
  wake();
}

Session::State::State(std::shared_ptr<const Items> given, std::vector<std::string> names,
                      SessionOptions how)
    : items(checked(std::move(given), names, how)),
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
  } else {
    model = fresh_model(options.model.landmarks);
  }
  learned = 0;
  corrections = book.corrections();
  prepared.reset();
  finished = false;
}

double Session::State::ridge() const {
  return options.model.gamma > 0 ? options.model.gamma
                                 : ridge_for(book.answers().size(), book.classes().size());
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

void Session::State::add(Event event) {
  book.apply(event);
  if (stream) tell_stream(event);
  events.push_back(std::move(event));
  finished = false;
}

void Session::State::add_checked(Event event) {
  if (event.kind == Event::Kind::kQuestion) {
    check_item(event.question->item);
    if (book.may_ask()[event.question->item] == 0)
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

void Session::State::follow() {
  if (corrections != book.corrections() || model->gamma() != ridge()) {
    if (!take_prepared()) {
      model = fresh_model(options.model.landmarks);
      learned = 0;
    }
    corrections = book.corrections();
  }
  while (model->num_classes() < static_cast<int>(book.classes().size())) model->add_class();
  for (; learned < book.answers().size(); ++learned)
    model->learn(book.answers()[learned].item, book.answers()[learned].label);
  model->look();
}

// Learns on while answers come. What is no longer wanted is kept until it is made: to let it go is to
// wait for its thread.
void Session::State::prepare() {
  if (stream || options.model.gamma > 0) return;
  const std::vector<Answer>& answers = book.answers();
  const double next = ridge_for(answers.size() + kPrepareBefore, book.classes().size());
  std::shared_ptr<PoolModel> begun;
  if (prepared) {
    if (prepared->model.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
    const bool wanted = prepared->gamma == next && prepared->corrections == book.corrections();
    if (wanted && prepared->learned == answers.size()) return;
    if (wanted) begun = prepared->model.get();
  }
  const std::size_t first = begun ? prepared->learned : 0;
  prepared.reset();
  if (next == ridge()) return;
  PoolModel::Params params = options.model;
  params.gamma = next;
  const auto make = [items = items, K = static_cast<int>(book.classes().size()), params,
                     threads = options.threads, begun = std::move(begun),
                     more = std::vector<Answer>(answers.begin() + static_cast<std::ptrdiff_t>(first),
                                                answers.end())] {
    // one thread, so that a question that comes meanwhile has the others
    const auto made = begun ? begun : std::make_shared<PoolModel>(items, K, params, 1);
    while (made->num_classes() < K) made->add_class();
    for (const auto& [item, label] : more) made->learn(item, label);
    made->look();
    made->use_threads(threads);
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

// One more open question; `by` has looked, and may have foreseen what is open.
void Session::State::ask(const PoolModel& by) {
  const Pool pool{.model = by,
                  .answers = book.answers(),
                  .may_ask = book.may_ask(),
                  .num_may_ask = book.num_may_ask(),
                  .left = options.budget
                              ? std::optional(*options.budget - book.asked() - book.open().size())
                              : std::nullopt};
  // every question has draws of its own: what came before does not move them
  Rng rng = make_rng(options.seed, book.questions(), Stream::kQuery);
  const double c = check_share(), n = static_cast<double>(pool.num_may_ask);
  PoolChoice choice;
  if (draw(c, rng)) {
    choice = draw_from(pool, Why::kCheck, rng);
  } else {
    choice = options.rule(pool, rng);
    if (choice.item >= items->size() || pool.may_ask[choice.item] == 0)
      throw std::invalid_argument("Session: the rule chose an item that may not be asked");
    if (!choice.uniform) choice.probability = (1 - c) * choice.probability + c / n;
  }
  add({.kind = Event::Kind::kQuestion, .question = question_of(choice, by)});
}

Question Session::State::question_of(const PoolChoice& choice, const PoolModel& by) const {
  Question question{.id = book.questions() + 1,
                    .item = choice.item,
                    .why = choice.why,
                    .probability = choice.probability,
                    .uniform = choice.uniform};
  const auto K = static_cast<std::size_t>(by.num_classes());
  question.class_probabilities.assign(K, 0);
  if (!component.empty() && !reached_components()[component[choice.item]]) return question;
  std::vector<double> f(K);
  question.predicted = by.predict(choice.item, f).label;
  if (question.predicted < 0) return question;
  question.class_probabilities = probabilities(f, sharpness(kept_back()));
  question.confidence = question.class_probabilities[static_cast<std::size_t>(question.predicted)];
  return question;
}

// Of each component, whether a label is known in it.
std::vector<bool> Session::State::reached_components() const {
  std::vector<bool> reached(component.size(), false);
  if (component.empty()) return reached;
  for (const auto& [item, label] : book.answers()) reached[component[item]] = true;
  return reached;
}

// What the model says of every answered item without its answer.
std::vector<LabelledScores> Session::State::kept_back() const {
  std::vector<LabelledScores> kept;
  for (const auto& [item, label] : book.answers()) {
    kept.push_back({std::vector<double>(book.classes().size()), label});
    model->scores_without(item, label, kept.back().f);
  }
  return kept;
}

// What a model says of every item, of answered ones without their answer.
NodeScores Session::State::scores_by(const PoolModel& by, std::span<const Answer> answers) const {
  if (items->graph && by.num_classes() > 1 && !answers.empty()) return self_trained(by, answers);
  NodeScores Z = by.all_scores();
  for (const auto& [item, label] : answers) by.scores_without(item, label, row_of(Z, item));
  return Z;
}

FinishedScores Session::State::pool_scores() {
  follow();
  FinishedScores said{.F = scores_by(*model, book.answers())};
  std::vector<LabelledScores> kept;
  for (const auto& [item, label] : book.answers()) {
    const std::span<const double> f = row_of(said.F, item);
    kept.push_back({{f.begin(), f.end()}, label});
  }
  said.t = sharpness(kept);
  if (items->graph && said.F.cols() > 1 && !book.answers().empty()) {
    ScoresOverGraph over = scores_over_graph(*items->graph, said.F, nodes_of(book.answers()));
    said.F = std::move(over.scores);
    if (over.shares.sharpness > 0) said.t = over.shares.sharpness;
  }
  if (!options.class_shares.empty() && !book.answers().empty()) bring_to_shares(said);
  return said;
}

// Moves the scores of each class by a constant, so that classes are as frequent as they are known
// to be: softmax(t f + log b), b_k ← b_k π_k / mean p_k until it stands (Saerens, Latinne,
// Decaestecker, Neural Computation 14, 2002, with shares that are known).
void Session::State::bring_to_shares(FinishedScores& said) const {
  constexpr int kSteps = 1000;
  constexpr double kEnough = 1e-9;
  const auto K = static_cast<Eigen::Index>(options.class_shares.size());
  if (said.F.cols() != K) return;  // a class was added: its share is not known
  const Eigen::Map<const Eigen::RowVectorXd> shares(options.class_shares.data(), K);
  Eigen::RowVectorXd offset = Eigen::RowVectorXd::Zero(K);
  for (int step = 0; step < kSteps; ++step) {
    Eigen::RowVectorXd mean = Eigen::RowVectorXd::Zero(K);
    for (Eigen::Index i = 0; i < said.F.rows(); ++i) {
      Eigen::RowVectorXd p = said.t * said.F.row(i) + offset;
      p = (p.array() - p.maxCoeff()).exp();
      mean += p / p.sum();
    }
    mean /= static_cast<double>(said.F.rows());
    const Eigen::RowVectorXd step_by = (shares.array() / mean.array()).log().matrix();
    offset += step_by;
    if (step_by.cwiseAbs().maxCoeff() < kEnough) break;
  }
  said.F.rowwise() += offset / said.t;
}

void Session::State::finish() {
  if (finished) return;
  model_says = stream ? stream->finish(book.answers()) : pool_scores();
  const std::vector<bool> reached = reached_components();
  predictions.assign(items->size(), {});
  for (std::uint32_t i = 0; i < predictions.size(); ++i) {
    ItemPrediction& said = predictions[i];
    const std::span<double> f = row_of(model_says.F, i);
    if (!component.empty() && !reached[component[i]]) std::fill(f.begin(), f.end(), 0.0);
    if (f.size() > 1) said.margin = predict_from_scores(f).margin;
    if (book.label(i) >= 0) {
      said = {.label = book.label(i), .probability = 1, .margin = said.margin, .asked = true};
    } else if (std::any_of(f.begin(), f.end(), [](double f_k) { return f_k != 0; })) {
      said.label = f.size() > 1 ? predict_from_scores(f).label : 0;
      said.probability = probabilities(f, model_says.t)[static_cast<std::size_t>(said.label)];
    }
  }
  finished = true;
}

// Where items teach each other, a check is judged by a model that never saw its answer.
Checks Session::State::checks() {
  follow();
  Checks checks{.drawn = book.checks().size()};
  const auto wrong = [&](const NodeScores& scores, std::uint32_t item) {
    const auto f = scores.row(item);
    Eigen::Index best = 0;
    const double top = f.maxCoeff(&best);
    return (top == 0 && f.minCoeff() == 0) || best != book.label(item);
  };
  if (items->graph == nullptr || book.classes().size() < 2) {
    const NodeScores Z = scores_by(*model, book.answers());
    for (const std::uint32_t item : book.checks()) checks.wrong += wrong(Z, item);
    return checks;
  }
  const std::size_t folds = std::min(kFolds, book.checks().size());
  for (std::size_t fold = 0; fold < folds; ++fold) {
    std::vector<bool> kept(items->size(), false);
    for (std::size_t j = fold; j < book.checks().size(); j += folds) kept[book.checks()[j]] = true;
    std::vector<Answer> others;
    PoolModel by = fresh_model(0);
    for (const Answer& answer : book.answers()) {
      if (kept[answer.item]) continue;
      others.push_back(answer);
      by.learn(answer.item, answer.label);
    }
    const NodeScores Z = scores_by(by, others);
    const NodeScores scores =
        others.empty() ? Z : scores_over_graph(*items->graph, Z, nodes_of(others)).scores;
    for (std::size_t j = fold; j < book.checks().size(); j += folds)
      checks.wrong += wrong(scores, book.checks()[j]);
  }
  return checks;
}

}  // namespace querent
