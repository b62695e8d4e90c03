// SPDX-License-Identifier: Apache-2.0
// Any item may be asked next, from the command line.
#include <algorithm>
#include <set>

#include <doctest/doctest.h>

#include "program.hpp"

using namespace querent;
using namespace querent::apps;

namespace {

Json pool_of(std::vector<std::string> more) {
  std::vector<std::string> words{"run",  "karate", "--learner", "auto",   "--order",
                                 "pool", "--runs", "5",         "--json", "--quiet"};
  words.insert(words.end(), more.begin(), more.end());
  return json_of(words);
}

}  // namespace

TEST_CASE("pool: a budget is kept, asked items are right, and held-out items are never asked") {
  const Json json = pool_of({"--budget", "6", "--hold-out", "0.3"});
  for (const auto& run : json["runs"]) {
    CHECK(run["queries"] == 6);
    CHECK(run["rounds"] == 24);  // 34 members minus a third, rounded down
    CHECK(run["mistakes"] <= 18);
    CHECK(run["test_error"] >= 0);
  }
  CHECK(pool_of({"--budget", "100%"})["mean"]["error_rate"] == 0);
}

TEST_CASE("pool: two answers separate the clubs of karate") {
  // each club has its leader, and nearly all members follow their neighbours (Zachary, 1977)
  CHECK(pool_of({"--budget", "2"})["mean"]["error_rate"] < 0.2);
  CHECK(pool_of({"--budget", "0", "--seeds", "one-per-class"})["mean"]["queries"] == 0);
  CHECK(pool_of({"--budget", "0", "--seeds", "one-per-class"})["mean"]["error_rate"] < 0.5);
}

TEST_CASE(
    "pool: with two classes, an oracle that is always wrong leads to the opposite predictions") {
  const double lied = pool_of({"--budget", "100%", "--oracle-error", "1"})["mean"]["error_rate"];
  CHECK(lied == 1);
}

// If all questions are drawn at random, all are random checks: J = 33 in Jeffreys' interval.
TEST_CASE("pool: --checks sets the fraction of questions drawn at random") {
  const auto width = [](const char* share) {
    const Json run = pool_of({"--budget", "33", "--checks", share})["runs"][0];
    return run["estimated_error_high"].get<double>() - run["estimated_error_low"].get<double>();
  };
  CHECK(width("0") == 1);  // nothing is known yet
  CHECK(width("1") < 0.35);
  CHECK(width("1") < width("10%"));
}

TEST_CASE("pool: the estimated error is null before ten random checks, then inside its interval") {
  const auto estimate_of = [](const char* checks, const char* budget) {
    return pool_of({"--budget", budget, "--checks", checks})["runs"];
  };
  for (const char* budget : {"0", "6", "9"}) {
    for (const auto& run : estimate_of("1", budget)) {
      CHECK(run["estimated_error"].is_null());
      CHECK(run["estimated_error_low"] < run["estimated_error_high"]);
    }
  }
  for (const auto& run : estimate_of("1", "12")) {
    CHECK(run["estimated_error"] > run["estimated_error_low"]);
    CHECK(run["estimated_error"] < run["estimated_error_high"]);
  }
  for (const auto& run : estimate_of("0", "30")) CHECK(run["estimated_error"].is_null());
}

TEST_CASE("pool: mean and deviation of the estimated error are null if it is null in any run") {
  const auto nulls_of = [](const char* checks) {
    const Json result = pool_of({"--budget", "22", "--checks", checks});
    const auto nulls = std::ranges::count_if(
        result["runs"], [](const Json& run) { return run["estimated_error"].is_null(); });
    for (const char* part : {"mean", "std"}) {
      CHECK(result[part]["estimated_error"].is_null() == (nulls > 0));
      CHECK(!result[part]["estimated_error_high"].is_null());
    }
    return nulls;
  };
  CHECK(nulls_of("0") == 5);
  CHECK((nulls_of("0.2") > 0 && nulls_of("0.2") < 5));
  CHECK(nulls_of("0.5") == 0);
}

