// SPDX-License-Identifier: Apache-2.0
// Weights of labels, later passes and measures of scores, through the program.
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <querent/apps/experiment/measures.hpp>
#include <querent/learners/random.hpp>
#include "program.hpp"

using namespace querent;
using namespace querent::apps;

namespace {

// Two overlapping clouds as svmlight; one row in three has class 1.
std::string clouds(int rows) {
  Rng rng = make_rng(6, 0, Stream::kHeldOut);
  std::string text;
  for (int i = 0; i < rows; ++i) {
    const bool one = uniform_below(rng, 3) == 0;
    text += fmt::format("{} 1:{:.3f} 2:{:.3f}\n", one ? 1 : -1, uniform01(rng) - (one ? 0.2 : 0.7),
                        uniform01(rng) - 0.5);
  }
  return text;
}

/// The columns of predictions.csv, by name.
std::map<std::string, std::vector<std::string>> columns(const std::filesystem::path& file) {
  std::istringstream lines(contents_of(file));
  std::string line, cell;
  std::vector<std::string> names;
  std::map<std::string, std::vector<std::string>> table;
  while (std::getline(lines, line)) {
    std::istringstream cells(line);
    for (std::size_t k = 0; std::getline(cells, cell, ','); ++k) {
      if (table.size() < names.size() + 1 && names.size() == k && table.empty())
        names.push_back(cell);
      else
        table[names[k]].push_back(cell);
    }
  }
  return table;
}

}  // namespace

TEST_CASE(
    "AUC is the fraction of pairs in the right order, ties count half, by counting all pairs") {
  Rng rng = make_rng(4, 0, Stream::kHeldOut);
  for (const std::uint64_t levels : {2u, 5u, 1000u}) {
    std::vector<std::pair<double, bool>> scored;
    for (int i = 0; i < 200; ++i) {
      const bool one = uniform01(rng) < 0.3;
      scored.emplace_back(static_cast<double>(uniform_below(rng, levels) + (one ? levels / 3 : 0)),
                          one);
    }
    double right = 0, pairs = 0;
    for (const auto& [s, one] : scored) {
      for (const auto& [r, other] : scored) {
        if (!one || other) continue;
        ++pairs;
        right += s > r ? 1 : s == r ? 0.5 : 0;
      }
    }
    CHECK(area_under_curve(scored).value() == doctest::Approx(right / pairs).epsilon(1e-12));
  }
  std::vector<std::pair<double, bool>> one_class{{1, true}, {2, true}};
  CHECK_FALSE(area_under_curve(one_class));
  std::vector<std::pair<double, bool>> no_number{
      {1, true}, {std::numeric_limits<double>::quiet_NaN(), false}, {2, false}};
  CHECK_THROWS_WITH_AS(area_under_curve(no_number), doctest::Contains("found NaN"),
                       std::invalid_argument);
  std::vector<std::pair<double, bool>> endless{{std::numeric_limits<double>::infinity(), true},
                                               {1, false}};
  CHECK(area_under_curve(endless) == 1);
}

TEST_CASE(
    "later passes give the model of the same rows written one after another, and count and ask "
    "nothing") {
  const Scratch directory;
  const std::string rows = clouds(150);
  std::ofstream(directory / "once.svm") << rows;
  std::ofstream(directory / "thrice.svm") << rows << rows << rows;
  const auto run = [&](const char* file, std::vector<std::string> more) {
    std::vector<std::string> all{"run",     directory / file, "--learner", "PA-I",
                                 "--order", "file",           "--json"};
    all.insert(all.end(), more.begin(), more.end());
    return json_of(all)["runs"][0];
  };
  const Json once = run("once.svm", {}),
             again = run("once.svm", {"--passes", "3", "--out", directory / "passes"});
  run("thrice.svm", {"--out", directory / "thrice"});
  for (const char* same : {"rounds", "mistakes", "queries", "updates", "auc", "balanced_error"})
    CHECK(once[same] == again[same]);
  auto passes = columns(directory / "passes/predictions.csv"),
       thrice = columns(directory / "thrice/predictions.csv");
  thrice["final"].resize(150);
  CHECK(passes["final"] == thrice["final"]);
  const Json few = run("once.svm", {"--passes", "4", "--query", "random:0.2"});
  CHECK(few["queries"] == run("once.svm", {"--query", "random:0.2"})["queries"]);
  for (const auto& refused :
       {std::vector<std::string>{"--stream", "--passes", "2"}, {"--passes", "0"}}) {
    std::vector<std::string> all{"run", directory / "once.svm", "--learner", "PA-I"};
    all.insert(all.end(), refused.begin(), refused.end());
    CHECK(querent_program(all).status == 2);
  }
}

