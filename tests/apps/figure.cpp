// SPDX-License-Identifier: Apache-2.0
// What names reach gnuplot, as what they are: S1 of the attack ran commands out of them.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include <querent/apps/output/figure.hpp>
#include <querent/apps/output/line_style.hpp>

using namespace querent::apps;

namespace {

Figure figure_of(const std::string& name) {
  Figure figure;
  figure.title = name;
  Panel panel;
  panel.x_label = name;
  panel.y_label = name;
  panel.series.push_back({.name = name, .x = {1, 2}, .mean = {1, 2}, .spread = {0.1, 0.1}});
  figure.panels.push_back(panel);
  return figure;
}

const std::array kCommands{"`touch PWNED`",        "$(touch PWNED)",
                           "a'; system('touch PWNED'); '", "a\"; system(\"touch PWNED\"); \"",
                           "\\\"`touch PWNED`",    "|touch PWNED",
                           "x\n!touch PWNED\n",    "@PWNED",
                           "x\ry\x1b[2J\x7f",      "M\xc3\xbcller"};

}  // namespace

TEST_CASE("S1: no name is a command in a gnuplot script") {
  for (const std::string name : kCommands) {
    const std::string plain = gnuplot_script(figure_of("x"), "/t/x.svg", "/t/x.png");
    const std::string script = gnuplot_script(figure_of(name), "/t/x.svg", "/t/x.png");
    CAPTURE(name);
    CHECK(script.find('`') == std::string::npos);
    CHECK(script.find('@') == std::string::npos);
    CHECK(script.find("$(") == std::string::npos);
    // as many quotes and lines as of a plain name: none was closed, none was opened
    const auto count = [](const std::string& text, char c) {
      return std::count(text.begin(), text.end(), c);
    };
    CHECK(count(script, '"') == count(plain, '"'));
    CHECK(count(script, '\'') == count(plain, '\''));
    CHECK(count(script, '\n') == count(plain, '\n'));
  }
  const std::string script = gnuplot_script(figure_of("x"), "|touch PWNED", "`touch PWNED`");
  CHECK(script.find("touch PWNED") == std::string::npos);
  CHECK(script.find("set output \"\\057") != std::string::npos);  // absolute: not a pipe
}

TEST_CASE("S1: gnuplot runs nothing of a name, and draws it") {
  const std::filesystem::path old = std::filesystem::current_path();
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / "querent `touch PWNED`";
  std::filesystem::create_directories(folder);
  std::filesystem::current_path(folder);
  for (const std::string name : kCommands) {
    const std::string said = draw(figure_of(name), "|touch PWNED.svg", "`touch PWNED`.png");
    CAPTURE(name);
    if (said.find("not installed") != std::string::npos) break;
    CHECK(said == "");
    CHECK(std::filesystem::exists("|touch PWNED.svg"));
    CHECK(std::filesystem::exists("`touch PWNED`.png"));
    CHECK_FALSE(std::filesystem::exists("PWNED"));
    CHECK_FALSE(std::filesystem::exists("PWNED.svg"));
  }
  std::filesystem::current_path(old);
  std::filesystem::remove_all(folder);
}

TEST_CASE("a learner looks the same in every picture, and twelve of one picture are told apart") {
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
  CHECK(marks.size() == 12);  // in grey
}

TEST_CASE("panels stand three a row, and a band is explained where there is one") {
  Figure figure = figure_of("x");
  for (int k = 0; k < 4; ++k) figure.panels.push_back(figure.panels.front());
  const std::string script = gnuplot_script(figure, "/t/x.svg", "/t/x.png");
  CHECK(script.find("layout 2,3") != std::string::npos);
  CHECK(script.find("one standard deviation") != std::string::npos);
  for (auto& panel : figure.panels) panel.series.front().spread = {0, 0};
  CHECK(gnuplot_script(figure, "/t/x.svg", "/t/x.png").find("one standard deviation") == std::string::npos);
}
