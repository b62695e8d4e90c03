// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <istream>
#include <limits>
#include <map>
#include <sstream>

#include <doctest/doctest.h>

#include <querent/apps/options/papers.hpp>
#include <querent/apps/reproduce/dkm_cbgz.hpp>
#include <querent/apps/reproduce/document.hpp>
#include <querent/apps/reproduce/paa.hpp>
#include <querent/apps/reproduce/report.hpp>
#include <querent/apps/reproduce/vector_task.hpp>

using namespace querent;
using namespace querent::apps;

TEST_CASE("the typed tables are complete: sizes of the papers' tables, scores and rates in range") {
  const auto check = [](const std::vector<PrintedTable>& tables, std::size_t datasets,
                        std::size_t scores, double highest) {
    CHECK(tables.size() == datasets);
    std::size_t printed = 0;
    for (const auto& table : tables) {
      for (const auto& row : table.rows) {
        CHECK_NOTHROW(find_learner(row.algorithm));
        for (const auto& [score, centre] :
             {std::pair{row.near_10, 10.0}, std::pair{row.near_20, 20.0}}) {
          if (score.query == 0) continue;
          ++printed;
          CHECK(score.query == doctest::Approx(centre).epsilon(0.1).scale(0));
          CHECK(score.score.mean <= highest);
          CHECK(score.score.mean > 0);
        }
      }
    }
    CHECK(printed == scores);
  };
  // Table 2: six sets, five learners, two rates; Table 5: six sets, seven learners near 10 % and
  // nine near 20 %, with at most eight dashes: two learners on 20newsgroups and Letter
  check(printed_tables_of("d-ada-tables.tsv"), 12, 60 + 42 + 54 - 4, 100);
  check(paa::printed_tables(), 6, 6 * 10 * 2, 1);
  CHECK(paa::printed_costs().size() == 9 + 8 + 9 + 8 + 5 + 5);
  CHECK(dkm_cbgz::printed_tasks().size() == 7);
  for (const auto& task : dkm_cbgz::printed_tasks()) CHECK(task.rows.size() == 6);
}

TEST_CASE(
    "in Tables 6 and 8 the sum is the mean of sensitivity and specificity, to the last digit") {
  for (const auto& row : paa::printed_costs()) {
    if (row.metric != "balanced_accuracy") continue;
    CAPTURE(row.algorithm);
    CHECK((row.sensitivity.mean + row.specificity.mean) / 2 ==
          doctest::Approx(row.score.mean).epsilon(1e-5));
  }
}

namespace {

// .03 apart, standard errors .04/√20 and .03/√20
ReproducedRow row_of(double ours) {
  ReproducedRow row;
  row.table = "Table 1";
  row.dataset = "set";
  row.algorithm = "A";
  row.metric = "error_rate";
  row.paper = {0.2, 0.04};
  row.ours = {ours, 0.03};
  row.runs = 20;
  return row;
}

}  // namespace

TEST_CASE("z is the signed difference over its standard error, and empty if nothing is compared") {
  CHECK(row_of(0.23).z() == doctest::Approx(0.03 / std::sqrt(0.0025 / 20)));
  CHECK(row_of(0.17).z() == doctest::Approx(-0.03 / std::sqrt(0.0025 / 20)));
  ReproducedRow fifty = row_of(0.23);
  fifty.paper_runs = 80;
  CHECK(fifty.z() == doctest::Approx(0.03 / std::sqrt(0.0016 / 80 + 0.0009 / 20)));
  ReproducedRow stand_in = row_of(0.23);
  stand_in.comparable = false;
  CHECK_FALSE(stand_in.z());
  ReproducedRow certain = row_of(0.2);
  certain.paper.std = certain.ours.std = 0;
  CHECK_FALSE(certain.z());
  certain.ours.mean = 0.3;
  CHECK(certain.z() == std::numeric_limits<double>::infinity());
  CHECK(is_far(certain));
  CHECK_FALSE(is_far(row_of(0.23)));
  CHECK(is_far(row_of(0.16)));
}

TEST_CASE(
    "a summary counts every number once: z of 0, 2.7, -3.6, a stand-in, a second reading, one "
    "without data") {
  ReproducedRow stand_in = row_of(0.2), second = row_of(0.2);
  stand_in.comparable = false;
  second.counted = false;
  const Report report{.paper = "msg",
                      .rows = {row_of(0.2), row_of(0.23), row_of(0.16), stand_in, second},
                      .skipped = {{"Table 1", "other", "A", {0.2, 0.04}, "not here", "error_rate"}},
                      .remarks = {}};
  const Summary summary = summary_of(report);
  CHECK(summary.near == 1);
  CHECK(summary.far == 1);
  CHECK(summary.farther == 1);
  CHECK(summary.played() == 3);
  CHECK(summary.other_data == 1);
  CHECK(summary.skipped == 1);
}

