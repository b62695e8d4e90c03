// SPDX-License-Identifier: Apache-2.0
// Rows after their counts, as described on CBCL's page for svm.train.normgrey.
#include <doctest/doctest.h>

#include <querent/datasets/vectors/format.hpp>

#include "read_rows.hpp"

using namespace querent;
using namespace querent::testing;

TEST_CASE("rows after their two counts, the label last, are recognised and equal the same CSV") {
  const Rows rows = read_rows("3\n2\n0.5 1 1\n0.25\t0 -1 \n 2 .5 +1\n", "faces");
  CHECK(rows.report.format == "counted rows");
  CHECK(rows.report.features == 2);
  const Rows csv = read_rows("0.5,1,1\n0.25,0,-1\n2,.5,1\n", "faces.csv");
  CHECK(rows.entries == csv.entries);
  CHECK(rows.labels == csv.labels);
  CHECK(rows.lines == std::vector<std::uint64_t>{3, 4, 5});
  CHECK(read_rows("1\r\n1\r\n7 1\r\n\r\n", "crlf").entries.size() == 1);
}

TEST_CASE(
    "a table with a header of numbers, or rows of another width, are not recognised as counted "
    "rows") {
  const auto format = [](std::string_view head) {
    const VectorFormat* found = recognise_vectors(head);
    return found == nullptr ? std::string_view() : found->name;
  };
  CHECK(format("3\n2\n0.5 1 1\n") == "counted rows");
  CHECK(format("3\n2\n0.5 1\n") != "counted rows");
  CHECK(format("3\n2\n1\n") != "counted rows");
  CHECK(format("3\n0\n1\n") != "counted rows");
  CHECK(format("3 2\n2 1\n1 1\n") != "counted rows");
  CHECK(format("1 1:3\n2\n") == "svmlight");
}

TEST_CASE("errors of counted rows have a place") {
  const VectorOptions as{.format = "counted rows"};
  const auto is = [&](const std::string& text, const std::string& begins) {
    const std::string error = error_of(text, "f", as);
    CAPTURE(error);
    CHECK(error.find(begins) != std::string::npos);
  };
  is("", "f:1:1: expected the number of rows");
  is("2\nx\n", "f:2:1: expected the number of features");
  is("2\n-1\n", "f:2:1: expected the number of features");
  is("1\n2\n1 2\n",
     "f:3:4: expected 2 features, as stated in line 2, and a label, found 2 numbers");
  is("1\n2\n1 2 1 5\n", "f:3:7: expected 2 features and a label, found '5' after them");
  is("1\n2\n1 a 1\n", "f:3:3: expected a number");
  is("1\n2\n1 2 a\n", "f:3:5: expected a label, a number, found 'a'");
  is("1\n2\n1 2 1\n1 2 1\n", "f:4:1: expected 1 rows, as stated in line 1, found more");
  is("3\n2\n1 2 1\n", "f:4:1: expected 3 rows, as stated in line 1, found 1");
  is("1\n999999999999\n1 2 1\n", "f:2:1: expected at most 262144 features, found 999999999999");
}
