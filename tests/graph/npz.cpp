// SPDX-License-Identifier: Apache-2.0
// The npz files of citation benchmarks: CSR arrays of the graph and of the words, with labels,
// class names and node names.

#include <limits>
#include <map>

#include <doctest/doctest.h>

#include "../support/not_on_windows.hpp"
#include "../support/npy_bytes.hpp"
#include "../support/zip_bytes.hpp"
#include "readers.hpp"

using namespace querent;
using namespace querent::test;

namespace {

const Reader read_npz = format_named("npz")->read;

std::string numbers(const std::vector<std::int64_t>& values) {
  return npy_bytes<std::int64_t>("<i8", "(" + std::to_string(values.size()) + ",)", values);
}
std::string reals(const std::vector<double>& values) {
  return npy_bytes<double>("<f8", "(" + std::to_string(values.size()) + ",)", values);
}
// Texts of one byte each.
std::string letters(const std::string& text) {
  return npy_bytes(
      "{'descr': '|S1', 'fortran_order': False, 'shape': (" + std::to_string(text.size()) + ",), }",
      text);
}

using Arrays = std::map<std::string, std::string>;

// The path a - b - c with classes no, yes, yes, words 0 and 2 on a, none on b, 1 on c.
const Arrays kPath{{"adj_data", reals({1, 1, 1, 1})},      {"adj_indices", numbers({1, 0, 2, 1})},
                   {"adj_indptr", numbers({0, 1, 3, 4})},  {"adj_shape", numbers({3, 3})},
                   {"attr_data", reals({0.5, 2, 1})},      {"attr_indices", numbers({2, 0, 1})},
                   {"attr_indptr", numbers({0, 2, 2, 3})}, {"attr_shape", numbers({3, 4})},
                   {"labels", numbers({0, 1, 1})},         {"class_names", letters("ny")},
                   {"node_names", letters("abc")}};

std::string npz(const Arrays& arrays) {
  std::vector<std::pair<std::string, std::string>> files;
  for (const auto& [name, bytes] : arrays) files.emplace_back(name + ".npy", bytes);
  return zip_bytes(files);
}

std::string complaint_with(const std::string& array, const std::string& bytes) {
  Arrays arrays = kPath;
  arrays[array] = bytes;
  return complaint(read_npz, npz(arrays));
}

}  // namespace

ARCHIVES_TEST_CASE("npz: a citation benchmark is read with names, classes and words per node") {
  const GraphData data = load(read_npz, npz(kPath));
  CHECK(data.graph.num_nodes() == 3);
  CHECK(data.graph.num_edges() == 2);
  CHECK(data.classes == std::vector<std::string>{"n", "y"});
  CHECK(data.labels == std::vector<int>{0, 1, 1});
  CHECK(data.names[0] == "a");
  CHECK(data.names[2] == "c");
}

ARCHIVES_TEST_CASE("npz: nodes and classes without names are named by their numbers") {
  Arrays arrays = kPath;
  arrays.erase("class_names");
  arrays.erase("node_names");
  const GraphData data = load(read_npz, npz(arrays));
  CHECK(data.classes == std::vector<std::string>{"0", "1"});
  CHECK(data.names[2] == "2");
}

ARCHIVES_TEST_CASE("npz: names stored as Python objects are left out with a note") {
  Arrays arrays = kPath;
  for (const char* array : {"node_names", "class_names"})
    arrays[array] =
        npy_bytes("{'descr': '|O', 'fortran_order': False, 'shape': (3,), }", "\x80\x03");
  const GraphData data = load(read_npz, npz(arrays));
  CHECK(data.classes == std::vector<std::string>{"0", "1"});
  REQUIRE(data.report.notes.size() >= 2);
  CHECK(data.report.notes[0].find("Python objects") != std::string::npos);
}