TEST_CASE("a stored report is read unchanged, and a field of another type is rejected") {
  ReproducedRow row = row_of(0.23);
  row.note = "h=1";
  row.counted = false;
  Report report{.paper = "msg",
                .rows = {row, row_of(std::numeric_limits<double>::quiet_NaN())},
                .skipped = {{"Table 1", "other", "A", {0.2, 0.04}, "not here", "cost"}},
                .remarks = {}};
  Json json = report_json(report);
  CHECK(json["rows"][0]["z"] == doctest::Approx(0.03 / std::sqrt(0.0025 / 20)));
  const Report read = report_of(JsonField(json, "cell.json", "remove it"));
  CHECK(report_json(read) == json);
  CHECK(read.rows[0].z() == row.z());
  json["rows"][0]["runs"] = "20";
  CHECK_THROWS_AS(report_of(JsonField(json, "cell.json", "remove it")), CorruptError);
}

namespace {

struct CountedNumber {
  std::string paper;
  ReproducedRow row;
};

// The lines of numbers_tsv().
std::vector<CountedNumber> numbers_of(std::istream&& lines) {
  std::vector<CountedNumber> numbers;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.front() == '#') continue;
    std::istringstream fields(line);
    const auto text = [&] {
      std::string field;
      REQUIRE(std::getline(fields, field, '\t'));
      return field;
    };
    const auto number = [&] { return std::stod(text()); };
    CountedNumber one{.paper = text(), .row = {}};
    for (std::string* name :
         {&one.row.table, &one.row.dataset, &one.row.algorithm, &one.row.metric})
      *name = text();
    one.row.paper.mean = number();
    one.row.paper.std = number();
    one.row.paper_runs = static_cast<std::uint64_t>(number());
    one.row.ours.mean = number();
    one.row.ours.std = number();
    one.row.runs = static_cast<std::uint64_t>(number());
    numbers.push_back(one);
  }
  return numbers;
}

std::vector<CountedNumber> committed_numbers() {
  return numbers_of(
      std::ifstream(std::filesystem::path(QUERENT_TEST_DATA) / "../../docs/reproduced.tsv"));
}

// The errors in reasons.tsv for these numbers, one sentence each: a number beyond kFar without
// exactly one reason, or a reason for a number that is within kFar or missing.
std::vector<std::string> wrong_reasons(const std::vector<CountedNumber>& numbers) {
  std::vector<std::string> wrong;
  std::map<std::string, int> used;
  for (const auto& [paper, row] : numbers) {
    const std::string name = name_of_number(paper, row);
    const auto count = std::count_if(reasons().begin(), reasons().end(),
                                     [&](const Reason& reason) { return reason.number == name; });
    ++used[name];
    const double z = row.z().value_or(0);
    if (count != (std::abs(z) > kFar ? 1 : 0))
      wrong.push_back(fmt::format("{}: z is {:+.1f}, and it has {} reasons", name, z, count));
  }
  for (const auto& reason : reasons())
    if (!used.contains(reason.number))
      wrong.push_back(reason.number + ": a reason without a number");
  return wrong;
}

}  // namespace

TEST_CASE("seconds stand in the text of a table alone, where a paper and a run have them") {
  ReproducedRow row = row_of(0.23);
  const auto report_with = [&] {
    return Report{.paper = "msg", .rows = {row}, .skipped = {}, .remarks = {}};
  };
  const std::string without = report_text(report_with());
  const std::string page = report_markdown(report_with());
  const Json kept = report_json(report_with());
  row.paper_seconds = 8.125;
  CHECK(report_text(report_with()) == without);  // as of a part that was kept
  row.ours_seconds = 0.0625;
  CHECK(report_text(report_with()).find("8.125") != std::string::npos);
  CHECK(report_text(report_with()).find("0.062") != std::string::npos);
  CHECK(report_markdown(report_with()) == page);
  CHECK(report_json(report_with()) == kept);
}

TEST_CASE("each number with |z| > 3 has exactly one reason, and no other number has one") {
  const auto numbers = committed_numbers();
  CHECK(numbers.size() > 300);
  for (const auto& wrong : wrong_reasons(numbers)) FAIL_CHECK(wrong);
  for (const auto& reason : reasons()) {
    CAPTURE(reason.number);
    CHECK(reason.number.find('*') == std::string::npos);
    CHECK(reason.command.empty() == (reason.kind == "open"));
    if (!reason.command.empty()) CHECK(reason.command.starts_with("querent "));
  }
}

TEST_CASE(
    "a number that moves within 3 leaves its reason unused, and a new number beyond 3 has no "
    "reason") {
  auto numbers = committed_numbers();
  const auto far = std::find_if(numbers.begin(), numbers.end(),
                                [](const CountedNumber& number) { return is_far(number.row); });
  REQUIRE(far != numbers.end());
  far->row.ours = far->row.paper;
  CHECK(wrong_reasons(numbers).size() == 1);
  numbers.erase(far);
  CHECK(wrong_reasons(numbers).size() == 1);
  const auto near = std::find_if(numbers.begin(), numbers.end(),
                                 [](const CountedNumber& number) { return !is_far(number.row); });
  near->row.ours.mean = near->row.paper.mean + 1;
  CHECK(wrong_reasons(numbers).size() == 2);
  const Report report{.paper = "duol", .rows = {row_of(0.16)}, .skipped = {}, .remarks = {}};
  const auto again = numbers_of(std::istringstream(numbers_tsv({report})));
  REQUIRE(again.size() == 1);
  CHECK(*again.front().row.z() == doctest::Approx(*row_of(0.16).z()));
  CHECK(reason_of("duol", row_of(0.16)) == "no reason found");
}

