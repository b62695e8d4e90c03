// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/export.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <querent/apps/ask/map_labels.hpp>

namespace querent::apps {

namespace {

// Name of the source; for a path its file name.
std::string source_of(const AnnotationServer& server) {
  return std::filesystem::path(server.items().name()).filename().string();
}

// Texts of the largest regions, without those that would overlap a larger one's.
std::vector<Annotation> apart(const std::vector<MapLabel>& labels) {
  constexpr double kCharacter = 0.028, kLine = 0.08;  // in map units (range 2.1)
  std::vector<Annotation> placed;
  for (const MapLabel& label : labels) {
    const bool covers = std::any_of(placed.begin(), placed.end(), [&](const Annotation& other) {
      const auto characters = static_cast<double>(label.text.size() + other.text.size());
      return std::abs(label.x - other.x) < kCharacter * characters / 2 &&
             std::abs(label.y - other.y) < kLine;
    });
    if (!covers) placed.push_back({.x = label.x, .y = label.y, .text = label.text});
  }
  return placed;
}

}  // namespace

Figure curve_of(const AnnotationServer& server) {
  Series series{.name = "estimated error", .x = {}, .mean = {}, .deviation = {}};
  for (const CurvePoint& point : server.curve()) {
    series.x.push_back(static_cast<double>(point.labels));
    series.mean.push_back(point.estimate.error);
    series.deviation.push_back(0);
    series.low.push_back(point.estimate.low);
    series.high.push_back(point.estimate.high);
  }
  Panel panel{.x_label = "answers",
              .y_label = "error on the remaining items, 95 %",
              .series = {std::move(series)},
              .y_min = 0,
              .y_max = 1};
  return {
      .title = source_of(server), .panels = {std::move(panel)}, .band = "band: the 95 % interval"};
}

// One series per class, and the names of the regions, as on the page.
Figure map_of(const AnnotationServer& server, const Predictions& predictions) {
  const auto classes = server.classes();
  Panel panel{.x_label = "", .y_label = "", .series = {}, .scatter = true};
  std::vector<Series> of_class(classes.size() + 1);
  constexpr int kColours = 11, kGrey = 11;  // the page uses the same colours
  for (std::size_t k = 0; k <= classes.size(); ++k) {
    of_class[k].name = k < classes.size() ? classes[k] : "no prediction";
    of_class[k].style = k < classes.size() ? static_cast<int>(k) % kColours : kGrey;
  }
  const auto& positions = server.items().layout();
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const int label = predictions.items[i].label;
    Series& series = of_class[label < 0 ? classes.size() : static_cast<std::size_t>(label)];
    series.x.push_back(positions[i][0]);
    series.mean.push_back(positions[i][1]);
    series.deviation.push_back(0);
  }
  for (Series& series : of_class) {
    if (!series.x.empty()) panel.series.push_back(std::move(series));
  }
  panel.annotations = apart(map_labels(server.items()));
  return {.title = source_of(server), .panels = {std::move(panel)}};
}

bool is_empty(const Figure& figure) {
  const auto& series = figure.panels.front().series;
  return series.empty() || series.front().x.empty();
}

}  // namespace querent::apps
