// SPDX-License-Identifier: Apache-2.0
// Curves and axes of figures are where the values say.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <clocale>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <querent/apps/output/figure/panel.hpp>
#include <querent/apps/output/figure/svg.hpp>

#include "drawn_svg.hpp"

using namespace querent;
using namespace querent::apps;

namespace {

// Corners of paths "M…L…" with the given stroke width, as they are in the file.
std::vector<std::vector<Point>> lines_of(const std::string& svg) {
  std::vector<std::vector<Point>> found;
  for (const Element& path : named(svg, "path")) {
    if (path.at("stroke-width") != "2" || path.at("fill") != "none") continue;
    std::vector<Point> corners;
    std::string d = path.at("d");
    if (d.find('h') != d.npos || d.find('H') != d.npos) continue;  // a sample, a level
    std::replace_if(
        d.begin(), d.end(), [](char c) { return c == 'M' || c == 'L'; }, ' ');
    std::istringstream numbers(d);
    for (Point at; numbers >> at.x >> at.y;) corners.push_back(at);
    found.push_back(corners);
  }
  return found;
}

// The number at an axis and its place.
std::vector<std::pair<double, double>> numbers_at(const std::string& svg, bool across) {
  std::vector<std::pair<double, double>> found;
  for (const Element& text : named(svg, "text")) {
    char* end = nullptr;
    std::string digits = text.text;
    std::erase(digits, ',');
    const double value = std::strtod(digits.c_str(), &end);
    if (*end != '\0' || digits.empty() || text.number("font-size") != 11) continue;
    const bool at_x = text.at("text-anchor") == "middle";
    if (at_x == across) found.emplace_back(value, text.number(across ? "x" : "y"));
  }
  return found;
}

}  // namespace

TEST_CASE("a curve's points are where the data say") {
  Figure figure = figure_of("x");
  Series& series = figure.panels[0].series[0];
  series = {.name = "x", .x = {}, .mean = {}, .deviation = {}};
  for (int k = 0; k <= 40; ++k) {
    series.x.push_back(100 * k);
    series.mean.push_back(0.2 + 0.1 * std::sin(k));
    series.deviation.push_back(0.01);
  }
  for (const bool logarithmic : {false, true}) {
    Panel& panel = figure.panels[0];
    panel.log_x = panel.log_y = logarithmic;
    panel.series[0].x[0] = logarithmic ? 10 : 0;
    const std::string svg = screen(figure);
    const auto lines = lines_of(svg);
    REQUIRE(lines.size() == 1);
    REQUIRE(lines[0].size() == 41);
    const auto across = numbers_at(svg, true), down = numbers_at(svg, false);
    REQUIRE(across.size() >= 2);
    REQUIRE(down.size() >= 2);
    // the two outermost numbers of an axis determine where every value is
    const auto place = [&](const auto& numbers, double value) {
      const auto scale = [&](double v) { return logarithmic ? std::log(v) : v; };
      const auto [first, at_first] = numbers.front();
      const auto [last, at_last] = numbers.back();
      return at_first +
             (at_last - at_first) * (scale(value) - scale(first)) / (scale(last) - scale(first));
    };
    for (std::size_t k = 0; k < lines[0].size(); ++k) {
      // coordinates have two decimals; the numbers of y stand 4 below their line
      CHECK(std::abs(lines[0][k].x - place(across, panel.series[0].x[k])) < 0.05);
      CHECK(std::abs(lines[0][k].y + 4 - place(down, panel.series[0].mean[k])) < 0.05);
    }
  }
}

TEST_CASE("a figure is the same in every thread and every locale") {
  Figure figure = figure_of("M\xc3\xbcller");
  figure.panels[0].series[0].mean = {0.125, 12345.678};
  const std::string expected = screen(figure);
  std::array<std::string, 4> drawn;
  std::vector<std::thread> threads;
  for (std::string& svg : drawn) threads.emplace_back([&] { svg = screen(figure); });
  for (std::thread& thread : threads) thread.join();
  for (const std::string& svg : drawn) CHECK(svg == expected);
  const std::string old = std::setlocale(LC_ALL, nullptr);
  for (const char* locale : {"de_DE.UTF-8", "fr_FR.UTF-8", "C.UTF-8", "C"}) {
    if (std::setlocale(LC_ALL, locale) == nullptr) continue;  // not on this machine
    CHECK(screen(figure) == expected);
  }
  std::setlocale(LC_ALL, old.c_str());
}

