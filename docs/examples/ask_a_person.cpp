// SPDX-License-Identifier: Apache-2.0
// Rows arrive through a pipe without labels. A person at the terminal is asked for the class of a
// row, also a new class, if the query rule asks for it, and sees the predictions of the others.
//
//   producer | ask_a_person [ANSWERS]      CSV on standard input; answers are read from ANSWERS,
//   else from the terminal
#include <algorithm>
#include <exception>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include <querent/datasets/vectors/row_stream.hpp>
#include <querent/learners/multiclass/m_passive_aggressive.hpp>
#include <querent/learners/play.hpp>
#include <querent/learners/query/margin.hpp>

constexpr int kMaxClasses = 10;

int main(int argc, char** argv) try {
  using namespace querent;
  std::ifstream person(argc > 1 ? argv[1] : "/dev/tty");
  std::vector<std::string> classes;
  const auto class_of = [&](const std::string& name) {
    const auto at = std::find(classes.begin(), classes.end(), name);
    if (at != classes.end()) return static_cast<int>(at - classes.begin());
    if (classes.size() == kMaxClasses)
      throw DataError("expected at most 10 classes, found " + name);
    classes.push_back(name);
    return static_cast<int>(classes.size()) - 1;
  };
  RowStream rows = RowStream::open("-", {.format = "CSV", .label_column = "none"});
  MPassiveAggressive learner(0, kMaxClasses);
  MarginQuery query({.b = 0.1});
  Rng coin = make_rng(0, 0, Stream::kQuery);
  Tally tally;
  for (LabelledRow row; rows.next(row);) {
    const auto ask = [&] {
      std::cout << "row " << row.line << ':';
      for (const double x : row.value) std::cout << ' ' << x;
      std::cout << "\nclass? " << std::flush;
      std::string name;
      if (!std::getline(person, name)) throw IoError("nobody answers");
      return class_of(name);
    };
    const Round round = ask_round(learner, query, DenseRow{row.value}, coin, ask);
    tally.add(round);
    if (round.asked) continue;
    const auto k = static_cast<std::size_t>(round.prediction.label);
    std::cout << "row " << row.line << ": " << (k < classes.size() ? classes[k] : "something new")
              << '\n';
  }
  std::cout << tally.rounds << " rows, " << tally.queries << " questions, " << tally.mistakes
            << " wrong guesses among them\n";
  return 0;
} catch (const std::exception& error) {
  std::cerr << "error: " << error.what() << '\n';
  return 3;
}
