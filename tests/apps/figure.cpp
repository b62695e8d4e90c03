// SPDX-License-Identifier: Apache-2.0
// Names in gnuplot scripts: attack S1 executed commands from them.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include <querent/apps/output/figure.hpp>
#include <querent/apps/output/line_style.hpp>
#include <querent/apps/terminal/escape.hpp>

#include "../datasets/scratch.hpp"

using namespace querent;
using namespace querent::apps;

namespace {

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

const std::array kCommands{"`touch PWNED`",
                           "$(touch PWNED)",
                           "a'; system('touch PWNED'); '",
                           "a\"; system(\"touch PWNED\"); \"",
                           "\\\"`touch PWNED`",
                           "|touch PWNED",
                           "x\n!touch PWNED\n",
                           "@PWNED",
                           "x\ry\x1b[2J\x7f",
                           "M\xc3\xbcller"};

std::vector<Drawing> into(const std::string& svg, const std::string& png) {
  return {{FigureFormat::kSvg, gnuplot_file(svg)}, {FigureFormat::kPng, gnuplot_file(png)}};
}

std::string script_of(const Figure& figure) {
  return gnuplot_script(figure, FigureWidth::kScreen, into("/t/x.svg", "/t/x.png"));
}

}  // namespace

TEST_CASE("S1: no name is a command in a gnuplot script") {
  for (const std::string name : kCommands) {
    const std::string plain = script_of(figure_of("x"));
    const std::string script = script_of(figure_of(name));
    CAPTURE(name);
    CHECK(script.find('`') == std::string::npos);
    CHECK(script.find('@') == std::string::npos);
    CHECK(script.find("$(") == std::string::npos);
    // as many quotes and lines as with a plain name, so no quote was opened or closed
    const auto count = [](const std::string& text, char c) {
      return std::count(text.begin(), text.end(), c);
    };
    CHECK(count(script, '"') == count(plain, '"'));
    CHECK(count(script, '\'') == count(plain, '\''));
    CHECK(count(script, '\n') == count(plain, '\n'));
  }
  const std::string script =
      gnuplot_script(figure_of("x"), FigureWidth::kScreen, into("|touch PWNED", "`touch PWNED`"));
  CHECK(script.find("touch PWNED") == std::string::npos);
  CHECK(script.find("set output \"\\057") != std::string::npos);  // absolute: not a pipe
}

TEST_CASE("S1: gnuplot draws a name and does not execute it") {
  const std::filesystem::path old = std::filesystem::current_path();
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / "querent `touch PWNED`";
  std::filesystem::create_directories(folder);
  std::filesystem::current_path(folder);
  for (const std::string name : kCommands) {
    const std::string message =
        draw(figure_of(name), FigureWidth::kScreen, into("|touch PWNED.svg", "`touch PWNED`.png"));
    CAPTURE(name);
    if (message.find("not installed") != std::string::npos) break;
    CHECK(message == "");
    CHECK(std::filesystem::exists("|touch PWNED.svg"));
    CHECK(std::filesystem::exists("`touch PWNED`.png"));
    CHECK_FALSE(std::filesystem::exists("PWNED"));
    CHECK_FALSE(std::filesystem::exists("PWNED.svg"));
  }
  std::filesystem::current_path(old);
  std::filesystem::remove_all(folder);
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
  std::set<std::string> colours;
  std::set<int> marks;
  for (const LineStyle& style : styles_of(names)) {
    colours.insert(style.colour);
    marks.insert(style.mark);
  }
  CHECK(colours.size() == 12);
  CHECK(marks.size() == 12);  // distinct in grey, too
}

TEST_CASE("panels are placed three per row, and a band is explained if there is one") {
  Figure figure = figure_of("x");
  for (int k = 0; k < 4; ++k) figure.panels.push_back(figure.panels.front());
  const std::string script = script_of(figure);
  CHECK(script.find("layout 2,3") != std::string::npos);
  CHECK(script.find("one standard deviation") != std::string::npos);
  for (auto& panel : figure.panels) panel.series.front().deviation = {0, 0};
  CHECK(script_of(figure).find("one standard deviation") == std::string::npos);
}

TEST_CASE("a figure for a paper is a PDF as wide as its page or column, its panels in rows") {
  Figure figure = figure_of("x");
  figure.panels.front().series.push_back(
      {.name = "y", .x = {1, 2}, .mean = {2, 3}, .deviation = {0, 0}});
  for (int k = 0; k < 2; ++k) figure.panels.push_back(figure.panels.front());
  const auto pdf = [&](FigureWidth width) {
    return gnuplot_script(figure, width, {{FigureFormat::kPdf, "\"x.pdf\""}});
  };
  CHECK(pdf(FigureWidth::kPage).find("layout 1,3") != std::string::npos);
  CHECK(pdf(FigureWidth::kPage).find("pdfcairo size 6.8898in") != std::string::npos);  // 17.5 cm
  CHECK(pdf(FigureWidth::kColumn).find("layout 3,1") != std::string::npos);
  CHECK(pdf(FigureWidth::kColumn).find("pdfcairo size 3.3465in") != std::string::npos);  // 8.5 cm
}

