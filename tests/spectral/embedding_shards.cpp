// SPDX-License-Identifier: Apache-2.0
#include <querent/spectral/files/embedding_shards.hpp>
#include <querent/spectral/files/sharded_rows.hpp>

#include <fstream>

#include <doctest/doctest.h>

#include "datasets/scratch.hpp"

using namespace querent;
namespace fs = std::filesystem;

namespace {

constexpr Eigen::Index kFirst = 3, kSecond = 2, kDim = 2;

NodeNames named(const std::vector<std::string>& ids) {
  NodeNames names;
  for (const std::string& id : ids) names.push_back(id);
  return names;
}

EmbeddingShards five_nodes() {
  EmbeddingShards shards;
  shards.source = "five";
  shards.laplacian = LaplacianKind::kCombinatorial;
  shards.embedding.rows.resize(kFirst + kSecond, kDim);
  shards.embedding.rows << 0.1, -1, 2, 1e-300, 3, 0, -0.5, 4, 5, 1.0 / 3;
  shards.embedding.eigenvalues = Eigen::Vector2d(0.5, 1.5);
  shards.embedding.residuals = Eigen::Vector2d(1e-12, 1e-11);
  shards.embedding.solver = "dense";
  return shards;
}

/// The five nodes in two shards; an id may have a space.
EmbeddingShards write_five(const fs::path& directory) {
  EmbeddingShards shards = five_nodes();
  shards.shards = {
      write_shard(directory, 0, shards.embedding.rows.topRows(kFirst), named({"a", "b b", "c"})),
      write_shard(directory, 1, shards.embedding.rows.bottomRows(kSecond), named({"d", "é"}))};
  write_manifest(directory, shards);
  return shards;
}

}  // namespace

TEST_CASE("an embedding in two shards is read back with the same doubles, ids and eigenvalues") {
  const Scratch scratch;
  CHECK_FALSE(is_embedding_shards(scratch.path()));
  const EmbeddingShards written = write_five(scratch.path());
  REQUIRE(is_embedding_shards(scratch.path()));
  const EmbeddingShards read = read_embedding_shards(scratch.path());
  CHECK(read.source == "five");
  CHECK(read.laplacian == LaplacianKind::kCombinatorial);
  CHECK(read.embedding.solver == "dense");
  CHECK(read.embedding.rows == written.embedding.rows);
  CHECK(read.embedding.eigenvalues == written.embedding.eigenvalues);
  CHECK(read.embedding.residuals == written.embedding.residuals);
  CHECK(read.names == named({"a", "b b", "c", "d", "é"}));
  EmbeddingShards normalized = written;
  normalized.laplacian = LaplacianKind::kNormalized;
  write_manifest(scratch.path(), normalized);
  CHECK(read_embedding_shards(scratch.path()).laplacian == LaplacianKind::kNormalized);
}

TEST_CASE(
    "rows read one shard at a time equal those of the whole, in any order, and a changed shard "
    "is rejected") {
  const Scratch scratch;
  const EmbeddingShards written = write_five(scratch.path());
  EmbeddingShards opened = open_embedding_shards(scratch.path());
  CHECK(opened.embedding.rows.size() == 0);
  CHECK(opened.names.size() == 5);
  CHECK(first_rows(opened) == std::vector<std::uint32_t>{0, 3});
  const ShardedRows rows(scratch.path(), opened);
  for (const std::uint32_t i : {0u, 4u, 2u, 1u, 3u}) {
    const auto row = rows.row(i);
    REQUIRE(row.size() == kDim);
    for (std::size_t k = 0; k < row.size(); ++k)
      CHECK(row[k] == written.embedding.rows(i, static_cast<Eigen::Index>(k)));
  }
  fs::resize_file(scratch / "rows-0000.npy", fs::file_size(scratch / "rows-0000.npy") - 8);
  CHECK_THROWS_AS(rows.row(0), CorruptError);
}

TEST_CASE("a shard that is missing, changed, of another shape or version is rejected by name") {
  const Scratch scratch;
  const fs::path directory = scratch.path();
  const EmbeddingShards written = write_five(directory);
  const auto refused = [&](const char* why) {
    CHECK_THROWS_WITH_AS(read_embedding_shards(directory), doctest::Contains(why), CorruptError);
  };
  EmbeddingShards other = written;  // the manifest claims one more row, or one more column
  other.shards[1].nodes = 3;
  write_manifest(directory, other);
  refused("rows-0001.npy: the shard has another shape");
  other = written;
  other.embedding.eigenvalues = Eigen::Vector3d(0.5, 1.5, 2);
  write_manifest(directory, other);
  refused("manifest.json: expected finite eigenvalues and a residual each");
  other.embedding.residuals = Eigen::Vector3d(0, 0, 0);
  write_manifest(directory, other);
  refused("rows-0000.npy: the shard has another shape");
  other = written;  // ids that are not one per row
  other.shards[1] =
      write_shard(directory, 1, written.embedding.rows.bottomRows(kSecond), named({"d", "e", "f"}));
  other.shards[1].nodes = 2;
  write_manifest(directory, other);
  refused("rows-0001.npy: the shard has another shape");

  write_five(directory);
  std::ofstream(directory / "nodes-0001.tsv", std::ios::app) << "f\t\n";
  refused("nodes-0001.tsv: expected the SHA-256");
  write_five(directory);
  fs::remove(directory / "rows-0000.npy");
  refused("rows-0000.npy: expected a shard of the embedding, found none");
  std::ofstream(directory / "manifest.json") << R"({"format": "querent embedding shards 2"})";
  refused("found another version");
  std::ofstream(directory / "manifest.json") << R"({"format": "querent embedding shards 1"})";
  refused("expected the manifest of an embedding");
  std::ofstream(directory / "manifest.json") << "{";
  refused("expected the manifest of an embedding");
}