TEST_CASE("rows of zeros, all of class -1, are wrong without the constant and learned with it") {
  const Scratch directory;
  std::string text;
  for (int i = 0; i < 90; ++i) text += i % 3 == 0 ? "1 1:1\n" : "-1\n";
  std::ofstream(directory / "rows.svm") << text;
  const auto mistakes = [&](std::vector<std::string> more) {
    std::vector<std::string> all{"run", directory / "rows.svm", "--learner", "PA-I", "--json"};
    all.insert(all.end(), more.begin(), more.end());
    return json_of(all)["runs"][0]["mistakes"].get<int>();
  };
  CHECK(mistakes({"--no-bias"}) == 60);  // sgn(0) = +1
  CHECK(mistakes({}) <= 4);
  CHECK(mistakes({"--bias"}) == mistakes({}));
  CHECK(json_of({"run", directory / "rows.svm", "--learner", "kPA-I",
                 "--json"})["source"]["bias"] == false);
  // in a row of norm 1, a constant would weigh as much as all features
  CHECK(json_of({"run", directory / "rows.svm", "--learner", "PA-I", "--scale", "unit",
                 "--json"})["source"]["bias"] == false);
  CHECK(querent_program({"run", directory / "rows.svm", "--learner", "PA-I", "--bias", "--no-bias"})
            .status == 2);
}

TEST_CASE(
    "probabilities: log loss and predictions.csv agree, a model stores them, and they are better "
    "than class frequencies") {
  const Scratch directory;
  std::ofstream(directory / "rows.svm") << clouds(3000);
  const Json run =
      json_of({"run", directory / "rows.svm", "--learner", "AROW", "--query", "random:0.3",
               "--probabilities", "--json", "--out", directory / "out"})["runs"][0];
  auto predicted = columns(directory / "out/predictions.csv");
  double loss = 0;
  for (std::size_t i = 0; i < 3000; ++i) {
    const double p = std::stod(predicted["probability"][i]);
    CHECK(p > 0);
    CHECK(p < 1);
    loss -= std::log(predicted["predicted"][i] == predicted["label"][i] ? p : 1 - p) / 3000;
  }
  CHECK(run["log_loss"].get<double>() == doctest::Approx(loss).epsilon(1e-9));
  // the best log loss from the class frequencies 1/3 and 2/3
  CHECK(loss < 0.6365);
  const std::string model = directory / "m";
  json_of({"train", directory / "rows.svm", "--learner", "AROW", "--probabilities", "--model",
           model, "--json"});
  const Json later =
      json_of({"predict", "--model", model, directory / "rows.svm", "--probabilities", "--json"});
  double right = 0, expected = 0;
  for (const Json& one : later["predictions"]) {
    expected += one["probability"].get<double>();
    right += one["predicted"] == one["label"];
  }
  CHECK(std::abs(right - expected) < 0.05 * 3000);
  json_of({"train", directory / "rows.svm", "--learner", "AROW", "--model", model, "--json"});
  const Ended without =
      querent_program({"predict", "--model", model, directory / "rows.svm", "--probabilities"});
  CHECK(without.status == 2);
  CHECK(contains(without.err, "train it with --probabilities"));
  const Json streamed = json_of({"run", directory / "rows.svm", "--learner", "AROW", "--query",
                                 "random:0.3", "--probabilities", "--stream", "--json"})["runs"][0];
  const Json in_order =
      json_of({"run", directory / "rows.svm", "--learner", "AROW", "--query", "random:0.3",
               "--probabilities", "--order", "file", "--json"})["runs"][0];
  CHECK(streamed["log_loss"] == in_order["log_loss"]);
}

