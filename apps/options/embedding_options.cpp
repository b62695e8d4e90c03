// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/options/embedding_options.hpp>

#include <algorithm>
#include <thread>

#include <querent/apps/options/declare.hpp>
#include <querent/apps/terminal/usage_error.hpp>
#include <querent/datasets/text/number.hpp>

namespace querent::apps {

namespace {
constexpr int kMaxDim = 100'000, kMaxThreads = 1024;

int dim_of(const std::string& text) {
  if (text == "auto") return kAutoDim;
  const std::optional<std::int64_t> number = scan_integer(text);
  if (!number || *number < 1 || *number > kMaxDim) {
    throw UsageError("--dim {}: expected auto or a whole number from 1 to {}", in_quotes(text),
                     kMaxDim);
  }
  return static_cast<int>(*number);
}

double tolerance_of(const std::string& text) {
  constexpr double kLeast = 1e-14, kMost = 0.1;
  if (text == "auto") return kLearningTolerance;
  const Scanned number = scan_number(text);
  if (number.kind != Scanned::kNumber || number.value < kLeast || number.value > kMost) {
    throw UsageError("--tolerance {}: expected auto or a number from {} to {}", in_quotes(text),
                     kLeast, kMost);
  }
  return number.value;
}

}  // namespace

void add_embedding_options(CLI::App& app, EmbedOptions& options) {
  const OptionGroup in(app, kEmbeddingGroup);
  app.add_option_function<std::string>(
         "--dim", [&options](const std::string& text) { options.embedding.dim = dim_of(text); },
         "Number of eigenpairs, the dimension of a node's row (auto: chosen by the number of "
         "nodes)")
      ->type_name("D|auto")
      ->default_str("100");
  add_choice<LaplacianKind>(app, "--laplacian", options.embedding.laplacian,
                            {{"normalized", LaplacianKind::kNormalized},
                             {"combinatorial", LaplacianKind::kCombinatorial}},
                            "Laplacian matrix: I - D^(-1/2) S D^(-1/2) or D - S");
  add_choice<EigenSolver>(app, "--solver", options.embedding.solver,
                          {{"auto", EigenSolver::kAuto},
                           {"dense", EigenSolver::kDense},
                           {"shift-invert", EigenSolver::kShiftInvert},
                           {"block-lanczos", EigenSolver::kBlockLanczos}},
                          "Eigensolver; auto chooses by the size and shape of the graph");
  app.add_option_function<std::string>(
         "--tolerance",
         [&options](const std::string& text) { options.embedding.tolerance = tolerance_of(text); },
         "Maximum residual of each eigenpair relative to the norm of L (auto: small enough not to "
         "affect learning)")
      ->type_name("auto|EPS")
      ->default_str("auto");
  add_choice<NullVector>(
      app, "--null-vector", options.null_vector,
      {{"drop", NullVector::kDrop}, {"keep", NullVector::kKeep}, {"one", NullVector::kOne}},
      "How to treat the eigenvector of eigenvalue 0: drop it, keep it scaled by 1/√λ (a large "
      "constant), or replace it by ones");
  app.add_option_function<std::uint64_t>(
         "--memory-limit",
         [&options](const std::uint64_t& megabytes) {
           options.embedding.memory_limit = megabytes * 1'000'000;
         },
         "Memory limit of the embedding: it uses a scratch file (--scratch) or restarts more often "
         "to stay below; if that is impossible, it fails at once and reports the memory needed")
      ->check(whole_number(1, 1'000'000'000))
      ->type_name("MB");
  app.add_option_function<std::string>(
         "--scratch",
         [&options](const std::string& directory) { options.embedding.scratch = directory; },
         "Directory for a temporary file of the vectors that exceed --memory-limit; without a "
         "limit, of all vectors")
      ->type_name("DIR");
  app.add_flag("--no-cache", options.no_cache,
               "Do not read the embedding from the cache, and do not store it there");
  app.add_flag("--verbose", options.verbose,
               "Report the eigensolver, its filter, cutoff and residual")
      ->group("Options");
}

void add_threads_option(CLI::App& app, int& threads) {
  threads = static_cast<int>(
      std::clamp(std::thread::hardware_concurrency(), 1u, static_cast<unsigned>(kMaxThreads)));
  add_value(app, "--threads", threads, "N", "Number of threads; results do not depend on it")
      ->check(whole_number(1, kMaxThreads))
      ->default_str("one per processor");
}

}  // namespace querent::apps
