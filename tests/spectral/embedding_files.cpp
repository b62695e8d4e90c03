// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <doctest/doctest.h>

#include <querent/datasets/vectors/npy.hpp>
#include <querent/spectral/files/embedding_cache.hpp>
#include <querent/spectral/files/embedding_io.hpp>
#include <querent/spectral/null_vector.hpp>

#include "../datasets/scratch.hpp"
#include "graphs.hpp"

namespace {

using namespace querent;
using namespace querent::testing;
namespace fs = std::filesystem;

std::string contents(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

GraphData named_path(Node n) {
  GraphData data;
  data.graph = path(n);
  for (Node i = 0; i < n; ++i) {
    data.names.push_back("node " + std::to_string(i));
    data.labels.push_back(static_cast<int>(i % 3) - 1);
  }
  data.classes = {"a", "b"};
  return data;
}

}  // namespace

TEST_CASE("an embedding read back from .npy and .tsv has the same doubles, ids and labels") {
  const Scratch scratch;
  const GraphData data = named_path(9);
  const Embedding e = embed(data.graph, {.dim = 4});
  const fs::path npy = scratch / "e.npy";
  const auto written = write_embedding(npy, e, data);
  CHECK(written == std::vector<fs::path>{npy, scratch / "e.nodes.tsv"});
  CHECK(read_embedding_rows(npy) == e.rows);
  CHECK(contents(scratch / "e.nodes.tsv").substr(0, 38) ==
        "node\tlabel\nnode 0\t\nnode 1\ta\nnode 2\tb\nn");
  const fs::path tsv = scratch / "e.tsv";
  write_embedding(tsv, e, data);
  CHECK(read_embedding_rows(tsv) == e.rows);
  CHECK(contents(tsv).substr(0, 30) == "node\tlabel\tm1\tm2\tm3\tm4\nnode 0\t");
}

TEST_CASE(
    "a file written in parts equals the one written at once, parts out of order and missing parts "
    "are rejected") {
  const Scratch scratch;
  const GraphData data = named_path(9);
  const Embedding e = embed(data.graph, {.dim = 4});
  for (const char* suffix : {".npy", ".tsv", ".svm"}) {
    const fs::path whole = scratch / ("whole" + std::string(suffix)),
                   slabs = scratch / ("slabs" + std::string(suffix));
    write_embedding(whole, e, data);
    {
      EmbeddingFile file(slabs, data);
      file.add(0, e.rows.topRows(4));
      CHECK_THROWS_AS(file.add(3, e.rows.bottomRows(5)), std::invalid_argument);
      CHECK_THROWS_AS(file.commit(), std::invalid_argument);
    }
    CHECK(!fs::exists(slabs));
    EmbeddingFile file(slabs, data);
    file.add(0, e.rows.topRows(4));
    file.add(4, e.rows.bottomRows(5));
    CHECK(file.commit().front() == slabs);
    CHECK(contents(slabs) == contents(whole));
  }
}

TEST_CASE("ids and eigenvalues are read back from the files, and a null vector is not among them") {
  const Scratch scratch;
  const GraphData data = named_path(9);
  Embedding e = embed(data.graph, {.dim = 4});
  for (const char* name : {"e.npy", "e.tsv"}) {
    write_embedding(scratch / name, e, data);
    const auto ids = read_embedding_nodes(scratch / name);
    REQUIRE(ids.size() == 9);
    for (std::size_t i = 0; i < 9; ++i) CHECK(ids[i] == data.names[i]);
    const auto values = eigenvalues_of(read_embedding_rows(scratch / name), name);
    CHECK((values - e.eigenvalues).cwiseAbs().maxCoeff() < 1e-12);
  }
  for (const NullVector how : {NullVector::kKeep, NullVector::kOne}) {
    Embedding with = e;
    add_null_vector(with, data.graph, LaplacianKind::kNormalized, how);
    CHECK_THROWS_WITH_AS(eigenvalues_of(with.rows, "e.npy"), doctest::Contains("a null vector"),
                         DataError);
  }
  e.rows.col(2).setZero();
  CHECK_THROWS_WITH_AS(eigenvalues_of(e.rows, "e.npy"), doctest::Contains("column 3, found none"),
                       DataError);
}

TEST_CASE("the data of an .npy file begin at a multiple of 64 bytes") {
  const Scratch scratch;
  for (const Node n : {9u, 12345u}) {
    const GraphData data = named_path(n);
    Embedding e;
    e.rows = Embedding::Rows::Zero(n, 2);
    write_embedding(scratch / "e.npy", e, data);
    const NpyHeader header = parse_npy_header(contents(scratch / "e.npy"), "e.npy");
    CHECK(header.data_offset % 64 == 0);
    CHECK(header.shape == std::vector<std::uint64_t>{n, 2});
  }
}

TEST_CASE(".svm has class numbers from 1, 0 without a label, and the node's id as comment") {
  const Scratch scratch;
  const GraphData data = named_path(3);
  Embedding e;
  e.rows = Embedding::Rows(3, 2);
  e.rows << 0.5, 0, -1, 0.25, 0, 0;
  write_embedding(scratch / "e.svm", e, data);
  CHECK(contents(scratch / "e.svm") == "0 1:0.5 # node 0\n1 1:-1 2:0.25 # node 1\n2 # node 2\n");
}

TEST_CASE("an .npy of one dimension, or by columns, is refused with NumPy's remedy") {
  const Scratch scratch;
  const fs::path npy = scratch / "e.npy";
  for (const std::string shape :
       {"'fortran_order': False, 'shape': (2,), ", "'fortran_order': True, 'shape': (1, 2), "}) {
    std::string header = "{'descr': '<f8', " + shape + "}";
    header.resize(117, ' ');
    std::ofstream(npy, std::ios::binary)
        << "\x93NUMPY\x01" << '\0' << '\x76' << '\0' << header << '\n'
        << std::string(16, '\0');
    CHECK_THROWS_WITH_AS(read_embedding_rows(npy), doctest::Contains("np.ascontiguousarray"),
                         DataError);
  }
}

TEST_CASE("another suffix is rejected by name, a damaged table with its line and column") {
  const Scratch scratch;
  CHECK_THROWS_AS(write_embedding(scratch / "e.csv", {}, {}), std::invalid_argument);
  CHECK_THROWS_AS(read_embedding_rows(scratch / "e.svm"), std::invalid_argument);
  const fs::path tsv = scratch / "bad.tsv";
  std::ofstream(tsv) << "node\tlabel\tm1\nx\t\tzero\n";
  CHECK_THROWS_WITH_AS(
      read_embedding_rows(tsv),
      (tsv.string() + ":2:4: expected a number, found 'zero' — embed the graph again").c_str(),
      DataError);
  std::ofstream(tsv) << "node\tlabel\tm1\nx\t\t1\t2\n";
  CHECK_THROWS_AS(read_embedding_rows(tsv), DataError);
  std::ofstream(tsv) << "node\tlabel\tm1\nx\t\t1e999\n";
  CHECK_THROWS_AS(read_embedding_rows(tsv), DataError);
  std::ofstream(tsv) << "";
  CHECK_THROWS_WITH_AS(read_embedding_rows(tsv), doctest::Contains("found none"), DataError);
  std::ofstream(tsv) << "node\nx\n";
  CHECK_THROWS_WITH_AS(read_embedding_rows(tsv), doctest::Contains("found none"), DataError);
  std::ofstream(tsv) << "node\tlabel\nx\ta\ny\tb\n";  // d = 0
  CHECK(read_embedding_rows(tsv).rows() == 2);
}

TEST_CASE("the second embedding comes from the cache, byte for byte") {
  const Scratch scratch;
  const Graph g = random_connected(700, 2000, 1);
  const EmbeddingOptions options{.dim = 5};
  const Embedding first = embed_cached(g, options, scratch / "new" / "cache");
  const Embedding second = embed_cached(g, options, scratch / "new" / "cache");
  CHECK(first.cache == "stored");
  CHECK(second.cache == "hit");
  CHECK(second.rows == first.rows);
  CHECK(second.eigenvalues == first.eigenvalues);
  CHECK(second.residuals == first.residuals);
  CHECK(second.solver == first.solver);
}

TEST_CASE("the cache's key depends on the graph and every option, not on the threads") {
  const Graph g = path(10);
  const std::string key = embedding_key(g, {.dim = 3});
  CHECK(embedding_key(g, {.dim = 3, .threads = 2}) == key);
  CHECK(embedding_key(path(11), {.dim = 3}) != key);
  CHECK(embedding_key(g, {.dim = 4}) != key);
  CHECK(embedding_key(g, {.dim = 3, .tolerance = 1e-6}) != key);
  CHECK(embedding_key(g, {.dim = 3, .laplacian = LaplacianKind::kCombinatorial}) != key);
  CHECK(embedding_key(g, {.dim = 3, .solver = EigenSolver::kDense}) != key);
}

TEST_CASE("a cache file with any byte changed or cut is computed anew") {
  const Scratch scratch;
  const Graph g = path(8);
  const EmbeddingOptions options{.dim = 2};
  const Embedding good = embed_cached(g, options, scratch.path());
  const fs::path file = scratch / (embedding_key(g, options) + ".embedding");
  const std::string bytes = contents(file);
  for (std::size_t i = 0; i < bytes.size(); i += 5) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    if (i % 7 == 0) damaged = bytes.substr(0, i);
    std::ofstream(file, std::ios::binary) << damaged;
    const Embedding again = embed_cached(g, options, scratch.path());
    REQUIRE(again.cache == "stored again: the file is damaged");
    REQUIRE(again.rows == good.rows);
  }
}

TEST_CASE("an unwritable cache is reported and not an error") {
  const Scratch scratch;
  std::ofstream(scratch / "file") << "not a directory";
  const Embedding e = embed_cached(path(8), {.dim = 2}, scratch / "file");
  CHECK(e.eigenvalues.size() == 2);
  CHECK(e.cache.substr(0, 11) == "not stored:");
}