TEST_CASE("items in --test are never asked, in a pool and in a stream") {
  const Scratch files;
  const std::string test = files.write("test.txt", "# held\n1\n2\n3\n34\n").string();
  CHECK(pool_of({"--budget", "100%", "--test", test})["runs"][0]["queries"] == 30);
  const Json stream = json_of({"run", "karate", "--learner", "RLS-all", "--test", test, "--json"});
  CHECK(stream["runs"][0]["rounds"] == 30);
  CHECK(stream["runs"][0].contains("test_error"));
  const std::string unknown = files.write("unknown.txt", "1\n99\n").string();
  const auto refused = querent_program({"run", "karate", "--learner", "auto", "--test", unknown});
  CHECK(refused.status == 3);
  CHECK(contains(refused.err, "unknown.txt:2:1: expected the id of a node of karate, found '99'"));
}

TEST_CASE("pool: class shares are read, and invalid ones are rejected") {
  const Scratch files;
  const auto shares = [&](const char* text) {
    return querent_program({"run", "karate", "--learner", "auto", "--order", "pool", "--budget",
                            "4", "--class-shares", files.write("shares", text).string()});
  };
  CHECK(contains(shares("blue\t1\n").err, "shares:1:1: expected a class, found 'blue'"));
  CHECK(contains(shares("nonsense\n").err, "shares:1:1"));
}

TEST_CASE("pool: options without a meaning are rejected with a remedy") {
  const auto fails_with = [](std::vector<std::string> words, const char* what) {
    const auto done = querent_program(words);
    CHECK(done.status == 2);
    CHECK_MESSAGE(contains(done.err, what), done.err);
  };
  fails_with({"run", "karate", "--learner", "auto", "--order", "pool"}, "needs a stopping rule");
  fails_with({"run", "karate", "--learner", "auto", "--query", "margin", "--order", "pool",
              "--budget", "5"},
             "is a rule for streams");
  fails_with({"run", "karate", "--learner", "auto", "--oracle-error", "0.2"}, "needs --order pool");
  fails_with({"run", "karate", "--learner", "auto", "--checks", "0.2"}, "needs --order pool");
  const auto pool_fails = [&](std::vector<std::string> more, const char* what) {
    more.insert(more.begin(), {"run", "karate", "--order", "pool", "--budget", "5"});
    fails_with(more, what);
  };
  pool_fails({"--learner", "auto", "--param", "c=5"}, "--param");
  pool_fails({"--learner", "auto:c=5"}, "numbers after a name");
  pool_fails({"--learner", "auto", "--query", "random:0.3"}, "numbers after a name");
  pool_fails({"--learner", "auto", "--encoding", "margin"}, "--encoding");
  fails_with({"run", "karate", "--learner", "auto", "--encoding", "margin"}, "--encoding");
  json_of({"run", "karate", "--learner", "auto", "--learner", "MSG", "--encoding", "margin", "-q",
           "--json"});
}

TEST_CASE("pool: --find rejects options that it does not use") {
  const Scratch files;
  const std::string shares = files.write("shares", "Mr. Hi\t0.5\nOfficer\t0.5\n").string();
  for (std::vector<std::string> more :
       std::vector<std::vector<std::string>>{{"--query", "random"},
                                             {"--second-looks"},
                                             {"--class-shares", shares},
                                             {"--encoding", "margin"},
                                             {"--param", "c=3"}}) {
    const std::string flag = more.front();
    more.insert(more.begin(), {"run", "karate", "--find", "Officer"});
    const auto refused = querent_program(more);
    CHECK(refused.status == 2);
    CHECK_MESSAGE(contains(refused.err, flag), refused.err);
  }
}

