// SPDX-License-Identifier: Apache-2.0
// The engine of a session: the part that learns from the answers, chooses items and predicts, a
// query strategy. There are four:
//
//   AutoEngine      `auto` in pool order               auto/engine.hpp
//   FindEngine      the same with a class to find      find/engine.hpp
//   LearnerEngine   another learner in pool order      learner_engine.hpp
//   StreamEngine    any learner in stream order        stream_engine.hpp
//
//   engine.observe(labels)               learns the answers that are new
//   engine.choose(turn, rng)             the item of the next question
//   engine.utilities(labels)             of each item, by which it chooses; none in a stream
//   engine.predict(choice, labels)       the probabilities of its classes
//   engine.predict_all(labels)           those of every item, n × K
//   engine.left_out(labels)              those of every random check without its own answer
//   engine.restart(options, labels)      as constructed; the kernels are kept
//
// They are copyable values. EngineDefaults has the functions that only some of them replace. All
// else is the same for every session (session_state.hpp): labels, budget, random checks, goals.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <querent/learners/session/auto/kernels.hpp>
#include <querent/learners/session/label_state.hpp>

namespace querent {

/// The occasion of a choice.
struct Turn {
  const LabelState& labels;
  std::optional<std::uint64_t> left;  ///< remaining labels of the budget; nullopt: no budget
};

/// The prediction for the item of a question.
struct Guess {
  int label = -1;              ///< the most probable class
  std::vector<double> p = {};  ///< P(class), one per class
};

class EngineDefaults {
 public:
  EngineDefaults(std::shared_ptr<const SessionOptions> options, const LabelState& labels) {
    begin(std::move(options), labels);
  }

  /// Follows an event, in the order of events: for a stream, in which every event has its time.
  void apply(const Event&) {}
  /// Conditions a copy on a pending answer of this item.
  void add_pending(std::uint32_t) {}
  /// Frees the memory that only further questions need.
  void keep_predictions() {}
  /// Why no question is left, beyond the budget and the items.
  std::optional<Ending> ending(const LabelState&) { return std::nullopt; }
  /// The current share of random checks among the questions: 0 until the covering questions are
  /// answered; higher until there are enough checks for an interval (session_asks.cpp).
  double check_rate(const LabelState& labels) const;
  /// Throws std::invalid_argument if it cannot distinguish this many classes.
  void check_classes(int) const {}
  /// The error, if not estimated from random checks.
  std::optional<Estimate> estimate() const { return std::nullopt; }

 protected:
  const SessionOptions& options() const { return *options_; }
  void begin(std::shared_ptr<const SessionOptions> options, const LabelState& labels) {
    options_ = std::move(options);
    corrections_ = labels.corrections();
    num_classes_ = labels.classes().size();
  }
  /// Whether an answer was corrected or a class added, so that the model must begin anew.
  bool outdated(const LabelState& labels) const {
    return corrections_ != labels.corrections() || num_classes_ != labels.classes().size();
  }
  int num_classes() const { return static_cast<int>(num_classes_); }
  std::shared_ptr<const SessionOptions> shared_options() const { return options_; }

 private:
  std::shared_ptr<const SessionOptions> options_;
  std::uint64_t corrections_ = 0;
  std::size_t num_classes_ = 0;
};

/// The prediction of the most probable class.
Guess guess_of(std::vector<double> p);

}  // namespace querent
