// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <querent/datasets/vectors/vector_data.hpp>

#include "read_rows.hpp"
#include "scratch.hpp"
#include "support/not_on_windows.hpp"

using namespace querent;
using namespace querent::testing;

namespace {

using Entries = std::vector<std::pair<std::uint32_t, double>>;

std::string idx(char type, const std::vector<unsigned>& dimensions, const std::string& numbers) {
  std::string bytes = {0, 0, type, static_cast<char>(dimensions.size())};
  for (const unsigned size : dimensions) {
    for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(size >> shift & 255);
  }
  return bytes + numbers;
}

std::string npy(const std::string& descr, const std::string& shape, const std::string& numbers,
                bool fortran = false) {
  std::string header = "{'descr': '" + descr +
                       "', 'fortran_order': " + (fortran ? "True" : "False") +
                       ", 'shape': " + shape + ", }";
  header.append(63 - (header.size() + 10) % 64, ' ');
  header += '\n';
  const auto size = static_cast<unsigned>(header.size());
  return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(size & 255) +
         static_cast<char>(size >> 8) + header + numbers;
}

const std::string kPixels("\x00\x01\x02\xff\x10\x20\x30\x40", 8);

}  // namespace

TEST_CASE("IDX: every image is a row of its pixels, its label is in the other file") {
  const Scratch scratch;
  const auto images = scratch.write("tiny-images-idx3-ubyte", idx(8, {2, 2, 2}, kPixels));
  const auto labels = scratch.write("tiny-labels-idx1-ubyte", idx(8, {2}, "\x07\x03"));
  const Rows rows = read_rows(RowStream::open(images));
  REQUIRE(rows.entries.size() == 2);
  CHECK(rows.entries[0] == Entries{{0, 0}, {1, 1}, {2, 2}, {3, 255}});
  CHECK(rows.labels == std::vector<std::vector<std::string>>{{"7"}, {"3"}});
  CHECK(rows.report.features == 4);
  const Rows named = read_rows(idx(8, {2, 2, 2}, kPixels), "pixels", {.labels = labels});
  CHECK(named.labels == rows.labels);
  CHECK(read_rows(idx(8, {2, 2, 2}, kPixels), "pixels").report.unlabelled_rows == 2);
}

TEST_CASE("IDX: every type of number is big-endian") {
  const auto first = [](const std::string& bytes) {
    return read_rows(bytes, "a").entries.at(0).at(0).second;
  };
  CHECK(first(idx(0x09, {1, 1}, "\xfe")) == -2);
  CHECK(first(idx(0x0b, {1, 1}, "\xff\xfe")) == -2);
  CHECK(first(idx(0x0c, {1, 1}, "\xff\xff\xff\xfe")) == -2);
  CHECK(first(idx(0x0d, {1, 1}, std::string("\xbf\x80\x00\x00", 4))) == -1);
  CHECK(first(idx(0x0e, {1, 1}, std::string("\x3f\xf8\x00\x00\x00\x00\x00\x00", 8))) == 1.5);
}

TEST_CASE("IDX: a malformed file is rejected with its place") {
  const Scratch scratch;
  const auto labels = scratch.write("labels", idx(8, {3}, "abc"));
  const auto short_labels = scratch.write("short", idx(8, {2}, "a"));
  const auto long_labels = scratch.write("long", idx(8, {2}, "abc"));
  const auto images = scratch.write("images", idx(8, {2, 2}, "abcd"));
  struct Case {
    std::string bytes, error;
    std::filesystem::path labels = {};
  };
  const std::string good = idx(8, {2, 2, 2}, kPixels);
  for (const Case& c : std::vector<Case>{
           {good.substr(0, 2), "a:byte 3: expected the four bytes of an IDX header"},
           {good.substr(0, 4), "a:byte 5: expected the sizes of 3 dimensions"},
           {good.substr(0, 7), "a:byte 8: expected the sizes of 3 dimensions"},
           {good.substr(0, 15), "a:byte 16: expected the sizes of 3 dimensions"},
           {good.substr(0, 16), "a: truncated at byte 16: expected 2 × 4 numbers"},
           {good.substr(0, 21), "a: truncated at byte 21: expected 2 × 4 numbers"},
           {good + "x", "a:byte 25: expected the end of 2 × 4 numbers"},
           {"\x01" + good.substr(1), "a:byte 5: expected an IDX file"},
           {idx(7, {2, 2}, "abcd"), "a:byte 5: expected an IDX type"},
           {idx(8, {}, ""), "a:byte 5: expected at least one dimension"},
           {idx(8, {4}, "abcd"), "a:byte 4: expected rows (two or more dimensions)"},
           {idx(8, {2, 70000, 70000}, "abcd"), "a: rows of more than 4194304 numbers"},
           {idx(8, {4294967295u, 4194305u}, "abcd"), "a: rows of more than 4194304 numbers"},
           {idx(8, {4294967295u, 4194304u}, "abcd"), "a: truncated at byte 16"},
           {idx(8, {4294967295u, 0}, ""), "a:byte 13: expected rows of at least one number"},
           {idx(0x0d, {1, 2}, std::string("\x00\x00\x00\x00\x7f\xc0\x00\x00", 8)),
            "a:1:2: expected a finite number, found nan"},
           {idx(0x0d, {1, 1}, std::string("\xff\x80\x00\x00", 4)),
            "a:1:1: expected a finite number, found -inf"},
           {good,
            scratch.path().string() +
                "/labels:byte 5: expected 2 labels for the rows of a, found 3",
            labels},
           {good, scratch.path().string() + "/short: truncated at byte 9", short_labels},
           {good, scratch.path().string() + "/long:byte 11: expected the end", long_labels},
           {good, scratch.path().string() + "/images:byte 13: expected labels (one dimension)",
            images},
       }) {
    const std::string error = error_of(c.bytes, "a", {.format = "IDX", .labels = c.labels});
    CHECK_MESSAGE(error.starts_with(c.error), error);
  }
}