TEST_CASE("pool: predictions.csv numbers the questions and counts known labels not as queried") {
  const Scratch files;
  const std::string out = (files / "out").string();
  json_of({"run", "karate", "--learner", "auto", "--order", "pool", "--budget", "6", "--seeds",
           "one-per-class", "--out", out, "--json"});
  const std::string rows = contents_of(out + "/predictions.csv");
  std::istringstream lines(rows);
  std::set<std::string> questions;  // the column after the label of a queried node
  std::size_t asked = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t at = line.find(",yes,");
    if (at == line.npos) continue;
    ++asked;
    const std::size_t label = line.find(',', at + 5);
    questions.insert(line.substr(label + 1, line.find(',', label + 1) - label - 1));
  }
  CHECK(asked == 6);
  CHECK(questions == std::set<std::string>{"1", "2", "3", "4", "5", "6"});
}

TEST_CASE("pool: any learner of the catalogue asks about rows") {
  const Scratch files;
  std::string rows;
  for (int i = 0; i < 200; ++i) {
    rows += i % 2 == 0 ? "+1 1:1 " : "-1 2:1 ";
    rows += std::to_string(3 + i % 5) + ":0." + std::to_string(1 + i % 9) + "\n";
  }
  const std::string file = files.write("rows.svm", rows).string();
  for (const char* learner : {"AROW", "SOP", "D-AMD", "PA-I", "DUOL"}) {
    const Json json = json_of({"run", file, "--learner", learner, "--order", "pool", "--budget",
                               "20", "--hold-out", "0.25", "--runs", "3", "--json", "--quiet"});
    CHECK(json["mean"]["queries"] == 20);
    CHECK(json["mean"]["rounds"] == 150);
    CHECK_MESSAGE(json["mean"]["test_error"] < 0.05,
                  learner);  // the first feature or the second is the class
  }
  const Json swept = json_of({"sweep", file, "--learner", "AROW", "--order", "pool", "--rates",
                              "0.1,0.2", "--runs", "2", "--json"});
  CHECK(swept["cells"][1]["mean"]["queries"] == 40);
}

TEST_CASE("pool: the same command gives the same bytes with any number of threads") {
  const auto once = [](const char* threads) {
    Json json = pool_of({"--budget", "8", "--threads", threads});
    for (auto& run : json["runs"]) run.erase("seconds");
    return json["runs"].dump();
  };
  CHECK(once("1") == once("2"));
}

TEST_CASE("pool: a sweep runs with budgets") {
  const Json json = json_of({"sweep", "karate", "--learner", "auto", "--order", "pool", "--rates",
                             "0.1,0.5", "--runs", "3", "--json"});
  CHECK(json["cells"].size() == 2);
  CHECK(json["cells"][0]["mean"]["queries"] == 3);
  CHECK(json["cells"][1]["mean"]["queries"] == 17);
}

TEST_CASE("pool: JSON names the method that played, with its constants") {
  const auto played = [](std::vector<std::string> more) {
    std::vector<std::string> words{"run", "karate", "--json", "--quiet"};
    words.insert(words.end(), more.begin(), more.end());
    return json_of(words);
  };
  const auto ensemble = [](const Json& json) {
    return json["learner"]["params"].contains("eta");  // the rate of its weights
  };
  const Json pool = pool_of({"--budget", "6"});
  CHECK(pool["learner"]["query"] == "expected reduction of variance");
  CHECK(pool["learner"]["params"].empty());
  CHECK(pool["auto"]["noises"].size() == 3);
  CHECK(pool_of({"--budget", "6", "--query", "random"})["learner"]["query"] == "random");
  CHECK(pool_of({"--find", "Officer"})["learner"]["query"] == "most probable");
  const Json stream = played({"--learner", "auto"});
  CHECK(stream["learner"]["query"] == "thrifty");
  CHECK(stream["learner"]["params"].contains("h"));
  CHECK(!ensemble(stream));
  CHECK(stream["learner"]["update"] == pool["learner"]["update"]);
  CHECK(stream.contains("auto"));
  const Json late = played({"--learner", "auto", "--delay", "3"});  // another model, docs/auto.md
  CHECK(ensemble(late));
  CHECK(late["learner"]["update"] != pool["learner"]["update"]);
  CHECK(!late.contains("auto"));
  const Json other = played({"--learner", "MSG", "--order", "pool", "--budget", "6"});
  CHECK(other["learner"]["params"].contains("gamma"));
  CHECK(!other.contains("auto"));
}
