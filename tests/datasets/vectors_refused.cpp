// SPDX-License-Identifier: Apache-2.0
// Common behaviour of vector formats: recognition, inapplicable options, limits, selection of
// classes.
#include <doctest/doctest.h>

#include <querent/datasets/vectors/class_filter.hpp>
#include <querent/datasets/vectors/npy.hpp>
#include <querent/datasets/vectors/transform/transform_rows.hpp>
#include <querent/datasets/vectors/vector_data.hpp>

#include "../support/not_on_windows.hpp"
#include "../support/npy_bytes.hpp"
#include "../support/zip_bytes.hpp"
#include "read_rows.hpp"
#include "scratch.hpp"

using namespace querent;
using namespace querent::test;
using namespace querent::testing;

namespace {

VectorData vectors(const std::string& text, const std::string& name = "rows") {
  return read_vectors(RowStream::open(Input::from_memory(text, name), {}));
}

std::string npy_of(std::string_view descr, std::string_view data,
                   const std::string& shape = "(1,)") {
  return npy_bytes(
      "{'descr': '" + std::string(descr) + "', 'fortran_order': False, 'shape': " + shape + ", }",
      data);
}

}  // namespace

TEST_CASE(
    "a file without vectors is rejected with its first line, an empty one as 'an empty file'") {
  CHECK(has(error_of("one word\nanother\n", "f"),
            "f:1:1: expected rows of .npy, .npz, IDX, ARFF, svmlight, counted rows or CSV"));
  CHECK(has(error_of("one word\nanother\n", "f"), "'one word'"));
  CHECK(has(error_of("", "f"), "an empty file"));
}

TEST_CASE("an option of another format is rejected with the formats that have it") {
  const std::string svm = "1 1:2\n-1 2:1\n", csv = "1,2,a\n3,4,b\n";
  CHECK(has(error_of(csv, "f", {.index_base = 1}),
            "an index base has no meaning for CSV, only for svmlight"));
  CHECK(has(error_of(svm, "f", {.label_column = "last"}),
            "a label column has no meaning for svmlight, only for ARFF and CSV"));
  CHECK(has(error_of(csv, "f", {.labels = "labels"}), "only for .npy, .npz and IDX"));
  const std::string npy = npy_of("<f8", std::string(16, '\0'), "(1, 2)");
  CHECK(has(error_of(npy, "f", {.label_column = "1"}), "a label column has no meaning for .npy"));
  CHECK(has(error_of(svm, "f", {.index_base = 2}), "an index base is 0 or 1, not 2"));
}

TEST_CASE("more features than declared are rejected, whatever the format") {
  CHECK(has(error_of("1 1:2 3:1\n", "f", {.features = 2}), "f:1"));
  CHECK(has(error_of("1,2,3,a\n3,4,5,b\n", "f", {.features = 2}),
            "at most 2 features, as declared, found 3"));
}

TEST_CASE("ARFF: the label attribute is given by name, by number, or as first or last") {
  const std::string file =
      "@relation r\n@attribute a {x,y}\n@attribute b real\n@attribute c "
      "real\n@data\nx,1,2\ny,3,4\n";
  const auto first_labels = [&](const char* column) {
    return read_rows(file, "f", {.label_column = column}).labels.at(0);
  };
  CHECK(first_labels("first") == std::vector<std::string>{"x"});
  CHECK(first_labels("1") == std::vector<std::string>{"x"});
  CHECK(first_labels("a") == std::vector<std::string>{"x"});
  CHECK(first_labels("b") == std::vector<std::string>{"1"});
  CHECK(first_labels("last") == std::vector<std::string>{"2"});
  CHECK(first_labels("none").empty());
  CHECK(has(error_of(file, "f", {.label_column = "bb"}),
            "expected an attribute 'bb', found 3 attributes"));
  CHECK(has(error_of(file, "f", {.label_column = "4"}), "expected an attribute '4'"));
}

TEST_CASE("npy: every kind and width of number is read correctly in both byte orders") {
  using namespace std::string_literals;
  const std::vector<std::tuple<const char*, std::string, double>> cases{
      {"|b1", "\x01"s, 1},
      {"|i1", "\xFE"s, -2},
      {"|u1", "\xFE"s, 254},
      {"<i2", "\xFE\xFF"s, -2},
      {"<u2", "\xFE\xFF"s, 65534},
      {">u2", "\xFF\xFE"s, 65534},
      {"<i4", "\xFE\xFF\xFF\xFF"s, -2},
      {"<u4", "\xFE\xFF\xFF\xFF"s, 4294967294.0},
      {"<i8", "\xFE\xFF\xFF\xFF\xFF\xFF\xFF\xFF"s, -2},
      {"<u8", "\0\0\0\0\0\0\0\x80"s, 9223372036854775808.0},
      {"<f4", "\0\0\x80\xBF"s, -1},
      {">f4", "\xBF\x80\0\0"s, -1},
      {"<f8", "\0\0\0\0\0\0\xF0\x3F"s, 1},
      {">f8", "\x3F\xF0\0\0\0\0\0\0"s, 1}};
  for (const auto& [descr, data, value] : cases) {
    const std::string& type = descr;
    CAPTURE(type);
    const std::string bytes = npy_of(descr, data);
    CHECK(NpyArray(bytes, "f").number(0) == value);
  }
  const std::string large = npy_of("<u8", "\0\0\0\0\0\0\0\x80"s),
                    half = npy_of("<f8", "\0\0\0\0\0\0\xE0\x3F"s);
  CHECK(NpyArray(large, "f").text(0) == "9223372036854775808");
  CHECK(NpyArray(half, "f").text(0) == "0.5");
  CHECK(has(thrown_by([&] { NpyArray(large, "f").integer(0); }),
            "below 2^63, found 9223372036854775808"));
  CHECK(has(thrown_by([&] { NpyArray(half, "f").integer(0); }),
            "a whole number below 2^63, found 0.5"));
}

