// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/engine.hpp>

#include <algorithm>

namespace querent {

namespace {

// From five answers per class on, when a further answer improves the model less, the first twenty
// checks are three times as frequent.
constexpr std::size_t kFewLabels = 5, kFirstChecks = 20;
constexpr double kTimesMore = 3;

}  // namespace

double EngineDefaults::check_rate(const LabelState& labels) const {
  const std::size_t answers = labels.answers().size(), K = labels.classes().size();
  const double share = options().checks;
  if (share == 1) return 1;
  if (answers < covering_answers(K)) return 0;
  const bool more = answers >= kFewLabels * K && labels.checks().size() < kFirstChecks;
  return std::min(1.0, more ? kTimesMore * share : share);
}

Guess guess_of(std::vector<double> p) {
  const auto most = std::ranges::max_element(p) - p.begin();
  return {.label = static_cast<int>(most), .p = std::move(p)};
}

}  // namespace querent
