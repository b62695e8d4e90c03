// SPDX-License-Identifier: Apache-2.0
// `reproduce duol` on the smallest data set of the paper, which is read from $QUERENT_SHARED;
// skipped if it is missing.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <querent/apps/reproduce/smoothed_digits.hpp>
#include <querent/datasets/checksum.hpp>
#include <querent/learners/random.hpp>

#include "program.hpp"

using namespace querent;
using namespace querent::apps;

namespace {

bool sonar_is_here() {
  if (std::filesystem::exists(shared_directory() / "data" / "vectors" / "sonar_scale.xz"))
    return true;
  MESSAGE("skipped: sonar_scale is not in $QUERENT_SHARED");
  return false;
}

Ended on_mirror(std::vector<std::string> arguments) {
  const auto data = std::filesystem::weakly_canonical(shared_directory() / "data");
  const Environment mirror("QUERENT_MIRROR", "file://" + data.string());
  arguments.insert(arguments.begin(), {"reproduce", "duol"});
  return querent_program(arguments);
}

Json report_of(std::vector<std::string> more) {
  more.emplace_back("--json");
  const Ended ended = on_mirror(more);
  CAPTURE(ended.err);
  REQUIRE(ended.status == 0);
  return Json::parse(ended.out);
}

// Writes a matching checksum.
void change_part(const std::filesystem::path& cell, const auto& change) {
  auto part = nlohmann::ordered_json::parse(contents_of(cell));
  change(part);
  part.erase("sha256");
  part["sha256"] = sha256(part.dump(1) + "\n");
  std::ofstream(cell, std::ios::binary) << part.dump(1) << "\n";
}

}  // namespace

TEST_CASE("Table 2 on sonar: every row is within two deviations of the paper, and DUOL is first") {
  if (!sonar_is_here()) return;
  const Json report = report_of({"--dataset", "sonar"});
  CHECK(report["paper"] == "duol");
  REQUIRE(report["rows"].size() == 18);  // nine learners, mistakes and support vectors
  double duol = 1, best = 1;
  for (const auto& row : report["rows"]) {
    CAPTURE(row.dump());
    CHECK(row["within"] == true);
    CHECK(row["runs"] == 20);
    CHECK(row["preprocessing"] == "features in [−1, 1]");
    CHECK(std::abs(row["ours_mean"].get<double>() - row["paper_mean"].get<double>()) <=
          2 * row["paper_std"].get<double>());
    if (row["metric"] != "error_rate") continue;
    best = std::min(best, row["ours_mean"].get<double>());
    if (row["algorithm"] == "DUOL") duol = row["ours_mean"];
  }
  CHECK(duol == best);
}

TEST_CASE(
    "with --out a part is stored: the second run reads it and prints the same bytes, and a damaged "
    "one ends "
    "with 6") {
  if (!sonar_is_here()) return;
  const Scratch files;
  const std::filesystem::path out = files / "out";
  const std::vector<std::string> asked{"--dataset", "sonar", "--runs",    "2",
                                       "--json",    "--out", out.string()};
  const Ended first = on_mirror(asked), second = on_mirror(asked);
  REQUIRE(first.status == 0);
  CHECK(second.out == first.out);
  CHECK(first.err.find("finished by an earlier run") == std::string::npos);
  CHECK(second.err.find("1 part finished by an earlier run") != std::string::npos);
  const std::filesystem::path cell = std::filesystem::directory_iterator(out / "cells")->path();
  std::string bytes = contents_of(cell);
  bytes.replace(bytes.find("\"runs\": 2"), 9, "\"runs\": 3");
  std::ofstream(cell, std::ios::binary) << bytes;
  const Ended damaged = on_mirror(asked);
  CHECK(damaged.status == 6);
  CHECK(damaged.err.find("remove it, and reproduce again") != std::string::npos);
}

TEST_CASE(
    "a stored part with a forged checksum is checked field by field: names, numbers, points") {
  if (!sonar_is_here()) return;
  const Scratch files;
  const std::filesystem::path out = files / "out";
  const auto refused = [&](const std::vector<std::string>& asked, const auto& change) {
    std::filesystem::remove_all(out);
    REQUIRE(on_mirror(asked).status == 0);
    for (const auto& cell : std::filesystem::directory_iterator(out / "cells"))
      change_part(cell, change);
    const Ended ended = on_mirror(asked);
    CAPTURE(ended.err);
    CHECK(ended.status == 6);
    CHECK(ended.err.find("the checksum does not match the content") ==
          std::string::npos);  // its checksum is correct
    CHECK(ended.err.find("remove it, and reproduce again") != std::string::npos);
  };
  const std::vector<std::string> table{"--dataset", "sonar", "--runs", "1", "--out", out.string()};
  refused(table, [](auto& part) { part["report"]["rows"][0]["table"] = "\x1b[2J"; });
  refused(table, [](auto& part) { part["report"]["rows"][0]["dataset"] = "<script>"; });
  refused(table, [](auto& part) { part["report"]["rows"][0]["paper_std"] = -1; });
  refused(table, [](auto& part) { part["commit"] = "<b>"; });
  const std::vector<std::string> figure{"--figure", "4", "--dataset", "sonar",
                                        "--runs",   "1", "--out",     out.string()};
  for (const char* csv :
       {"", "\n", "a,b\n1,2\n", "dataset,algorithm,C,m,s\nx\n",
        "dataset,algorithm,C,m,s\nx,y,1,2,z\n", "dataset,algorithm,C,m,s\nx,y,1,1e999,0\n",
        "dataset,algorithm,C,m,s\nx,y,..........,1,0\n",
        "dataset,algorithm,C,m,s\nx\x1b,y,1,1,0\n"}) {
    CAPTURE(csv);
    refused(figure, [&](auto& part) { part["csv"] = csv; });
  }
}

