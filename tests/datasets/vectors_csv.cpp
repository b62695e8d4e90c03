// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "read_rows.hpp"

using namespace querent;
using namespace querent::testing;

namespace {

Rows read_csv(const std::string& text, const VectorOptions& options = {}) {
  return read_rows(text, "a.csv", options);
}

const std::vector<std::pair<std::uint32_t, double>> kFirst = {{0, 0.5}, {1, -1.25}},
                                                    kSecond = {{0, 2.0}, {1, 0.0}};

}  // namespace

TEST_CASE("CSV: the user chooses the column separator") {
  for (const auto& [text, delimiter] :
       {std::pair{"a|b|c\n0.5|-1.25|yes\n2|0|no\n", '|'}, {"0.5 -1.25 yes\n2 0 no\n", ' '}}) {
    const Rows rows = read_csv(text, {.format = "CSV", .delimiter = delimiter});
    REQUIRE(rows.entries.size() == 2);
    CHECK(rows.entries[0] == kFirst);
    CHECK(rows.labels[1] == std::vector<std::string>{"no"});
  }
}

TEST_CASE("CSV: separator, header, quotes, blanks and line ends do not change the rows") {
  for (const std::string text :
       {"0.5,-1.25,yes\n2,0,no\n", "0.5;-1.25;yes\n2;0;no", "0.5\t-1.25\tyes\r\n2\t0\tno\r\n",
        "a,b,c\n0.5,-1.25,yes\n2,0,no\n", "a,b,c\n\"0.5\",\"-1.25\",yes\n2,0,no\n",
        "\"a\",\"b\",\"c\"\n\"0.5\",\"-1.25\",\"yes\"\n\"2\",\"0\",\"no\"\n",
        "\xef\xbb\xbf\"a\",\"b\",\"the \"\"c\"\"\"\r0.5,-1.25,yes\r2,0,no\r",
        " 0.5 , -1.25 ,\"yes\" \n\n\"2\",0,no\n   \n", "\"0.5\",-125e-2,yes\n+2.0,-0,no\n",
        "\"a\nb\",b,c\n0.5,-1.25,yes\n2,0,no\n"}) {
    CAPTURE(text);
    const Rows rows = read_csv(text);
    REQUIRE(rows.entries.size() == 2);
    CHECK(rows.entries[0] == kFirst);
    CHECK(rows.entries[1] == kSecond);
    CHECK(rows.labels[0] == std::vector<std::string>{"yes"});
    CHECK(rows.labels[1] == std::vector<std::string>{"no"});
    CHECK(rows.report.features == 2);
  }
}

TEST_CASE("CSV: the label column is given by name, number, first or last") {
  const std::string text = "x,class,y\n0.5,yes,-1.25\n2,no,0\n";
  for (const std::string column : {"class", "2"}) {
    const Rows rows = read_csv(text, {.label_column = column});
    CHECK(rows.entries[0] == kFirst);
    CHECK(rows.labels[1] == std::vector<std::string>{"no"});
    CHECK(rows.feature_names == std::vector<std::string>{"x", "y"});
  }
  CHECK(read_csv("yes,0.5,-1.25\n", {.label_column = "first"}).entries[0] == kFirst);
  CHECK(read_csv("0.5,-1.25\n", {.label_column = "none"}).entries[0] == kFirst);
  CHECK(read_csv("0.5,-1.25,?\n0.5,-1.25,\n").report.unlabelled_rows == 2);
  CHECK(error_of(text, "a.csv", {.label_column = "clas"}).find("did you mean 'class'?") !=
        std::string::npos);
  CHECK(error_of(text, "a.csv", {.label_column = "4"})
            .starts_with("a.csv:1:1: expected a label column '4', found 3 columns"));
}

TEST_CASE("CSV: a quoted field may contain separators, quotes and line ends") {
  const Rows rows = read_csv("1,2,\"a, \"\"b\"\"\nc\"\n3,4,d\n");
  CHECK(rows.labels[0] == std::vector<std::string>{"a, \"b\"\nc"});
  CHECK(rows.lines == std::vector<std::uint64_t>{1, 3});
}

TEST_CASE("CSV: a malformed record is rejected with its line and column") {
  struct Case {
    std::string text, error;
  };
  for (const Case& c : std::vector<Case>{
           {"1,2", "2:4: expected 3 fields, found 2"},
           {"1", "2:2: expected 3 fields, found 1"},
           {"1,2,a,4", "2:7: expected 3 fields, found 4"},
           {"1,2,a,", "2:7: expected 3 fields, found 4"},
           {"x,2,a", "2:1: expected a number, found 'x'"},
           {"1, y2,a", "2:4: expected a number, found 'y2'"},
           {"1,2 3,a", "2:3: expected a number, found '2 3'"},
           {",2,a", "2:1: expected a number, found a missing value"},
           {"1,?,a", "2:3: expected a number, found a missing value"},
           {"1,NA,a", "2:3: expected a number, found a missing value"},
           {"1,\"\",a", "2:3: expected a number, found a missing value"},
           {"1,nan,a", "2:3: expected a finite number, found 'nan'"},
           {"1,-inf,a", "2:3: expected a finite number, found '-inf'"},
           {"1,1e999,a", "2:3: expected a number within"},
           {"1,0x1,a", "2:3: expected a number, found '0x1'"},
           {"1,\"2\"3,a", "2:6: expected a separator after the closing quote, found '3'"},
           {"1,2\"3,a", "2:4: expected no quote within a field"},
           {"1;2;a", "2:6: expected 3 fields, found 1"},
           {"\"1\n\",x,a", "2:1: expected numbers, found"},
       }) {
    for (const std::string end : {"", "\n", "\r\n", "\n5,6,b\n"}) {
      CAPTURE(c.text);
      const std::string text = "1,2,a\n" + c.text + end;
      const std::string error = error_of(text, "a.csv");
      CHECK_MESSAGE(error.starts_with("a.csv:" + c.error), error);
      const Rows rows = read_csv(text, {.lenient = true});
      CHECK(rows.report.dropped_rows == 1);
      CHECK(rows.entries.size() == (end.size() > 2 ? 2 : 1));
    }
  }
  CHECK(error_of("1,2,a\n3,4,\"a\n", "a.csv").starts_with("a.csv:2:5: expected a closing quote"));
  CHECK(error_of("1,2,a\n3,4,\"a\n\n", "a.csv").starts_with("a.csv:2:5: expected a closing quote"));
  CHECK(error_of(std::string("1,2,a\n3,\0,b\n", 12), "a.csv").starts_with("a.csv:2:3: "));
  CHECK(error_of("1,2\"3,a\n4,5,b\n", "a.csv").starts_with("a.csv:1:4: expected no quote"));
  CHECK(error_of("a,b,class\n", "a.csv").ends_with("; if this is a header, it has no rows"));
  CHECK(error_of("1,2,a\n3,4,\xff\n", "a.csv").starts_with("a.csv:2:5: "));
  CHECK(read_csv("1,2,a\n3,?,b\n", {.lenient = true}).report.counts.missing_values == 1);
}
