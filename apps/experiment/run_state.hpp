// SPDX-License-Identifier: Apache-2.0
// The state of a run between two rounds: a value with everything that later rounds depend on, so
// that a run can be stored and resumed.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <querent/apps/experiment/experiment.hpp>
#include <querent/apps/experiment/measures.hpp>
#include <querent/apps/terminal/interrupt.hpp>
#include <querent/learners/session/online.hpp>

namespace querent::apps {

/// The tally is without the updates of delayed labels.
struct RunState : RunCounts {
  Online online;  ///< the learner and the query rule
  std::optional<LabelRankingTally> ranking = {};
  double seconds = 0;
  std::vector<std::uint8_t> asked = {};      ///< by round
  std::vector<std::int32_t> predicted = {};  ///< by round, if predictions are kept
  std::vector<double> margin = {};
  std::optional<ScoreCalibration> calibration = {};
  double log_loss = 0;                   ///< summed over the rounds
  std::vector<double> probability = {};  ///< of the predicted class, by round, if both are kept
  std::vector<double> asked_with =
      {};  ///< probability of asking, by round, if later passes need it

  std::uint64_t rounds() const { return asked.size(); }

  static void fields(auto& self, auto&& field) {
    Online::fields(self.online, field);
    field("tally", self.tally);
    field("confusion", self.confusion);
    field("ranking", self.ranking);
    field("seconds", self.seconds);
    field("mistakes", self.mistakes);
    field("queries", self.queries);
    field("asked", self.asked);
    field("predicted", self.predicted);
    field("margin", self.margin);
    field("by_class", self.by_class);
    field("calibration", self.calibration);
    field("log_loss", self.log_loss);
    field("probability", self.probability);
    field("asked_with", self.asked_with);
    const auto of_rounds = [&](std::size_t size) { return size == 0 || size == self.asked.size(); };
    field.must(self.mistakes.size() == self.queries.size() &&
               self.predicted.size() == self.margin.size() && of_rounds(self.predicted.size()) &&
               of_rounds(self.probability.size()) && of_rounds(self.asked_with.size()));
  }
};

/// The calibrated probability of the prediction, before its label is known; then adds its loss, and
/// learns the label if it was asked for.
inline double calibrate(ScoreCalibration& calibration, double& log_loss, const Round& round) {
  constexpr double kLeast = 1e-15;  // minimum probability, so that no round has an infinite loss
  const double probability = calibration.probability(round.prediction);
  log_loss -=
      std::log(std::clamp(calibration.of_label(round.prediction, round.label), kLeast, 1.0));
  if (round.asked) calibration.learn(round.prediction, round.label, round.probability);
  return probability;
}

// The steps after the rounds of a run: later passes over the labels asked, and measures of all
// scores.

/// The later passes learn the labels that the first pass asked for; with random orders, each pass
/// has its own order.
inline void learn_again(const std::vector<std::uint32_t>& order, const ExperimentOptions& options,
                        const DatasetView& examples, std::uint64_t run, RunState& state) {
  constexpr std::uint64_t kCheckEvery = 64;  // rounds between checks for an interrupt
  std::vector<std::uint32_t> rounds;
  for (std::uint32_t t = 0; t < order.size(); ++t) {
    if (state.asked[t] != 0) rounds.push_back(t);
  }
  Rng rng = make_rng(options.seed, run, Stream::kPasses);
  for (std::uint64_t pass = 1; pass < options.passes; ++pass) {
    if (options.order == RowOrder::kRandom) shuffle(rounds, rng);
    std::uint64_t seen = 0;
    for (const std::uint32_t t : rounds) {
      if (seen++ % kCheckEvery == 0) check_interrupt();
      state.online.learn(order[t], examples.labels[order[t]], state.asked_with[t]);
    }
  }
}

/// The area under the ROC curve of the scores of all rounds.
inline std::optional<double> auc_of(const DatasetView& examples,
                                    const std::vector<std::uint32_t>& order,
                                    const RunState& state) {
  std::vector<std::pair<double, bool>> scored;
  scored.reserve(order.size());
  for (std::size_t t = 0; t < order.size(); ++t)
    scored.emplace_back(state.predicted[t] == 1 ? state.margin[t] : -state.margin[t],
                        examples.labels[order[t]] == 1);
  return area_under_curve(scored);
}

}  // namespace querent::apps
