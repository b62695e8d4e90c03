// SPDX-License-Identifier: Apache-2.0
// An output of `run --out` is added by one file and one line. This program is the program's library
// with labels_asked.cpp and the line OUTPUT(labels_asked) in run_outputs.hpp, which CMakeLists.txt
// inserts; nothing else changed.
#include <fstream>

#include <doctest/doctest.h>

#include <querent/apps/output/run_output.hpp>

#include "../datasets/scratch.hpp"

using namespace querent;
using namespace querent::apps;

TEST_CASE("one file and one line: an output, complete beside the others") {
  const Scratch folder;
  ExperimentResult experiment;
  experiment.results.resize(1);
  experiment.results[0].name = "MSG";
  experiment.results[0].runs.resize(1);
  experiment.results[0].runs[0].tally.queries = 17;
  const DatasetView examples;
  const NodeNames outside;
  const Json json{{"querent", "0"}};
  const std::vector<std::string> classes;
  Console console;
  console.quiet = true;
  OutputDirectory directory(folder / "results");
  const auto names = write_run_outputs(directory,
                                       {.experiment = experiment,
                                        .examples = examples,
                                        .classes = classes,
                                        .id = [](std::uint64_t i) { return std::to_string(i); },
                                        .outside = outside,
                                        .item = "row",
                                        .json = json,
                                        .title = "",
                                        .progress = [](double) {}},
                                       console);
  CHECK(names == std::vector<std::string>{"run.json", "predictions.csv", "asked.txt"});
  std::ifstream asked(folder / "results/asked.txt");
  std::string line;
  std::getline(asked, line);
  CHECK(line == "MSG\t17");
}
