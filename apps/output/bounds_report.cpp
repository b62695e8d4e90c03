// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/output/bounds_report.hpp>

#include <fmt/format.h>

#include <querent/apps/experiment/passes.hpp>
#include <querent/apps/output/table.hpp>
#include <querent/learners/mean_std.hpp>

namespace querent::apps {

std::vector<BoundedMistakes> bounded_mistakes(const ExperimentResult& experiment,
                                              const DatasetView& examples,
                                              const ExperimentOptions& options) {
  const Passes passes = passes_of(examples, options);
  std::vector<BoundedMistakes> bounds;
  const auto mean = [](const auto& runs, std::uint64_t Tally::*count) {
    return mean_std_of(runs,
                       [&](const RunResult& run) { return static_cast<double>(run.tally.*count); })
        .mean;
  };
  for (const auto& result : experiment.results)
    bounds.push_back({.learner = result.name,
                      .mistakes = mean(result.runs, &Tally::mistakes),
                      .bound = mistake_bound(examples, result.config, passes),
                      .labels = mean(result.runs, &Tally::queries),
                      .expected_labels = expected_labels(examples, result.config, passes)});
  return bounds;
}

Json bounds_json(const std::vector<BoundedMistakes>& bounds) {
  Json lines = Json::array();
  const auto number = [](const std::optional<double>& value) {
    return value ? Json(*value) : Json(nullptr);
  };
  for (const auto& [learner, mistakes, bound, labels, expected] : bounds)
    lines.push_back({{"learner", learner},
                     {"mistakes", mistakes},
                     {"bound", number(bound.value)},
                     {"theorem", bound.theorem},
                     {"best_b", number(bound.best_b)},
                     {"cost_bound", number(bound.cost)},
                     {"sum_bound", number(bound.sum)},
                     {"labels", labels},
                     {"expected_labels", number(expected)}});
  return lines;
}

namespace {

// The name of the theorem and its further results.
std::string theorem_of(const MistakeBound& bound) {
  std::string name = bound.theorem;
  if (bound.best_b) name += fmt::format("; least at b = {:.3g}", *bound.best_b);
  if (bound.cost) name += fmt::format("; cost ≤ {:.1f} (Theorem 8)", *bound.cost);
  if (bound.sum) name += fmt::format("; sum ≥ {:.3f} (Theorem 7)", *bound.sum);
  return name;
}

}  // namespace

std::string bounds_table(const std::vector<BoundedMistakes>& bounds) {
  Table table({"learner", "mistakes", "bound", "labels", "labels expected", "theorem"});
  const auto shown = [](const std::optional<double>& value) {
    return value ? fmt::format("{:.1f}", *value) : "–";
  };
  for (const auto& [learner, mistakes, bound, labels, expected] : bounds)
    table.add({learner, shown(mistakes), shown(bound.value), shown(labels), shown(expected),
               theorem_of(bound)});
  return table.shown();
}

}  // namespace querent::apps
