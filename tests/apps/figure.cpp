// SPDX-License-Identifier: Apache-2.0
// The texts, styles and sizes of figures.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <querent/apps/output/figure/panel.hpp>
#include <querent/apps/output/output_directory.hpp>
#include <querent/datasets/text/printable.hpp>

#include "../datasets/scratch.hpp"
#include "drawn_svg.hpp"

using namespace querent;
using namespace querent::apps;

namespace {

const std::array kHostile{"`touch PWNED`",
                          "a'; system('touch PWNED'); '",
                          "<script>alert(1)</script>",
                          "]]><image href=\"http://example.org\"/>",
                          "\" onload=\"alert(1)",
                          "&amp;&#60;&nbsp;",
                          "x\ry\x1b[2J\x7f",
                          "\xe2\x80\xae reversed",
                          "\xff\xfe not UTF-8",
                          "M\xc3\xbcller"};

}  // namespace

TEST_CASE("S1: a name is a text of the figure, not a part of its markup") {
  const auto drawn_as = [](const std::string& name) {
    Figure figure = figure_of(name);
    figure.panels[0].series[0].style = 0;  // otherwise chosen by name
    return elements_of(screen(figure));
  };
  const auto plain = drawn_as("x");
  for (const std::string name : kHostile) {
    CAPTURE(name);
    const auto drawn = drawn_as(name);
    REQUIRE(drawn.size() == plain.size());
    for (std::size_t k = 0; k < drawn.size(); ++k) {
      CHECK(drawn[k].name == plain[k].name);
      CHECK(drawn[k].attributes.size() == plain[k].attributes.size());
    }
    CHECK(drawn[1].text == printable(name));
  }
}

TEST_CASE("S1: rsvg-convert draws figures whose titles are commands or options") {
  for (const std::string title : {"|touch PWNED", "--version", "`touch PWNED`"}) {
    CAPTURE(title);
    const Rendered picture = rendered(screen(figure_of(title)), FigureFormat::kPng);
    if (picture.problem.find("not installed") != picture.problem.npos) break;
    CHECK(picture.problem == "");
    CHECK(picture.bytes.starts_with("\x89PNG"));
    CHECK(picture.bytes.size() > 1000);
    CHECK_FALSE(std::filesystem::exists("PWNED"));
  }
}

TEST_CASE("no two texts of a figure overlap, whatever its data and names are") {
  std::uint64_t state = 1;
  const auto random = [&](std::uint64_t below) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return (state >> 33) % below;
  };
  const std::string letters =
      "The quick brown fox jumps over the lazy dog and under its long title";
  for (int round = 0; round < 60; ++round) {
    Figure figure{.title = letters.substr(0, random(letters.size())), .panels = {}};
    const std::size_t panels = 1 + random(7), series = 1 + random(12);
    for (std::size_t p = 0; p < panels; ++p) {
      Panel panel{.x_label = letters.substr(0, random(letters.size())),
                  .y_label = letters.substr(0, random(letters.size())),
                  .series = {},
                  .whole_x = random(2) == 0,
                  .points = random(2) == 0,
                  .log_x = random(3) == 0,
                  .log_y = random(3) == 0,
                  .title = random(2) == 0 ? "" : "panel " + std::to_string(p)};
      if (!panel.log_x && !panel.log_y && random(2) == 0) panel.diagonal = "every label";
      const double unit = std::pow(10.0, static_cast<double>(random(24)) - 12),
                   centre = static_cast<double>(random(100));
      for (std::size_t s = 0; s < series; ++s) {
        Series line{.name = "learner " + letters.substr(0, random(40)),
                    .x = {},
                    .mean = {},
                    .deviation = {}};
        for (std::uint64_t k = 0; k < 1 + random(30); ++k) {
          line.x.push_back(unit * static_cast<double>(1 + k));
          line.mean.push_back(unit * (centre + static_cast<double>(random(1000)) / 100));
          line.deviation.push_back(unit * static_cast<double>(random(3)));
        }
        panel.series.push_back(line);
      }
      figure.panels.push_back(panel);
    }
    for (const FigureWidth width : {FigureWidth::kScreen, FigureWidth::kPage, FigureWidth::kColumn})
      check_texts(svg_of(figure, width));
  }
}

