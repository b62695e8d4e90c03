// SPDX-License-Identifier: Apache-2.0
// Rows and nodes with several labels, through the program.
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "program.hpp"

using namespace querent;
using namespace querent::apps;

namespace {

constexpr const char* kRankers[] = {"M-DUOL", "Max",     "Uniform", "Prop",  "MIRA",
                                    "kMPA-I", "kMPA-II", "MPA-I",   "MPA-II"};

/// Four orthogonal rows, each with its own labels, repeated.
std::string repeated(int times) {
  std::string text;
  for (int t = 0; t < times; ++t) text += "1,2 1:1\n2,3 2:1\n1 3:1\n3,4 4:1\n";
  return text;
}

std::vector<std::string> with_rankers(std::vector<std::string> arguments) {
  for (const char* name : kRankers) arguments.insert(arguments.end(), {"--learner", name});
  arguments.insert(arguments.end(), {"--param", "sigma=0.1", "--json"});
  return arguments;
}

}  // namespace

TEST_CASE("label sets of four orthogonal rows are ranked correctly after an update of each label") {
  const Scratch directory;
  std::ofstream(directory / "rows.svm") << repeated(50);
  const Json json = json_of(with_rankers({"run", directory / "rows.svm", "--no-bias"}));
  CHECK(json["source"]["multilabel_rows"] == 150);
  for (const auto& result : json["results"]) {
    CAPTURE(result["learner"]["name"].get<std::string>());
    const Json& run = result["runs"][0];
    CHECK(run["rounds"] == 200);
    CHECK(run["mistakes"] <= 8);  // no row has more than two labels to learn
    CHECK(run["ranking_loss"] <= run["error_rate"]);
    CHECK(run["one_error"] <= run["error_rate"]);
    CHECK(run["precision"] == run["recall"]);  // as many labels are predicted as are relevant
    CHECK(run["recall"] >= 1 - run["error_rate"].get<double>());
    const std::string name = result["learner"]["name"];
    if (!name.starts_with("MPA")) CHECK(run["support_vectors"] >= 4);  // those are linear
  }
}

TEST_CASE("a node may have a set of labels, and inspect counts it once for each of them") {
  const Scratch directory;
  std::ofstream edges(directory / "edges"), labels(directory / "labels");
  for (int i = 0; i < 40; ++i) edges << i << ' ' << (i + 1) % 40 << '\n';
  for (int i = 0; i < 40; ++i) labels << i << '\t' << (i < 20 ? "a,b" : "c") << '\n';
  edges.close();
  labels.close();
  const std::vector<std::string> source{"--edges", directory / "edges", "--labels",
                                        directory / "labels", "--label-sets"};
  std::vector<std::string> run{"run"}, inspect{"inspect"};
  run.insert(run.end(), source.begin(), source.end());
  inspect.insert(inspect.end(), source.begin(), source.end());
  inspect.emplace_back("--json");
  const Json classes = json_of(inspect)["classes"];
  REQUIRE(classes.size() == 3);
  for (const auto& one : classes) CHECK(one["nodes"] == 20);
  const Json json = json_of(with_rankers(run));
  CHECK(json["source"]["multilabel_nodes"] == 20);
  for (const auto& result : json["results"]) CHECK(result["runs"][0]["rounds"] == 40);

  run.insert(run.end(), {"--learner", "M-DUOL", "--out", directory / "out"});
  REQUIRE(querent_program(run).status == 0);
  CHECK(contents_of(directory / "out" / "predictions.csv").find("\"a,b\"") != std::string::npos);
}

TEST_CASE("predict compares with the whole label set, writes it, and prints a run's measures") {
  const Scratch directory;
  std::ofstream(directory / "rows.svm") << repeated(50);
  std::string one;  // no label but one is the first of its set
  for (int t = 0; t < 50; ++t) one += "2 1:1\n3 2:1\n1 3:1\n4 4:1\n";
  std::ofstream(directory / "one.svm") << one;
  const std::string rows = directory / "rows.svm", model = directory / "model";
  const auto predict = [&](const char* learner, const std::string& seen, const char* how) {
    REQUIRE(querent_program({"train", seen, "--learner", learner, "--no-bias", "--model", model})
                .status == 0);
    return querent_program({"predict", "--model", model, rows, how});
  };
  const Json json = Json::parse(predict("MPA-I", rows, "--json").out);
  for (const char* measure : {"error_rate", "ranking_loss", "one_error"})
    CHECK(json["measures"][measure] == 0);
  CHECK(json["predictions"][0]["label"] == "1,2");
  const Ended ended = predict("MPerceptron", directory / "one.svm", "--out=-");
  CHECK(ended.out.find("\"1,2\"") != std::string::npos);
  CHECK(ended.err.find("one-error 0.0000 on 200 with a label") != std::string::npos);
}

TEST_CASE("a learner of one label per row is rejected by name if rows have several") {
  const Scratch directory;
  std::ofstream(directory / "rows.svm") << repeated(2);
  const Ended ended = querent_program(
      {"run", directory / "rows.svm", "--learner", "M-DUOL", "--learner", "MPerceptron"});
  CHECK(ended.status == 2);
  CHECK(ended.err.find("MPerceptron learns one label per row") != std::string::npos);
}

TEST_CASE(
    "--budget-sv bounds the support vectors of every run, and the name of its rule is reported") {
  const Scratch directory;
  std::ofstream(directory / "rows.svm") << repeated(20);
  for (const char* rule : {"oldest", "projection"}) {
    const Json json = json_of({"run", directory / "rows.svm", "--learner", "kMPA-I", "--budget-sv",
                               "3", "--eviction", rule, "--runs", "3", "--json"});
    CAPTURE(rule);
    for (const auto& run : json["runs"]) CHECK(run["support_vectors"] == 3);
    CHECK(json["mean"]["support_vectors"] == 3);
    CHECK(json["learner"]["params"]["budget-sv"] == 3);
  }
  const auto refused = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"run", directory / "rows.svm"});
    return querent_program(options).status == 2;
  };
  CHECK(refused({"--learner", "kMPA-I", "--eviction", "projection"}));
  CHECK(refused({"--learner", "MPA-I", "--budget-sv", "3"}));
}
