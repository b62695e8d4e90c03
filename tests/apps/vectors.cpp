// SPDX-License-Identifier: Apache-2.0
// Vector files, through the program.
#include <sys/resource.h>
#include <sys/wait.h>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <querent/apps/experiment/stream.hpp>
#include "program.hpp"

using namespace querent;
using namespace querent::apps;

namespace {

// Rows of class +1 have feature 1, rows of class -1 feature 2: separable after two rows.
std::string separable(int rows) {
  std::string text;
  for (int i = 0; i < rows; ++i) text += i % 2 == 0 ? "+1 1:1\n" : "-1 2:1\n";
  return text;
}

}  // namespace

TEST_CASE("on orthogonal rows the perceptron makes at most one mistake per row") {
  const Scratch directory;
  std::ofstream(directory / "rows.svm") << separable(100);
  const Json json =
      json_of({"run", directory / "rows.svm", "--learner", "Perceptron", "--no-bias", "--json"});
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

TEST_CASE("the weighted sum is P·sensitivity + (1 − P)·specificity, the cost P·FN + (1 − P)·FP") {
  const std::vector<std::string> digits{"run",       "digits",     "--positive",
                                        "1",         "--query",    "random:0.02",
                                        "--learner", "Perceptron", "--json"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), digits.begin(), digits.end());
    return querent_program(more);
  };
  const auto run_of = [](const Ended& ended) { return Json::parse(ended.out)["runs"][0]; };
  const Json even = run_of(with({})), uneven = run_of(with({"--positive-weight", "0.9"}));
  const double sensitivity = even["sensitivity"], specificity = even["specificity"];
  CHECK(even["weighted_sum"] == even["balanced_accuracy"]);
  CHECK(uneven["weighted_sum"].get<double>() ==
        doctest::Approx(0.9 * sensitivity + 0.1 * specificity));
  // FN + FP are the mistakes; with both costs known, FN and FP follow
  const double half = even["cost"], mistakes = even["mistakes"];
  CHECK(half == mistakes / 2);
  const double missed = (uneven["cost"].get<double>() - 0.1 * mistakes) / 0.8;
  CHECK(missed == doctest::Approx(std::round(missed)));
  CHECK(with({"--positive-weight", "1.5"}).status == 2);
  const Ended ten =
      querent_program({"run", "digits", "--learner", "MPAA-I", "--positive-weight", "0.9"});
  CHECK(ten.status == 2);
  CHECK(contains(ten.err, "10 classes"));
}

