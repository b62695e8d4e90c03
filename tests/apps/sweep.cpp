// SPDX-License-Identifier: Apache-2.0
// Sweeps: resumed, sharded and merged.
#include <cmath>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "program.hpp"

using namespace querent;
using namespace querent::apps;

namespace {

std::vector<std::string> digits_sweep(std::vector<std::string> more) {
  std::vector<std::string> arguments{"sweep",  "digits",    "--classes", "3,8",     "--learner",
                                     "PAA-I",  "--learner", "RPA-I",     "--rates", "0.1,0.3",
                                     "--runs", "3",         "--scale",   "unit"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

}  // namespace

TEST_CASE("merged shards equal the undivided sweep, for any number of threads") {
  const Scratch directory;
  REQUIRE(querent_program(digits_sweep({"--out", directory / "whole", "--threads", "2"})).status ==
          0);
  for (const char* shard : {"1", "2", "3"}) {
    REQUIRE(querent_program(digits_sweep({"--out", directory / shard, "--threads", "1", "--shard",
                                          std::string(shard) + "/3"}))
                .status == 0);
  }
  CHECK(querent_program({"merge", directory / "1", directory / "3", "--out", directory / "part"})
            .status == 1);
  REQUIRE(querent_program({"merge", directory / "1", directory / "2", directory / "3", "--out",
                           directory / "merged"})
              .status == 0);
  for (const char* file : {"sweep.csv", "sweep.md", "sweep.tex"}) {
    const std::string whole = contents_of(directory / "whole" / file);
    CHECK(whole.size() > 100);
    CHECK(contents_of(directory / "merged" / file) == whole);
  }
  const auto source = [&](const char* of) {
    return Json::parse(contents_of(directory / of / "sweep.json"))["source"];
  };
  CHECK(source("merged") == source("whole"));
  CHECK(source("whole")["name"] == "digits");
}

TEST_CASE("a finished cell is never run again, and a damaged one is rejected") {
  const Scratch directory;
  REQUIRE(querent_program(digits_sweep({"--out", directory / "out"})).status == 0);
  std::filesystem::path cell;
  for (const auto& entry : std::filesystem::directory_iterator(directory / "out/cells"))
    if (cell.empty() || entry.path() < cell) cell = entry.path();
  const auto written = std::filesystem::last_write_time(cell);
  const Ended again = querent_program(digits_sweep({"--out", directory / "out"}));
  CHECK(again.status == 0);
  CHECK(again.err.find("4 of 4 cells were finished by an earlier run") != std::string::npos);
  CHECK(std::filesystem::last_write_time(cell) == written);
  const std::string whole = contents_of(cell);
  Json json = Json::parse(whole);
  json["mean"]["error_rate"] = 0.123456;
  std::string longer = whole;  // the same value by other digits
  longer.insert(longer.find_first_not_of("0123456789", longer.find("\": 0.") + 5), "0");
  CHECK(Json::parse(longer) == Json::parse(whole));
  for (const std::string& damaged : {json.dump(), whole.substr(0, 200), longer}) {
    std::ofstream(cell) << damaged;
    const Ended refused = querent_program(digits_sweep({"--out", directory / "out"}));
    CHECK(refused.status == 6);
    CHECK(contains(refused.err, cell.string()));
    CHECK(contains(refused.err, "remove it and repeat the sweep"));
  }
}

TEST_CASE("a measure that is unknown in every run is null in a cell, which is read again") {
  const Scratch directory;
  const std::vector<std::string> arguments{"sweep",  "karate", "--learner", "RPA-I",
                                           "--dim",  "4",      "--rates",   "0.2",
                                           "--runs", "3",      "--out",     directory / "out"};
  REQUIRE(querent_program(arguments).status == 0);
  for (const auto& entry : std::filesystem::directory_iterator(directory / "out/cells"))
    CHECK(Json::parse(contents_of(entry.path()))["mean"]["estimated_error"].is_null());
  const std::string table = contents_of(directory / "out/sweep.csv");
  CHECK_FALSE(contains(table, "nan"));
  CHECK(querent_program(arguments).status == 0);
  CHECK(contents_of(directory / "out/sweep.csv") == table);
}

TEST_CASE("further cells are added to a sweep, and another sweep does not replace it") {
  const Scratch directory;
  REQUIRE(querent_program(digits_sweep({"--out", directory / "out"})).status == 0);
  const std::string table = contents_of(directory / "out/sweep.csv");
  const Ended seed = querent_program(digits_sweep({"--out", directory / "out", "--seed", "1"}));
  CHECK(seed.status == 2);
  CHECK(contains(seed.err, "another sweep"));
  CHECK(contains(seed.err, "was run on other data or with other settings"));
  const Ended rates =
      querent_program({"sweep", "digits", "--classes", "3,8", "--learner", "PA", "--rates", "0.3",
                       "--runs", "1", "--out", directory / "out"});
  CHECK(rates.status == 2);
  CHECK(contains(rates.err, "is not a cell of this one"));
  CHECK(contents_of(directory / "out/sweep.csv") == table);
  const Ended more =
      querent_program(digits_sweep({"--out", directory / "out", "--learner", "PA-I"}));
  CHECK(more.err.find("4 of 5 cells were finished by an earlier run") != std::string::npos);
}

TEST_CASE(
    "random queries reach a rate with that probability, and asking for all labels is one cell of "
    "rate 1") {
  const Ended ended =
      querent_program({"sweep", "digits", "--classes", "3,8", "--learner", "RPA-I", "--learner",
                       "PA-I", "--rates", "0.25", "--runs", "4", "--json"});
  REQUIRE(ended.status == 0);
  const Json json = Json::parse(ended.out);
  REQUIRE(json["cells"].size() == 2);
  // 2 held-out orders of 357 rows: 4 σ are 0.065
  CHECK(std::abs(json["cells"][0]["learner"]["params"]["p"].get<double>() - 0.25) < 0.065);
  CHECK(json["cells"][0]["mean"]["query_rate"].get<double>() ==
        doctest::Approx(0.25).epsilon(0.2).scale(0));
  CHECK(json["cells"][1]["target_rate"] == 1);
  CHECK(json["cells"][1]["mean"]["query_rate"] == 1);
}

TEST_CASE("errors of a sweep are reported before it starts") {
  const auto status = [](std::vector<std::string> more) {
    return querent_program(digits_sweep(std::move(more))).status;
  };
  CHECK(status({"--shard", "4/3", "--out", "x"}) == 2);
  CHECK(status({"--shard", "1/3"}) == 2);
  CHECK(status({"--grid", "D=1,2"}) == 2);
  CHECK(status({"--folds", "3"}) == 2);  // of a grid
  CHECK(status({"--grid", "C=1,x"}) == 2);
  CHECK(querent_program({"sweep", "digits", "--learner", "MPA", "--objective", "f1"}).status == 2);
  CHECK(querent_program({"sweep", "-", "--learner", "PA"}).status == 2);
  CHECK(querent_program({"merge", "/nowhere"}).status == 3);
}
