// SPDX-License-Identifier: Apache-2.0
// Compares two models in a stream that ask by the same rule within the same budget: `auto` of
// streams (session/auto.hpp), and the process of pools (session/auto/model.hpp).
//
//   bench_auto_stream DIR ORDERS BUDGET …
//
// DIR as for bench_auto_table. A budget is a number of labels or a share ("5%"). Prints one line
// per model and budget: the error of the rounds and on items never asked, each with t of its paired
// difference from the most frequent class of DIR.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

#include <querent/learners/seed_of_run.hpp>
#include <querent/learners/session/auto/model.hpp>
#include <querent/learners/session/online.hpp>
#include <querent/learners/session/session.hpp>

#include "bench_source.hpp"

using namespace querent;

namespace {

struct Measured {
  std::vector<double> rounds, never_asked;
};

// The error of the final classes on items that were not asked.
double error_of(const std::vector<int>& classes, const std::vector<int>& y,
                const std::vector<bool>& asked) {
  double wrong = 0, all = 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    all += !asked[i];
    wrong += !asked[i] && classes[i] != y[i];
  }
  return wrong / all;
}

void play_stream(const bench::Source& source, std::span<const std::uint32_t> order,
                 std::uint64_t budget, std::uint64_t run, Measured& measured) {
  Session session(source.items, source.classes,
                  {.order = Order::kStream,
                   .budget = budget,
                   .seed = session_seed(0, run),
                   .arrivals = {order.begin(), order.end()}});
  for (auto next = session.next(); const auto* question = std::get_if<Question>(&next);
       next = session.next())
    session.answer(question->item, source.y[question->item]);
  double wrong = 0;
  for (const PassedItem& round : session.rounds()) wrong += round.predicted != source.y[round.item];
  std::vector<bool> asked;
  std::vector<int> classes;
  for (const ItemPrediction& item : session.predictions()) {
    asked.push_back(item.asked);
    classes.push_back(item.label);
  }
  measured.rounds.push_back(wrong / static_cast<double>(order.size()));
  measured.never_asked.push_back(error_of(classes, source.y, asked));
}

// The most probable class, the margin and the variance of the process.
Prediction prediction_by(const AutoModel& model, std::uint32_t i, std::vector<double>& f) {
  Prediction p = model.predict(i, f);
  if (p.label < 0) {  // before the first answer
    p.label = 0;
    p.runner_up = 1;
    return p;
  }
  const std::vector<double> q = model.probabilities(i);
  const auto best = static_cast<int>(std::ranges::max_element(q) - q.begin());
  if (best != p.label) p.runner_up = std::exchange(p.label, best);
  return p;
}

void play_process(const bench::Source& source, const std::shared_ptr<const Kernels>& kernels,
                  std::span<const std::uint32_t> order, std::uint64_t budget, std::uint64_t run,
                  Measured& measured) {
  const auto C = static_cast<int>(source.classes.size());
  const std::uint64_t n = order.size();
  const std::vector<int> none(n, -1);
  const DatasetView examples = dataset_view_of(*source.items, none, C);
  AskingOptions asking;
  asking.budget = Budget{.amount = static_cast<double>(budget)};
  const Task task{.dim = examples.dim,
                  .num_classes = C,
                  .encoding = "one-hot",
                  .views = examples.views,
                  .rounds = n};
  Asker rule(QueryValue(learner_config("auto", "", {}).make_query(task)), asking, n, C);
  Rng coins = make_rng(0, run, Stream::kQuery);
  AutoModel model(kernels, C, {}, 1, false);
  std::vector<double> f(source.classes.size());
  std::vector<bool> asked(n, false);
  double wrong = 0;
  for (const std::uint32_t i : order) {
    Round round = open_round(prediction_by(model, i, f), rule, coins);
    round.mistake = round.prediction.label != source.y[i];
    wrong += round.mistake;
    if (round.asked) {
      asked[i] = true;
      round.label = source.y[i];
      model.learn({i, round.label, round.probability < 1});
      model.update();
    }
    tell(rule, round);
  }
  std::vector<int> classes;
  for (const auto& p : model.all_probabilities().rowwise()) {
    Eigen::Index best = 0;
    p.maxCoeff(&best);
    classes.push_back(static_cast<int>(best));
  }
  measured.rounds.push_back(wrong / static_cast<double>(n));
  measured.never_asked.push_back(error_of(classes, source.y, asked));
}

void print(const char* of, const std::vector<double>& errors, double largest) {
  const auto n = static_cast<double>(errors.size());
  double mean = 0, squares = 0;
  for (const double e : errors) mean += e / n;
  for (const double e : errors) squares += (e - mean) * (e - mean);
  const double deviation = std::sqrt(squares / (n - 1) / n);
  std::printf("  %s %.4f (t %+.1f)", of, mean, deviation > 0 ? (mean - largest) / deviation : 0);
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
        if (process) {
          play_process(source, kernels, order, budget, run, measured);
        } else {
          play_stream(source, order, budget, run, measured);
        }
      }
      std::printf("%-9s %6llu labels  largest class %.4f", process ? "process" : "stream",
                  static_cast<unsigned long long>(budget), largest);
      print("rounds", measured.rounds, largest);
      print("never asked", measured.never_asked, largest);
      std::printf("  %.1f CPU s\n", (static_cast<double>(std::clock()) - begin) / CLOCKS_PER_SEC);
      std::fflush(stdout);
    }
  }
}
