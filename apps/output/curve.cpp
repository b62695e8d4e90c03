// SPDX-License-Identifier: Apache-2.0
// The curves of errors and labels over the rounds and, for --find, of recall over the items read.
#include <querent/apps/output/run_output.hpp>

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include <querent/apps/output/figure/figure.hpp>
#include <querent/apps/output/run_outputs.hpp>
#include <querent/apps/terminal/escape.hpp>

namespace querent::apps {

namespace {

struct Curves {
  Series error_rate, queries;
};

Curves curves_of(const ConfigResult& result, const std::vector<std::uint32_t>& rounds) {
  Curves curves{{.name = result.name}, {.name = result.name}};
  for (std::size_t k = 0; k < rounds.size(); ++k) {
    const double t = rounds[k];
    curves.error_rate.add(
        t, mean_std_of(result.runs, [&](const RunResult& run) { return run.mistakes[k] / t; }));
    curves.queries.add(
        t, mean_std_of(result.runs, [&](const RunResult& run) { return run.queries[k] + 0.0; }));
  }
  return curves;
}

// The first rounds are noise from a few nodes, so the axis is fitted to later rounds.
void fit_error_axis(Panel& panel) {
  double low = 1, high = 0;
  for (const auto& series : panel.series) {
    for (std::size_t k = series.x.size() / 25; k < series.x.size(); ++k) {
      low = std::min(low, series.mean[k] - series.deviation[k]);
      high = std::max(high, series.mean[k] + series.deviation[k]);
    }
  }
  const double air = std::max(0.05 * (high - low), 0.005);
  panel.y_min = std::max(0.0, low - air);
  panel.y_max = std::min(1.0, high + air);
}

}  // namespace

std::string curve_csv(const ExperimentResult& experiment) {
  std::string csv = "learner,t,error_rate_mean,error_rate_std,queries_mean,queries_std\n";
  for (const auto& result : experiment.results) {
    const auto [error, asked] = curves_of(result, experiment.curve_rounds);
    for (std::size_t k = 0; k < experiment.curve_rounds.size(); ++k)
      csv += fmt::format("{},{},{},{},{},{}\n", csv_field(result.name), experiment.curve_rounds[k],
                         error.mean[k], error.deviation[k], asked.mean[k], asked.deviation[k]);
  }
  return csv;
}

Figure curve_figure(const ExperimentResult& experiment, const std::string& title,
                    const std::string& item) {
  Panel errors{.x_label = fmt::format("{}s seen", item), .y_label = "cumulative error rate"};
  Panel labels{.x_label = fmt::format("{}s seen", item),
               .y_label = "labels asked",
               .y_min = 0,
               .diagonal = "every label"};
  for (const auto& result : experiment.results) {
    auto [error, asked] = curves_of(result, experiment.curve_rounds);
    errors.series.push_back(std::move(error));
    labels.series.push_back(std::move(asked));
  }
  fit_error_axis(errors);
  return {.title = title, .panels = {std::move(errors), std::move(labels)}};
}

std::string run_outputs::curve_table(OutputDirectory& directory, const RunOutcome& run) {
  if (!run.experiment.curve_rounds.empty()) directory.stage("curve.csv", curve_csv(run.experiment));
  return {};
}

std::string run_outputs::curve_pictures(OutputDirectory& directory, const RunOutcome& run) {
  if (run.experiment.curve_rounds.empty()) return {};
  return draw_into(directory, "curve", curve_figure(run.experiment, run.title, run.item));
}

namespace {

// The maximum number of points, evenly spread over the items.
constexpr std::uint64_t kPoints = 200;

Series recall_curve(const ConfigResult& result) {
  Series curve{.name = result.name};
  if (result.runs.empty() || !result.runs.front().find) return curve;
  std::uint64_t items = 0;
  for (const RunResult& run : result.runs) items = std::max(items, run.find->items);
  const std::uint64_t points = std::min(items, kPoints);
  for (std::uint64_t k = 0; k <= points; ++k) {
    const std::uint64_t read = points == 0 ? 0 : items * k / points;
    curve.add(static_cast<double>(read), mean_std_of(result.runs, [&](const RunResult& run) {
                return run.find->recall_after(read);
              }));
  }
  return curve;
}

}  // namespace

std::string run_outputs::recall_table(OutputDirectory& directory, const RunOutcome& run) {
  std::string csv = "learner,read,recall_mean,recall_std\n";
  const std::size_t header = csv.size();
  for (const ConfigResult& result : run.experiment.results) {
    const Series curve = recall_curve(result);
    for (std::size_t k = 0; k < curve.x.size(); ++k)
      csv += fmt::format("{},{},{},{}\n", csv_field(curve.name), curve.x[k], curve.mean[k],
                         curve.deviation[k]);
  }
  if (csv.size() > header) directory.stage("recall.csv", csv);
  return {};
}

std::string run_outputs::recall_pictures(OutputDirectory& directory, const RunOutcome& run) {
  Panel panel{
      .x_label = fmt::format("{}s read", run.item), .y_label = "recall", .y_min = 0, .y_max = 1};
  for (const ConfigResult& result : run.experiment.results) {
    Series curve = recall_curve(result);
    if (!curve.x.empty()) panel.series.push_back(std::move(curve));
  }
  if (panel.series.empty()) return {};
  const double items = panel.series.front().x.back();
  panel.series.push_back({.name = "in random order",
                          .x = {0, items},
                          .mean = {0, 1},
                          .deviation = {0, 0},
                          .level = true});
  return draw_into(directory, "recall", {.title = run.title, .panels = {std::move(panel)}});
}

}  // namespace querent::apps
