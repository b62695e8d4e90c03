// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/finish.hpp>

#include <vector>

namespace querent {

std::optional<ScoresOverGraph> finished_over_graph(const Examples& examples,
                                                   const LearnerValue& learner,
                                                   std::span<const std::uint32_t> asked,
                                                   const std::function<void()>& between) {
  if (examples.graph == nullptr || !learner.leaves_out()) return std::nullopt;
  constexpr std::uint32_t kLookEvery = 64;  // rows
  const auto n = static_cast<std::uint32_t>(examples.labels.size());
  NodeScores Z(n, examples.num_classes);
  const auto say = [&](std::uint32_t i, int y) {
    Z.row(i) = examples.with_row(i, [&](const auto& x) { return learner.class_scores(x, y); });
  };
  for (std::uint32_t i = 0; i < n; ++i) {
    if (i % kLookEvery == 0) between();
    say(i, -1);
  }
  std::vector<LabelledNode> labelled;
  for (const std::uint32_t i : asked) {
    say(i, examples.labels[i]);
    labelled.push_back({i, examples.labels[i]});
  }
  return scores_over_graph(*examples.graph, Z, labelled);
}

}  // namespace querent
