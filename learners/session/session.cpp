// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/session.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include <querent/learners/session/session_state.hpp>

namespace querent {

std::string_view to_string(Ending ending) {
  constexpr std::array kNames{"budget", "goal", "nothing left"};
  return kNames[static_cast<std::size_t>(ending)];
}

Session::Session(Items items, std::vector<std::string> classes, SessionOptions options)
    : Session(std::make_shared<const Items>(std::move(items)), std::move(classes),
              std::move(options)) {}

Session::Session(std::shared_ptr<const Items> items, std::vector<std::string> classes,
                 SessionOptions options)
    : state_(std::make_unique<State>(std::move(items), std::move(classes), std::move(options))) {}

Session::Session(std::unique_ptr<State> state) : state_(std::move(state)) {}
Session::Session(const Session& other) : state_(std::make_unique<State>(*other.state_)) {}
Session& Session::operator=(const Session& other) {
  if (this != &other) state_ = std::make_unique<State>(*other.state_);
  return *this;
}
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;
Session::~Session() = default;

Session Session::with_seed(std::uint64_t seed) const {
  Session copy(*this);
  copy.state_->reseed(seed);
  return copy;
}

Session Session::for_predictions() const {
  state_->engine_if<FindEngine>();  // the copy has no factor to add answers to
  Session copy(*this);
  copy.state_->with_engine([](auto& one) { one.keep_predictions(); });
  return copy;
}

std::variant<Question, Ending> Session::next() {
  const std::size_t before = num_open();
  if (const auto ending = state_->ask_until(1)) return *ending;
  return state_->first_open(1, before).front();
}

std::vector<Question> Session::next(std::size_t batch) {
  const std::size_t before = num_open();
  // in a stream one at a time: the next round depends on this answer
  state_->ask_until(state_->in_stream() ? std::min<std::size_t>(batch, 1) : batch);
  return state_->first_open(batch, before);
}

void Session::answer(std::uint32_t item, int label) {
  const Answer answer{item, label};
  state_->check(answer);
  if (state_->label_state.label(item) == label && !state_->label_state.is_open(item)) return;
  state_->add({.kind = Event::Kind::kAnswer, .answer = answer});
}

void Session::skip(std::uint32_t item) {
  state_->check_item(item);
  state_->add({.kind = Event::Kind::kSkip, .answer = {item, -1}});
}

void Session::do_not_know(std::uint32_t item) {
  state_->check_item(item);
  state_->add({.kind = Event::Kind::kDoNotKnow, .answer = {item, -1}});
}

void Session::forget(std::uint32_t item) {
  if (state_->in_stream())
    throw std::invalid_argument("Session: in stream order only undo() takes back an answer");
  state_->check_item(item);
  if (state_->label_state.can_forget(item))
    state_->add({.kind = Event::Kind::kForget, .answer = {item, -1}});
}

bool Session::replay_question(Question question) {
  if (state_->in_stream())
    throw std::invalid_argument("Session: in stream order only next() poses questions");
  state_->check_item(question.item);
  if (!(question.probability >= 0 && question.probability <= 1))
    throw std::invalid_argument("Session: the probability of a question must be in [0, 1]");
  if (!state_->may_be_asked(question)) return false;
  question.id = state_->label_state.questions() + 1;
  state_->add({.kind = Event::Kind::kQuestion,
               .answer = {question.item, -1},
               .question = std::move(question)});
  return true;
}

bool Session::undo() {
  return state_->undo();
}

int Session::add_class(std::string name) {
  if (state_->in_stream())
    throw std::invalid_argument("Session: in stream order no class can be added");
  const auto& classes = state_->label_state.classes();
  if (std::find(classes.begin(), classes.end(), name) != classes.end())
    throw std::invalid_argument(fmt::format("Session: the class \"{}\" exists already", name));
  state_->with_engine([&](auto& one) { one.check_classes(static_cast<int>(classes.size()) + 1); });
  state_->add({.kind = Event::Kind::kClass, .name = std::move(name)});
  return static_cast<int>(classes.size()) - 1;
}

const std::vector<ItemPrediction>& Session::predictions() const {
  state_->finish();
  return state_->predictions;
}

std::vector<double> Session::class_probabilities(std::uint32_t item) const {
  state_->check_item(item);
  state_->finish();
  std::vector<double> p(classes().size(), 0);
  const ItemPrediction& predicted = state_->predictions[item];
  if (predicted.asked) {
    p[static_cast<std::size_t>(predicted.label)] = 1;
  } else {
    std::ranges::copy(state_->probability.row(item), p.begin());
  }
  return p;
}

Estimate Session::estimate() const {
  return state_->estimate();
}

std::vector<double> Session::utilities() const {
  return state_->with_engine([&](auto& one) {
    one.observe(state_->label_state);
    std::vector<double> of_item = one.utilities(state_->label_state);
    for (std::size_t i = 0; i < of_item.size(); ++i) {
      if (state_->label_state.may_ask()[i] == 0)
        of_item[i] = std::numeric_limits<double>::quiet_NaN();
    }
    return of_item;
  });
}

std::vector<double> Session::probably_wrong() const {
  const auto* const by = state_->engine_if<AutoEngine>();
  if (by == nullptr || state_->label_state.answers().empty()) return {};
  return by->model().probably_wrong();
}

std::optional<RecallInterval> Session::recall() const {
  const auto* const by = state_->engine_if<FindEngine>();
  return by == nullptr ? std::nullopt : std::optional(by->interval());
}

const std::vector<PassedItem>& Session::rounds() const {
  static const std::vector<PassedItem> kNone;
  const auto* const by = state_->engine_if<StreamEngine>();
  return by == nullptr ? kNone : by->rounds();
}
std::size_t Session::num_open() const {
  return state_->label_state.open().size();
}
std::uint64_t Session::asked() const {
  return state_->label_state.asked();
}
const std::vector<Answer>& Session::answers() const {
  return state_->label_state.answers();
}
const std::vector<std::string>& Session::classes() const {
  return state_->label_state.classes();
}
const Items& Session::items() const {
  return *state_->items;
}
const SessionOptions& Session::options() const {
  return *state_->options;
}

}  // namespace querent
