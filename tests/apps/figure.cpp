// SPDX-License-Identifier: Apache-2.0
// Figures as a reader of SVG sees them: this file finds texts and paths in the bytes, with its own
// measure of letters, and compares them with the data.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <clocale>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <expat.h>

#include <querent/apps/output/figure/axis.hpp>
#include <querent/apps/output/figure/figure.hpp>
#include <querent/apps/output/figure/line_style.hpp>
#include <querent/apps/output/figure/svg.hpp>
#include <querent/apps/output/render.hpp>
#include <querent/datasets/printable.hpp>

#include "../datasets/scratch.hpp"

using namespace querent;
using namespace querent::apps;

namespace {

struct Rectangle {
  double left, top, right, bottom;
};

struct Element {
  std::string name, text = {};
  std::vector<std::pair<std::string, std::string>> attributes = {};
  std::string at(const std::string& key) const {
    for (const auto& [name_of, value] : attributes)
      if (name_of == key) return value;
    return "";
  }
  double number(const std::string& key) const { return std::strtod(at(key).c_str(), nullptr); }
};

// All elements of a document that expat accepts, in order; text belongs to the element around it.
std::vector<Element> elements_of(const std::string& svg) {
  struct Reader {
    std::vector<Element> all = {};
    std::vector<std::size_t> open = {};
  } reader;
  XML_Parser parser = XML_ParserCreate("UTF-8");
  XML_SetUserData(parser, &reader);
  XML_SetElementHandler(
      parser,
      [](void* data, const XML_Char* name, const XML_Char** attributes) {
        auto& to = *static_cast<Reader*>(data);
        to.open.push_back(to.all.size());
        to.all.push_back({.name = name});
        for (; *attributes != nullptr; attributes += 2)
          to.all.back().attributes.emplace_back(attributes[0], attributes[1]);
      },
      [](void* data, const XML_Char*) { static_cast<Reader*>(data)->open.pop_back(); });
  XML_SetCharacterDataHandler(parser, [](void* data, const XML_Char* text, int length) {
    auto& to = *static_cast<Reader*>(data);
    to.all[to.open.back()].text.append(text, static_cast<std::size_t>(length));
  });
  const bool read = XML_Parse(parser, svg.data(), static_cast<int>(svg.size()), 1) == XML_STATUS_OK;
  XML_ParserFree(parser);
  REQUIRE(read);
  return reader.all;
}

std::vector<Element> named(const std::string& svg, const std::string& name) {
  std::vector<Element> found = elements_of(svg);
  std::erase_if(found, [&](const Element& element) { return element.name != name; });
  return found;
}

// Letters are measured as half of the size, a little less than the mean of DejaVu Sans; figure_texts.py
// measures them in a browser.
Rectangle room_of(const Element& text) {
  const double size = text.number("font-size");
  const auto letters = static_cast<double>(
      std::count_if(text.text.begin(), text.text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
  const double width = 0.5 * size * letters;
  const std::string anchor = text.at("text-anchor");
  const double before = anchor == "middle" ? width / 2 : anchor == "end" ? width : 0;
  double x = text.number("x"), y = text.number("y");
  if (const std::string turned = text.at("transform"); !turned.empty()) {
    std::istringstream numbers(turned.substr(turned.find('(') + 1));
    numbers >> x >> y;
    return {x - 0.7 * size, y - width + before, x + 0.2 * size, y + before};
  }
  return {x - before, y - 0.7 * size, x - before + width, y + 0.2 * size};
}

// No two texts cover each other, and all are on the picture.
void check_texts(const std::string& svg) {
  const auto texts = named(svg, "text");
  std::istringstream box(elements_of(svg).front().at("viewBox"));
  double zero = 0, width = 0, height = 0;
  box >> zero >> zero >> width >> height;
  for (std::size_t a = 0; a < texts.size(); ++a) {
    const Rectangle one = room_of(texts[a]);
    if (one.left < 0 || one.top < 0 || one.right > width || one.bottom > height)
      FAIL_CHECK(texts[a].text, " is not on the picture");
    for (std::size_t b = 0; b < a; ++b) {
      const Rectangle other = room_of(texts[b]);
      if (one.right > other.left && other.right > one.left && one.bottom > other.top &&
          other.bottom > one.top)
        FAIL_CHECK(texts[a].text, " covers ", texts[b].text);
    }
  }
}

Figure figure_of(const std::string& name) {
  Figure figure;
  figure.title = name;
  Panel panel;
  panel.x_label = name;
  panel.y_label = name;
  panel.series.push_back({.name = name, .x = {1, 2}, .mean = {1, 2}, .deviation = {0.1, 0.1}});
  figure.panels.push_back(panel);
  return figure;
}

std::string screen(const Figure& figure) {
  return svg_of(figure, FigureWidth::kScreen);
}

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

TEST_CASE("S1: rsvg-convert draws into files whose names are commands or options") {
  const std::filesystem::path old = std::filesystem::current_path();
  const Scratch scratch;
  std::filesystem::create_directories(scratch / "querent `touch PWNED`");
  std::filesystem::current_path(scratch / "querent `touch PWNED`");
  for (const std::string name : {"|touch PWNED.png", "--version", "`touch PWNED`.png"}) {
    CAPTURE(name);
    const std::string message = render(screen(figure_of(name)), FigureFormat::kPng, name);
    if (message.find("not installed") != message.npos) break;
    CHECK(message == "");
    CHECK(std::filesystem::file_size(name) > 1000);
    CHECK_FALSE(std::filesystem::exists("PWNED"));
  }
  std::filesystem::current_path(old);
}

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

TEST_CASE("no two texts of a figure overlap, whatever its data and names are") {
  std::uint64_t state = 1;
  const auto random = [&](std::uint64_t below) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return (state >> 33) % below;
  };
  const std::string letters =
      "The quick brown fox jumps over the lazy dog and under its long title";
  for (int round = 0; round < 200; ++round) {
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