TEST_CASE("every figure and table has data sets, and every figure has a comment") {
  for (const auto& paper : papers()) {
    CAPTURE(paper.name);
    CHECK_FALSE(text_of(paper.name, "about").empty());
    for (const auto& table : paper.tables)
      CHECK_FALSE(maker_of(paper.name).sets(false, table).empty());
    for (const auto& figure : paper.figures) {
      CAPTURE(figure);
      CHECK_FALSE(maker_of(paper.name).sets(true, figure).empty());
      CHECK_FALSE(text_of(paper.name, "figure " + figure).empty());
    }
  }
}

TEST_CASE("the page names the commit of most parts, and the parts of every other one") {
  CHECK(played_by({}).empty());
  CHECK(played_by({{"", {"a"}}}) == "Run by an unknown commit.\n");
  CHECK(played_by({{"abc", {"a", "b"}}}) == "Run by commit abc.\n");
  CHECK(played_by({{"", {"a"}}, {"abc", {"b", "c"}}, {"def", {"d"}}}) ==
        "Run by commit abc, 2 parts, except:\n\n- by an unknown commit: a\n- by commit def: d\n");
}

TEST_CASE(
    "points are converted to a table with one column per series, with scores if the CSV has them") {
  CHECK(points_markdown(
            "dataset,series,x,y_mean,y_std\na,S,1,0.5,0.1\na,T,1,0.25,0\na,S,2,3,1\na,S,3,4,1\n",
            2) ==
        "| dataset | x | S | T |\n| --- | ---: | ---: | ---: |\n"
        "| a | 1 | 0.5 ± 0.1 | 0.25 ± 0 |\n| a | 3 | 4 ± 1 |  |\n");
  // DUOL below DUOL-rand is a claim about duol's Figure 3: at 1 of the 2 points that both have
  CHECK(claims_of("duol", "3",
                  "dataset,series,C,e_mean,e_std\nsonar,DUOL,1,0.1,0\nsonar,DUOL,2,0.3,0\nsonar,"
                  "DUOL,4,0.3,0\n"
                  "sonar,DUOL-rand,1,0.2,0\nsonar,DUOL-rand,2,0.2,0\n") ==
        "- DUOL below DUOL-rand: sonar at 1 of 2 points\n");
  CHECK(claims_of("duol", "4",
                  "dataset,series,rho,n_mean,n_std\na,weak,0,3,0\na,weak,1,2,0\na,weak,2,2,0\na,"
                  "weak,3,4,0\n") == "- weak falls: a in 2 of 3 steps, from 3 to 4\n");
  const std::string rates =
      points_markdown(std::string(kRateCsvHeader) + "a,S,0.1,0.11,0.01,0.9,0.02,\"b=1, C=2\"\n");
  CHECK(rates.find("0.9 ± 0.02") != std::string::npos);
}

TEST_CASE("pixels of 0 … 999 are min-max times 999") {
  VectorData data{.layout = RowLayout::kDense,
                  .features = 1,
                  .offsets = {0, 1, 2, 3},
                  .index = {},
                  .value = {-1, 0, 1},
                  .labels = {0, 1, 0},
                  .classes = {"-1", "1"}};
  data.index = {0, 0, 0};
  data.layout = RowLayout::kSparse;
  const auto ready = prepared(data, preparation("0 … 999"));
  CHECK(ready->data.value.back() == doctest::Approx(999));
}

TEST_CASE("files are joined row by row, and rows are selected in the given order") {
  const VectorData first{.layout = RowLayout::kSparse,
                         .features = 2,
                         .offsets = {0, 1, 2},
                         .index = {0, 1},
                         .value = {5, 6},
                         .labels = {0, 1},
                         .classes = {"-1", "1"}};
  const VectorData second{.layout = RowLayout::kSparse,
                          .features = 3,
                          .offsets = {0, 0, 2},
                          .index = {0, 2},
                          .value = {7, 8},
                          .labels = {1, 0},
                          .classes = {"-1", "1"}};
  const VectorData all = joined(first, second);
  CHECK(all.features == 3);
  CHECK(all.labels == std::vector<int>{0, 1, 1, 0});
  CHECK(all.offsets == std::vector<std::uint64_t>{0, 1, 2, 2, 4});
  const VectorData picked = rows_of(all, {3, 0});
  CHECK(picked.labels == std::vector<int>{0, 0});
  CHECK(picked.value == std::vector<double>{7, 8, 5});
  VectorData other = second;
  other.classes = {"a", "b"};
  CHECK_THROWS_AS(joined(first, other), DataError);
}
