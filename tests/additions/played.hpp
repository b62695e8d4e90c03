// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include <querent/learners/catalogue/catalogue.hpp>
#include <querent/learners/play.hpp>

namespace querent {

inline const std::vector<std::vector<double>> kRows{{1, 2},   {2, 1},   {-1, -2},
                                                    {-2, -1}, {1.5, 1}, {-1, -1.5}};
inline const std::vector<int> kLabels{1, 1, 0, 0, 1, 0};

// Mistakes in one pass, and number of labels asked.
inline std::pair<int, int> played(std::string_view learner, std::string_view query,
                                  const Params& given = {}) {
  const LearnerConfig one = learner_config(learner, query, given);
  const Task task{.dim = 2, .num_classes = 2, .rounds = kRows.size()};
  auto model = one.make_learner(task);
  auto rule = one.make_query(task);
  int mistakes = 0, asked = 0;
  for (std::size_t t = 0; t < kRows.size(); ++t) {
    const DenseRow x{kRows[t]};
    const Prediction p = model->predict(x);
    mistakes += p.label != kLabels[t];
    if (rule->probability(p) < 1) continue;
    ++asked;
    model->update(x, kLabels[t]);
  }
  return {mistakes, asked};
}

}  // namespace querent
