// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "read_rows.hpp"

using namespace querent;
using namespace querent::testing;

namespace {

Rows read_svm(const std::string& text, const VectorOptions& options = {}) {
  return read_rows(text, "a.svm", options);
}

const std::vector<std::pair<std::uint32_t, double>> kRow = {{0, 0.5}, {2, -1.25}};

}  // namespace

TEST_CASE("svmlight: line ends, blanks, comments and a byte-order mark do not change the rows") {
  for (const std::string text :
       {"+1 1:0.5 3:-1.25\n-1 2:1\n", "+1 1:0.5 3:-1.25\r\n-1 2:1\r\n", "+1 1:0.5 3:-1.25\r-1 2:1",
        "\xef\xbb\xbf+1 1:0.5 3:-1.25\n-1 2:1",
        "# a comment\n\n+1  1:0.5\t3:-1.25 # gr\xc3\xbc\xc3\x9f\x65\n  \n-1 2:1 \n",
        "1.0 1:.5 3:-125e-2\n-1.0 2:+1", "1 qid:3 1:0.5 3:-1.25#x\n-1 qid:4 2:1"}) {
    CAPTURE(text);
    const Rows rows = read_svm(text);
    REQUIRE(rows.entries.size() == 2);
    CHECK(rows.entries[0] == kRow);
    CHECK(rows.entries[1] == std::vector<std::pair<std::uint32_t, double>>{{1, 1.0}});
    CHECK(rows.labels[0] == std::vector<std::string>{"1"});
    CHECK(rows.labels[1] == std::vector<std::string>{"-1"});
    CHECK(rows.report.features == 3);
  }
}

TEST_CASE("svmlight: the index base is detected, reported and may be declared") {
  CHECK(read_svm("1 1:0.5 3:-1.25\n").report.notes.at(0).find("from 1 (detected)") !=
        std::string::npos);
  CHECK(read_svm("1 0:0.5 2:-1.25\n").entries[0] == kRow);
  CHECK(read_svm("\xef\xbb\xbf"
                 "1 0:0.5 2:-1.25\n")
            .entries[0] == kRow);
  CHECK(read_svm("1 0:0.5 2:-1.25\n").report.notes.at(0).find("from 0 (detected)") !=
        std::string::npos);
  CHECK(read_svm("1 1:0.5 3:-1.25\n", {.index_base = 0}).entries[0][0].first == 1);
}

TEST_CASE("svmlight: rows without features, without a label and with several labels are read") {
  const Rows rows = read_svm("1\n 1:2\n? 1:2\n1,3,7 1:2\n1 1:0 2:1e-400\n");
  REQUIRE(rows.entries.size() == 5);
  CHECK(rows.entries[0].empty());
  CHECK(rows.labels[1].empty());
  CHECK(rows.labels[2].empty());
  CHECK(rows.labels[3] == std::vector<std::string>{"1", "3", "7"});
  CHECK(rows.report.zero_rows == 2);
  CHECK(rows.report.unlabelled_rows == 2);
  CHECK(rows.report.multilabel_rows == 1);
  CHECK(rows.report.counts.underflows == 1);
}

