// SPDX-License-Identifier: Apache-2.0
// Tables: on a narrow terminal nothing is lost and nothing is too wide; in a sweep only equal
// shares of labels are compared.
#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include <querent/apps/manual/option_table.hpp>
#include <querent/apps/output/figure/panel.hpp>
#include <querent/apps/output/table.hpp>
#include <querent/apps/sweep/sweep.hpp>
#include <querent/apps/terminal/escape.hpp>

using namespace querent::apps;

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::size_t widest(const std::string& text) {
  std::size_t width = 0;
  for (const auto& line : lines_of(text)) width = std::max(width, width_of(line));
  return width;
}

Table results() {
  Table table({"learner", "target", "error rate", "labels asked", "found"}, 1, 2);
  table.add({"MSG", "30.0 %", "0.0882 ± 0.0000", "829 ± 15",
             "h=1e-12: 30 % is out of reach, 38.24 % is the nearest"});
  table.add({"RLS-all", "60.0 %", "0.1275 ± 0.0449", "2485", "kappa=0.5903"});
  return table;
}

}  // namespace

TEST_CASE(
    "a table fits any terminal of at least 28 columns, and a wide terminal changes "
    "nothing") {
  const Table table = results();
  for (std::size_t columns = 28; columns < 130; ++columns) {
    CAPTURE(columns);
    CHECK(widest(table.text(columns)) <= columns);
  }
  CHECK(table.text(widest(table.text())) == table.text());
}

TEST_CASE("each part of a folded table names its rows, and no number is broken across lines") {
  const std::string text = results().text(44);
  const auto lines = lines_of(text);
  const auto parts = std::count_if(lines.begin(), lines.end(), [](const auto& line) {
    return line.starts_with("learner  target");
  });
  CHECK(parts > 1);
  const auto rows = [&](const std::string& keys) {
    return std::count_if(lines.begin(), lines.end(),
                         [&](const auto& line) { return line.starts_with(keys); });
  };
  CHECK(rows("MSG      30.0 %") == parts);
  CHECK(rows("RLS-all  60.0 %") == parts);
  for (const std::string cell :
       {"0.0882 ± 0.0000", "0.1275 ± 0.0449", "829 ± 15", "2485", "kappa=0.5903", "error rate"})
    CHECK(text.find(cell) != std::string::npos);
}

TEST_CASE("a long text is wrapped before a table is split") {
  Table table({"name", "what"}, 2);
  table.add({"cora", "2,708 machine-learning papers, citations, 7 topics"});
  const auto lines = lines_of(table.text(32));
  REQUIRE(lines.size() == 5);  // head, rule, three lines of a row
  CHECK(lines[2] == "cora  2,708 machine-learning");
  CHECK(lines[3] == "      papers, citations, 7");
}

TEST_CASE("every help topic fits into 50 columns and keeps its words") {
  for (const auto& topic : topics()) {
    CAPTURE(topic.name);
    const std::string narrow = folded(topic.text, 50);
    CHECK(widest(narrow) <= 50);
    CHECK(folded(topic.text, 200) == topic.text);
    std::istringstream before(topic.text), after(narrow);
    std::vector<std::string> all, kept;
    for (std::string word; before >> word;) all.push_back(word);
    for (std::string word; after >> word;) {
      if (word != "\\") kept.push_back(word);
    }
    CHECK(kept == all);
  }
}

TEST_CASE(
    "a cell is compared if its reported orders met its share, regardless of the orders of the "
    "tuning") {
  const auto cell = [](double target, double asked, double std, bool tuned, double error_rate) {
    Json json{{"name", "L"},
              {"target_rate", target},
              {"reached", tuned},
              {"runs", Json::array()},
              {"mean", {{"query_rate", asked}, {"rounds", 2000.0}, {"error_rate", error_rate}}},
              {"std", {{"query_rate", std}, {"error_rate", 0.01}}}};
    for (int r = 0; r < 20; ++r)
      json["runs"].push_back({{"error_rate", error_rate + 0.001 * (r % 5)}});
    return json;
  };
  CHECK_FALSE(share_met(cell(0.1, 0.084, 0.004, true,
                             0.1)));  // 8.4 % instead of 10 %, 21.2 % instead of 20 %
  CHECK_FALSE(share_met(cell(0.2, 0.212, 0.005, true, 0.1)));
  CHECK(share_met(cell(0.05, 0.0523, 0.001, false, 0.1)));
  CHECK(share_met(
      cell(0.05, 0.053, 0.01, true, 0.1)));  // 6 % off, within two standard errors (.0045)
  CHECK_FALSE(share_met(cell(0.1, 0.125, 0.2, true, 0.1)));  // a quarter off is not chance
  CHECK(share_met(cell(0.002, 0.0025, 0, true, 0.1)));       // one label of 2,000
  const SweepResult sweep{
      .plan = {{"objective", "error_rate"}},
      .cells = {cell(0.1, 0.084, 0.004, true, 0.05), cell(0.1, 0.1, 0.004, false, 0.1)}};
  const auto standings = standings_of(sweep);
  CHECK_FALSE(standings[0].compared);
  CHECK(standings[1].best);
}

TEST_CASE("a sweep of one order has no test") {
  SweepResult sweep{.plan = {{"objective", "error_rate"}, {"title", "t"}, {"classes", 3}},
                    .cells = {}};
  for (const double error : {0.1, 0.2}) {
    sweep.cells.push_back(
        {{"name", "L"},
         {"target_rate", 1.0},
         {"tuning", ""},
         {"learner", {{"params", Json::object()}}},
         {"runs", {{{"error_rate", error}}}},
         {"mean", {{"query_rate", 1.0}, {"rounds", 100.0}, {"error_rate", error}}},
         {"std", {{"query_rate", 0.0}, {"rounds", 0.0}, {"error_rate", 0.0}}}});
  }
  CHECK(sweep_text(sweep).find("p = ") == std::string::npos);
  CHECK(sweep_csv(sweep).find(",yes,,,\n") != std::string::npos);
  CHECK(sweep_csv(sweep).find(",no,,,\n") != std::string::npos);
}

TEST_CASE(
    "a learner that asks for every label is a horizontal line in the figure of a sweep, and the "
    "axis fits "
    "the others") {
  SweepResult sweep{.plan = {{"objective", "error_rate"}, {"title", "t"}, {"classes", 3}},
                    .cells = {}};
  for (const auto& [name, asked] : {std::pair{"PAA-I", 0.1}, {"PAA-I", 0.2}, {"PA-I", 1.0}}) {
    sweep.cells.push_back(
        {{"name", name},
         {"target_rate", asked},
         {"runs", Json::array()},
         {"mean", {{"query_rate", asked}, {"error_rate", 0.25}, {"rounds", 100.0}}},
         {"std", {{"query_rate", 0.0}, {"error_rate", 0.01}}}});
  }
  const Figure figure = sweep_figure(sweep);
  REQUIRE(figure.panels.size() == 1);
  REQUIRE(figure.panels[0].series.size() == 2);
  CHECK_FALSE(figure.panels[0].series[0].level);
  CHECK(figure.panels[0].series[1].level);
  CHECK(figure.panels[0].series[1].name == "PA-I (every label)");
  // the end of the others, with space for their marks
  CHECK(x_axis_of(figure.panels[0], 300).high == doctest::Approx(0.208));
}
