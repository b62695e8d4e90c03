// SPDX-License-Identifier: Apache-2.0
// A learner is added by one file and one line. This program is the library with widrow_hoff.cpp,
// kernel_margin_perceptron.cpp, and a line FILE(…) for each in files.hpp, which CMakeLists.txt
// inserts; nothing else changed.
#include <doctest/doctest.h>

#include "played.hpp"

using namespace querent;

TEST_CASE("one file and one line: a linear learner") {
  // w = (1, 2)/5 after the first row, which classifies every later row correctly.
  CHECK(played("Widrow-Hoff", "all").second == 6);
  CHECK(played("widrow-hoff", "all").first <= 1);
  CHECK(find_learner("Widrow-Hoff").params.front().key == "eta");
  CHECK_THROWS_WITH(learner_config("Widrow-Hof", "", {}),
                    doctest::Contains("did you mean Widrow-Hoff?"));
}

TEST_CASE("one file and one line: a kernel learner, with the kernel's parameters and a budget") {
  // With the kernel xᵀz the first row already separates the others.
  CHECK(played("kMargin", "all", {{"degree", 1}, {"coef0", 0}}).first <= 1);
  const auto& params = find_learner("kMargin").params;
  CHECK(std::ranges::count(params, "degree", &ParamSpec::key) == 1);
  CHECK(std::ranges::count(params, "tau", &ParamSpec::key) == 1);
}
