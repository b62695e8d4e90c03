// SPDX-License-Identifier: Apache-2.0
// What auto's pool errs beside other ways of asking, all finished by auto's model:
//
//   bench_pool_columns DIR LABELS[,LABELS …] FIRST LAST [COLUMN …]
//
// DIR has edges.tsv (n0 <tab> n1) and labels.tsv (n0 <tab> c2), as docs/unlike_neighbours.py writes them. In each order
// from FIRST to before LAST a third of the nodes is never asked. Prints a line for each: labels, order, column, the
// error on that third, CPU seconds. tests/bench/pool_columns.py compares them.
//
//   pool         auto's rule; random: any item may be next with the same probability
//   vopt         V-optimality (Ji and Han, AISTATS 2012): the labels play no part
//   uncertainty  the least margin, after an answer a class at random
//   medoids      the node nearest to the centre of each of as many clusters of the eigenvectors as there are labels
//   spreading    label spreading (α = 0.8) from labels at random
//   frequent     the class that most of these have; most: the class that most nodes have
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <memory>
#include <numeric>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <querent/learners/random.hpp>
#include <querent/learners/session/clusters.hpp>
#include <querent/learners/session/session.hpp>
#include <querent/learners/session/variance_reduction.hpp>
#include <querent/spectral/label_spreading.hpp>

using namespace querent;

