// SPDX-License-Identifier: Apache-2.0
// Draws the data that docs/figures.py read from a page or a table, in the style of every figure of
// the program: draw_figure screen|page|column < figure.json > FILE.svg. A panel is an object with
// title, x_label, y_label, log_x, log_y, y_min, x_ticks and series: name, x, mean, spread.
#include <exception>
#include <iostream>
#include <map>
#include <string>

#include <nlohmann/json.hpp>

#include <querent/apps/output/figure/figure.hpp>

namespace {

using namespace querent::apps;

Panel panel_of(const nlohmann::json& json) {
  Panel panel{
      .x_label = json.at("x_label"), .y_label = json.at("y_label"), .series = {}, .points = true};
  panel.title = json.value("title", "");
  panel.whole_x = false;
  panel.log_x = json.value("log_x", false);
  panel.log_y = json.value("log_y", false);
  panel.x_ticks = json.value("x_ticks", panel.x_ticks);
  if (json.contains("y_min")) panel.y_min = json["y_min"].get<double>();
  for (const auto& line : json.at("series"))
    panel.series.push_back({.name = line.at("name"),
                            .x = line.at("x"),
                            .mean = line.at("mean"),
                            .deviation = line.at("spread")});
  return panel;
}

const std::map<std::string, FigureWidth> kWidths{{"screen", FigureWidth::kScreen},
                                                 {"page", FigureWidth::kPage},
                                                 {"column", FigureWidth::kColumn}};

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc != 2) throw std::invalid_argument("draw_figure screen|page|column < figure.json");
    const auto json = nlohmann::json::parse(std::cin);
    Figure figure{.title = json.at("title"), .panels = {}, .band = json.value("band", "")};
    for (const auto& panel : json.at("panels")) figure.panels.push_back(panel_of(panel));
    std::cout << svg_of(figure, kWidths.at(argv[1])) << std::flush;
    return std::cout ? 0 : 1;
  } catch (const std::exception& error) {
    std::cerr << "error: " << error.what() << '\n';
  }
  return 1;
}
