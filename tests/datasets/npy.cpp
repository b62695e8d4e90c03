// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/vectors/npy.hpp>

#include <array>
#include <string>

#include <doctest/doctest.h>

#include "support/npy_bytes.hpp"

using namespace querent;
using test::npy_bytes;

namespace {

std::string dictionary(std::string_view descr, std::string_view shape) {
  return "{'descr': " + std::string(descr) +
         ", 'fortran_order': False, 'shape': " + std::string(shape) + ", }";
}

}  // namespace

TEST_CASE(
    "NEP 1: dtype, order and shape of an array come from its header, and its elements follow") {
  const std::array<double, 6> values{1, 2.5, -3, 4, 5, 1e300};
  const std::string bytes = npy_bytes<double>("<f8", "(2, 3)", values);
  const NpyArray array(bytes, "a.npy");
  CHECK(array.header().shape == std::vector<std::uint64_t>{2, 3});
  CHECK_FALSE(array.header().fortran_order);
  CHECK(array.size() == 6);
  for (std::uint64_t i = 0; i < 6; ++i) CHECK(array.number(i) == values[i]);
  CHECK(array.integer(2) == -3);
  CHECK(array.text(1) == "2.5");
  CHECK(array.text(2) == "-3");
}

TEST_CASE("every number type that numpy.save writes is read, in both byte orders") {
  using namespace std::string_literals;
  const auto first = [](std::string_view descr, const std::string& data) {
    return NpyArray(npy_bytes(dictionary("'" + std::string(descr) + "'", "()"), data), "a.npy")
        .integer(0);
  };
  CHECK(first("|b1", "\x01"s) == 1);
  CHECK(first("|i1", "\xFE"s) == -2);
  CHECK(first("|u1", "\xFE"s) == 254);
  CHECK(first("<i2", "\xFE\xFF"s) == -2);
  CHECK(first(">i2", "\xFF\xFE"s) == -2);
  CHECK(first(">u4", "\x00\x00\x01\x00"s) == 256);
  CHECK(first("<i8", "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"s) == -1);
  CHECK(first(">f4", "\x40\x40\x00\x00"s) == 3);
  CHECK(first(">f8", "\x40\x08\x00\x00\x00\x00\x00\x00"s) == 3);
  CHECK_THROWS_WITH_AS(first("<u8", "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"s),
                       "a.npy:byte 129: expected a whole number below 2^63, found "
                       "18446744073709551615 — save the array as int64",
                       DataError);
  CHECK_THROWS_AS(first(">f8", "\x7F\xF8\x00\x00\x00\x00\x00\x00"s), DataError);
}

TEST_CASE("strings lose NumPy's padding and become UTF-8") {
  using namespace std::string_literals;
  CHECK(NpyArray(npy_bytes(dictionary("'|S4'", "(2,)"), "csr\0abcd"s), "a").text(0) == "csr");
  CHECK(NpyArray(npy_bytes(dictionary("'|S4'", "(2,)"), "csr\0abcd"s), "a").text(1) == "abcd");
  const std::string wide = "\xE9\0\0\0\0\xF6\x01\0\0\0\0\0"s;  // U+00E9, U+1F600, padding
  CHECK(NpyArray(npy_bytes(dictionary("'<U3'", "(1,)"), wide), "a").text(0) == "\u00E9\U0001F600");
}