namespace {

struct Source {
  std::shared_ptr<const Graph> graph;
  std::shared_ptr<const Items> items;
  std::vector<int> y;
  std::vector<std::string> classes;
};

Source source_of(const std::string& dir) {
  Source source;
  std::string line;
  unsigned a = 0, b = 0;
  for (std::ifstream in(dir + "/labels.tsv"); std::getline(in, line);) {
    int label = 0;
    if (std::sscanf(line.c_str(), "n%u\tc%d", &a, &label) != 2) continue;
    source.y.resize(std::max<std::size_t>(source.y.size(), a + std::size_t{1}), 0);
    source.y[a] = label;
  }
  std::set<std::pair<Node, Node>> entries;
  for (std::ifstream in(dir + "/edges.tsv"); std::getline(in, line);) {
    if (std::sscanf(line.c_str(), "n%u\tn%u", &a, &b) != 2 || a == b) continue;
    entries.insert({a, b});
    entries.insert({b, a});
  }
  std::vector<std::uint64_t> offsets(source.y.size() + 1, 0);
  std::vector<Node> neighbours;
  for (const auto& [i, j] : entries) {
    ++offsets[i + 1];
    neighbours.push_back(j);
  }
  std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
  source.graph = std::make_shared<const Graph>(std::move(offsets), std::move(neighbours));
  source.items = std::make_shared<const Items>(items_of(source.graph, embed(*source.graph, {})));
  const int classes = 1 + *std::max_element(source.y.begin(), source.y.end());
  for (int k = 0; k < classes; ++k) source.classes.push_back(std::to_string(k));
  return source;
}

PoolRule least_margin() {
  return [](const Pool& pool, Rng& rng) -> PoolChoice {
    const auto K = static_cast<std::size_t>(pool.model.num_classes());
    if (pool.answers.size() < K) return draw_from(pool, Why::kCover, rng);
    std::vector<double> f(K);
    return {.item = greatest_of(pool, [&](std::uint32_t i) { return 1 / (1 + pool.model.predict(i, f).margin); })};
  };
}

PoolRule medoids(std::uint32_t k) {
  return [k, order = std::vector<std::uint32_t>()](const Pool& pool, Rng& rng) mutable -> PoolChoice {
    if (order.empty()) {
      for (const auto& cluster : clusters_of(pool.model, 0, k).items) {
        const auto first = std::ranges::find_if(cluster, [&](std::uint32_t i) { return pool.may_ask[i] != 0; });
        if (first != cluster.end()) order.push_back(*first);
      }
    }
    for (const std::uint32_t i : order) {
      if (pool.may_ask[i] != 0) return {.item = i};
    }
    return draw_from(pool, Why::kUrgent, rng);
  };
}

// An order: who is never asked, and in which order all others would be drawn.
struct Split {
  std::uint64_t seed = 0;
  std::vector<std::uint32_t> test, rest;
};

double asked_by(const Source& source, const Split& split, const std::string& column, std::uint32_t labels) {
  SessionOptions options{.budget = labels, .seed = split.seed};
  if (column == "random") options.rule = [](const Pool& pool, Rng& rng) { return draw_from(pool, Why::kUrgent, rng); };
  if (column == "uncertainty") options.rule = least_margin();
  if (column == "medoids") options.rule = medoids(labels);
  if (column == "vopt") {
    options.rule = variance_reduction({.sharpness = 0});
    options.model.landmarks = 300;
  }
  if (column != "pool") options.checks = 0;
  Session session(source.items, source.classes, options);
  for (const std::uint32_t i : split.test) session.do_not_know(i);
  for (auto next = session.next(); const auto* question = std::get_if<Question>(&next); next = session.next())
    session.answer(question->item, source.y[question->item]);
  double wrong = 0;
  for (const std::uint32_t i : split.test) wrong += session.predictions()[i].label != source.y[i];
  return wrong / static_cast<double>(split.test.size());
}

double always(const Source& source, const Split& split, std::size_t seen) {
  std::vector<int> count(source.classes.size(), 0);
  const auto add = [&](std::uint32_t i) { ++count[static_cast<std::size_t>(source.y[i])]; };
  for (std::size_t k = 0; k < std::min(seen, split.rest.size()); ++k) add(split.rest[k]);
  if (seen > split.rest.size()) std::ranges::for_each(split.test, add);
  const auto most = static_cast<int>(std::max_element(count.begin(), count.end()) - count.begin());
  double wrong = 0;
  for (const std::uint32_t i : split.test) wrong += source.y[i] != most;
  return wrong / static_cast<double>(split.test.size());
}

double spread(const Source& source, const Split& split, std::uint32_t labels) {
  std::vector<int> known(source.y.size(), -1);
  for (std::size_t k = 0; k < labels; ++k) known[split.rest[k]] = source.y[split.rest[k]];
  const std::vector<int> said = spread_labels(*source.graph, known, static_cast<int>(source.classes.size()));
  double wrong = 0;
  for (const std::uint32_t i : split.test) wrong += said[i] != source.y[i];
  return wrong / static_cast<double>(split.test.size());
}

double error_of(const Source& source, const Split& split, const std::string& column, std::uint32_t labels) {
  if (column == "spreading") return spread(source, split, labels);
  if (column == "frequent") return always(source, split, labels);
  if (column == "most") return always(source, split, source.y.size());
  return asked_by(source, split, column, labels);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5) {
    std::fprintf(stderr, "bench_pool_columns DIR LABELS[,LABELS] FIRST LAST [COLUMN …]\n");
    return 2;
  }
  const Source source = source_of(argv[1]);
  std::vector<std::string> columns(argv + 5, argv + argc);
  if (columns.empty()) columns = {"pool", "random", "vopt", "uncertainty", "medoids", "spreading", "frequent", "most"};
  std::vector<std::uint32_t> budgets;
  std::istringstream list(argv[2]);
  for (std::string one; std::getline(list, one, ',');) budgets.push_back(static_cast<std::uint32_t>(std::stoul(one)));
  for (const std::uint32_t labels : budgets) {
    for (std::uint64_t seed = std::stoull(argv[3]); seed < std::stoull(argv[4]); ++seed) {
      Split split{.seed = seed, .test = {}, .rest = {}};
      split.rest.resize(source.y.size());
      std::iota(split.rest.begin(), split.rest.end(), 0U);
      Rng rng = make_rng(seed, 0, Stream::kHeldOut);
      shuffle(split.rest, rng);
      const auto third = split.rest.begin() + static_cast<std::ptrdiff_t>(split.rest.size() / 3);
      split.test.assign(split.rest.begin(), third);
      split.rest.erase(split.rest.begin(), third);
      for (const std::string& column : columns) {
        const std::clock_t begin = std::clock();
        const double error = error_of(source, split, column, labels);
        std::printf("%u\t%llu\t%s\t%.6f\t%.2f\n", labels, static_cast<unsigned long long>(seed), column.c_str(), error,
                    static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
        std::fflush(stdout);
      }
    }
  }
}
