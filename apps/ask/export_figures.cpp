// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/export.hpp>

#include <filesystem>

#include <fmt/format.h>

#include <querent/apps/ask/map_labels.hpp>
#include <querent/apps/terminal/escape.hpp>

namespace querent::apps {

namespace {

// Name of the source; for a path its file name.
std::string source_of(AnnotationServer& server) {
  return std::filesystem::path(server.items().name()).filename().string();
}

}  // namespace

Figure curve_of(AnnotationServer& server) {
  Series series{.name = "estimated error", .x = {}, .mean = {}, .deviation = {}};
  for (const CurvePoint& point : server.curve()) {
    series.x.push_back(static_cast<double>(point.labels));
    series.mean.push_back(point.estimate.value);
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
Figure map_of(AnnotationServer& server, const Predictions& predictions) {
  const auto classes = server.classes();
  Panel panel{.x_label = "", .y_label = "", .series = {}, .scatter = true};
  std::vector<Series> of_class(classes.size() + 1);
  constexpr int kColours = 11, kGrey = 11;  // the page uses the same colours
  for (std::size_t k = 0; k <= classes.size(); ++k) {
    of_class[k].name = k < classes.size() ? classes[k] : "no prediction";
    of_class[k].style = k < classes.size() ? static_cast<int>(k) % kColours : kGrey;
  }
  const auto& positions = server.items().map().wait();
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
  for (const MapLabel& label : map_labels(server.items()))
    panel.annotations.push_back({.x = label.x, .y = label.y, .text = label.text});
  return {.title = source_of(server), .panels = {std::move(panel)}};
}

std::string export_curve(AnnotationServer& server) {
  std::string csv = "answers,error,low,high\n";
  for (const CurvePoint& point : server.curve())
    csv += fmt::format("{},{},{},{}\n", point.labels, point.estimate.value, point.estimate.low,
                       point.estimate.high);
  return csv;
}

std::string export_map(AnnotationServer& server, const Predictions& predictions) {
  const auto classes = server.classes();
  const auto& positions = server.items().map().wait();
  std::string csv = "id,class,x,y\n";
  for (std::uint32_t i = 0; i < positions.size(); ++i) {
    const int label = predictions.items[i].label;
    csv += fmt::format("{},{},{},{}\n", csv_field(server.items().id(i)),
                       label < 0 ? "" : csv_field(classes[static_cast<std::size_t>(label)]),
                       positions[i][0], positions[i][1]);
  }
  return csv;
}

}  // namespace querent::apps
