// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/output/bounds_report.hpp>

#include <fmt/format.h>

#include <querent/apps/experiment/measures.hpp>
#include <querent/apps/output/table.hpp>

namespace querent::apps {

std::vector<BoundedMistakes> bounded_mistakes(const ExperimentResult& experiment, const Examples& examples) {
  std::vector<BoundedMistakes> bounds;
  for (const auto& result : experiment.results) {
    const Spread mistakes = spread_of(
        result.runs, [](const RunResult& run) { return static_cast<double>(run.tally.mistakes); });
    bounds.push_back({result.name, mistakes.mean, mistake_bound(examples, result.contestant)});
  }
  return bounds;
}

Json bounds_json(const std::vector<BoundedMistakes>& bounds) {
  Json lines = Json::array();
  for (const auto& [learner, mistakes, bound] : bounds)
    lines.push_back({{"learner", learner},
                     {"mistakes", mistakes},
                     {"bound", bound.value ? Json(*bound.value) : Json(nullptr)},
                     {"theorem", bound.theorem}});
  return lines;
}

std::string bounds_table(const std::vector<BoundedMistakes>& bounds) {
  Table table({"learner", "mistakes", "bound", "theorem"});
  for (const auto& [learner, mistakes, bound] : bounds)
    table.add({learner, fmt::format("{:.1f}", mistakes),
               bound.value ? fmt::format("{:.1f}", *bound.value) : "–", bound.theorem});
  return table.shown();
}

}  // namespace querent::apps
