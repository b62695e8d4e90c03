// SPDX-License-Identifier: Apache-2.0
// The state of a session: the list of events, what follows from it, and the engine.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <querent/learners/session/auto/engine.hpp>
#include <querent/learners/session/checks.hpp>
#include <querent/learners/session/find/engine.hpp>
#include <querent/learners/session/label_state.hpp>
#include <querent/learners/session/learner_engine.hpp>
#include <querent/learners/session/session.hpp>
#include <querent/learners/session/stream_engine.hpp>

namespace querent {

using Engine = std::variant<AutoEngine, FindEngine, LearnerEngine, StreamEngine>;

struct Session::State {
  State(std::shared_ptr<const Items> items, std::vector<std::string> classes,
        SessionOptions options);

  void check_item(std::uint32_t item) const;          // std::invalid_argument
  void check(const Answer& answer) const;             // the same
  bool may_be_asked(const Question& question) const;  // now
  void add(Event event);          // a relabelling question gets the current label
  void add_checked(Event event);  // from a file; std::invalid_argument if it is invalid
  bool undo();
  void replay();
  void reseed(std::uint64_t seed);

  std::optional<Ending> ask_until(std::size_t count);  // until so many questions are open
  std::vector<Question> first_open(std::size_t count, std::size_t posed_before);
  void finish();
  Estimate estimate();
  bool in_stream() const { return options->order == Order::kStream; }

  // Calls use(engine).
  template <class Use>
  decltype(auto) with_engine(Use&& use) {
    return std::visit(std::forward<Use>(use), engine);
  }
  // The engine of this kind after all answers, or null.
  template <class Kind>
  const Kind* engine_if() {
    auto* const one = std::get_if<Kind>(&engine);
    if (one != nullptr) one->observe(label_state);
    return one;
  }

  std::shared_ptr<const Items> items;
  std::vector<std::string> classes;  // the initial classes
  std::shared_ptr<const SessionOptions> options;
  std::vector<Event> events;
  LabelState label_state;
  Engine engine;

  // The predictions, until the next event.
  bool finished = false;
  RowMatrix probability;  // n × K; a row of zeros without a prediction
  std::vector<ItemPrediction> predictions;

 private:
  std::optional<Ending> ending();
  PoolChoice choice(const Engine& by) const;
  Question question_by(const Engine& by);
  void predict(Question& question, const Engine& by);
  bool has_opinions() const { return !options->opinions.empty(); }
  // Not with a single class, because another one may be added.
  bool predicts() const {
    return label_state.classes().size() > 1 && (!label_state.answers().empty() || has_opinions());
  }
  RowMatrix left_out();
  Checks checks();
  void adjust_to_prior();
};

}  // namespace querent
