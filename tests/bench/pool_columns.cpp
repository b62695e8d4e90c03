// SPDX-License-Identifier: Apache-2.0
// The error of auto's pool and of other query rules, all with auto's final model, and the error of
// streams:
//
//   bench_pool_columns DIR LABELS[,LABELS …] FIRST LAST [COLUMN …]
//
// DIR has edges.tsv (n0 <tab> n1), labels.tsv (n0 <tab> c2), orders.txt and optionally words.svm
// (one row per node), as unlike_sources.py writes them. A line of orders.txt has the number of
// nodes that are never asked, which come first, and all nodes in the order in which they would be
// drawn at random. Prints one line for each order from FIRST to before LAST: labels, order, column,
// the error on items never asked, CPU seconds. pool_columns.py compares them.
//
//   pool         auto's rule; random: uniformly drawn items
//   vopt         V-optimality (Ji and Han, AISTATS 2012), which does not use the labels
//   uncertainty  the smallest margin, after one random answer per class
//   medoids      the node nearest to the centre of each of as many clusters of the features as there are labels
//   spreading    label spreading (α = 0.8) from labels at random
//   MSG, thrifty the stream of this learner with its own rule within the budget, on the graph alone, as in `run`
//   NAME-random  the same learner with random questions
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <querent/learners/random.hpp>
#include <querent/learners/session/auto/clusters.hpp>
#include <querent/learners/session/auto/model.hpp>
#include <querent/learners/session/auto/rule.hpp>
#include <querent/learners/session/session.hpp>
#include <querent/spectral/propagation/label_spreading.hpp>

#include "bench_source.hpp"

using namespace querent;

