// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/options/embedding_options.hpp>

#include <algorithm>
#include <thread>

#include <querent/apps/options/choice.hpp>

namespace querent::apps {

namespace {
constexpr int kMaxDim = 100'000, kMaxThreads = 1024;
}

void add_embedding_options(CLI::App& app, EmbedOptions& options) {
  const std::string group = kEmbeddingGroup;
  app.add_option("--dim", options.embedding.dim, "Eigenpairs: the dimension of a node's row")
      ->check(CLI::Range(1, kMaxDim))
      ->type_name("D")
      ->group(group);
  add_choice<LaplacianKind>(app, "--laplacian", options.embedding.laplacian,
                            {{"normalized", LaplacianKind::kNormalized},
                             {"combinatorial", LaplacianKind::kCombinatorial}},
                            "I - D^(-1/2) S D^(-1/2), or D - S")
      ->group(group);
  add_choice<EigenSolver>(
      app, "--solver", options.embedding.solver,
      {{"auto", EigenSolver::kAuto},
       {"dense", EigenSolver::kDense},
       {"shift-invert", EigenSolver::kShiftInvert},
       {"filtered", EigenSolver::kFiltered},
       {"block-lanczos", EigenSolver::kBlockLanczos}},
      "How the eigenpairs are found (auto: by size and shape; the choice is reported)")
      ->group(group);
  app.add_option("--tolerance", options.embedding.tolerance,
                 "Bound on the residual of every pair, over the norm of L")
      ->check(CLI::Range(1e-14, 1e-2))
      ->type_name("EPS")
      ->group(group);
  app.add_flag("--no-cache", options.no_cache,
               "Compute the embedding even if it is in the cache, and keep no copy")
      ->group(group);
}

void add_threads_option(CLI::App& app, int& threads) {
  threads = static_cast<int>(
      std::clamp(std::thread::hardware_concurrency(), 1u, static_cast<unsigned>(kMaxThreads)));
  app.add_option("--threads", threads, "Threads; results do not depend on it")
      ->check(CLI::Range(1, kMaxThreads))
      ->type_name("N");
}

}  // namespace querent::apps