TEST_CASE(
    "a learner has the same style in every figure, and twelve in one figure have different "
    "styles") {
  const std::vector<std::string> graph{"MSG", "RLS-all", "CMOG", "GPA", "auto", "thrifty"};
  const auto together = styles_of(graph);
  for (std::size_t k = 0; k < graph.size(); ++k) {
    const LineStyle alone = styles_of({graph[k]}).front();
    CHECK(alone.colour == together[k].colour);
    CHECK(alone.mark == together[k].mark);
  }
  CHECK(styles_of({"MSG:h=0.01"}).front().colour == together[0].colour);
  std::vector<std::string> names;
  for (int k = 0; k < 12; ++k) names.push_back("learner " + std::to_string(k));
  names[3] = "MSG";
  names[7] = "MSG:h=0.1";
  std::set<std::string> colours, dark;
  std::set<std::pair<std::string, bool>> marks;
  for (const LineStyle& style : styles_of(names)) {
    colours.insert(style.colour);
    dark.insert(style.dark);
    marks.insert({style.mark, style.filled});
  }
  CHECK(colours.size() == 12);
  CHECK(dark.size() == 12);
  CHECK(marks.size() == 12);  // distinct in grey, too
}

TEST_CASE("panels are placed three per row, and a band is explained if there is one") {
  Figure figure = figure_of("x");
  for (int k = 0; k < 4; ++k) figure.panels.push_back(figure.panels.front());
  const std::string svg = screen(figure);
  std::set<std::string> left, top;
  for (const Element& plot : named(svg, "svg")) {
    if (plot.at("role").empty()) left.insert(plot.at("x")), top.insert(plot.at("y"));
  }
  CHECK(left.size() == 3);
  CHECK(top.size() == 2);
  CHECK(svg.find("one standard deviation") != svg.npos);
  for (auto& panel : figure.panels) panel.series.front().deviation = {0, 0};
  CHECK(screen(figure).find("one standard deviation") == std::string::npos);
}

TEST_CASE("a figure for a paper is as wide as its page or column, its panels in rows") {
  Figure figure = figure_of("x");
  figure.panels.front().series.push_back(
      {.name = "y", .x = {1, 2}, .mean = {2, 3}, .deviation = {0, 0}});
  for (int k = 0; k < 2; ++k) figure.panels.push_back(figure.panels.front());
  const auto width = [&](FigureWidth medium) {
    return elements_of(svg_of(figure, medium)).front().at("width");
  };
  CHECK(width(FigureWidth::kPage) == "17.5cm");
  CHECK(width(FigureWidth::kColumn) == "8.5cm");
  figure.panels.resize(1);
  CHECK(width(FigureWidth::kColumn) == "8.5cm");
}

TEST_CASE("a learner that is not in the first panel is named there") {
  Figure figure = figure_of("MSG");
  figure.panels[0].series.push_back({.name = "auto", .x = {}, .mean = {}, .deviation = {}});
  figure.panels.push_back(figure_of("MSG").panels[0]);
  figure.panels[1].series.push_back(
      {.name = "auto", .x = {1, 2}, .mean = {1, 1}, .deviation = {0, 0}});
  const std::string svg = screen(figure);
  const auto texts = named(svg, "text");
  CHECK(std::count_if(texts.begin(), texts.end(),
                      [](const Element& text) { return text.text == "auto"; }) == 1);
}

TEST_CASE("the topics of a map's regions are above its dots, and none covers another") {
  Panel panel{.x_label = "",
              .y_label = "",
              .series = {{.name = "a", .x = {0.5, -1}, .mean = {0.25, 1}, .deviation = {0, 0}}},
              .scatter = true};
  for (int k = 0; k < 16; ++k)
    panel.annotations.push_back(
        {.x = 0.3 + 0.01 * k, .y = 0.25, .text = "graph's `kernels` " + std::to_string(k)});
  const std::string svg = screen({.title = "m", .panels = {panel}});
  check_texts(svg);
  const auto texts = named(svg, "text");
  // the first has its own place, and others stand above and below it
  const auto first = std::find_if(texts.begin(), texts.end(), [](const Element& text) {
    return text.text == "graph's `kernels` 0";
  });
  REQUIRE(first != texts.end());
  CHECK(std::count_if(texts.begin(), texts.end(),
                      [](const Element& text) { return text.text.starts_with("graph's"); }) == 5);
  std::istringstream dots(named(svg, "path")[0].at("d").substr(1));
  double x = 0, y = 0;
  dots >> x >> y;
  CHECK(std::abs(x - first->number("x") - 0.2 * 460 / 2 / 1.05) < 0.1);
  CHECK(svg.find("kernels", svg.find("<path")) != svg.npos);
}
