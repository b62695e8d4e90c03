// SPDX-License-Identifier: Apache-2.0
// mpirun -n R witness EDGES normalized|combinatorial: the eigenpairs of the block solver on ranks, compared with those
// of another solver, SLEPc's Krylov–Schur. Exit status 1 if eigenvalues differ by 1e-8 or rows of the embedding by 1e-5.
#include <cstdio>
#include <string>

#include <mpi.h>

#include <querent/spectral/distributed/embed_shared.hpp>

#include "shared_laplacian.hpp"

using namespace querent;
using namespace querent::distributed;

namespace {

constexpr Eigen::Index kPairs = 12;
constexpr double kTolerance = 1e-9;

SharedGraph read(const std::string& edges, LaplacianKind kind, const Ranks& ranks) {
  const bool all = kind == LaplacianKind::kCombinatorial;
  return read_shared(edges, {.component = all ? Component::kAll : Component::kLargest}, ranks,
                     edges + ".text", [](double) {});
}

bool compare(const std::string& edges, LaplacianKind kind) {
  const Ranks ranks = Ranks::of_job();
  SharedGraph graph = read(edges, kind, ranks), same = read(edges, kind, ranks);
  Traffic traffic;
  const auto pairs =
      solve_on_ranks(graph, kind, kPairs, kTolerance, 1, ranks, traffic, [](double) {});
  SharedLaplacian L(same, kind, ranks);
  const auto others = solve_krylov_schur(L, kPairs, kTolerance);
  bool agree = true;
  for (Eigen::Index k = 0; k < kPairs; ++k) {
    const Eigen::VectorXd v = pairs.vectors.col(k), w = others.vectors.col(k);
    const double sign = sum(v.dot(w)) < 0 ? -1 : 1;
    const double of_rows =
        max(v.size() > 0 ? (v - sign * w).cwiseAbs().maxCoeff() : 0) / std::sqrt(pairs.values[k]);
    const double of_value = std::abs(pairs.values[k] - others.values[k]);
    agree = agree && of_value < 1e-8 && of_rows < 1e-5;
    if (ranks.first())
      std::printf("pair %d: %.12g, %.12g; rows differ by %.2g\n", static_cast<int>(k),
                  pairs.values[k], others.values[k], of_rows);
  }
  return agree;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3 || SlepcInitializeNoArguments() != 0) return 2;
  keep_errors();
  const bool agree =
      compare(argv[1], argv[2] == std::string("normalized") ? LaplacianKind::kNormalized
                                                            : LaplacianKind::kCombinatorial);
  SlepcFinalize();
  return agree ? 0 : 1;
}
