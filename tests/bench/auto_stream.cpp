// SPDX-License-Identifier: Apache-2.0
// Compares the two models of `auto` in a stream over a graph, which ask by the same rule within the
// same budget: the process, and the ensemble of `train`.
//
//   bench_auto_stream DIR ORDERS BUDGET …
//
// DIR as for bench_auto_table. A budget is a number of labels or a share ("5%"). Prints one line
// per model and budget: the error of the rounds and on items never asked, each with t of its paired
// difference from the most frequent class of the labels that the run had asked for before (for items
// never asked: of all its labels), and from the most frequent class of DIR.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <numeric>
#include <string>

#include <querent/learners/session/calibration.hpp>
#include <querent/learners/session/online.hpp>

#include "bench_source.hpp"

using namespace querent;

namespace {

// Errors, one per run: of the model, and of the most frequent class of the run's own labels.
struct Errors {
  std::vector<double> model, own;
};

struct Measured {
  Errors rounds, never_asked;
};

// The error on items that were not asked.
template <class ClassOf>
double error_of(const std::vector<int>& y, const std::vector<bool>& asked, ClassOf class_of) {
  double wrong = 0, all = 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    all += !asked[i];
    wrong += !asked[i] && class_of(i) != y[i];
  }
  return wrong / all;
}

// `kernels` null: the ensemble.
void play_stream(const bench::Source& source, std::shared_ptr<const Kernels> kernels,
                 std::span<const std::uint32_t> order, std::uint64_t budget, std::uint64_t run,
                 Measured& measured) {
  DatasetView examples = dataset_view_of(*source.items, static_cast<int>(source.classes.size()));
  examples.kernels = std::move(kernels);
  AskingOptions asking;
  asking.budget = Budget{.amount = static_cast<double>(budget)};
  Online online(examples, learner_config("auto", "", {}), "one-hot", asking, order.size(),
                make_rng(0, run, Stream::kQuery));
  std::vector<bool> asked(order.size(), false);
  std::vector<int> labels(source.classes.size(), 0);
  const auto own = [&] {
    return static_cast<int>(std::ranges::max_element(labels) - labels.begin());
  };
  double wrong = 0, own_wrong = 0;
  for (const std::uint32_t i : order) {
    own_wrong += own() != source.y[i];
    const Round round = online.play(i, [&](std::uint32_t j) { return source.y[j]; });
    wrong += round.prediction.label != source.y[i];
    asked[i] = round.asked;
    labels[static_cast<std::size_t>(source.y[i])] += round.asked;
  }
  RowMatrix scores(order.size(), source.classes.size());
  for (std::uint32_t i = 0; i < order.size(); ++i)
    std::ranges::copy(scores_of(examples, online.learner(), i), scores.row(i).begin());
  const std::vector<int> classes =
      best_classes(online.process() != nullptr ? online.process()->all_probabilities() : scores);
  const auto n = static_cast<double>(order.size());
  measured.rounds.model.push_back(wrong / n);
  measured.rounds.own.push_back(own_wrong / n);
  measured.never_asked.model.push_back(
      error_of(source.y, asked, [&](std::size_t i) { return classes[i]; }));
  measured.never_asked.own.push_back(error_of(source.y, asked, [&](std::size_t) { return own(); }));
}

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// t of a mean difference.
double t_of(const std::vector<double>& differences) {
  const auto n = static_cast<double>(differences.size());
  const double mean = mean_of(differences);
  double squares = 0;
  for (const double d : differences) squares += (d - mean) * (d - mean);
  return squares > 0 ? mean / std::sqrt(squares / (n - 1) / n) : 0;
}

void print(const char* of, const Errors& errors, double largest) {
  std::vector<double> than_own, than_largest;
  for (std::size_t k = 0; k < errors.model.size(); ++k) {
    than_own.push_back(errors.model[k] - errors.own[k]);
    than_largest.push_back(errors.model[k] - largest);
  }
  std::printf("  %s %.4f (own labels %.4f, t %+.1f; largest t %+.1f)", of, mean_of(errors.model),
              mean_of(errors.own), t_of(than_own), t_of(than_largest));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  const bench::Source source = bench::source_of(argv[1]);
  const auto n = static_cast<std::uint32_t>(source.y.size());
  std::vector<double> count(source.classes.size(), 0);
  for (const int y : source.y) ++count[static_cast<std::size_t>(y)];
  const double largest = 1 - *std::ranges::max_element(count) / n;
  const auto kernels = std::make_shared<const Kernels>(source.items, 1);
  for (int a = 3; a < argc; ++a) {
    const double amount = std::atof(argv[a]);
    const auto budget =
        static_cast<std::uint64_t>(std::string(argv[a]).ends_with('%') ? amount / 100 * n : amount);
    for (const bool process : {false, true}) {
      Measured measured;
      const double begin = static_cast<double>(std::clock());
      for (std::uint64_t run = 0; run < std::strtoull(argv[2], nullptr, 10); ++run) {
        std::vector<std::uint32_t> order(n);
        std::iota(order.begin(), order.end(), 0u);
        Rng rng = make_rng(0, run, Stream::kOrder);
        shuffle(order, rng);
        play_stream(source, process ? kernels : nullptr, order, budget, run, measured);
      }
      std::printf("%-9s %6llu labels  largest class %.4f", process ? "process" : "ensemble",
                  static_cast<unsigned long long>(budget), largest);
      print("rounds", measured.rounds, largest);
      print("never asked", measured.never_asked, largest);
      std::printf("  %.1f CPU s\n", (static_cast<double>(std::clock()) - begin) / CLOCKS_PER_SEC);
      std::fflush(stdout);
    }
  }
}
