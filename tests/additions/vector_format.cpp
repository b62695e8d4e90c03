// SPDX-License-Identifier: Apache-2.0
// A row format is added by one file and one line. This program is the library with
// vowpal_wabbit.cpp and the line FORMAT(vowpal_wabbit) in formats.hpp, which CMakeLists.txt
// inserts; nothing else changed.
#include <set>
#include <string>

#include <doctest/doctest.h>

#include <querent/datasets/vectors/format.hpp>
#include <querent/datasets/vectors/vector_data.hpp>

using namespace querent;

namespace {

VectorData read(const std::string& text, const VectorOptions& options = {}) {
  return read_vectors(RowStream::open(Input::from_memory(text, "rows.vw"), options));
}

}  // namespace

TEST_CASE("one file and one line add a row format with its errors to read_vectors") {
  const VectorData data = read("spam | 0:1.5 3:2\nham | 1:-1\n");
  CHECK(data.rows() == 2);
  CHECK(data.features == 4);
  CHECK(data.value == std::vector<double>{1.5, 2, -1});
  CHECK(data.classes == std::vector<std::string>{"ham", "spam"});
  CHECK(data.report.format == "Vowpal Wabbit");
  CHECK(read("spam | 0:1\n", {.format = "Vowpal Wabbit"}).rows() == 1);
  CHECK_THROWS_WITH_AS(read("spam | 0:1\nham 0:1\n"),
                       doctest::Contains("rows.vw:2:1: expected \"label |"), DataError);
  CHECK_THROWS_WITH_AS(
      read("spam | 0:1\n", {.label_column = "2"}),
      "rows.vw: a label column has no meaning for Vowpal Wabbit, only for ARFF and CSV",
      std::invalid_argument);
}

TEST_CASE("every format has a unique name and reads the files that it recognises") {
  std::set<std::string_view> names;
  for (const VectorFormat& format : vector_formats()) {
    CAPTURE(format.name);
    CHECK(names.insert(format.name).second);
    CHECK(bool(format.recognises != nullptr));
    CHECK(bool(format.open != nullptr));
  }
  CHECK(names.size() == 8);
}
