// SPDX-License-Identifier: Apache-2.0
// The curve of recall against items read, for the class of --find.
#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include <querent/apps/output/figure/figure.hpp>
#include <querent/apps/output/run_outputs.hpp>
#include <querent/apps/terminal/escape.hpp>

namespace querent::apps {

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
