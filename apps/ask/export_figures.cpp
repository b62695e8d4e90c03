// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/export.hpp>

#include <filesystem>

#include <fmt/format.h>

#include <querent/apps/output/output_directory.hpp>
#include <querent/apps/terminal/escape.hpp>

namespace querent::apps {

namespace {

// Name of the source; for a path its file name.
std::string source_of(AnnotationServer& server) {
  return std::filesystem::path(server.items().name()).filename().string();
}

// The figure as export_answers() draws it.
std::string drawn(const Figure& figure, FigureFormat format) {
  if (is_empty(figure))
    throw Refused("the curve cannot be drawn before the error has been estimated");
  const std::string svg = svg_of(figure, FigureWidth::kScreen);
  if (format == FigureFormat::kSvg) return svg;
  Rendered picture = rendered(svg, format);
  if (!picture.problem.empty()) throw Refused(picture.problem);
  return std::move(picture.bytes);
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
Figure map_of(AnnotationServer& server) {
  const auto predictions = server.predictions(true);
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
    const int label = predictions->items[i].label;
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

std::vector<ExportFile> figure_files(AnnotationServer& server) {
  std::vector<ExportFile> files;
  for (const auto& [format, type] :
       {std::pair{FigureFormat::kSvg, "image/svg+xml"}, {FigureFormat::kPng, "image/png"}}) {
    files.push_back({fmt::format("curve.{}", ending_of(format)),
                     "estimated error against number of answers", type,
                     [&server, format = format] { return drawn(curve_of(server), format); }});
    files.push_back({fmt::format("map.{}", ending_of(format)),
                     fmt::format("a map of every {}, coloured by class", server.items().item()),
                     type, [&server, format = format] { return drawn(map_of(server), format); }});
  }
  return files;
}

std::string export_curve(AnnotationServer& server) {
  std::string csv = "answers,error,low,high\n";
  for (const CurvePoint& point : server.curve())
    csv += fmt::format("{},{},{},{}\n", point.labels, point.estimate.value, point.estimate.low,
                       point.estimate.high);
  return csv;
}

std::string export_map(AnnotationServer& server) {
  const auto predictions = server.predictions(true);
  const auto classes = server.classes();
  const auto& positions = server.items().map().wait();
  std::string csv = "id,class,x,y\n";
  for (std::uint32_t i = 0; i < positions.size(); ++i) {
    const int label = predictions->items[i].label;
    csv += fmt::format("{},{},{},{}\n", csv_field(server.items().id(i)),
                       csv_field(class_name(classes, label)), positions[i][0], positions[i][1]);
  }
  return csv;
}

}  // namespace querent::apps
