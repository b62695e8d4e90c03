// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/finish.hpp>

#include <algorithm>
#include <utility>
#include <vector>

#include <querent/datasets/error.hpp>
#include <querent/graph/parallel.hpp>

namespace querent {

std::optional<ScoresOverGraph> finished_over_graph(const Examples& examples,
                                                   const LearnerValue& learner,
                                                   std::span<const std::uint32_t> asked,
                                                   const OverGraphOptions& options) {
  if (examples.graph == nullptr || !learner.leaves_out()) return std::nullopt;
  constexpr std::uint64_t kLookEvery = 1 << 14, kRows = 2048;
  constexpr double kScoring = 0.1;  // share of the whole
  const std::uint64_t n = examples.labels.size();
  const auto look = [&](double share) {
    if (options.progress && !options.progress(share)) throw Cancelled();
  };
  NodeScores Z(n, examples.num_classes);
  const auto say = [&](const LearnerValue& by, std::uint32_t i, int y) {
    Z.row(i) = examples.with_row(i, [&](const auto& x) { return by.class_scores(x, y); });
  };
  for (std::uint64_t at = 0; at < n; at += kLookEvery) {
    look(kScoring * static_cast<double>(at) / static_cast<double>(n));
    for_rows(options.threads, std::min(kLookEvery, n - at), kRows,
             [&](std::uint64_t first, std::uint64_t last) {
               const LearnerValue own = learner;  // what it looks at it keeps: no two threads share one
               for (std::uint64_t i = at + first; i < at + last; ++i)
                 say(own, static_cast<std::uint32_t>(i), -1);
             });
  }
  std::vector<LabelledNode> labelled;
  for (const std::uint32_t i : asked) {
    say(learner, i, examples.labels[i]);
    labelled.push_back({i, examples.labels[i]});
  }
  OverGraphOptions rest = options;
  rest.progress = [&](double share) {
    look(kScoring + (1 - kScoring) * share);
    return true;
  };
  return scores_over_graph(*examples.graph, std::move(Z), labelled, rest);
}

}  // namespace querent
