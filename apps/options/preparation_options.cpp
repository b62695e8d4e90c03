// SPDX-License-Identifier: Apache-2.0
// How a source becomes rows: the options of vectors and of embeddings.
#include <querent/apps/options/source_options.hpp>

#include <algorithm>
#include <array>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <querent/apps/options/declare.hpp>
#include <querent/apps/terminal/usage_error.hpp>
#include <querent/datasets/text/number.hpp>

namespace querent::apps {

namespace {

using Scale = TransformParams::Scale;

// Takes "standard,unit": one word of --scale, or several in order.
void set_scales(const std::string& text, TransformParams& transform) {
  constexpr std::array kScales{Scale::kNone, Scale::kUnit, Scale::kMinMax, Scale::kStandard};
  const std::vector<std::string> known{"none", "unit", "minmax", "standard"};
  std::vector<Scale> scales;
  std::istringstream words(text + ',');
  for (std::string word; std::getline(words, word, ',');) {
    const auto found = std::find(known.begin(), known.end(), word);
    if (found == known.end())
      throw UsageError(
          "--scale {}: expected none, unit, minmax or standard, or several of "
          "them with commas between{}",
          in_quotes(text), hint(word, known));
    scales.push_back(kScales[static_cast<std::size_t>(found - known.begin())]);
  }
  if (scales.size() > RowTransform::kMostScalings)
    throw UsageError("--scale: expected at most {} of them, found {}", RowTransform::kMostScalings,
                     scales.size());
  transform.scale = scales.front();
  transform.then.assign(scales.begin() + 1, scales.end());
}

}  // namespace

void add_vector_options(CLI::App& app, VectorSourceOptions& options) {
  const OptionGroup in(app, kVectorGroup);
  options.scale_tables = true;
  const auto scale = [&options](const std::string& text) {
    set_scales(text, options.transform);
    options.scale_tables = false;
  };
  app.add_option_function<std::string>(
         "--scale", scale,
         "Scale rows to norm 1 (unit), or features to [0, 1] (minmax) or to mean 0 and standard "
         "deviation 1 (standard); sparse features are divided but not shifted, so they stay "
         "sparse. standard,unit applies both in turn [default: standard for your own CSV and ARFF "
         "files, unless --stream, --hash or --fourier is given; none for others]")
      ->type_name("none|unit|minmax|standard")
      ->default_str("");
  app.add_flag("--bias", options.transform.bias,
               "Add a constant feature 1 as the first; run, train and sweep do so for linear "
               "learners by default, unless rows are scaled to norm 1");
  app.add_flag("--no-bias", options.no_bias,
               "Do not add a constant feature for linear learners, as in the papers");
  add_value(app, "--hash", options.transform.hash_bits, "BITS",
            "Hash features with signs to 2^BITS indices, which bounds the memory; collisions "
            "are counted")
      ->check(whole_number(1, FeatureHash::kMostBits))
      ->default_str("");
  add_value(app, "--fourier", options.transform.fourier.features, "D",
            "Replace rows by D random Fourier features, with which linear learners "
            "approximate a Gaussian kernel in constant time and memory; D is even")
      ->check(whole_number(2, FourierFeatures::kMost))
      ->check([](const std::string& text) {
        return (text.back() - '0') % 2 == 0
                   ? std::string()
                   : fmt::format("expected an even number, found {}", in_quotes(text));
      })
      ->default_str("");
  add_value(app, "--fourier-sigma", options.transform.fourier.sigma, "SIGMA",
            "σ of the Gaussian kernel of --fourier, in the unit of the features")
      ->check(number_between(1e-12, 1e12));
  add_value(app, "--drop-column", options.read.drop_columns, "COLUMN",
            "CSV: column to ignore, a name or a number from 1; repeatable")
      ->allow_extra_args(false);
  add_choice<MissingValues>(
      app, "--missing", options.read.missing,
      {{"error", MissingValues::kError},
       {"drop", MissingValues::kDrop},
       {"mean", MissingValues::kMean}},
      "CSV, ARFF: on a missing value fail, drop the row, or use the mean of the column");
  app.add_flag("--one-hot", options.read.one_hot,
               "CSV: encode a column of words as one feature of 0 and 1 per word");
  add_value(app, "--index-base", options.read.index_base, "0|1",
            "svmlight: index of the first feature (default: detected from the first rows)")
      ->check(whole_number(0, 1))
      ->default_str("");
  add_value(app, "--num-features", options.read.features, "D",
            "svmlight: number of features; a larger index is an error")
      ->check(whole_number())
      ->default_str("");
  app.add_flag("--cache", options.cache,
               "Store a binary copy of the parsed rows in the cache to speed up the next reading");
}

void add_class_options(CLI::App& app, VectorSourceOptions& options) {
  const auto add_classes = [&](const char* flag, std::vector<std::string>& names,
                               const char* help) {
    add_value(app, flag, names, "A,B,…", help)
        ->delimiter(',')
        ->allow_extra_args(false)
        ->group(kVectorGroup);
  };
  add_classes("--classes", options.filter.classes, "Keep the rows of these classes only");
  add_classes("--positive", options.filter.positive,
              "Binary task: merge these classes into the positive class");
  add_classes("--negative", options.filter.negative,
              "Binary task: merge these classes into the negative class (default: rest, all other "
              "classes)");
}

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
