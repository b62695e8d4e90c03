// SPDX-License-Identifier: Apache-2.0
// Tests the program from outside: exit codes, messages, JSON, files.
#include "program.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <chrono>
#include <thread>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

using namespace querent;
using namespace querent::apps;

namespace {

// Two cliques of four nodes, connected by an edge; labels a and b.
void write_two_cliques(const Scratch& directory, const std::string& labels) {
  std::ofstream edges(directory / "edges.tsv");
  for (const char* clique : {"abcd", "efgh"}) {
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j < i; ++j) edges << clique[i] << '\t' << clique[j] << '\n';
    }
  }
  edges << "d\te\n";
  std::ofstream(directory / "labels.tsv") << labels;
}

std::vector<std::string> run_on(const Scratch& directory, std::vector<std::string> more) {
  std::vector<std::string> arguments{
      "run",       "--edges", directory / "edges.tsv", "--labels", directory / "labels.tsv",
      "--learner", "MSG"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

Json without_seconds(Json json) {
  json["embedding"].erase("seconds");
  json["mean"].erase("seconds");
  json["std"].erase("seconds");
  for (auto& run : json["runs"]) run.erase("seconds");
  return json;
}

}  // namespace

TEST_CASE(
    "an unknown command, option, learner, parameter or data set ends with 2 and names the "
    "nearest") {
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
      {{"rnu"}, "'run'"},
      {{"run", "karate", "--lerner", "MSG"}, "--learner"},
      {{"run", "karate", "--learner", "MGS"}, "MSG"},
      {{"run", "karate", "--learner", "MSG", "--param", "gama=1"}, "'gamma'"},
      {{"inspect", "karat"}, "'karate'"},
      {{"run", "karate", "--learner", "MSG", "--laplacian", "normalised"}, "'normalized'"},
      {{"help", "exit-code"}, "'exit-codes'"}};
  for (const auto& [arguments, nearest] : cases) {
    const Ended ended = querent_program(arguments);
    CAPTURE(ended.err);
    CHECK(ended.status == 2);
    CHECK(contains(ended.err, nearest));
    CHECK(ended.out.empty());
  }
}

TEST_CASE("an option without a meaning for the learner is rejected") {
  CHECK(querent_program({"run", "karate", "--learner", "GPA", "--encoding", "margin"}).status == 2);
}

TEST_CASE("nothing to learn ends with 3 and the reason, a missing file with 4") {
  const Scratch directory;
  write_two_cliques(directory, "");
  Ended ended = querent_program(run_on(directory, {}));
  CHECK(ended.status == 3);
  CHECK(contains(ended.err, "found an empty file"));
  write_two_cliques(directory, "# nobody yet\n");
  ended = querent_program(run_on(directory, {}));
  CHECK(ended.status == 3);
  CHECK(contains(ended.err, "no node has a label"));
  write_two_cliques(directory, "a\tx\ne\tx\n");
  ended = querent_program(run_on(directory, {}));
  CHECK(ended.status == 3);
  CHECK(contains(ended.err, "every label is 'x'"));
  write_two_cliques(directory, "a\tx\ne\ty\n");
  std::ofstream(directory / "test.ids") << "a\ne\n";
  ended = querent_program(run_on(directory, {"--test", (directory / "test.ids").string()}));
  CHECK(ended.status == 3);
  CHECK(contains(ended.err, "every node with a label is in the test set"));
  CHECK(querent_program({"inspect", "--edges", (directory / "nothing").string()}).status == 4);
}

TEST_CASE("what would be ignored or overwritten is refused with 2") {
  const Scratch directory;
  const auto file = [&](const char* name, const char* text) {
    std::ofstream(directory / name) << text;
    return (directory / name).string();
  };
  const std::string gml =
      file("g.gml", "graph [ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 ] ]");
  const std::string list = file("list.csv", "author,paper\nann,p1\nbob,p1\n");
  const std::string rows = file("rows.csv", "1,2,a\n2,1,b\n");
  file("predictions.csv", "precious");
  file("edges.tsv", "precious");
  const std::string here = directory.path().string(), new_one = (directory / "new").string();
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
      {{"inspect", gml, "--source-column", "a"}, "--source-column has no meaning for GML"},
      {{"inspect", gml, "--adjacency"}, "--adjacency has no meaning for GML"},
      {{"inspect", gml, "--id-column", "a"}, "--id-column has no meaning for a graph without"},
      {{"inspect", list, "--class-attribute", "a"},
       "--class-attribute has no meaning for edge list"},
      {{"inspect", "--incidence", list, "--symmetrize", "or"}, "--symmetrize has no meaning"},
      {{"inspect", "--incidence", list, "--weight-column", "2"}, "--weight-column has no meaning"},
      {{"run", rows, "--stream", "--knn", "3", "--learner", "PA"}, "--knn has no meaning"},
      {{"run", "karate", "--learner", "MSG", "--out", ""}, "--out"},
      {{"run", "karate", "--learner", "MSG", "--seed", "1", "--seed", "2"},
       "--seed is given twice"},
      {{"run", "karate", "--learner", "MSG", "--out", "-"}, "--out -"},
      {{"train", "karate", "--learner", "MSG", "--model", "-"}, "--model -"},
      {{"run", "karate", "--learner", "MSG", "--out", here}, "predictions.csv"},
      {{"graph", list, "--out", here}, "edges.tsv"},
      {{"graph", list, "--out", new_one, "--label-from", "foo"}, "no record has this field"}};
  for (const auto& [arguments, words] : cases) {
    const Ended ended = querent_program(arguments);
    CAPTURE(ended.err);
    CHECK(ended.status == 2);
    CHECK(contains(ended.err, words));
  }
  CHECK(contents_of(directory / "edges.tsv") == "precious");
}