TEST_CASE("svmlight: a malformed row is rejected with its line and column") {
  struct Case {
    std::string text, error;
  };
  const std::string good = "1 1:2\n";
  for (const Case& c : std::vector<Case>{
           {"abc 1:2", "2:1: expected a label"},
           {"1:2 3:4", "2:1: expected a label, found '1:2'"},
           {"nan 1:2", "2:1: expected a label"},
           {"1, 1:2", "2:3: expected a label"},
           {"1 2", "2:3: expected index:value, found '2'"},
           {"1 1:2 3", "2:7: expected index:value, found '3'"},
           {"1 a:2", "2:3: expected a feature index (a whole number), found 'a'"},
           {"1 :2", "2:3: expected a feature index (a whole number), found ''"},
           {"1 -1:2", "2:3: expected a feature index (a whole number), found '-1'"},
           {"1 1.5:2", "2:3: expected a feature index (a whole number), found '1.5'"},
           {"1 99999999999999999999999:2", "2:3: expected a feature index of at most 4294967294"},
           {"1 4294967296:2", "2:3: expected a feature index of at most 4294967294"},
           {"1 0:2", "2:3: expected a feature index from 1, found 0"},
           {"1 3:1 2:1", "2:7: expected ascending feature indices, found 2 after 3"},
           {"1 2:1 2:1", "2:7: expected ascending feature indices, found 2 twice"},
           {"1 1:", "2:5: expected a number, found ''"},
           {"1 1: 2", "2:5: expected a number, found ''"},
           {"1 1:x", "2:5: expected a number, found 'x'"},
           {"1 1:2x", "2:5: expected a number, found '2x'"},
           {"1 1:0,5", "2:5: expected a number, found '0,5'"},
           {"1 1:2:3", "2:5: expected a number, found '2:3'"},
           {"1 1:0x10", "2:5: expected a number, found '0x10'"},
           {"1 1:+-2", "2:5: expected a number, found '+-2'"},
           {"1 1:1 2:nan", "2:9: expected a finite number, found 'nan'"},
           {"1 1:1 2:-inf", "2:9: expected a finite number, found '-inf'"},
           {"1 1:1e400", "2:5: expected a number within"},
           {"1 qid:x 1:2", "2:7: expected a whole number after qid:, found 'x'"},
           {"1 1:2 qid:3", "2:7: expected index:value, found a second or late qid"},
           {std::string("1 1:2\0", 6), "2:6: expected text, found a NUL byte"},
           {"1 1:2 # \xff", "2:9: expected UTF-8 text, found the byte 0xff"},
           {"1 1:2 \xc0\xaf:1", "2:7: expected UTF-8 text"},
       }) {
    for (const std::string end : {"", "\n", "\r\n", "\n1 1:2\n"}) {
      CAPTURE(c.text);
      const std::string error = error_of(good + c.text + end, "a.svm", {.index_base = 1});
      CHECK_MESSAGE(error.starts_with("a.svm:" + c.error), error);
      const Rows rows = read_svm(good + c.text + end, {.index_base = 1, .lenient = true});
      CHECK(rows.report.dropped_rows == 1);
      CHECK(rows.report.first_dropped.at(0) == error);
      CHECK(rows.entries.size() == (end.size() > 2 ? 2 : 1));
    }
  }
  CHECK(error_of("1 1:1 5:1", "a.svm", {.features = 4})
            .starts_with("a.svm:1:7: expected a feature index of at most 4, found 5"));
  CHECK(error_of("1 1:1 4:1", "a.svm", {.features = 4}) == "no error");
}

TEST_CASE(
    "svmlight: a plain row at the limit of the declared features is checked like an unusual "
    "one") {
  const std::string rows = "1 1:1\n1 1:1 4:1\n";
  CHECK(error_of(rows + "1 5:1\n", "a.svm", {.features = 4})
            .starts_with("a.svm:3:3: expected a feature index of at most 4, found 5"));
  CHECK(error_of("1 1:1\n1 0:1\n", "a.svm", {.index_base = 1})
            .starts_with("a.svm:2:3: expected a feature index from 1"));
}

TEST_CASE("svmlight: numbers of every length and position of the point equal strtod's") {
  std::mt19937_64 rng(7);
  const auto below = [&](unsigned n) { return static_cast<unsigned>(rng() % n); };
  const auto digits = [&](unsigned count) {
    std::string text;
    for (unsigned k = 0; k < count; ++k) text += static_cast<char>('0' + below(10));
    return text;
  };
  std::string text;
  std::vector<std::vector<std::pair<std::uint32_t, double>>> expected;
  for (int row = 0; row < 4'000; ++row) {
    text += row % 2 == 0 ? "+1" : "-1";
    auto& entries = expected.emplace_back();
    std::uint64_t index = 0;
    // Mostly one kind per row, so that fast-path entries do not all follow an unusual one.
    const unsigned kinds = row % 3 == 0 ? 4 : 2;
    for (unsigned k = below(9); k > 0; --k) {
      const std::uint64_t step =
          std::vector<std::uint64_t>{1, 10, 1'000, 100'000, 9'000'000}[below(5)];
      index += 1 + rng() % step;
      std::string value;
      switch (below(kinds)) {
        case 0:
          value = digits(1 + below(8)) + "." + digits(below(9));
          break;
        case 1:
          value = digits(1 + below(10));
          break;
        case 2:
          value = (below(2) == 0 ? "-" : "") + std::string(".") + digits(1 + below(12));
          break;
        default:
          value = digits(1 + below(3)) + "e-" + std::to_string(below(20));
      }
      text += ' ' + std::to_string(index) + ':' + value;
      entries.emplace_back(static_cast<std::uint32_t>(index - 1),
                           std::strtod(value.c_str(), nullptr));
    }
    text += '\n';
  }
  const Rows rows = read_svm(text, {.index_base = 1});
  REQUIRE(rows.entries.size() == expected.size());
  for (std::size_t row = 0; row < expected.size(); ++row) CHECK(rows.entries[row] == expected[row]);
}
