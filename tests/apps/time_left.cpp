// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/terminal/progress.hpp>

#include <algorithm>

#include <doctest/doctest.h>

using querent::apps::TimeLeft;

TEST_CASE("time left: at constant speed it is right from the first hundredth on") {
  TimeLeft left;
  left.add(0.5, 0.005);
  CHECK_FALSE(left.seconds());
  for (int s = 1; s <= 100; ++s) {
    left.add(s, s / 100.0);
    REQUIRE(left.seconds());
    CHECK(*left.seconds() == doctest::Approx(100 - s));
  }
}

TEST_CASE("time left: the estimate follows work that becomes ten times slower") {
  // 90 % in 90 s, the rest in 100 s: by the mean speed 5 s would be left after 150 s, but it is 40
  // s
  TimeLeft left;
  for (int s = 1; s <= 150; ++s) left.add(s, s <= 90 ? s / 100.0 : 0.9 + (s - 90) / 1000.0);
  REQUIRE(left.seconds());
  CHECK(*left.seconds() > 27);
  CHECK(*left.seconds() < 53);
}

TEST_CASE("time left: the estimate is empty before anything is done") {
  TimeLeft left;
  for (int s = 1; s <= 100; ++s) left.add(s, std::min(s, 10) / 100.0);
  CHECK_FALSE(left.seconds());
}
