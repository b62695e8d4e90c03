// SPDX-License-Identifier: Apache-2.0
// The steps after the rounds of a run: later passes over the labels asked, and measures of all
// scores.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <querent/apps/experiment/experiment.hpp>
#include <querent/apps/experiment/measures.hpp>
#include <querent/apps/experiment/run_state.hpp>
#include <querent/apps/terminal/interrupt.hpp>

namespace querent::apps {

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
