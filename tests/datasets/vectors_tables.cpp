// SPDX-License-Identifier: Apache-2.0
// Tables as users have them (section G of the first hour), and small files that once took excessive
// memory or time (S5).
#include <filesystem>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <querent/datasets/vectors/npy.hpp>
#include <querent/datasets/vectors/vector_data.hpp>

#include "../support/npy_bytes.hpp"

using namespace querent;

namespace {

const std::filesystem::path kFormats = std::filesystem::path(QUERENT_TEST_DATA) / "formats";

VectorData read(const std::string& text, VectorOptions options = {}) {
  if (options.format.empty()) options.format = "CSV";
  return read_vectors(RowStream::open(Input::from_memory(text, "t"), options));
}

template <class Error>
std::string refused(const std::string& text, const VectorOptions& options = {}) {
  try {
    read(text, options);
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

bool noted(const VectorData& data, const std::string& words) {
  for (const auto& note : data.report.notes) {
    if (note.find(words) != note.npos) return true;
  }
  return false;
}

std::vector<double> row(const VectorData& data, std::uint64_t i) {
  const auto value = data.row_value(i);
  return {value.begin(), value.end()};
}

}  // namespace

TEST_CASE(
    "G: an index of pandas is left out with a note, words become one feature each, truth values 1 "
    "and "
    "0") {
  VectorOptions options{.missing = MissingValues::kMean, .one_hot = true};
  const VectorData data = read_vectors(kFormats / "rows-index.csv", options);
  CHECK(noted(data, "column 1 has no name"));
  CHECK(data.feature_names ==
        std::vector<std::string>{"size", "colour=blue", "colour=green", "colour=red", "new"});
  CHECK(noted(data, "'colour' was replaced by 3 indicator features"));
  CHECK(row(data, 0) == std::vector<double>{1.5, 0, 0, 1, 1});
  CHECK(row(data, 1) == std::vector<double>{2, 1, 0, 0, 0});
  CHECK(row(data, 2) == std::vector<double>{2.5, 0, 0, 1, 1});  // (1.5 + 2 + 4) / 3
  CHECK(row(data, 3) == std::vector<double>{4, 0, 1, 0, 1});
  CHECK(data.classes == std::vector<std::string>{"a", "b"});
  options.missing = MissingValues::kDrop;
  const VectorData dropped = read_vectors(kFormats / "rows-index.csv", options);
  CHECK(dropped.rows() == 3);
  CHECK(dropped.report.dropped_rows == 1);
}

TEST_CASE("columns with neither a name nor values are left out, with a note") {
  const VectorData trailing = read("a,b,kind,,\n1,2,x,,\n3,4,y,,\n");
  CHECK(trailing.feature_names == std::vector<std::string>{"a", "b"});
  CHECK(trailing.classes == std::vector<std::string>{"x", "y"});
  CHECK(noted(trailing, "column 4 has no name"));
  CHECK(noted(trailing, "column 5 has no name"));
  const VectorData inner = read("a,,b,kind\n1,,2,x\n3,,4,y\n");
  CHECK(row(inner, 1) == std::vector<double>{3, 4});
  CHECK(noted(inner, "column 2 has no name"));
  const std::string late = "a,,b,kind\n1,,2,x\n3,7,4,y\n";
  CHECK(refused<DataError>(late) ==
        "t:3:3: expected nothing in a column without a name, found '7' — name it, or "
        "drop_column=2 leaves it out");
  CHECK(read(late, {.drop_columns = {"2"}}).features == 2);
  CHECK(read("a,,kind\n1,2,x\n3,4,y\n").features == 2);  // values without a name are kept
}

TEST_CASE(
    "G: words, dates, missing values and decimal commas are rejected with a remedy that works") {
  const std::string words = refused<DataError>("x,y,k\n1,red,a\n2,blue,b\n");
  CHECK(words.starts_with(
      "t:2:3: expected a number, found 'red' — one_hot converts words to features, "
      "drop_column='y' leaves the column out, label_column='y' reads it as the label"));
  CHECK(read("x,y,k\n1,red,a\n2,blue,b\n", {.drop_columns = {"y"}}).features == 1);
  CHECK(read("x,y,k\n1,red,a\n2,blue,b\n", {.drop_columns = {"2"}}).features == 1);
  CHECK(read("x,y,k\n1,red,a\n2,blue,b\n", {.one_hot = true}).features == 3);
  const std::string date = refused<DataError>("x,d,k\n1,2024-01-30,a\n", {.one_hot = true});
  CHECK(date.find("found '2024-01-30', which looks like a date — drop_column='d'") != date.npos);
  CHECK(refused<DataError>("1,,a\n").find("missing=drop leaves such rows out") !=
        std::string::npos);
  CHECK(refused<DataError>("1,5;2,5;a\n2,5;3,5;b\n").find("write decimal points, not commas") !=
        std::string::npos);
  CHECK(refused<DataError>("x,y,k\n1,2,a\n", {.drop_columns = {"k"}}).find("found the label 'k'") !=
        std::string::npos);
  CHECK(refused<DataError>("1,2,a\n", {.drop_columns = {"4"}}).find("its number from 1 to 3") !=
        std::string::npos);
  std::string many = "x,name,k\n";
  for (int i = 0; i < 1001; ++i) many += "1,n" + std::to_string(i) + ",a\n";
  CHECK(refused<LimitError>(many, {.one_hot = true}).find("names and ids are not features") !=
        std::string::npos);
}

TEST_CASE(
    "G: missing values become the column's mean, and for nominal ones in ARFF, the frequencies") {
  const VectorData data = read(
      "@relation r\n@attribute x real\n@attribute c {u,v}\n@attribute k "
      "{a,b}\n@data\n1,u,a\n?,v,b\n3,?,a\n",
      {.format = "ARFF", .missing = MissingValues::kMean});
  REQUIRE(data.rows() == 3);
  const VectorData dense = with_layout(data, RowLayout::kDense);
  CHECK(row(dense, 1) == std::vector<double>{2, 0, 1});
  // Two rows are known, with one of each value; an entry absent from a sparse row is a known 0.
  CHECK(row(dense, 2) == std::vector<double>{3, 0.5, 0.5});
}

TEST_CASE("S5: a stray quote costs one pass over the lines") {
  std::string text = "a,b,k\n1,2,\"x\n";
  for (int i = 0; i < 400000; ++i) text += "1,2,x\n";
  CHECK(refused<DataError>(text).find("t:2:5: expected a closing quote") != std::string::npos);
  std::string rows = "a,b,k\n";  // a record of two lines each
  for (int i = 0; i < 100000; ++i) rows += "1,2,\"x\n\"\n";
  CHECK(read(rows).rows() == 100000);
}

TEST_CASE(
    "S5: shapes with a zero, long rows and huge indices are rejected before memory is allocated") {
  using querent::test::npy_bytes;
  const auto npy = [&](const std::string& shape) {
    return refused<DataError>(
        npy_bytes("{'descr': '<f8', 'fortran_order': False, 'shape': " + shape + ", }", ""),
        {.format = ".npy"});
  };
  CHECK(npy("(1099511627776, 0)").find("at least one") != std::string::npos);
  const std::string idx("\0\0\x08\x03\xff\xff\xff\xff\0\0\0\0\0\0\0\0", 16);
  CHECK(refused<DataError>(idx, {.format = "IDX"}).find("at least one number") !=
        std::string::npos);
  const std::string wide("\0\0\x08\x02\0\0\0\1\x20\0\0\0", 12);
  CHECK(refused<LimitError>(wide, {.format = "IDX"}).find("more than") != std::string::npos);
  CHECK(
      refused<LimitError>("1 40000000:1\n", {.format = "svmlight"}).find("num_features=40000000") !=
      std::string::npos);
  CHECK(read("1 40000000:1\n", {.format = "svmlight", .features = 40000000}).features == 40000000);
  CHECK(read("1 2000000:1\n2 2000000:1 2000001:5\n", {.format = "svmlight"})
            .report.constant_features == 1);
  std::string columns = "1";
  for (int i = 0; i < 300000; ++i) columns += ",1";
  CHECK(refused<LimitError>(columns + "\n").find("write the rows as svmlight") !=
        std::string::npos);
}

TEST_CASE("S5: attributes, values and labels by the hundred thousand are looked up, not searched") {
  std::string arff = "@relation r\n";
  for (int i = 0; i < 100000; ++i) arff += "@attribute a" + std::to_string(i) + " real\n";
  arff += "@attribute k {a,b}\n@data\n{100000 b}\n";
  CHECK(read(arff, {.format = "ARFF"}).features == 100000);
  std::string labels;  // a distinct label per row
  for (int i = 0; i < 60000; ++i) labels += std::to_string(i) + " 1:1\n";
  CHECK(read(labels, {.format = "svmlight"}).classes.size() == 60000);
  const std::string line(std::size_t{24} << 20, ' ');
  CHECK(read("1 1:1" + line + "2:1\n", {.format = "svmlight"}).features == 2);
}

TEST_CASE("S13: array text with invalid UTF-8 or a NUL is rejected with its place") {
  using querent::test::npy_bytes;
  const auto text_of = [&](const std::string& descr, const std::string& bytes) {
    const std::string file =
        npy_bytes("{'descr': '" + descr + "', 'fortran_order': False, 'shape': (1,), }", bytes);
    try {
      return NpyArray(file, "f").text(0);
    } catch (const DataError& error) {
      return std::string(error.what());
    }
  };
  CHECK(text_of("|S2", "ab") == "ab");
  CHECK(text_of("|S3", std::string("ab\0", 3)) == "ab");
  CHECK(text_of("|S1", "\xff").find("expected text in UTF-8 without NUL") != std::string::npos);
  CHECK(text_of("|S3", std::string("a\0b", 3)).find("without NUL") != std::string::npos);
  CHECK(text_of("<U2", std::string("\0\0\0\0a\0\0\0", 8)).find("without NUL") != std::string::npos);
}

TEST_CASE("a distant name has no suggestion, however many names there are") {
  const std::string long_name(1 << 20, 'x');
  CHECK(nearest_name(long_name, {long_name}).empty());
  CHECK(nearest_name("abc", std::vector<std::string>(100000, "abd")).empty());
  CHECK(nearest_name("colum", {"column"}) == "column");
}

TEST_CASE("one error names all bad columns of a row, with the options that read them all") {
  const std::string several =
      refused<DataError>("city,when,age,k\nRome,2001-02-03,,a\nOslo,2001-02-04,3,b\n");
  CHECK(several ==
        "t:2:1: expected numbers, found 'Rome' in column 'city', '2001-02-03' in column 'when', a "
        "missing value in column 'age' — read them with one_hot missing=mean drop_column='when'; "
        "drop_column='city' drop_column='when' drop_column='age' leaves these columns out");
  // These options work.
  const VectorData data =
      read("city,when,age,k\nRome,2001-02-03,,a\nOslo,2001-02-04,3,b\n",
           {.drop_columns = {"when"}, .missing = MissingValues::kMean, .one_hot = true});
  CHECK(data.rows() == 2);
  CHECK(data.features == 3);
}

TEST_CASE("a column is reported only for its first bad value") {
  CHECK(refused<DataError>("x,y,k\n1,red,a\n2,blue,b\n3,red,b\n").find('\n') == std::string::npos);
  const std::string two = refused<DataError>("x,y,k\n1,red,a\nnone,blue,b\nnone,red,b\n");
  CHECK(two.find("t:2:3: ") == 0);
  CHECK(two.find("\nt:3:1: expected a number, found 'none'") != std::string::npos);
  CHECK(std::count(two.begin(), two.end(), '\n') == 1);
}

TEST_CASE("a comma before three digits is not read as a decimal comma") {
  const auto remedy = [](std::string_view number) {
    return refused<DataError>("x,k\n\"" + std::string(number) + "\",a\n", {.one_hot = true});
  };
  CHECK(remedy("39,626").ends_with(
      "write numbers without commas, 39626 or, if it is a decimal comma, 39.626"));
  CHECK(remedy("1,039,626").ends_with("write numbers without commas, 1039626"));
  CHECK(remedy("-39,626.5").ends_with("write numbers without commas, -39626.5"));
  CHECK(remedy("0,626").ends_with("write decimal points, not commas"));
  CHECK(remedy("39,62").ends_with("write decimal points, not commas"));
}