ARCHIVES_TEST_CASE("npz: arrays of the wrong size or type are rejected by name") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<std::tuple<const char*, std::string, const char*>> damages{
      {"labels", numbers({0, 1}), "one element for each of 3 nodes, found 2"},
      {"labels", numbers({0, 1, 2}), "one of 2 class names, found 2"},
      {"labels", numbers({0, 1, -1}), "one of 2 class names, found -1"},
      {"labels", letters("nyy"), "expected a whole number"},
      {"node_names", letters("ab"), "one element for each of 3 nodes, found 2"},
      {"node_names", letters("aba"), "that no other node has, found 'a'"},
      {"node_names", letters("ab\xFF"), "expected text in UTF-8"},
      {"attr_shape", numbers({2, 4}), "f:attr_"},
      {"attr_shape", numbers({3, std::int64_t{1} << 33}), "expected features for 3 nodes"},
      {"attr_data", reals({0.5, nan, 1}), "expected a finite feature"},
      {"attr_indices", numbers({2, 2, 1}), "each column once in row 0, found 2 twice"},
      {"adj_data", reals({1, -1, 1, 1}), "a finite edge weight of at least 0, found -1"},
      {"adj_shape", numbers({3, 4}), "expected a square matrix"},
      {"class_names", npy_bytes("{'descr': '<c16', 'fortran_order': False, 'shape': (2,), }", ""),
       "class_names"}};
  for (const auto& [array, bytes, words] : damages) {
    const std::string changed = array, expected = words;
    CAPTURE(changed);
    CAPTURE(expected);
    const std::string found = complaint_with(array, bytes);
    CAPTURE(found);
    CHECK(found.starts_with("f"));
    CHECK(found.find(words) != std::string::npos);
  }
}

ARCHIVES_TEST_CASE("npz: a graph stored by columns has its edges, a directed one is recognised") {
  Arrays arrays{{"data", reals({1, 1})},
                {"indices", numbers({0, 1})},
                {"indptr", numbers({0, 0, 1, 2})},
                {"shape", numbers({3, 3})},
                {"format", letters("c")}};
  ReadOptions either;
  either.symmetrize = Symmetrize::kOr;
  arrays["format"] = npy_bytes("{'descr': '|S3', 'fortran_order': False, 'shape': (), }", "csc");
  CHECK(complaint(read_npz, npz(arrays)).find("directed") != std::string::npos);
  const std::string bytes = npz(arrays);
  Input input = Input::from_memory(bytes, "f");
  GraphBuilder builder("f", either);
  read_npz(input, builder);
  CHECK(builder.finish().graph.num_edges() == 2);
}

ARCHIVES_TEST_CASE("npz: PyTorch Geometric's num_nodes counts nodes without an edge, too") {
  const auto array = [](const char* shape, const std::vector<std::int64_t>& values) {
    return npy_bytes<std::int64_t>("<i8", shape, values);
  };
  Arrays arrays{{"edge_index", array("(2, 2)", {0, 1, 1, 0})}, {"num_nodes", array("()", {5})}};
  CHECK(load(read_npz, npz(arrays), {.component = Component::kAll}).graph.num_nodes() == 5);
  arrays["num_nodes"] = numbers({1});
  CHECK(complaint(read_npz, npz(arrays)).find("expected a node from 0 to 0") != std::string::npos);
}

ARCHIVES_TEST_CASE(
    "npz: -1 in y of an edge_index is an unknown label, unless another is below it or all are -1 "
    "and 1, NaN is one, and infinity an error") {
  const std::vector<std::int64_t> ends{0, 1, 1, 2, 1, 0, 2, 1};
  Arrays arrays{{"edge_index", npy_bytes<std::int64_t>("<i8", "(2, 4)", ends)},
                {"y", numbers({1, -1, 0})}};
  const auto classes = [&] { return load(read_npz, npz(arrays)).classes; };
  CHECK(classes() == std::vector<std::string>{"0", "1"});
  CHECK(load(read_npz, npz(arrays)).labels == std::vector<int>{1, kUnlabelled, 0});
  arrays["y"] = numbers({1, -1, -2});
  CHECK(classes() == std::vector<std::string>{"-2", "-1", "1"});
  const double unknown = std::numeric_limits<double>::quiet_NaN();
  for (const auto& signs : {numbers({1, -1, 1}), reals({1, -1, unknown})}) {
    arrays["y"] = signs;
    CHECK(classes() == std::vector<std::string>{"-1", "1"});
  }
  arrays["y"] = reals({2, unknown, -1});
  CHECK(load(read_npz, npz(arrays)).labels == std::vector<int>{0, kUnlabelled, kUnlabelled});
  arrays["y"] = reals({2, std::numeric_limits<double>::infinity(), 1});
  CHECK(complaint(read_npz, npz(arrays)).find("y.npy:byte 137: expected a label, found infinity") !=
        std::string::npos);
}