TEST_CASE("values that cannot be drawn are left out, and a figure of such values is empty") {
  const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
  Figure figure = figure_of("x");
  Series& series = figure.panels[0].series[0];
  const auto lines = [&](std::vector<double> mean) {
    series.x.resize(mean.size());
    for (std::size_t k = 0; k < mean.size(); ++k) series.x[k] = static_cast<double>(k);
    series.deviation.assign(mean.size(), 0);
    series.mean = std::move(mean);
    const std::string svg = screen(figure);
    CHECK(svg.find("nan") == svg.npos);
    CHECK(svg.find("inf") == svg.npos);
    check_texts(svg);
    const auto found = lines_of(svg);
    return found.empty() ? std::size_t{0} : found.front().size();
  };
  CHECK(lines({1, 2, nan, 3, infinity, -infinity, 4}) == 4);
  CHECK(lines({5}) == 1);
  CHECK(lines({0}) == 1);
  CHECK(lines({3, 3, 3}) == 3);
  CHECK(lines({-2, -2}) == 2);
  CHECK(lines({1e-320, 5e-324}) == 2);
  CHECK(lines({1e280, -1e280}) == 2);
  CHECK(lines({1e15, 1e15 + 1}) == 2);
  CHECK_FALSE(is_empty(figure));
  CHECK(lines({}) == 0);
  CHECK(is_empty(figure));
  CHECK(lines({nan, infinity, 1e308}) == 0);
  CHECK(is_empty(figure));
  CHECK(is_empty({.title = "x", .panels = {}}));
  elements_of(screen({.title = "x", .panels = {}}));
  figure = figure_of("x");
  figure.panels[0].log_y = true;
  figure.panels[0].series[0].mean = {0, -1};
  CHECK(is_empty(figure));
}

TEST_CASE("the numbers at an axis are round, and as many as fit: seven digits are apart") {
  const auto ticks = [](double high, double pixels) {
    std::string all;
    for (const Tick& tick : axis_of({.high = high, .pixels = pixels, .whole = true}).ticks)
      all += tick.text + ' ';
    return all;
  };
  CHECK(ticks(1797, 160) == "0 500 1000 1500 ");
  CHECK(ticks(1797, 370) == "0 200 400 600 800 1000 1200 1400 1600 ");
  CHECK(ticks(57842, 250) == "0 20,000 40,000 ");
  CHECK(ticks(3, 400) == "0 1 2 3 ");  // no half of a round
  std::string numbers;
  for (const Tick& tick :
       axis_of({.low = -0.31, .high = 0.5, .pixels = 200, .across = false, .open_low = true}).ticks)
    numbers += tick.text + ' ';
  CHECK(numbers == "−0.4 −0.2 0 0.2 0.4 ");
  numbers.clear();
  for (const Tick& tick :
       axis_of({.low = 2e-5, .high = 3, .pixels = 400, .logarithmic = true}).ticks)
    numbers += tick.text + ' ';
  CHECK(numbers == "10⁻⁴ 10⁻³ 10⁻² 10⁻¹ 10⁰ ");
}

TEST_CASE("the first and the last mark of a logarithmic axis are inside it") {
  Figure figure = figure_of("x");
  figure.panels[0].log_x = true;
  figure.panels[0].series[0].x = {2.5, 35};
  const std::string svg = screen(figure);
  const Element plot = named(svg, "svg")[1];
  const auto line = lines_of(svg).front();
  constexpr double kMark = 3.5;
  CHECK(line.front().x > plot.number("x") + kMark);
  CHECK(line.back().x < plot.number("x") + plot.number("width") - kMark);
}

TEST_CASE("a line without marks goes through its points, and a single point from side to side") {
  Figure figure = figure_of("x");
  figure.panels[0].series.push_back(
      {.name = "in random order", .x = {0, 2}, .mean = {0, 1}, .deviation = {0, 0}, .level = true});
  figure.panels[0].series.push_back(
      {.name = "all labels", .x = {1}, .mean = {1.5}, .deviation = {0}, .level = true});
  const std::string svg = screen(figure);
  const auto lines = lines_of(svg);
  REQUIRE(lines.size() >= 2);
  CHECK(lines[1].size() == 2);
  CHECK(lines[1][0].y > lines[1][1].y);
  const Element plot = named(svg, "svg")[1];
  const auto paths = named(svg, "path");
  const std::string begin = "M" + plot.at("x") + " ";
  CHECK(std::any_of(paths.begin(), paths.end(), [&](const Element& path) {
    return path.at("stroke-width") == "2" && path.at("d").starts_with(begin) &&
           path.at("d").find('H') != std::string::npos;
  }));
}
