// SPDX-License-Identifier: Apache-2.0
// Replays the passes of a run, for bounds that depend on them; the seed makes them identical.
#pragma once

#include <vector>

#include <querent/apps/experiment/experiment.hpp>
#include <querent/apps/terminal/interrupt.hpp>
#include <querent/learners/bounds/mistake_bound.hpp>
#include <querent/learners/session/online.hpp>

namespace querent::apps {

inline std::vector<std::uint32_t> order_of(const DatasetView& examples,
                                           const ExperimentOptions& options, std::uint64_t run) {
  std::vector<std::uint32_t> order = examples.stream;
  put_in_order(examples, options, run, order);
  return order;
}

/// The rounds of a plain pass: every row of the stream, with each label at once.
inline std::vector<PlayedRound> rounds_again(const DatasetView& examples,
                                             const LearnerConfig& config,
                                             const ExperimentOptions& options, std::uint64_t run) {
  constexpr std::size_t kInterruptEvery = 64;  // rounds
  const auto order = order_of(examples, options, run);
  Online online(examples, config, options.encoding, options.asking, order.size(),
                make_rng(options.seed, run, Stream::kQuery));
  std::vector<PlayedRound> played;
  for (const std::uint32_t i : order) {
    if (played.size() % kInterruptEvery == 0) check_interrupt();
    Round round = online.play(i, [&](std::uint32_t j) { return examples.labels[j]; });
    round.label = examples.labels[i];
    round.mistake = round.prediction.label != round.label;
    played.push_back({i, round});
  }
  return played;
}

/// The result refers to both arguments.
inline Passes passes_of(const DatasetView& examples, const ExperimentOptions& options) {
  return {.runs = options.runs,
          .encoding = options.encoding,
          .positive_weight = options.positive_weight,
          .order = [&](std::uint64_t run) { return order_of(examples, options, run); },
          .rounds = [&](const LearnerConfig& config,
                        std::uint64_t run) { return rounds_again(examples, config, options, run); },
          .pause = Pause(check_interrupt)};
}

}  // namespace querent::apps