TEST_CASE("class weights and importance in run, train and sweep, and invalid values") {
  const Scratch directory;
  std::ofstream(directory / "rows.svm") << clouds(600);
  const std::string rows = directory / "rows.svm";
  const auto recall = [&](const char* weight) {
    return json_of({"run", rows, "--learner", "AROW", "--class-weight", weight,
                    "--json"})["runs"][0]["recall"]
        .get<double>();
  };
  CHECK(recall("1=20") > recall("1=1"));
  CHECK(recall("-1=20") < recall("1=1"));
  const Ended unknown =
      querent_program({"run", rows, "--learner", "AROW", "--class-weight", "one=2"});
  CHECK(unknown.status == 2);
  CHECK(contains(unknown.err, "'one'"));
  for (const char* wrong : {"1", "1=0", "1=x", "1=2,1=3"})
    CHECK(querent_program({"run", rows, "--learner", "AROW", "--class-weight", wrong}).status == 2);
  CHECK(querent_program({"run", rows, "--learner", "DKM", "--average"}).status == 2);
  CHECK(querent_program({"run", "karate", "--learner", "auto", "--passes", "2"}).status == 2);
  const Json cells =
      json_of({"sweep", rows, "--learner", "PAA-I", "--rates", "0.2", "--runs", "2", "--importance",
               "--average", "--probabilities", "--grid", "C=0.1,1", "--json"})["cells"];
  CHECK(cells[0]["learner"]["importance"] == true);
  CHECK(cells[0]["learner"]["params"]["average"] == 1);
  CHECK(cells[0]["mean"]["auc"].get<double>() > 0.5);
  CHECK(cells[0]["mean"]["log_loss"].get<double>() < 0.7);
  CHECK(querent_program({"train", rows, "--learner", "PAA-I", "--importance", "--class-weight",
                         "1=3", "--passes", "2", "--model", directory / "m"})
            .status == 0);
}

TEST_CASE(
    "--hash: rows in memory, in a stream and through a model agree, also for features that "
    "training "
    "did not have") {
  const Scratch directory;
  std::string text, far;
  for (int i = 0; i < 400; ++i) {
    text += fmt::format("{} {}:1 {}:{}\n", i % 2 == 0 ? 1 : -1, 1 + i % 7, 100 + i % 5, i % 3);
    far += fmt::format("{} {}:1 3000:1\n", i % 2 == 0 ? 1 : -1, 1 + i % 7);
  }
  std::ofstream(directory / "rows.svm") << text;
  std::ofstream(directory / "far.svm") << far;
  const auto mistakes = [&](const char* file, std::vector<std::string> more) {
    std::vector<std::string> all{"run", directory / file, "--learner", "PA-I", "--json"};
    all.insert(all.end(), more.begin(), more.end());
    const Json json = json_of(all);
    CHECK(json["source"]["features"] == 4097);
    CHECK(contains(json["source"]["notes"].dump(), "used"));
    return json["runs"][0]["mistakes"];
  };
  CHECK(mistakes("rows.svm", {"--hash", "12", "--order", "file"}) ==
        mistakes("rows.svm", {"--hash", "12", "--stream"}));
  // without collisions hashed indices are equivalent to features; only the order of sums may differ
  const auto plain =
      json_of({"run", directory / "rows.svm", "--learner", "PA-I", "--order", "file", "--json"});
  CHECK(mistakes("rows.svm", {"--hash", "12", "--order", "file"}) == plain["runs"][0]["mistakes"]);
  mistakes("far.svm", {"--hash", "12", "--order", "file"});
  for (const char* how : {"--stream", "--lenient"}) {
    const std::string model = directory / "m";
    REQUIRE(querent_program({"train", directory / "rows.svm", "--learner", "PA-I", "--hash", "12",
                             how, "--model", model})
                .status == 0);
    const Json predicted = json_of({"predict", "--model", model, directory / "far.svm", "--json"});
    CHECK(predicted["predictions"].size() == 400);
    CHECK(json_of({"predict", "--model", model, directory / "rows.svm",
                   "--json"})["measures"]["error_rate"] < 0.6);
  }
  CHECK(querent_program({"run", directory / "rows.svm", "--learner", "PA-I", "--hash", "25"})
            .status == 2);
}

TEST_CASE("a parameter that is given twice is rejected, in whatever form") {
  const Scratch directory;
  std::ofstream(directory / "rows.svm") << clouds(60);
  const std::string rows = directory / "rows.svm";
  using Words = std::vector<std::string>;
  for (const Words& twice : {Words{"PA-I", "--param", "C=1", "--param", "C=2"},
                             Words{"PA-I", "--average", "--param", "average=no"},
                             Words{"DUOL", "--budget-sv", "5", "--param", "budget-sv=6"}}) {
    Words words{"run", rows, "--learner"};
    words.insert(words.end(), twice.begin(), twice.end());
    const Ended ended = querent_program(words);
    CHECK(ended.status == 2);
    CHECK(contains(ended.err, "is given twice"));
  }
  CHECK(querent_program({"run", rows, "--learner", "DUOL", "--budget-sv", "5", "--param",
                         "eviction=projection"})
            .status == 0);
}

