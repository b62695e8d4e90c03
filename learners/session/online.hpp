// SPDX-License-Identifier: Apache-2.0
// The online protocol with all options of asking: a learner, or on a graph the process of `auto`,
// and its query rule with a budget and a goal for the error. It is the only loop of `run`, `train`,
// `sweep` and a session in stream order:
//
//   receive x_i, predict ŷ_i                                          open(i)
//   draw Q_i with the rule's probability
//   if Q_i = 1: the label comes: now, later or as a set               close(…), play_late(…), play_set(…)
//   else pass                                                         pass(…)
//
// open_round() of play.hpp draws, tell() reports the outcome of a round.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include <querent/learners/label_ranking.hpp>
#include <querent/learners/play.hpp>
#include <querent/learners/play_label_sets.hpp>
#include <querent/learners/play_late.hpp>
#include <querent/learners/session/asking.hpp>
#include <querent/learners/session/dataset_view.hpp>
#include <querent/learners/session/stream_process.hpp>

namespace [[gnu::visibility("default")]] querent {

class Online {
  auto rows() const {
    return [this](std::uint32_t i) { return examples_->row(i); };
  }

 public:
  /// `examples` must outlive this object and not move; their labels are not used. `rounds`: the
  /// expected number; `coins` are the random numbers of asking. If the examples have kernels and
  /// the learner is `auto` with its own parameters, the process takes its place.
  Online(const DatasetView& examples, const LearnerConfig& config, const std::string& encoding,
         const AskingOptions& asking, std::uint64_t rounds, Rng coins)
      : examples_(&examples),
        learner_(config.make_learner(task_of(examples, encoding, rounds))),
        rule_(QueryValue(config.make_query(task_of(examples, encoding, rounds))), asking, rounds,
              examples.num_classes, config.forget),
        rng_(std::move(coins)),
        late_(asking.labels) {
    if (plays_process(examples, config, asking))
      process_.emplace(examples.kernels, examples.num_classes);
  }

  /// Whether the learner is `auto` with its own parameters and its labels come at once, so that
  /// the process takes its place where the examples have kernels and labels have equal weights.
  static bool fits_process(const LearnerConfig& config, const AskingOptions& asking) {
    return config.learner->views && !asking.late() &&
           config.learner_params == learner_config(config.learner->name, "", {}).learner_params;
  }

  /// Whether the process plays in the learner's place.
  static bool plays_process(const DatasetView& examples, const LearnerConfig& config,
                            const AskingOptions& asking) {
    return examples.kernels != nullptr && examples.label_sets.empty() &&
           fits_process(config, asking);
  }

  /// Begins the round of x_i: the prediction, and whether its label is asked for.
  Round open(std::uint32_t i) {
    return at_row(i, [&] { return open_round(predict(i), rule_, rng_); });
  }
  /// The prediction for x_i by the current model.
  Prediction predict(std::uint32_t i) const {
    if (process_) return process_->predict(i);
    return learner_.predict(examples_->row(i));
  }
  /// Ends the round of x_i with the label that was asked for. Throws std::invalid_argument.
  void close(std::uint32_t i, Round& round, int y) {
    round.label = y;
    round.mistake = round.prediction.label != y;
    round.updated = learn(i, y, round.probability);
    tell(rule_, round);
  }
  /// Ends the round without a label.
  void pass(Round& round) { tell(rule_, round); }

  /// Learns a known label of x_i, which was asked for with this probability or volunteered.
  bool learn(std::uint32_t i, int y, double probability = 1) {
    check_label(y, examples_->num_classes);
    if (process_) {
      process_->learn(i, y);
      return true;
    }
    return learner_.learn(examples_->row(i), y, probability);
  }

  /// Plays a round whose label(i) is available at once, or is not needed.
  Round play(std::uint32_t i, auto&& label) {
    Round round = open(i);
    if (round.asked) {
      close(i, round, label(i));
    } else {
      pass(round);
    }
    return round;
  }
  /// Plays a round of an experiment with late labels, after those that are due before it.
  Round play_late(std::uint32_t i, auto&& label) {
    return late_.play(learner_, rule_, i, rows(), label, rng_);
  }
  /// Delivers all late labels.
  void finish_late(auto&& label) { late_.finish(learner_, rule_, rows(), label); }
  /// Plays a round whose label is a set, which is added to `ranking`.
  Round play_set(std::uint32_t i, auto&& labels, LabelRankingTally& ranking) {
    Round round;
    play_label_sets(learner_, rule_, std::span(&i, 1), rows(), labels, rng_, ranking,
                    [&](std::uint32_t, const Round& played) { round = played; });
    return round;
  }

  /// The process in the learner's place, or null.
  const AutoModel* process() const { return process_ ? &process_->model() : nullptr; }
  const LearnerValue& learner() const { return learner_; }   ///< in its current state
  const Asker& rule() const { return rule_; }                ///< in its current state
  const Tally& late_tally() const { return late_.tally(); }  ///< counts of rounds with late labels

  static void fields(auto& self, auto&& field) {
    field("learner", self.learner_);
    field("rule", self.rule_);
    field("rng", self.rng_);
    field("late", self.late_);
    if (self.process_) field("process", *self.process_);
  }

 private:
  static Task task_of(const DatasetView& examples, const std::string& encoding,
                      std::uint64_t rounds) {
    return {.dim = examples.dim,
            .num_classes = examples.num_classes,
            .encoding = encoding,
            .views = examples.views,
            .rounds = rounds};
  }

  const DatasetView* examples_;
  LearnerValue learner_;
  Asker rule_;
  Rng rng_;  // random numbers of asking
  LateRounds<std::uint32_t> late_;
  std::optional<StreamProcess> process_;
};

}  // namespace querent