TEST_CASE("a header not written by numpy.save is rejected at its first error, whatever it claims") {
  struct Bad {
    std::string header;
    std::string where;
    std::string what;
  };
  const std::string pickled = "pickled Python objects (dtype '|O')";
  const std::array<Bad, 13> table{{
      {dictionary("'|O'", "(3,)"), "byte 21", pickled},
      {dictionary("[('a', '<f8')]", "(3,)"), "byte 21", "array of records"},
      {dictionary("'<f2'", "(3,)"), "byte 21", "dtype '<f2'"},
      {dictionary("'<c16'", "(3,)"), "byte 21", "dtype '<c16'"},
      {dictionary("'<M8[s]'", "(3,)"), "byte 21", "dtype '<M8[s]'"},
      {dictionary("'<U'", "(3,)"), "byte 21", "string type"},
      {dictionary("'<f8'", "(1152921504606846976,)"), "byte 129",
       "expected 1152921504606846976 elements of 8 bytes, found 0"},
      {dictionary("'<f8'", "(4294967296, 4294967296)"), "byte 61", "fewer than 2^64 elements"},
      {dictionary("'<f8'", "(99999999999999999999,)"), "byte 62", "a length below 2^64"},
      {dictionary("'<f8'", "(-1,)"), "byte 62", "expected a length, found '-'"},
      {"{'descr': '<f8', 'shape': (0,), }", "byte 44",
       "the keys 'descr', 'fortran_order' and 'shape'"},
      {"{'descr': '<f8', 'descr': '<f8', }", "byte 28", "once, found 'descr'"},
      {"{'descr': '<f8', 'fortran_order': 0, 'shape': (0,), }", "byte 45",
       "expected True or False, found '0'"},
  }};
  for (const auto& bad : table) {
    CAPTURE(bad.header);
    try {
      NpyArray(npy_bytes(bad.header, ""), "a.npy");
      FAIL("was read");
    } catch (const DataError& e) {
      CHECK(std::string(e.what()).starts_with("a.npy:" + bad.where + ": "));
      CHECK(std::string(e.what()).find(bad.what) != std::string::npos);
    }
  }
}

TEST_CASE("a dictionary spelt by old or other writers is read alike") {
  using namespace std::string_literals;
  const std::string one = "\0\0\0\0\0\0\xF0\x3F"s;
  for (const std::string header :
       {"{\"descr\": \"<f8\", \"fortran_order\": False, \"shape\": (1,), }",
        "{ 'shape' :\t(1L,),'fortran_order': False,\n'descr': '=f8'}",  // Python 2
        "{'descr': '<f8', 'fortran_order': False, 'shape': (1)}"}) {
    CAPTURE(header);
    const std::string bytes = npy_bytes(header, one);
    CHECK(NpyArray(bytes, "a").number(0) == 1);
    CHECK(NpyArray(bytes, "a").size() == 1);
  }
  const std::string old = npy_bytes(dictionary("'|a2'", "(1,)"), "ab");
  CHECK(NpyArray(old, "a").text(0) == "ab");
}

TEST_CASE("a truncated, overlong or misspelt dictionary is rejected with the missing element") {
  const std::string dimensions = [] {
    std::string shape = "(";
    for (int k = 0; k < 33; ++k) shape += "1,";
    return shape + ")";
  }();
  const std::array<std::pair<std::string, std::string>, 11> table{{
      {"{descr: '<f8'}", "expected a quoted word"},
      {"{'descr", "expected a closing quote"},
      {"{", "expected a quoted word"},
      {"{'descr' '<f8'}", "expected ':'"},
      {"{'descr': '<f8'; }", "expected '}'"},
      {"{'descr': '', ", "an element type such as '<f8'"},
      {"{'descr': '<', ", "an element type such as '<f8'"},
      {"{'descr': '<U1x', ", "a string type such as '<U12'"},
      {"{'descr': '<U9999999999', ", "a string type such as '<U12'"},
      {dictionary("'<f8'", dimensions), "at most 32 dimensions"},
      {dictionary("'<f8'", "(1,)") + " more", "nothing after the dictionary"},
  }};
  for (const auto& bad : table) {
    CAPTURE(bad.first);
    const std::string bytes = npy_bytes(bad.first, std::string(8, '\0'));
    CHECK_THROWS_WITH_AS(NpyArray(bytes, "a"), doctest::Contains(bad.second.c_str()), DataError);
  }
}

TEST_CASE("an array cut at any byte, or with an extra byte, is rejected there") {
  const std::array<double, 3> values{1, 2, 3};
  const std::string whole = npy_bytes<double>("<f8", "(3,)", values);
  for (std::size_t length = 0; length < whole.size(); ++length) {
    try {
      NpyArray(std::string_view(whole).substr(0, length), "a");
      FAIL("was read at length " << length);
    } catch (const DataError& e) {
      CHECK(std::string(e.what()).starts_with("a:byte " + std::to_string(length + 1) + ": "));
    }
  }
  CHECK_THROWS_AS(NpyArray(whole + "x", "a"), DataError);
}