namespace {

using bench::Source;
using bench::source_of;

// An order: the nodes that are never asked, and the random order of all others.
struct Split {
  std::uint64_t seed = 0;
  std::vector<std::uint32_t> test, rest;
};

std::vector<Split> splits_of(const std::string& dir) {
  std::vector<Split> splits;
  std::ifstream in(dir + "/orders.txt");
  for (std::string line; std::getline(in, line);) {
    Split split{.seed = splits.size(), .test = {}, .rest = {}};
    std::istringstream nodes(line);
    std::size_t never = 0;
    nodes >> never;
    for (std::uint32_t i = 0; nodes >> i;)
      (split.test.size() < never ? split.test : split.rest).push_back(i);
    splits.push_back(std::move(split));
  }
  return splits;
}

// The item with the greatest value(i) ≥ 0 among those that may be asked; the first of several.
template <class Value>
std::uint32_t greatest_of(const Pool& pool, Value&& value) {
  std::uint32_t item = 0;
  double most = -1;
  for (std::uint32_t i = 0; i < pool.model.size(); ++i) {
    if (pool.may_ask[i] == 0) continue;
    const double v = value(i);
    if (v <= most) continue;
    most = v;
    item = i;
  }
  return item;
}

PoolRule least_margin() {
  return [](const Pool& pool, Rng& rng) -> PoolChoice {
    const auto K = static_cast<std::size_t>(pool.model.num_classes());
    if (pool.answers.size() < K) return draw_from(pool, Why::kCover, rng);
    std::vector<double> f(K);
    return {.item = greatest_of(
                pool, [&](std::uint32_t i) { return 1 / (1 + pool.model.predict(i, f).margin); })};
  };
}

PoolRule medoids(std::uint32_t k) {
  return [k, order = std::vector<std::uint32_t>()](const Pool& pool,
                                                   Rng& rng) mutable -> PoolChoice {
    if (order.empty()) {
      const Kernels& kernels = pool.model.kernels();
      for (const auto& cluster : clusters_of(kernels, k).items) {
        const auto first =
            std::ranges::find_if(cluster, [&](std::uint32_t i) { return pool.may_ask[i] != 0; });
        if (first != cluster.end()) order.push_back(*first);
      }
    }
    for (const std::uint32_t i : order) {
      if (pool.may_ask[i] != 0) return {.item = i};
    }
    return draw_from(pool, Why::kUrgent, rng);
  };
}

SessionOptions pool_by(const std::string& column, const Split& split, std::uint32_t labels) {
  SessionOptions options{.budget = labels, .seed = split.seed};
  if (column == "random")
    options.rule = [](const Pool& pool, Rng& rng) { return draw_from(pool, Why::kUrgent, rng); };
  if (column == "uncertainty") options.rule = least_margin();
  if (column == "medoids") options.rule = medoids(labels);
  if (column == "vopt") options.rule = variance_reduction(false);
  if (column != "pool") options.checks = 0;
  return options;
}

SessionOptions stream_by(const std::string& column, const Split& split, std::uint32_t labels) {
  constexpr std::string_view kAtRandom = "-random";
  const bool at_random = column.ends_with(kAtRandom);
  SessionOptions options{.order = Order::kStream, .budget = labels, .seed = split.seed};
  options.learner = at_random ? column.substr(0, column.size() - kAtRandom.size()) : column;
  if (at_random) options.query = "random";
  options.arrivals = split.rest;
  return options;
}

double error_of(const std::vector<int>& y, const Split& split, const auto& predicted) {
  double wrong = 0;
  for (const std::uint32_t i : split.test) wrong += predicted(i) != y[i];
  return wrong / static_cast<double>(split.test.size());
}

double asked_by(const Source& source, const Split& split, const std::shared_ptr<const Items>& items,
                SessionOptions options) {
  Session session(items, source.classes, std::move(options));
  if (session.options().order == Order::kPool) {
    for (const std::uint32_t i : split.test) session.do_not_know(i);
  }
  for (auto next = session.next(); const auto* question = std::get_if<Question>(&next);
       next = session.next())
    session.answer(question->item, source.y[question->item]);
  const std::vector<ItemPrediction>& predicted = session.predictions();
  return error_of(source.y, split, [&](std::uint32_t i) { return predicted[i].label; });
}

double spread(const Source& source, const Split& split, std::uint32_t labels) {
  std::vector<int> known(source.y.size(), -1);
  for (std::size_t k = 0; k < labels; ++k) known[split.rest[k]] = source.y[split.rest[k]];
  const std::vector<int> predicted =
      spread_labels(*source.graph, known, static_cast<int>(source.classes.size()));
  return error_of(source.y, split, [&](std::uint32_t i) { return predicted[i]; });
}

double error_of_column(const Source& source, const Split& split, const std::string& column,
                       std::uint32_t labels) {
  if (column == "spreading") return spread(source, split, labels);
  for (const char* one : {"pool", "random", "vopt", "uncertainty", "medoids"}) {
    if (column == one) return asked_by(source, split, source.items, pool_by(column, split, labels));
  }
  return asked_by(source, split, source.nodes, stream_by(column, split, labels));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5) {
    std::fprintf(stderr, "bench_pool_columns DIR LABELS[,LABELS] FIRST LAST [COLUMN …]\n");
    return 2;
  }
  const Source source = source_of(argv[1]);
  const std::vector<Split> splits = splits_of(argv[1]);
  std::vector<std::string> columns(argv + 5, argv + argc);
  if (columns.empty()) columns = {"pool", "random", "vopt", "uncertainty", "medoids", "spreading"};
  std::vector<std::uint32_t> budgets;
  std::istringstream list(argv[2]);
  for (std::string one; std::getline(list, one, ',');)
    budgets.push_back(static_cast<std::uint32_t>(std::stoul(one)));
  const auto last = std::min<std::size_t>(std::stoul(argv[4]), splits.size());
  for (const std::uint32_t labels : budgets) {
    for (std::size_t order = std::stoul(argv[3]); order < last; ++order) {
      for (const std::string& column : columns) {
        const std::clock_t begin = std::clock();
        const double error = error_of_column(source, splits[order], column, labels);
        std::printf("%u\t%zu\t%s\t%.6f\t%.2f\n", labels, order, column.c_str(), error,
                    static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
        std::fflush(stdout);
      }
    }
  }
}
