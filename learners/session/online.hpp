// SPDX-License-Identifier: Apache-2.0
// The online protocol with all options of asking: a learner, its query rule with a budget and a
// goal for the error, and on a graph a second opinion. It is the only loop of `run`, `train`,
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
#include <querent/learners/session/expert_switch.hpp>

namespace [[gnu::visibility("default")]] querent {

class Online {
 public:
  /// `examples` must outlive this object and not move; their labels are not used. `rounds`: the
  /// expected number; `coins` are the random numbers of asking.
  Online(const DatasetView& examples, const LearnerConfig& config, const std::string& encoding,
         const AskingOptions& asking, std::uint64_t rounds, Rng coins)
      : examples_(&examples),
        learner_(config.make_learner(task_of(examples, encoding, rounds))),
        rule_(QueryValue(config.make_query(task_of(examples, encoding, rounds))), asking, rounds,
              examples.num_classes, config.forget),
        rng_(std::move(coins)),
        late_(asking.labels) {
    if (switches_experts(asking)) experts_.emplace(*examples.graph, examples.num_classes);
  }

  /// Begins the round of x_i: the prediction, and whether its label is asked for.
  Round open(std::uint32_t i) {
    return at_row(i, [&] {
      Prediction p = examples_->with_row(i, [&](const auto& x) { return learner_.predict(x); });
      if (experts_) {
        experts_->at(i);
        p = experts_->of(p);
      }
      return open_round(p, rule_, rng_);
    });
  }
  /// Ends the round of x_i with the label that was asked for. Throws std::invalid_argument.
  void close(std::uint32_t i, Round& round, int y) {
    round.label = y;
    round.mistake = round.prediction.label != y;
    round.updated = learn(i, y, round.probability);
    tell(rule_, round);
    if (experts_) experts_->observe(round);
  }
  /// Ends the round without a label.
  void pass(Round& round) { tell(rule_, round); }

  /// Learns a known label of x_i, which was asked for with this probability or volunteered.
  bool learn(std::uint32_t i, int y, double probability = 1) {
    check_label(y, examples_->num_classes);
    if (experts_) {
      experts_->at(i);
      experts_->learn(y);
    }
    return examples_->with_row(i, [&](const auto& x) { return learner_.learn(x, y, probability); });
  }

  /// Plays a round whose label(i) is available at once, or is not needed.
  template <class LabelOf>
  Round play(std::uint32_t i, LabelOf&& label) {
    Round round = open(i);
    if (round.asked) {
      close(i, round, label(i));
    } else {
      pass(round);
    }
    return round;
  }
  /// Plays a round of an experiment with late labels, after those that are due before it.
  template <class LabelOf>
  Round play_late(std::uint32_t i, LabelOf&& label) {
    return std::visit(
        [&](const auto& rows) {
          return late_.play(
              learner_, rule_, i, [&](std::uint32_t j) { return rows[j]; }, label, rng_);
        },
        examples_->rows);
  }
  /// Delivers all late labels.
  template <class LabelOf>
  void finish_late(LabelOf&& label) {
    std::visit(
        [&](const auto& rows) {
          late_.finish(
              learner_, rule_, [&](std::uint32_t j) { return rows[j]; }, label);
        },
        examples_->rows);
  }
  /// Plays a round whose label is a set, which is added to `ranking`.
  template <class LabelsOf>
  Round play_set(std::uint32_t i, LabelsOf&& labels, LabelRankingTally& ranking) {
    Round round;
    std::visit(
        [&](const auto& rows) {
          play_label_sets(
              learner_, rule_, std::span(&i, 1), [&](std::uint32_t j) { return rows[j]; }, labels,
              rng_, ranking, [&](std::uint32_t, const Round& played) { round = played; });
        },
        examples_->rows);
    return round;
  }

  const LearnerValue& learner() const { return learner_; }   ///< in its current state
  const Asker& rule() const { return rule_; }                ///< in its current state
  const Tally& late_tally() const { return late_.tally(); }  ///< counts of rounds with late labels

  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    field("learner", self.learner_);
    field("rule", self.rule_);
    field("rng", self.rng_);
    field("late", self.late_);
    if (self.experts_) field("opinion", *self.experts_);
  }

 private:
  static constexpr std::uint64_t kMostScores = std::uint64_t{1} << 26;  // limit of a second opinion

  static Task task_of(const DatasetView& examples, const std::string& encoding,
                      std::uint64_t rounds) {
    return {.dim = examples.dim,
            .num_classes = examples.num_classes,
            .encoding = encoding,
            .views = examples.views,
            .rounds = rounds};
  }
  // With late labels no second opinion is used: its gain is unknown in the rounds of its queries.
  bool switches_experts(const AskingOptions& asking) const {
    return examples_->graph != nullptr && examples_->label_sets.empty() && asking.budget &&
           !asking.late() && learner_.leaves_out() &&
           examples_->labels.size() * static_cast<std::uint64_t>(examples_->num_classes) <=
               kMostScores;
  }

  const DatasetView* examples_;
  LearnerValue learner_;
  Asker rule_;
  Rng rng_;  // random numbers of asking
  LateRounds<std::uint32_t> late_;
  std::optional<ExpertSwitch> experts_;
};

}  // namespace querent
