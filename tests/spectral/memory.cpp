// SPDX-License-Identifier: Apache-2.0
// An embedding within a memory limit: vectors in a file, or restarts.
#include <querent/spectral/embedding_memory.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <querent/datasets/error.hpp>
#include <querent/spectral/lazy_eigenvectors.hpp>
#include <querent/spectral/quotient.hpp>
#include <querent/spectral/solvers/basis.hpp>
#include <querent/spectral/solvers/block_lanczos.hpp>
#include <querent/spectral/solvers/density.hpp>
#include <querent/spectral/solvers/solver.hpp>

#include "../datasets/scratch.hpp"
#include "graphs.hpp"
#include "support/not_on_windows.hpp"

namespace {

using namespace querent;
using namespace querent::testing;
namespace fs = std::filesystem;

EmbeddingOptions options(LaplacianKind kind) {
  return {.dim = 40, .laplacian = kind, .solver = EigenSolver::kBlockLanczos};
}

}  // namespace

TEST_CASE(
    "vectors in a file have the bytes of vectors in memory, and the directory is empty "
    "afterwards") {
  const Scratch folder;
  const Graph g = random_connected(2'000, 6'000, 3);
  for (const LaplacianKind kind : {LaplacianKind::kNormalized, LaplacianKind::kCombinatorial}) {
    for (const double tolerance : {1e-4, 1e-9}) {
      EmbeddingOptions how = options(kind);
      how.tolerance = tolerance;
      const Embedding memory = embed(g, how);
      how.scratch = folder.path();
      how.progress = [&](double) {
#ifndef _WIN32                               // where a file has a name until it is closed
        CHECK(fs::is_empty(folder.path()));  // a killed process leaves nothing either
#endif
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

TEST_CASE("rows written in parts have the bytes of rows in memory, in the order of the nodes") {
  const Scratch folder;
  // ten leaves at each of 600 nodes of a graph: pairs of twins are among the smallest of this one
  Edges leaves;
  for (Node i = 0; i < 600; ++i) {
    for (const Node j : {(i + 1) % 600, (i + 7) % 600, (13 * i + 5) % 600}) {
      if (j != i) leaves.emplace_back(std::min(i, j), std::max(i, j));
    }
    for (Node k = 0; k < 10; ++k) leaves.emplace_back(i, 600 + 10 * i + k);
  }
  std::sort(leaves.begin(), leaves.end());
  leaves.erase(std::unique(leaves.begin(), leaves.end()), leaves.end());
  const Graph one = random_connected(10'000, 40'000, 5), twins = make_graph(6'600, leaves),
              large = random_connected(9'000, 30'000, 6),
              several = disjoint_union({path(700), large, complete(5), complete_bipartite(1, 50)});
  for (const Graph& g : {one, twins, several}) {
    for (const LaplacianKind kind : {LaplacianKind::kNormalized, LaplacianKind::kCombinatorial}) {
      for (const bool in_file : {false, true}) {
        if (in_file && kind == LaplacianKind::kCombinatorial) continue;
        EmbeddingOptions how{.dim = 40, .laplacian = kind};
        if (in_file) how.scratch = folder.path();
        const Embedding memory = embed(g, how);
        Embedding::Rows rows =
            Embedding::Rows::Constant(memory.rows.rows(), memory.rows.cols(), -7);
        std::uint64_t next = 0;
        how.write = [&](std::uint64_t first, const EmbeddingRows& slab) {
          CHECK(first == next);
          next += static_cast<std::uint64_t>(slab.rows());
          CHECK(slab.rows() < 5'000);
          rows.middleRows(static_cast<Eigen::Index>(first), slab.rows()) = slab;
        };
        const Embedding written = embed(g, how);
        CHECK(next == g.num_nodes());
        CHECK(written.rows.rows() == 0);
        CHECK(written.rows.cols() == memory.rows.cols());
        CHECK(rows == memory.rows);
        CHECK(written.eigenvalues == memory.eigenvalues);
        CHECK(written.solver == memory.solver);
      }
    }
  }
  EmbeddingOptions how{.dim = 40};
  how.write = [](std::uint64_t, const EmbeddingRows&) { throw IoError("no room"); };
  CHECK_THROWS_AS(embed(one, how), IoError);
}

TEST_CASE("rows that are not kept are not counted: fifty million nodes in 24 GB") {
  EmbeddingOptions how = options(LaplacianKind::kNormalized);
  const Graph g = random_connected(5'000, 25'000, 2);
  const EmbeddingMemory kept = embedding_memory(g, how);
  how.write = [](std::uint64_t, const EmbeddingRows&) {};
  const EmbeddingMemory written = embedding_memory(g, how);
  CHECK(written.scratch < kept.scratch);
  CHECK(written.whole <= kept.whole);
  CHECK(written.file == kept.file);
  how.dim = 50;
  CHECK(static_cast<double>(embedding_memory(g, how).scratch) / 5'000 * 5e7 <= 24e9);
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

TEST_CASE("a limit counts for shift-invert, too, which a path would otherwise use") {
  const Graph g = path(20'000);
  EmbeddingOptions how = options(LaplacianKind::kNormalized);
  how.solver = EigenSolver::kAuto;
  REQUIRE(embed(g, how).solver.starts_with("shift-invert"));
  how.memory_limit = 5'000'000;
  CHECK_THROWS_AS(embed(g, how), LimitError);
  how.solver = EigenSolver::kShiftInvert;
  CHECK_THROWS_WITH_AS(embed(g, how), doctest::Contains("than the memory limit"), LimitError);
}

TEST_CASE(
    "a limit: all in memory, then in the file, then restarts, then an error with the memory "
    "needed") {
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
    const std::string message = error.what();
    CHECK(message.find("5000 nodes and " + std::to_string(g.num_edges()) +
                       " edges in 40 dimensions") != std::string::npos);
    CHECK(message.find("scratch=") != std::string::npos);
  }
}

TEST_CASE("the probe for missed pairs reuses the memory of vectors that are released before it") {
  constexpr Eigen::Index kPairs = 40;
  const Graph g = random_connected(3'000, 9'000, 8);
  const Laplacian L(g, LaplacianKind::kNormalized);
  const std::function<void()> idle = [] {};
  const spectral::SpectralDensity density(L, 1.3 * kPairs + 8, idle);
  const double cutoff = density.quantile(1.3 * kPairs + 8);
  const spectral::ChebyshevFilter filter{
      .cutoff = cutoff, .upper = 2, .degree = static_cast<int>(5 / std::sqrt(cutoff / 2))};
  std::optional<spectral::BlockLanczos<float>> lanczos;
  std::vector<Eigen::Index> sizes;
  const std::function<void()> tick = [&] { sizes.push_back(lanczos->vectors().size()); };
  lanczos.emplace(L, filter, kPairs, 1e-4, 0.005, tick);
  REQUIRE(lanczos->run() == spectral::Outcome::kConverged);
  const auto fall = std::adjacent_find(sizes.begin(), sizes.end(), std::greater<>());
  REQUIRE(fall != sizes.end());
  CHECK(lanczos->most_vectors() == *fall);
  CHECK(*std::max_element(fall + 1, sizes.end()) > *(fall + 1));  // the probe
  CHECK(*std::max_element(fall + 1, sizes.end()) <= *fall);
  CHECK(lanczos->vectors().size() == 48);  // the pairs, and guards to a whole block
}

TEST_CASE("a scratch path that is not a directory is an IoError") {
  CHECK_THROWS_AS(spectral::ScratchFile("/no/such/directory"), IoError);
}

// Wine has room for any size.
NOT_ON_WINDOWS_TEST_CASE("a full disk is an IoError, and leaves the scratch file as it was") {
  const Scratch folder;
  const spectral::ScratchFile file(folder.path());
  CHECK_THROWS_AS(static_cast<void>(file.block<double>(1 << 20, std::uint64_t{1} << 37)), IoError);
  DenseBlock<float> one = file.block<float>(1, 1000);
  one.row(999)[7] = 3;
  CHECK(file.block<float>(1, 1000).row(999)[7] == 3);
}

TEST_CASE("many rows at once: each at its node, the vectors released, equal to the rows in parts") {
  constexpr std::uint64_t kNodes = 110'000;
  constexpr Eigen::Index kColumns = 80;  // 70 MB of rows
  std::vector<Node> order(kNodes);
  std::iota(order.begin(), order.end(), Node{0});
  std::shuffle(order.begin(), order.end(), std::mt19937_64(3));
  const auto quotient = std::make_shared<const spectral::Quotient>(order);
  // entry k of the node i is i + k/128, which a float holds exactly; columns are taken backwards
  std::vector<DenseBlock<float>> panels;
  for (Eigen::Index p = 0; p < kColumns / 8; ++p) {
    panels.emplace_back(kNodes, 8);
    for (std::uint64_t c = 0; c < kNodes; ++c) {
      for (Eigen::Index k = 0; k < 8; ++k)
        panels.back().row(c)[k] =
            static_cast<float>(order[c]) + static_cast<float>(8 * p + k) / 128;
    }
  }
  std::vector<Eigen::Index> column(kColumns);
  std::iota(column.rbegin(), column.rend(), Eigen::Index{0});
  const Eigen::VectorXd length = Eigen::VectorXd::Constant(kColumns, 0.5);
  spectral::PanelVectors<float> vectors(std::move(panels), length, column, quotient, kNodes, 2);
  Embedding::Rows slab(5, kColumns);
  vectors.rows(kNodes - 5, slab);
  const Embedding::Rows all = vectors.all_rows();
  REQUIRE(all.rows() == static_cast<Eigen::Index>(kNodes));
  for (Eigen::Index i = 0; i < all.rows(); ++i) {
    for (const Eigen::Index k : {Eigen::Index{0}, Eigen::Index{9}, kColumns - 1}) {
      if (all(i, k) != 2 * (static_cast<double>(i) + static_cast<double>(kColumns - 1 - k) / 128)) {
        CAPTURE(i);
        REQUIRE(all(i, k) ==
                2 * (static_cast<double>(i) + static_cast<double>(kColumns - 1 - k) / 128));
      }
    }
  }
  CHECK(slab == all.bottomRows(5));
}
