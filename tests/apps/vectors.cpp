// SPDX-License-Identifier: Apache-2.0
// Vector files through the program.
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "program.hpp"

using namespace querent;
using namespace querent::apps;
using Json = nlohmann::json;

namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Rows of class +1 have feature 1, rows of class -1 feature 2: separable, two rows suffice.
std::string separable(int rows) {
  std::string text;
  for (int i = 0; i < rows; ++i) text += i % 2 == 0 ? "+1 1:1\n" : "-1 2:1\n";
  return text;
}

Json json_of(const std::vector<std::string>& arguments) {
  const Ended ended = querent_program(arguments);
  CAPTURE(ended.err);
  REQUIRE(ended.status == 0);
  return Json::parse(ended.out);
}

}  // namespace

TEST_CASE("on orthogonal rows the perceptron errs at most once for each of them") {
  const Scratch directory;
  std::ofstream(directory / "rows.svm") << separable(100);
  const Json json = json_of({"run", directory / "rows.svm", "--learner", "Perceptron", "--json"});
  CHECK(json["source"]["kind"] == "vectors");
  CHECK(json["source"]["rows"] == 100);
  CHECK(json["source"]["features"] == 2);
  CHECK(json["source"]["classes"] == 2);
  CHECK_FALSE(json.contains("embedding"));
  const Json& run = json["runs"][0];
  CHECK(run["rounds"] == 100);
  CHECK(run["mistakes"] <= 2);
  CHECK(run["f1"] >= 0.98);
}

TEST_CASE("the same rows as svmlight, CSV and ARFF are learned alike") {
  const Scratch directory;
  std::ofstream(directory / "rows.svm")
      << "-1 1:0.5 2:2 3:1\n1 1:1 2:1 3:4\n-1 1:2 2:3 3:0.25\n1 1:3 2:-1 3:1\n";
  std::ofstream(directory / "rows.csv")
      << "a,b,c,class\n0.5,2,1,-1\n1,1,4,1\n2,3,0.25,-1\n3,-1,1,1\n";
  std::ofstream(directory / "rows.arff")
      << "@relation r\n@attribute a numeric\n@attribute b numeric\n@attribute c numeric\n"
         "@attribute class {-1,1}\n@data\n0.5,2,1,-1\n1,1,4,1\n2,3,0.25,-1\n3,-1,1,1\n";
  const auto means = [&](const std::string& file) {
    Json json = json_of({"run", directory / file, "--learner", "PA-I", "--scale", "minmax",
                         "--bias", "--runs", "4", "--json"});
    CHECK(json["source"]["features"] == 4);
    json["mean"].erase("seconds");
    return json["mean"];
  };
  const Json svmlight = means("rows.svm");
  CHECK(means("rows.csv") == svmlight);
  CHECK(means("rows.arff") == svmlight);
}

TEST_CASE("class filters make a binary task whose positive class is the one named") {
  const Scratch directory;
  std::string text;
  for (int i = 0; i < 60; ++i)
    text += std::to_string(i % 3) + " " + std::to_string(1 + i % 3) + ":1\n";
  std::ofstream(directory / "rows.svm") << text;
  const Json two =
      json_of({"run", directory / "rows.svm", "--classes", "0,2", "--learner", "PA", "--json"});
  CHECK(two["source"]["rows"] == 40);
  CHECK(two["source"]["dropped"]["rows_of_other_classes"] == 20);
  const Json rest = json_of({"run", directory / "rows.svm", "--positive", "0", "--negative", "rest",
                             "--learner", "PA", "--json"});
  CHECK(rest["source"]["rows"] == 60);
  CHECK(rest["source"]["classes"] == 2);
  const Ended wrong =
      querent_program({"run", directory / "rows.svm", "--classes", "0,5", "--learner", "PA"});
  CHECK(wrong.status == 3);
  CHECK(contains(wrong.err, "'5'"));
}

TEST_CASE("predictions of filtered rows carry the row numbers of the file") {
  const Scratch directory;
  std::ofstream(directory / "rows.svm") << "0 1:1\n1 2:1\n2 3:1\n0 1:1\n2 3:1\n";
  querent_program({"run", directory / "rows.svm", "--classes", "0,2", "--learner", "PA", "--order",
                   "file", "--out", directory / "out"});
  std::istringstream lines(contents_of(directory / "out/predictions.csv"));
  std::string line, ids;
  std::getline(lines, line);
  while (std::getline(lines, line)) ids += line.substr(line.find(',') + 1, 1);
  CHECK(ids == "1345");
}

TEST_CASE("options of graphs are refused for vectors, those of vectors for graphs") {
  const Scratch directory;
  std::ofstream(directory / "rows.svm") << separable(10);
  const Ended dim =
      querent_program({"run", directory / "rows.svm", "--learner", "PA", "--dim", "5"});
  CHECK(dim.status == 2);
  CHECK(contains(dim.err, "--dim"));
  const Ended bias = querent_program({"run", "karate", "--learner", "PA", "--bias"});
  CHECK(bias.status == 2);
  CHECK(contains(bias.err, "--bias"));
  CHECK(querent_program({"embed", directory / "rows.svm", "--out", directory / "e.npy"}).status ==
        3);
}

TEST_CASE("a bad row of a vector file ends with 3, its line and column") {
  const Scratch directory;
  std::ofstream(directory / "rows.svm") << "1 1:1 2:2\n-1 1:1 2:x\n";
  const Ended ended = querent_program({"run", directory / "rows.svm", "--learner", "PA"});
  CHECK(ended.status == 3);
  CHECK(contains(ended.err, "rows.svm:2:10"));
  CHECK(querent_program({"run", directory / "rows.svm", "--learner", "PA", "--lenient"}).status ==
        3);
  std::ofstream(directory / "more.svm") << "1 1:1 2:2\n-1 1:1 2:x\n-1 2:1\n";
  CHECK(querent_program({"run", directory / "more.svm", "--learner", "PA", "--lenient"}).status ==
        0);
}