TEST_CASE("the same rows as svmlight, CSV and ARFF give the same results") {
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

TEST_CASE("predictions of filtered rows have the row numbers of the file") {
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

TEST_CASE("options of graphs are rejected for vectors, and options of vectors for graphs") {
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

TEST_CASE("--knn rejects a constant feature, which changes no distance") {
  const Ended bias = querent_program({"run", "digits", "--learner", "MSG", "--knn", "3", "--bias"});
  CHECK(bias.status == 2);
  CHECK(contains(bias.err, "--bias"));
}

TEST_CASE("a note names the sigma to try where the kernel is nearly 1 for all pairs of rows") {
  const auto err = [](const char* learner) {
    return querent_program({"run", "karate", "--learner", learner}).err;
  };
  CHECK(contains(err("kPA-I:sigma=50"), "try --param sigma="));
  CHECK_FALSE(contains(err("kPA-I:sigma=0.5"), "try --param sigma="));
}

TEST_CASE("figures need a directory") {
  const Ended ended =
      querent_program({"run", "karate", "--learner", "MSG", "--figure-width", "page"});
  CHECK(ended.status == 2);
  CHECK(contains(ended.err, "--out"));
}

TEST_CASE("the largest values are scaled by minmax, and standard names their column") {
  const Scratch directory;
  std::ofstream(directory / "h.csv") << "x,y,k\n1e308,100,p\n-1e308,200,n\n3,300,p\n-1,50,n\n";
  const auto run = [&](const char* scale) {
    return querent_program(
        {"run", directory / "h.csv", "--as", "vectors", "--learner", "AROW", "--scale", scale});
  };
  CHECK(run("minmax").status == 0);
  const Ended standard = run("standard");
  CHECK(standard.status == 3);
  CHECK(contains(standard.err, "h.csv"));
  CHECK(contains(standard.err, "found 1e+308 in 'x' — give --scale minmax"));
}

TEST_CASE("a bad row of a vector file gives exit code 3, its line and column") {
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

TEST_CASE(
    "inspect names 20 rows that were left out and counts the others, with the options' names") {
  const Scratch directory;
  std::string rows = "x,y,z,kind\n1,2,3,a\n4,5,6,b\n";
  for (int i = 0; i < 25; ++i) rows += "1,,2,a\n";
  const auto table = directory.write("rows.csv", rows);
  const Ended ended = querent_program({"inspect", table, "--missing", "drop"});
  CHECK(contains(ended.out, "--missing drop leaves"));
  CHECK(contains(ended.out, "\n… and 5 more\n"));
}

TEST_CASE("a stream that was stopped at any row continues to the same predictions and counts") {
  const Scratch directory;
  std::string text;
  for (int i = 0; i < 400; ++i)
    text += fmt::format("{} 1:{} 2:{}\n", i % 3, (i * 37 % 11) - (i % 3), (i * 53 % 13) + i % 3);
  std::vector<NamedConfig> configs;
  for (const char* name : {"MPAA-I", "MD-ADA", "M-DUOL", "MSG"})
    configs.push_back({name, learner_config(name, "", {})});
  const StreamClasses classes("rows", std::vector<std::string>{"0", "1", "2"}, {});
  const RowTransform transform({.scale = TransformParams::Scale::kStandard,
                                .bias = true,
                                .then = {TransformParams::Scale::kUnit}});
  struct Stopped {};
  std::string written;
  const auto played = [&](std::uint64_t every, std::uint64_t stop) {
    const ExperimentOptions how{
        .keep_curves = true,
        .checkpoint = {.every = every, .directory = directory.path(), .fingerprint = "the same"}};
    const StreamOutput output{.say =
                                  [&](const StreamedRow& row) {
                                    if (row.number == stop) throw Stopped{};
                                    written +=
                                        fmt::format("{},{},{},{}\n", row.config, row.number,
                                                    row.round.prediction.margin, row.round.asked);
                                  },
                              .go_on = [&](std::uint64_t bytes) { written.resize(bytes); },
                              .sync = [&] { return written.size(); }};
    RowStream rows = RowStream::open(Input::from_memory(text, "rows"), {});
    const StreamResult result =
        run_stream(rows, classes, 3, transform, configs, how, output, nullptr);
    std::vector<std::vector<std::uint32_t>> counts{result.experiment.curve_rounds};
    for (const auto& config : result.experiment.results) {
      counts.push_back(config.runs.front().mistakes);
      counts.push_back(config.runs.front().queries);
    }
    return counts;
  };
  const auto whole = played(0, 0);
  const std::string whole_written = written;
  for (const std::uint64_t stop : {7u, 60u, 61u, 399u}) {
    CHECK_THROWS_AS(played(30, stop), Stopped);
    CHECK(played(30, 0) == whole);
    CHECK(written == whole_written);
    std::filesystem::remove(directory / "run-0-0.checkpoint");
  }
}

TEST_CASE("a stream gives the results of the same rows in file order") {
  const Scratch directory;
  std::string text;
  for (int i = 0; i < 3000; ++i) {
    text += (i * 7 % 5 < 2 ? "2 " : "1 ") + std::to_string(1 + i * 11 % 4) + ":" +
            std::to_string(1 + i % 3) + " 20:" + std::to_string(i * i % 7 * 0.37 + i % 101) + "\n";
  }
  std::ofstream(directory / "rows.svm") << text;
  const auto played = [&](std::vector<std::string> how) {
    std::vector<std::string> arguments{"run",       directory / "rows.svm",
                                       "--learner", "PAA-I",
                                       "--learner", "MSG",
                                       "--scale",   "unit",
                                       "--bias",    "--json"};
    arguments.insert(arguments.end(), how.begin(), how.end());
    Json json = json_of(arguments);
    CHECK(json["source"]["features"] == 21);
    for (auto& result : json["results"]) {
      result["runs"][0].erase("seconds");
      result["runs"][0].erase("auc");  // a stream keeps no scores
    }
    return Json{json["results"][0]["runs"], json["results"][1]["runs"]};
  };
  CHECK(played({"--stream"}) == played({"--order", "file"}));
  CHECK(played({"--stream", "--positive", "2"})[0][0]["rounds"] == 3000);
}

TEST_CASE("the classes of a pipe must be given before its first row") {
  const auto piped = [](const std::string& arguments) {
    return std::system((std::string("printf '1 1:1\\n2 2:1\\n3 3:1\\n' | ") + QUERENT_PROGRAM +
                        " run - --stream --learner " + arguments + " >/dev/null 2>&1")
                           .c_str());
  };
  CHECK(WEXITSTATUS(piped("PA")) == 2);
  CHECK(piped("PA --classes 1,2,3") == 0);
  CHECK(piped("PA --positive 3") == 0);
  CHECK(WEXITSTATUS(piped("MSG --positive 3")) == 2);
  CHECK(piped("MSG --positive 3 --num-features 3") == 0);
  CHECK(WEXITSTATUS(piped("PA --positive 3 --runs 2")) == 2);
}

TEST_CASE("a stream in which a named class never occurs is refused, and nothing is written") {
  const Scratch directory;
  std::ofstream(directory / "rows.csv") << "x,y,kind\n1,2,no\n3,4,yes\n2,2,no\n";
  const auto refused = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin() + 1, directory / "rows.csv");
    arguments.insert(arguments.end(), {"--stream", "--learner", "PA-I"});
    const Ended ended = querent_program(arguments);
    CAPTURE(ended.err);
    CHECK(ended.status == 3);
    CHECK(contains(ended.err, "found the classes no, yes"));
    CHECK(directory.names() == std::vector<std::string>{"rows.csv"});
    return ended.err;
  };
  CHECK(contains(refused({"run", "--positive", "nope"}), "did you mean 'no'?"));
  refused({"run", "--positive", "no", "--negative", "maybe", "--out", directory / "out"});
  refused({"run", "--classes", "no,often"});
  refused({"train", "--positive", "nope", "--model", directory / "model"});
}

#ifndef QUERENT_SLOWED
TEST_CASE("three million rows from a pipe take no more memory than three hundred thousand") {
  const auto peak = [](const std::string& rows) {
    const std::string command =
        "yes '+1 1:1 2:0.5' | head -n " + rows + " | " + QUERENT_PROGRAM +
        " run - --stream --learner PAA-I --positive 1 --threads 2 >/dev/null";
    const pid_t pid = fork();
    if (pid == 0) {
      execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
      _exit(127);
    }
    int status = 0;
    rusage usage{};
    wait4(pid, &status, 0, &usage);
    REQUIRE(status == 0);
    return usage.ru_maxrss;  // KiB, the largest of the pipeline
  };
  const long few = peak("300000"), many = peak("3000000");
  CAPTURE(few);
  CHECK(many < few + 8 * 1024);
}
#endif

namespace {

// Two columns with different units; the class depends on both equally.
std::string years_and_incomes() {
  std::string text = "age,income,class\n";
  unsigned state = 1;
  const auto uniform = [&] {
    state = state * 1664525U + 1013904223U;
    return (state >> 8) / 16777216.0;
  };
  for (int i = 0; i < 300; ++i) {
    const double age = uniform(), income = uniform();
    text += fmt::format("{:.2f},{:.0f},{}\n", 20 + 40 * age, 20000 + 20000 * income,
                        age + income > 1 ? "yes" : "no");
  }
  return text;
}

}  // namespace

TEST_CASE("a table is standardised with a note, unless --scale is given") {
  const Scratch directory;
  std::ofstream(directory / "rows.csv") << years_and_incomes();
  const auto error = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"run", (directory / "rows.csv").string(), "--learner", "PA-I"});
    more.emplace_back("--json");
    const Json json = json_of(more);
    return std::pair(json["mean"]["error_rate"].get<double>(),
                     json["source"]["scale"].get<std::string>());
  };
  CHECK(error({}).first < 0.1);
  CHECK(error({}).second == "standard");
  CHECK(error({}) == error({"--scale", "standard"}));
  CHECK(error({"--scale", "none"}).first > 0.3);
  CHECK(error({"--scale", "none"}).second == "none");
  CHECK(error({"--hash", "4"}).second == "none");
  const Ended run = querent_program({"run", directory / "rows.csv", "--learner", "PA-I"});
  CHECK(run.out.find("standard deviation 1 (--scale none leaves them as they are)") !=
        std::string::npos);
}