TEST_CASE("npy: Unicode text of one to four bytes becomes UTF-8, invalid characters are rejected") {
  using namespace std::string_literals;
  const std::string text = npy_of("<U4", "a\0\0\0\xE9\0\0\0\xAC\x20\0\0\x00\xF6\x01\0"s);
  CHECK(NpyArray(text, "f").text(0) == "a\u00E9\u20AC\U0001F600");
  CHECK(has(thrown_by([&] { NpyArray(text, "f").number(0); }), "found the string"));
  const std::string padded = npy_of(">U2", "\0\0\0a\0\0\0\0"s);
  CHECK(NpyArray(padded, "f").text(0) == "a");
  const std::string surrogate = npy_of("<U1", "\0\xD8\0\0"s);
  CHECK(has(thrown_by([&] { NpyArray(surrogate, "f").text(0); }),
            "expected Unicode text, found the code 0xd800"));
}

TEST_CASE("npy: other versions, huge headers and wrong magic are rejected at their byte") {
  using namespace std::string_literals;
  std::string version = npy_of("<f8", std::string(8, '\0'));
  version[6] = 9;
  CHECK(has(thrown_by([&] { NpyArray(version, "f"); }),
            "expected .npy version 1.0, 2.0 or 3.0, found 9.0"));
  const std::string endless = "\x93NUMPY\x02\0\xFF\xFF\xFF\x7F"s + std::string(64, ' ');
  CHECK(has(thrown_by([&] { NpyArray(endless, "f"); }), "expected a header of at most"));
  CHECK(has(thrown_by([&] { NpyArray("\x93NUMPX\x01\0"s, "f"); }),
            "expected the beginning of a NumPy array"));
  const std::string plain = npy_bytes("{'descr': 5, 'fortran_order': False, 'shape': (1,), }", "");
  CHECK(has(thrown_by([&] { NpyArray(plain, "f"); }), "a quoted word"));
}

ARCHIVES_TEST_CASE("npz: without labels the rows are unlabelled, with a note") {
  const std::string rows = npy_of("<f8", std::string(32, '\0'), "(2, 2)");
  const Rows read = read_rows(zip_bytes({{"X.npy", rows}}), "f.npz");
  CHECK(read.entries.size() == 2);
  CHECK(read.report.unlabelled_rows == 2);
  REQUIRE(!read.report.notes.empty());
  CHECK(has(read.report.notes.front(), "unlabelled"));
}

TEST_CASE("npy: scalars and text are rejected") {
  CHECK(has(error_of(npy_of("<f8", std::string(16, '\0'), "(2,)"), "f"),
            "an array of rows × features, found the shape (2)"));
  CHECK(has(error_of(npy_of("|S1", "ab", "(2, 1)"), "f"), "an array of numbers, found text"));
}

ARCHIVES_TEST_CASE("npz: a wrong number of labels is rejected") {
  const std::string labels = npy_of("<i8", std::string(24, '\0'), "(3,)");
  const std::string rows = npy_of("<f8", std::string(32, '\0'), "(2, 2)");
  CHECK(has(error_of(zip_bytes({{"X.npy", rows}, {"y.npy", labels}}), "f.npz"),
            "expected 2 labels for the rows of"));
}

TEST_CASE("classes: an unknown, contradictory or excluded one is rejected") {
  const VectorData data = vectors("0 1:1\n1 1:2\n2 1:3\n");
  CHECK(select_classes(data, {.classes = {"0", "2"}}).rows() == 2);
  CHECK(select_classes(data, {.positive = {"1"}, .negative = {"rest"}}).classes.size() == 2);
  CHECK(thrown_by([&] { select_classes(data, {.classes = {"9"}}); }) != "");
  CHECK(thrown_by([&] { select_classes(data, {.positive = {"1"}, .negative = {"1"}}); }) != "");
  const VectorData sets = vectors("0,1 1:1\n1 1:2\n");
  CHECK(sets.label_sets.size() == 2);
  CHECK(sets.label_sets[0] == std::vector<int>{0, 1});
  CHECK(has(thrown_by([&] { select_classes(sets, {.classes = {"1"}}); }),
            "rows have several labels"));
}

TEST_CASE("rows transformed in memory: with a bias and features from 0 to 1, or left as they are") {
  using Scale = TransformParams::Scale;
  const VectorData data = vectors("a,b,y\n1,10,0\n3,20,1\n", "rows.csv");
  RowTransform nothing({.scale = Scale::kNone});
  CHECK(transform_rows(data, nothing).value == data.value);
  RowTransform both({.scale = Scale::kMinMax, .bias = true});
  const VectorData scaled = transform_rows(data, both);
  CHECK(scaled.features == 3);
  CHECK(scaled.value == std::vector<double>{1, 0, 0, 1, 1, 1});
  CHECK(scaled.feature_names == std::vector<std::string>{"bias", "a", "b"});
  RowTransform unit({.scale = Scale::kUnit});
  const VectorData sparse = transform_rows(vectors("1 1:3 4:4\n-1 2:2\n"), unit);
  CHECK(sparse.value == std::vector<double>{0.6, 0.8, 1});
  CHECK(sparse.index == vectors("1 1:3 4:4\n-1 2:2\n").index);
}

TEST_CASE("an unknown format is rejected with the known ones") {
  CHECK_THROWS_WITH_AS(RowStream::open(Input::from_memory("1 1:1\n", "a"), {.format = "libsvm"}),
                       "unknown row format 'libsvm', expected .npy, .npz, IDX, ARFF, "
                       "svmlight, counted rows or CSV",
                       std::invalid_argument);
}