TEST_CASE("--bounds needs a plain pass, and is rejected with options that change the pass") {
  const Scratch directory;
  std::ofstream(directory / "rows.svm") << clouds(60);
  std::vector<std::string> run{"run", directory / "rows.svm", "--learner", "PA", "--bounds"};
  CHECK(contains(querent_program(run).out, "theorem"));
  for (const char* other :
       {"--stream", "--average", "--importance", "--budget=9", "--delay=2", "--class-weight=1=2",
        "--hold-out=0.2", "--passes=2", "--stop-at-error=0.1"}) {
    std::vector<std::string> more = run;
    more.emplace_back(other);
    const Ended ended = querent_program(more);
    CHECK(ended.status == 2);
    CHECK(contains(ended.err, "--bounds cannot be combined with"));
  }
}

TEST_CASE("a model of hashed rows scales rows of another density as its training rows") {
  const Scratch directory;
  std::string dense = "a,b,c,d,k\n", sparse;
  for (int i = 0; i < 60; ++i)
    dense += fmt::format("{},{},{},{},{}\n", 1 + i % 7, 5 + i % 3, i % 5 - 9, i % 2, i % 2);
  for (int i = 1; i < 9; ++i) sparse += fmt::format("{} 1:{}\n", i % 2, i);
  std::ofstream(directory / "train.csv") << dense;
  std::ofstream(directory / "few.svm") << sparse;
  for (const bool stream : {false, true}) {
    const std::string model = directory / "m";
    std::vector<std::string> train{"train",     directory / "train.csv",
                                   "--learner", "PA-I",
                                   "--hash",    "8",
                                   "--scale",   "standard",
                                   "--order",   "file",
                                   "--model",   model};
    if (stream) train.push_back("--stream");
    REQUIRE(querent_program(train).status == 0);
    std::string same = "a,b,c,d,k\n";
    for (int i = 1; i < 9; ++i) same += fmt::format("{},0,0,0,{}\n", i, i % 2);
    std::ofstream(directory / "same.csv") << same;
    const auto predictions = [&](const char* file) {
      return json_of({"predict", "--model", model, directory / file, "--json"})["predictions"];
    };
    CHECK(predictions("few.svm") == predictions("same.csv"));
  }
}

TEST_CASE(
    "--fourier: a linear learner learns classes that no line separates, in memory, in a stream and "
    "through a model") {
  const Scratch directory;
  {
    std::ofstream rows(directory / "rows.svm");
    Rng rng(11);
    for (int t = 0; t < 1000; ++t) {  // the sign of x y
      const double x = uniform01(rng) - 0.5, y = uniform01(rng) - 0.5;
      rows << fmt::format("{} 1:{} 2:{}\n", x * y > 0 ? "+1" : "-1", x, y);
    }
  }
  const std::string rows = directory / "rows.svm";
  const std::vector<std::string> fourier{"--fourier", "200", "--fourier-sigma", "0.3"};
  const auto run = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"run", rows, "--learner", "PA-I", "--json"});
    return json_of(more)["runs"][0]["error_rate"].get<double>();
  };
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), fourier.begin(), fourier.end());
    return more;
  };
  CHECK(run({"--order", "file"}) > 0.35);
  const double error = run(with({"--order", "file"}));
  CHECK(error < 0.12);
  CHECK(run(with({"--stream", "--classes=-1,1"})) == error);
  const std::string model = directory / "model";
  auto train = with({"--order", "file", "--model", model});
  train.insert(train.begin(), {"train", rows, "--learner", "PA-I"});
  REQUIRE(querent_program(train).status == 0);
  const Json predicted = json_of({"predict", "--model", model, rows, "--json"});
  CHECK(predicted["measures"]["error_rate"].get<double>() < 0.15);
  const Json described = json_of({"inspect", model, "--json"});
  CHECK(described["rows"]["fourier"]["features"] == 200);
  CHECK(described["rows"]["features"] == 2);
  const auto refused = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"run", rows, "--learner", "PA-I"});
    return querent_program(options).status == 2;
  };
  CHECK(refused({"--fourier", "7"}));
  CHECK(refused({"--fourier-sigma", "2"}));
  CHECK(refused({"--fourier", "4", "--fourier-sigma", "0"}));
  CHECK(querent_program({"predict", rows, "--model", model, "--fourier", "4"}).status == 2);
}