TEST_CASE(
    "the numbers at an axis do not overlap: four for 1,797 rows in a panel of a page, with seven "
    "digits apart") {
  Figure figure = figure_of("x");
  figure.panels[0].series[0].x = {1, 1797};
  const auto ticks = [&](FigureWidth width) {
    const std::string script = gnuplot_script(figure, width, into("/t/x.svg", "/t/x.png"));
    const std::size_t begin = script.find("set xtics (");
    const std::string list = script.substr(begin, script.find('\n', begin) - begin);
    return std::count(list.begin(), list.end(), ',') + 1;
  };
  CHECK(ticks(FigureWidth::kPage) == 4);    // 0, 500, 1000, 1500: 135 pixels, 28 per number and a
                                            // gap
  CHECK(ticks(FigureWidth::kScreen) == 9);  // 0, 200, … 1600; 1800 is beyond the last row
  figure.panels[0].series[0].x = {1, 57842};
  const std::string script = script_of(figure);
  CHECK(script.find("20,000\" 20000") != std::string::npos);
  CHECK(script.find("set ytics autofreq") != std::string::npos);
  figure.panels[0].diagonal = "every label";
  const std::string counted = script_of(figure);
  CHECK(counted.find("set ytics (\"0\" 0, \"10,000\" 10000") != std::string::npos);
}

TEST_CASE("the first and the last mark of a logarithmic axis are inside it") {
  Figure figure = figure_of("x");
  figure.panels[0].log_x = true;
  figure.panels[0].series[0].x = {2.5, 35};
  const std::string script = script_of(figure);
  double low = 0, high = 0;
  REQUIRE(std::sscanf(script.c_str() + script.find("set xrange ["), "set xrange [%lf:%lf]", &low,
                      &high) == 2);
  CHECK(low < 2.5);
  CHECK(low > 2);
  CHECK(high > 35);
  CHECK(high < 45);
}

TEST_CASE(
    "a learner that is not in the first panel is named there, and twelve names fit into the "
    "reserved space") {
  Figure figure = figure_of("MSG");
  figure.panels[0].series.push_back({.name = "auto", .x = {}, .mean = {}, .deviation = {}});
  figure.panels.push_back(figure_of("MSG").panels[0]);
  figure.panels[1].series.push_back(
      {.name = "auto", .x = {1, 2}, .mean = {1, 1}, .deviation = {0, 0}});
  const std::string script = script_of(figure);
  CHECK(script.find("keyentry with linespoints lc rgb '#000000'") !=
        std::string::npos);  // auto's fixed colour
  CHECK(
      gnuplot_script(figure, FigureWidth::kPage, into("/t/x.svg", "/t/x.png")).find("maxrows 1") !=
      std::string::npos);
}

TEST_CASE("the topics of a map's regions are drawn as text above its dots") {
  Panel panel{.x_label = "",
              .y_label = "",
              .series = {{.name = "a", .x = {0.5}, .mean = {0.25}, .deviation = {0}}},
              .scatter = true,
              .annotations = {{.x = 0.5, .y = 0.25, .text = "graph's `kernels`"}}};
  const std::string script = gnuplot_script({.title = "m", .panels = {panel}}, FigureWidth::kPage,
                                            {{FigureFormat::kSvg, "'m.svg'"}});
  CHECK(script.find(gnuplot_text("graph's `kernels`") + " at 0.5,0.25 center front") !=
        script.npos);
  const Scratch scratch;
  const std::string file = (scratch / "m.svg").string();
  REQUIRE(draw({.title = "m", .panels = {panel}}, FigureWidth::kPage,
               {{FigureFormat::kSvg, "'" + file + "'"}}) == "");
  std::ifstream in(file);
  const std::string svg(std::istreambuf_iterator<char>(in), {});
  CHECK(svg.find("kernels") != svg.npos);
}

TEST_CASE("the titles of all axes have space, even with long numbers") {
  const Scratch directory;
  Figure figure;
  for (int p = 0; p < 4; ++p) {
    Panel panel;
    panel.x_label = "share of labels asked";
    panel.y_label = "balanced accuracy";
    panel.series.push_back(
        {.name = "a", .x = {1, 2}, .mean = {0.9975, 0.9985}, .deviation = {0, 0}});
    figure.panels.push_back(panel);
  }
  const std::string file = directory / "x.svg";
  if (!draw(figure, FigureWidth::kScreen, {{FigureFormat::kSvg, gnuplot_file(file)}}).empty())
    return;  // gnuplot is not installed
  std::ifstream stream(file);
  const std::string svg{std::istreambuf_iterator<char>(stream), {}};
  std::set<int> left;  // positions of the titles of the y axes
  for (std::size_t at = svg.find("rotate(270)"); at != svg.npos;
       at = svg.find("rotate(270)", at + 1)) {
    const std::size_t begin = svg.rfind("translate(", at) + 10;
    left.insert(static_cast<int>(std::stod(svg.substr(begin))));
  }
  constexpr int kLetter = 12;  // pixels
  REQUIRE(left.size() == 2);   // for two columns of panels
  CHECK(*left.begin() >= kLetter);
  // the second column starts outside the first: a panel is 480 pixels wide
  CHECK(*left.rbegin() >= 480 - 20 + kLetter / 2);
}