TEST_CASE("npy: both storage orders and every type of number give the same rows") {
  const std::vector<Entries> expected = {{{0, 1}, {1, 2}}, {{0, 3}, {1, 4}}, {{0, 5}, {1, 6}}};
  CHECK(read_rows(npy("|u1", "(3, 2)", "\x01\x02\x03\x04\x05\x06"), "a").entries == expected);
  CHECK(read_rows(npy("|i1", "(3, 2)", "\x01\x03\x05\x02\x04\x06", true), "a").entries == expected);
  std::string doubles, floats;
  for (const double v : {1., 2., 3., 4., 5., 6.}) {
    const auto f = static_cast<float>(v);
    doubles.append(reinterpret_cast<const char*>(&v), 8);
    floats.append(reinterpret_cast<const char*>(&f), 4);
  }
  CHECK(read_rows(npy("<f8", "(3, 2)", doubles), "a").entries == expected);
  CHECK(read_rows(npy("<f4", "(3, 2)", floats), "a").entries == expected);
}

TEST_CASE("npy: labels come from a second array") {
  const Scratch scratch;
  const auto labels =
      scratch.write("y.npy", npy("<U1", "(3,)", std::string("a\0\0\0b\0\0\0a\0\0\0", 12)));
  const Rows rows =
      read_rows(npy("|u1", "(3, 2)", "\x01\x02\x03\x04\x05\x06"), "a", {.labels = labels});
  CHECK(rows.labels == std::vector<std::vector<std::string>>{{"a"}, {"b"}, {"a"}});
}

TEST_CASE("npy: NaN is an unknown label, -1 a class, and infinity an error with its place") {
  const Scratch scratch;
  const auto labels = [&](std::vector<double> y) {
    return scratch.write(
        "y.npy", npy("<f8", "(3,)", {reinterpret_cast<const char*>(y.data()), 8 * y.size()}));
  };
  const std::string rows = npy("|u1", "(3, 2)", "\x01\x02\x03\x04\x05\x06");
  const double unknown = std::numeric_limits<double>::quiet_NaN();
  CHECK(read_rows(rows, "a", {.labels = labels({-1, unknown, 0})}).labels ==
        std::vector<std::vector<std::string>>{{"-1"}, {}, {"0"}});
  const auto infinite = labels({1, -std::numeric_limits<double>::infinity(), 0});
  CHECK(error_of(rows, "a", {.labels = infinite}) ==
        infinite.string() +
            ":byte 137: expected a label, found infinity — write NaN for an unknown one");
}

TEST_CASE("npy: arrays that are not rows of numbers are rejected") {
  const Scratch scratch;
  const auto labels = scratch.write("y.npy", npy("|u1", "(3,)", "abc"));
  CHECK(error_of(npy("|O", "(1, 1)", "x"), "a") != "no error");
  CHECK(error_of(npy("<U1", "(1, 1)", std::string("a\0\0\0", 4)), "a")
            .starts_with("a:byte 129: expected an array of numbers, found text"));
  CHECK(error_of(npy("|u1", "(2,)", "ab"), "a")
            .starts_with("a:byte 129: expected an array of rows × features, found the shape (2)"));
  CHECK(error_of(npy("|u1", "(1,)", "a"), "a")
            .starts_with("a:byte 129: expected an array of rows × features"));
  CHECK(error_of(npy("|u1", "(2, 2)", "abc"), "a") != "no error");
  CHECK(error_of(npy("|u1", "(2, 2)", "abcde"), "a") != "no error");
  CHECK(error_of(npy("|u1", "(2, 2)", "abcd"), "a", {.labels = labels})
            .find("expected 2 labels for the rows of a, found the shape (3)") != std::string::npos);
  CHECK(error_of(npy("<f4", "(1, 2)", std::string("\0\0\0\0\0\0\xc0\x7f", 8)), "a")
            .starts_with("a:1:2: expected a finite number, found nan"));
}

ARCHIVES_TEST_CASE("an archive written by numpy.savez has its rows in X and its labels in y") {
  const Scratch scratch;
  const std::string file = (scratch / "rows.npz").string();
  const std::string script =
      "import numpy as np; np.savez('" + file +
      "', X=np.arange(12, dtype='f4').reshape(3, 2, 2), y=np.array([7, 3, 7]), other=np.zeros(2))";
  if (std::system(("/usr/bin/python3 -c \"" + script + "\" 2>/dev/null").c_str()) != 0) {
    MESSAGE("skipped: python3 with NumPy is not installed");
    return;
  }
  const VectorData data = read_vectors(file);
  CHECK(data.rows() == 3);
  CHECK(data.features == 4);
  CHECK(data.row_value(1)[2] == 6);
  CHECK(data.classes == std::vector<std::string>{"3", "7"});
  CHECK(data.labels == std::vector<int>{1, 0, 1});
}

ARCHIVES_TEST_CASE("an archive without rows is rejected with the arrays it has") {
  const Scratch scratch;
  const std::string file = (scratch / "rows.npz").string();
  const std::string script =
      "import numpy as np; np.savez('" + file + "', weights=np.zeros((2, 2)))";
  if (std::system(("/usr/bin/python3 -c \"" + script + "\" 2>/dev/null").c_str()) != 0) {
    MESSAGE("skipped: python3 with NumPy is not installed");
    return;
  }
  CHECK_THROWS_WITH_AS(read_vectors(file), doctest::Contains("weights"), DataError);
}
