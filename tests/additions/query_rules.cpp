// SPDX-License-Identifier: Apache-2.0
// A query rule is added by one new file and one line: this program is the library with band.cpp and
// the line FILE(band) in files.hpp, which CMakeLists.txt puts there; nothing else changed.
#include <doctest/doctest.h>

#include "played.hpp"

using namespace querent;

TEST_CASE("one file and one line: a query rule, with any learner") {
  // PA predicts ±1 on what it has learnt: within the band is the first row alone, or what lies as
  // near
  const auto [mistakes, asked] = played("PA", "band");
  CHECK(asked >= 1);
  CHECK(asked < 6);
  CHECK(find_query_rule("band").params.front().key == "s");
}
