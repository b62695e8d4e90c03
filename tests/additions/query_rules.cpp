// SPDX-License-Identifier: Apache-2.0
// A query rule is added by one file and one line. This program is the library with band.cpp and the
// line FILE(band) in files.hpp, which CMakeLists.txt inserts; nothing else changed.
#include <doctest/doctest.h>

#include "played.hpp"

using namespace querent;

TEST_CASE("one file and one line: a query rule, with any learner") {
  // PA predicts ±1 on rows it has learnt, so only the first row, or nearby ones, are within the
  // band.
  const auto [mistakes, asked] = played("PA", "band");
  CHECK(asked >= 1);
  CHECK(asked < 6);
  CHECK(find_query_rule("band").params.front().key == "s");
}
