// SPDX-License-Identifier: Apache-2.0
// Options that reduce the number of labels, from the command line.
#include <doctest/doctest.h>

#include "program.hpp"

using namespace querent;
using namespace querent::apps;

TEST_CASE("a budget is never exceeded, whatever learner or rule asks") {
  for (const char* budget : {"0", "1", "7", "20%", "100%"}) {
    const std::string text = budget;
    const double labels = text.back() == '%' ? 34 * std::stod(text) / 100 : std::stod(text);
    const Json json =
        json_of({"run", "karate", "--learner", "auto", "--learner", "MSG", "--learner", "PAA-I",
                 "--learner", "RLS-all", "--budget", text, "--runs", "5", "--json"});
    for (const auto& result : json["results"]) {
      for (const auto& run : result["runs"]) {
        CHECK(run["rounds"] == 34);
        CHECK(run["queries"] <= labels);
        CHECK(run["updates"] <= run["queries"]);
      }
    }
  }
}

TEST_CASE("a run prints its estimated error and the interval, unless every label is asked") {
  const auto shown = [](const char* query) {
    return contains(
        querent_program({"run", "digits", "--learner", "RLS-all", "--query", query}).out,
        "estimated error (95 %)");
  };
  CHECK(shown("random:0.3"));
  CHECK(!shown("all"));
}

TEST_CASE("the table and JSON of a stream have an interval alone before ten random checks") {
  const auto line = [](const char* query) {
    const std::string out =
        querent_program({"run", "karate", "--learner", "RLS-all", "--query", query}).out;
    return out.substr(out.find("RLS-all ×"));
  };
  const auto json = [](const char* query) {
    return Json(
        json_of({"run", "karate", "--learner", "RLS-all", "--query", query, "--json"})["runs"][0]);
  };
  const Json few = json("random:0.2"), enough = json("random:0.8");
  CHECK(few["queries"] < 10);
  CHECK(few["estimated_error"].is_null());
  CHECK(few["estimated_error_low"] < few["estimated_error_high"]);
  CHECK_FALSE(contains(line("random:0.2"), "("));
  CHECK(enough["queries"] > 10);
  CHECK(enough["estimated_error"] > enough["estimated_error_low"]);
  CHECK(enough["estimated_error"] < enough["estimated_error_high"]);
  CHECK(contains(line("random:0.8"), "("));
}

TEST_CASE("if every label is asked, the estimated error is the error") {
  const Json json = json_of({"run", "karate", "--learner", "RLS-all", "--json"});
  CHECK(json["runs"][0]["estimated_error"] == json["runs"][0]["error_rate"]);
}

TEST_CASE("with ten neighbours and a hundred labels few digits are wrong") {
  const Json json = json_of({"run", "digits", "--knn", "10", "--learner", "auto", "--budget", "100",
                             "--final", "--json"});
  CHECK(json["runs"][0]["queries"] <= 100);
  CHECK(json["runs"][0]["final_error"] < 0.06);
}

TEST_CASE("the table has the error of the finished model and, on a graph, of label spreading") {
  const auto head = [](std::vector<std::string> more) {
    std::vector<std::string> arguments{"run", "karate", "--learner", "MSG", "--budget", "8"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const std::string out = querent_program(arguments).out;
    return out.substr(out.find("learner "), out.find("─") - out.find("learner "));
  };
  CHECK_FALSE(contains(head({}), "never asked"));
  CHECK(contains(head({"--final"}), "never asked  by spreading  labels asked"));
  CHECK(contains(head({"--hold-out", "0.2"}), "held out  by spreading  labels asked"));
  const auto rows = querent_program(
      {"run", "digits", "--learner", "PA", "--final", "--query", "random", "--hold-out", "0.2"});
  CHECK(contains(rows.out, "never asked  held out  labels asked"));
}

TEST_CASE("the queries of auto are better than random ones") {
  const auto error = [](std::vector<std::string> more) {
    std::vector<std::string> arguments{"run",       "digits", "--knn",    "10",
                                       "--learner", "auto",   "--budget", "80",
                                       "--final",   "--runs", "5",        "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return json_of(arguments)["mean"]["final_error"].get<double>();
  };
  CHECK(error({}) < 0.6 * error({"--query", "random"}));
}

TEST_CASE("sparse rows too wide for a neighbour search are rejected with a remedy") {
  const Scratch scratch;
  std::ofstream wide(scratch / "wide.svm");
  for (int i = 1; i <= 3000; ++i) wide << i % 2 << ' ' << i << ":1 1000000:1\n";
  wide.close();
  const auto result =
      querent_program({"run", (scratch / "wide.svm").string(), "--knn", "2", "--learner", "auto"});
  CHECK(result.status == 5);
  CHECK(contains(result.err, "leave out --knn"));
}

TEST_CASE("asking options without a meaning are rejected") {
  const auto status = [](std::vector<std::string> more) {
    std::vector<std::string> arguments{"run", "digits", "--learner", "PAA-I"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return querent_program(arguments).status;
  };
  CHECK(status({"--budget", "x"}) == 2);
  CHECK(status({"--budget", "101%"}) == 2);
  CHECK(status({"--budget", "-1"}) == 2);
  CHECK(status({"--asking", "little"}) == 2);
  CHECK(status({"--stream", "--budget", "5"}) == 2);
  CHECK(status({"--features", "use"}) == 2);
}
