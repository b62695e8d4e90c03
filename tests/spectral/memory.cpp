// SPDX-License-Identifier: Apache-2.0
// An embedding within a limit of memory: vectors in a file, or restarts.
#include <querent/spectral/embedding_memory.hpp>

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <string>

#include <doctest/doctest.h>

#include <querent/datasets/error.hpp>
#include <querent/spectral/basis_storage.hpp>
#include <querent/spectral/scratch_file.hpp>

#include "../datasets/scratch.hpp"
#include "graphs.hpp"

namespace {

using namespace querent;
using namespace querent::testing;
namespace fs = std::filesystem;

EmbeddingOptions options(LaplacianKind kind) {
  return {.dim = 40, .laplacian = kind, .solver = EigenSolver::kBlockLanczos};
}

}  // namespace

TEST_CASE("vectors in a file: the bytes of vectors in memory, and nothing is left in the directory") {
  const Scratch folder;
  const Graph g = random_connected(2'000, 6'000, 3);
  for (const LaplacianKind kind : {LaplacianKind::kNormalized, LaplacianKind::kCombinatorial}) {
    for (const double tolerance : {1e-4, 1e-9}) {
      EmbeddingOptions how = options(kind);
      how.tolerance = tolerance;
      const Embedding memory = embed(g, how);
      how.scratch = folder.path();
      how.progress = [&](double) {
        CHECK(fs::is_empty(folder.path()));  // a killed process leaves nothing either
        return true;
      };
      const Embedding file = embed(g, how);
      CHECK(file.rows == memory.rows);
      CHECK(file.eigenvalues == memory.eigenvalues);
      CHECK(file.solver.find("in a file") != std::string::npos);
      CHECK(memory.solver.find("in a file") == std::string::npos);
    }
  }
  CHECK(fs::is_empty(folder.path()));
}

TEST_CASE("restarts: fewer vectors, the same eigenvalues within the tolerance") {
  const Graph g = random_connected(3'000, 9'000, 8);
  for (const LaplacianKind kind : {LaplacianKind::kNormalized, LaplacianKind::kCombinatorial}) {
    EmbeddingOptions how = options(kind);
    const Embedding usual = embed(g, how);
    const EmbeddingMemory need = embedding_memory(g, how);
    REQUIRE(need.scratch < need.restarted);
    REQUIRE(need.restarted < need.whole);
    how.memory_limit = need.restarted;
    const Eigen::Index columns = spectral::basis_storage(g, how).most_columns;
    CHECK(columns >= 40 + 64);
    CHECK(columns < spectral::usual_columns(40));
    const Embedding few = embed(g, how);
    const double norm = Laplacian(g, kind).norm_bound();
    CHECK(few.residuals.maxCoeff() <= kLearningTolerance * norm);
    for (Eigen::Index k = 0; k < 40; ++k)
      CHECK(few.eigenvalues(k) == doctest::Approx(usual.eigenvalues(k)).epsilon(0.01));
    how.memory_limit = need.whole;
    CHECK(embed(g, how).rows == usual.rows);
  }
}

TEST_CASE("a limit: all in memory, then in the file, then restarts, then an error that says what is needed") {
  const Scratch folder;
  const Graph g = random_connected(5'000, 20'000, 2);
  EmbeddingOptions how = options(LaplacianKind::kNormalized);
  const EmbeddingMemory need = embedding_memory(g, how);
  how.memory_limit = need.whole - 1;
  CHECK(spectral::basis_storage(g, how).most_columns == spectral::usual_columns(40) - 8);
  how.scratch = folder.path();
  CHECK(spectral::basis_storage(g, how).most_columns == 0);
  CHECK(spectral::basis_storage(g, how).scratch == folder.path());
  how.memory_limit = need.scratch - 1;
  try {
    embed(g, how);
    FAIL("an error was expected");
  } catch (const LimitError& error) {
    const std::string said = error.what();
    CHECK(said.find("5000 nodes and " + std::to_string(g.num_edges()) + " edges in 40 dimensions") != std::string::npos);
    CHECK(said.find("scratch=") != std::string::npos);
  }
}

TEST_CASE("a scratch directory that is none, and a disk without room, are errors of files") {
  CHECK_THROWS_AS(spectral::ScratchFile("/no/such/directory"), IoError);
  const Scratch folder;
  const spectral::ScratchFile file(folder.path());
  CHECK_THROWS_AS(static_cast<void>(file.block<double>(1 << 20, std::uint64_t{1} << 37)), IoError);
  DenseBlock<float> one = file.block<float>(1, 1000);
  one.row(999)[7] = 3;
  CHECK(file.block<float>(1, 1000).row(999)[7] == 3);
}
