// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "read_rows.hpp"

using namespace querent;
using namespace querent::testing;

namespace {

Rows read_arff(const std::string& text, const VectorOptions& options = {}) {
  return read_rows(text, "a.arff", options);
}

using Entries = std::vector<std::pair<std::uint32_t, double>>;

const std::string kHeader =
    "% a comment\n@RELATION 'my data'\n\n@attribute x numeric\n@attribute colour {red, green, "
    "'light blue'}\n@Attribute \"y\" REAL % last "
    "feature\n@attribute class {no,yes}\n@DATA\n";

}  // namespace

TEST_CASE("ARFF: numeric attributes are features, nominal ones one feature per value") {
  const Rows rows = read_arff(kHeader + "0.5, green, 2, yes\n% c\n\n'0',\"light blue\",-1,no\n");
  REQUIRE(rows.entries.size() == 2);
  CHECK(rows.entries[0] == Entries{{0, 0.5}, {2, 1}, {4, 2}});
  CHECK(rows.entries[1] == Entries{{3, 1}, {4, -1}});
  CHECK(rows.labels[0] == std::vector<std::string>{"yes"});
  CHECK(rows.lines == std::vector<std::uint64_t>{9, 12});
  CHECK(rows.feature_names ==
        std::vector<std::string>{"x", "colour=red", "colour=green", "colour=light blue", "y"});
  CHECK(rows.report.features == 5);
}

TEST_CASE("ARFF: values absent from a sparse row are 0 or the first nominal value") {
  const Rows dense = read_arff(kHeader + "0, red, 2, no\n0.5,green,0,yes\n0,red,0,no\n");
  const Rows sparse = read_arff(kHeader + "{2 2}\n{0 0.5, 1 green ,3 yes}\n{}\n");
  CHECK(dense.entries == sparse.entries);
  CHECK(dense.labels == sparse.labels);
  const Rows numeric = read_arff(
      "@attribute a real\n@attribute b real\n@attribute c integer\n@data\n1,2,3\n{1 5}\n");
  CHECK(numeric.entries[1] == Entries{{0, 0}, {1, 5}});
  CHECK(numeric.labels[1] == std::vector<std::string>{"0"});
}

TEST_CASE("ARFF: a malformed row is rejected with its line and column") {
  struct Case {
    std::string text, error;
  };
  for (const Case& c : std::vector<Case>{
           {"1,red,2", "10:8: expected a comma and 1 more values, found the end of the line"},
           {"1,red,2,yes,3", "10:12: expected the end of the row (4 values), found ','"},
           {"1 red,2,yes", "10:3: expected a comma and 3 more values, found 'r'"},
           {"x,red,2,yes", "10:1: expected a number, found 'x'"},
           {"1,rid,2,yes",
            "10:3: expected one of the 3 values of 'colour', found 'rid' — did you mean 'red'?"},
           {"1,red,2,maybe", "10:9: expected one of the 2 values of 'class', found 'maybe'"},
           {"?,red,2,yes", "10:1: expected a value of 'x', found a missing one"},
           {"1,?,2,yes", "10:3: expected a value of 'colour', found a missing one"},
           {"1,,2,yes", "10:3: expected a value of 'colour', found ','"},
           {"nan,red,2,yes", "10:1: expected a finite number"},
           {"1,red,1e999,yes", "10:7: expected a number within"},
           {"1,'red,2,yes", "10:3: expected a closing ', found the end of the line"},
           {"1,red,2,yes,{5}", "10:12: expected the end of the row (4 values), found ','"},
           {"1,red,2,yes {5}", "10:13: expected the end of the row, found a weight"},
           {"{1 green, 0 2}", "10:11: expected ascending attributes, found 0 after 1"},
           {"{0 1, 0 2}", "10:7: expected ascending attributes, found 0 after 0"},
           {"{4 1}", "10:2: expected the number of an attribute, 0 … 3, found '4'"},
           {"{-1 1}", "10:2: expected the number of an attribute"},
           {"{x 1}", "10:2: expected the number of an attribute"},
           {"{0 1", "10:5: expected '}', found the end of the line"},
           {"{0 }", "10:4: expected a value, found '}'"},
           {"{0 1} x", "10:7: expected the end of the row"},
       }) {
    for (const std::string end : {"", "\n", "\r\n", "\n5,red,6,no\n"}) {
      CAPTURE(c.text);
      const std::string text = kHeader + "1,red,2,yes\n" + c.text + end;
      const std::string error = error_of(text, "a.arff");
      CHECK_MESSAGE(error.starts_with("a.arff:" + c.error), error);
      const Rows rows = read_arff(text, {.lenient = true});
      CHECK(rows.report.dropped_rows == 1);
      CHECK(rows.entries.size() == (end.size() > 2 ? 2 : 1));
    }
  }
}

TEST_CASE("ARFF: a malformed header is rejected with its line and column") {
  struct Case {
    std::string text, error;
  };
  for (const Case& c : std::vector<Case>{
           {"@relation r\n@attribut x real\n",
            "2:1: expected @relation, @attribute or @data, found '@attribut'"},
           {"@relation r\n@attribute x\n",
            "2:13: expected the type of the attribute, found the end of the line"},
           {"@relation r\n@attribute x string\n",
            "2:14: expected numeric, real, integer or {values}, found 'string'"},
           {"@relation r\n@attribute x date 'yyyy'\n", "2:14: expected numeric"},
           {"@relation r\n@attribute x {a,b\n", "2:18: expected '}', found the end of the line"},
           {"@relation r\n@attribute x {a,a}\n",
            "2:17: expected different values, found 'a' twice"},
           {"@relation r\n@attribute x {}\n", "2:15: expected a value of the attribute, found '}'"},
           {"@relation r\n@attribute x real y\n",
            "2:19: expected the end of the attribute, found 'y'"},
           {"@relation r\n@attribute x real\n@attribute x real\n",
            "3:12: expected different attributes, found 'x' twice"},
           {"@relation r\n@data\n1,2\n", "2:1: expected @attribute lines before @data, found none"},
           {"@relation r\n@attribute x real\n", "3:1: expected @data, found the end of the file"},
           {"@relation r\n@attribute 'x real\n",
            "2:12: expected a closing ', found the end of the line"},
           {"@relation r\n@attribute x real\n@data x\n",
            "3:7: expected nothing after @data, found 'x'"},
       }) {
    const std::string error = error_of(c.text, "a.arff");
    CHECK_MESSAGE(error.starts_with("a.arff:" + c.error), error);
  }
}