TEST_CASE("the page names the commits of its parts, including a part stored without one") {
  if (!sonar_is_here()) return;
  const Scratch files;
  const std::string out = (files / "out").string();
  const auto page = [&] {
    const Ended ended = on_mirror({"--all", "--kept", "--runs", "1", "--markdown", "--out", out});
    CAPTURE(ended.err);
    REQUIRE(ended.status == 0);
    return ended.out;
  };
  CHECK(page().find("Run by") == std::string::npos);
  REQUIRE(on_mirror({"--table", "2", "--dataset", "sonar", "--runs", "1", "--out", out}).status ==
          0);
  std::string commit;
  const std::string one = page();
  for (const auto& cell : std::filesystem::directory_iterator(files / "out" / "cells"))
    change_part(cell, [&](auto& part) { commit = part["commit"], part.erase("commit"); });
  // the version of the program that ran, which may be linked separately
  const std::string version = (files / "version").string();
  REQUIRE(std::system(("'" QUERENT_PROGRAM "-reproduce' --version > '" + version + "'").c_str()) ==
          0);
  CHECK(contents_of(version).find(commit) != std::string::npos);
  CHECK(one.find("\nRun by " + (commit.empty() ? "an unknown commit" : "commit " + commit) +
                 ".\n") != std::string::npos);
  CHECK(page().find("\nRun by an unknown commit.\n") != std::string::npos);
  // drawings are a separate part, and the page uses their points
  REQUIRE(on_mirror({"--figure", "4", "--dataset", "sonar", "--runs", "1", "--out", out}).status ==
          0);
  const std::string two = page();
  CHECK(two.find("\n- by") != std::string::npos);
  CHECK(two.find("an unknown commit") != std::string::npos);
  CHECK(two.find("duol, figure 4, sonar") == two.rfind("duol, figure 4, sonar"));
}

TEST_CASE("a figure with --out prints a line and writes its points") {
  if (!sonar_is_here()) return;
  const Scratch files;
  const std::filesystem::path out = files / "out";
  const Ended ended =
      on_mirror({"--figure", "4", "--dataset", "sonar", "--runs", "1", "--out", out.string()});
  REQUIRE(ended.status == 0);
  CHECK(ended.out == "figure 4 of duol: 33 points of 1 data set in figure4.csv\n");
  CHECK(std::filesystem::exists(out / "figure4.csv"));
}

TEST_CASE("neither a shared Gram matrix nor threads change a number") {
  if (!sonar_is_here()) return;
  const Json shared = report_of({"--dataset", "sonar", "--runs", "3"});
  CHECK(report_of({"--dataset", "sonar", "--runs", "3", "--memory", "0"})["rows"] ==
        shared["rows"]);
  CHECK(report_of({"--dataset", "sonar", "--runs", "3", "--threads", "1"})["rows"] ==
        shared["rows"]);
}

TEST_CASE(
    "Figure 4 on sonar: at ρ = 1 no update is double, and from ρ = 1 − 1/C on none is strong, "
    "since "
    "C ≥ γ̂_b + 1/(1 − ρ) leaves no room") {
  if (!sonar_is_here()) return;
  const Ended ended = on_mirror({"--figure", "4", "--dataset", "sonar", "--runs", "3", "--quiet"});
  REQUIRE(ended.status == 0);
  std::istringstream lines(ended.out);
  std::string line;
  int weak = 0, strong = 0;
  for (double rho = 0, mean = 0; std::getline(lines, line);) {
    if (std::sscanf(line.c_str(), "sonar,weak,%lf,%lf", &rho, &mean) == 2) {
      ++weak;
      CHECK((mean > 0) == (rho < 1));
    }
    if (std::sscanf(line.c_str(), "sonar,strong,%lf,%lf", &rho, &mean) == 2) {
      ++strong;
      if (rho >= 0.8) CHECK(mean == 0);
    }
  }
  CHECK(weak == 11);
  CHECK(strong == 11);
}

// an independent computation: the two-dimensional sum, weight by weight
TEST_CASE("a smoothed digit is its convolution with a Gaussian, and a blank one is unchanged") {
  constexpr int kSide = 16, kRadius = 3;
  constexpr double kWidth = 0.75, kBackground = -1;
  std::vector<double> digit(kSide * kSide, kBackground);
  smooth_digit(digit, kWidth, kBackground);
  for (const double value : digit) CHECK(value == doctest::Approx(kBackground));
  Rng rng(5);
  for (double& value : digit) value = 2 * uniform01(rng) - 1;
  const std::vector<double> before = digit;
  smooth_digit(digit, kWidth, kBackground);
  for (int row = 0; row < kSide; ++row) {
    for (int column = 0; column < kSide; ++column) {
      double sum = 0, weights = 0;
      for (int i = row - kRadius; i <= row + kRadius; ++i) {
        for (int j = column - kRadius; j <= column + kRadius; ++j) {
          const double distance = std::hypot(i - row, j - column) / kWidth;
          const double weight = std::exp(-distance * distance / 2);
          const bool inside = std::min(i, j) >= 0 && std::max(i, j) < kSide;
          sum += weight * (inside ? before[static_cast<std::size_t>(kSide * i + j)] : kBackground);
          weights += weight;
        }
      }
      CHECK(digit[static_cast<std::size_t>(kSide * row + column)] ==
            doctest::Approx(sum / weights));
    }
  }
}
