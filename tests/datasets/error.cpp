// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/error.hpp>

#include <doctest/doctest.h>

using namespace querent;

TEST_CASE("twenty errors are shown, then their number") {
  ErrorList errors;
  for (std::uint64_t line = 1; line <= 23; ++line)
    errors.add({"a.tsv", line, 5}, "expected two ids");
  try {
    errors.throw_if_any();
    FAIL("nothing was thrown");
  } catch (const DataError& error) {
    const std::string text = error.what();
    CHECK(text.starts_with("a.tsv:1:5: expected two ids\n"));
    CHECK(text.find("a.tsv:20:5:") != std::string::npos);
    CHECK(text.find("a.tsv:21:5:") == std::string::npos);
    CHECK(text.ends_with("and 3 more errors"));
  }
}

TEST_CASE("nearest names ignore case and give up when nothing is near") {
  CHECK(nearest_name("corra", {"cora", "pubmed"}) == "cora");
  CHECK(nearest_name("MGS", {"DGS", "MSG"}) == "MSG");  // two neighbours swapped: distance 1
  CHECK(nearest_name("pai", {"PA", "PA-I", "PAA"}) == "PA-I");  // a missing hyphen: also distance 1
  CHECK(nearest_name("msq", {"MSG", "CMOG"}) == "MSG");
  CHECK(nearest_name("qqqqqqqq", {"MSG", "CMOG"}).empty());
}