TEST_CASE("svmlight files and the data sets of papers keep their scale") {
  const Scratch directory;
  std::ofstream(directory / "rows.svm") << separable(100);
  CHECK(json_of({"run", directory / "rows.svm", "--learner", "PA", "--json"})["source"]["scale"] ==
        "none");
  CHECK(json_of({"run", "digits", "--learner", "PA", "--json"})["source"]["scale"] == "none");
}

TEST_CASE("a model of a table scales the rows that it classifies later") {
  const Scratch directory;
  std::ofstream(directory / "rows.csv") << years_and_incomes();
  const std::string model = directory / "m";
  REQUIRE(querent_program({"train", directory / "rows.csv", "--learner", "PA-I", "--model", model})
              .status == 0);
  const Json json = json_of({"inspect", model, "--json"});
  CHECK(json.dump().find("\"scale\":\"standard\"") != std::string::npos);
}

TEST_CASE("predictions.csv has a probability, and a row for every node of the file") {
  const Scratch directory;
  std::ofstream edges(directory / "e.tsv"), labels(directory / "l.tsv");
  for (int i = 0; i < 20; ++i) {
    edges << fmt::format("n{} n{}\n", i, (i + 1) % 20);
    labels << fmt::format("n{} {}\n", i, i < 10 ? "left" : "right");
  }
  edges << "x1 x2\n";
  labels << "x1 left\n";
  edges.close();
  labels.close();
  const std::string out = directory / "out";
  REQUIRE(querent_program({"run", "--edges", directory / "e.tsv", "--labels", directory / "l.tsv",
                           "--learner", "MSG", "--dim", "3", "--out", out})
              .status == 0);
  const std::string csv = contents_of(std::filesystem::path(out) / "predictions.csv");
  CHECK(csv.starts_with("learner,id,predicted,margin,queried,label,round,final,probability\n"));
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 1 + 22);
  CHECK(csv.find("\nMSG,x1,,,no,,,,\nMSG,x2,,,no,,,,\n") != std::string::npos);
  const std::size_t row = csv.find("\nMSG,n3,");
  const double probability = std::stod(csv.substr(csv.rfind(',', csv.find('\n', row + 1)) + 1));
  CHECK(probability > 0);
  CHECK(probability <= 1);
  // the measures of two classes are unchanged
  const Json json = json_of({"run", "--edges", directory / "e.tsv", "--labels", directory / "l.tsv",
                             "--learner", "MSG", "--dim", "3", "--json"});
  CHECK_FALSE(json["runs"][0].contains("log_loss"));
}