TEST_CASE("run --json prints one object of the documented form, for any number of threads") {
  const auto arguments = [](const std::string& threads, const std::string& runs) {
    return std::vector<std::string>{"run", "karate",    "--learner", "MSG",   "--runs",
                                    runs,  "--threads", threads,     "--json"};
  };
  const Ended one = querent_program(arguments("1", "20"));
  REQUIRE(one.status == 0);
  const Json json = Json::parse(one.out);
  for (const auto* key :
       {"querent", "command", "seed", "source", "embedding", "learner", "runs", "mean", "std"}) {
    CAPTURE(key);
    CHECK(json.contains(key));
  }
  CHECK(json["source"]["nodes"] == 34);
  CHECK(json["source"]["edges"] == 78);
  CHECK(json["runs"].size() == 20);
  CHECK(without_seconds(Json::parse(querent_program(arguments("3", "20")).out)) ==
        without_seconds(json));
  const Json five = without_seconds(Json::parse(querent_program(arguments("2", "5")).out));
  for (std::size_t r = 0; r < 5; ++r) CHECK(five["runs"][r] == without_seconds(json)["runs"][r]);
}

TEST_CASE("--out has every node by its original id, including unlabelled ones, and nothing else") {
  const Scratch directory;
  write_two_cliques(directory, "a\tx\nb\tx\ne\ty\nf\ty\ng\ty\n");
  const Ended ended = querent_program(run_on(directory, {"--out", (directory / "out").string()}));
  REQUIRE_MESSAGE(ended.status == 0, ended.err);
  const std::string predictions = contents_of(directory / "out" / "predictions.csv");
  for (const char id : std::string("abcdefgh"))
    CHECK(contains(predictions, std::string("\nMSG,") + id + ","));
  CHECK(contains(contents_of(directory / "out" / "curve.csv"), "learner,t,error_rate_mean"));
  CHECK(Json::parse(contents_of(directory / "out" / "run.json"))["data"].size() == 2);
  for (const auto& entry : std::filesystem::directory_iterator(directory / "out")) {
    CHECK(entry.path().filename().string().front() != '.');
  }
}

TEST_CASE("a full disk leaves all files of the last run, or none of the new one") {
  const Scratch directory;
  std::string rows = "x,y,kind\n";
  for (int i = 0; i < 4000; ++i)
    rows += fmt::format("{},{},{}\n", i * 37 % 101, i * 53 % 211, i % 3 == 0 ? "no" : "yes");
  const std::string table = directory.write("rows.csv", rows).string();
  const auto run = [&](const std::string& seed) {
    const std::string command = fmt::format(
        "ulimit -f {}; QUERENT_CACHE='{}' '{}' run '{}' --learner PA-I --seed {} --quiet "
        "--figure-format svg --out '{}' >/dev/null 2>&1",
        seed == "1" ? "unlimited" : "128", (directory / "cache").string(), QUERENT_PROGRAM, table,
        seed, (directory / "out").string());
    return WEXITSTATUS(std::system(command.c_str()));
  };
  const auto files = [&] {
    std::string all;
    for (const char* file : {"run.json", "curve.csv", "curve.svg", "predictions.csv"})
      all += contents_of(directory / "out" / file);
    return all;
  };
  REQUIRE(run("1") == 0);
  const std::string before = files();
  CHECK(run("2") == 4);
  CHECK(files() == before);
}

TEST_CASE("a second writer of a directory ends with 4") {
  const Scratch directory;
  const int fd = open((directory / ".querent.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  REQUIRE(flock(fd, LOCK_EX) == 0);
  const Ended ended =
      querent_program({"run", "karate", "--learner", "MSG", "--out", directory.path().string()});
  close(fd);
  CHECK(ended.status == 4);
}

TEST_CASE("SIGINT ends a long run with 130, SIGTERM with 143, and they leave no file") {
  for (const int number : {SIGINT, SIGTERM}) {
    const Scratch directory;
    Program program({"run", "karate", "--learner", "MSG", "--runs", "100000", "--threads", "1",
                     "--out", (directory / "new").string()});
    // the lock is taken after the program has begun to wait for signals
    for (int k = 0; k < 60000 && !std::filesystem::exists(directory / "new/.querent.lock"); ++k)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    program.signal(number);
    const Ended ended = program.wait();
    CHECK(ended.status == 128 + number);
    CHECK(directory.names().empty());
  }
}

TEST_CASE("--version, help and the lists print to standard output") {
  CHECK(contains(querent_program({"--version"}).out, "querent "));
  CHECK(contains(querent_program({"help", "exit-codes"}).out, "143"));
  CHECK(contains(querent_program({"help", "RIS"}).out, "BibTeX"));
  CHECK(contains(querent_program({"help", "paa-i"}).out, "querent learners PAA-I"));
  CHECK(contains(querent_program({"help", "tran"}).err, "did you mean 'train'?"));
  CHECK(contains(querent_program({"learners", "MSG"}).out, "Algorithm 2"));
  CHECK(contains(querent_program({"datasets"}).out, "karate"));
  CHECK(querent_program({"datasets", "verify", "karate"}).status == 0);
}
