// SPDX-License-Identifier: Apache-2.0
// Separate objects in separate threads: each thread gets the result of one thread alone, to the
// last bit, and under the thread sanitizer (./dev tsan) no two of them touch the same memory.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <querent/datasets/catalogue.hpp>
#include <querent/datasets/vectors/vector_data.hpp>
#include <querent/graph/matrices/symmetrize.hpp>
#include <querent/graph/read.hpp>
#include <querent/learners/kernel/kernel_multiclass_perceptron.hpp>
#include <querent/learners/least_squares/msg.hpp>
#include <querent/learners/multiclass/m_passive_aggressive.hpp>
#include <querent/learners/play.hpp>
#include <querent/learners/query/margin.hpp>
#include <querent/spectral/embedding.hpp>
#include <querent/spectral/propagation/label_spreading.hpp>

using namespace querent;

namespace {

const std::string kKarate = QUERENT_DATASETS "/embedded/graphs/karate/";
const std::string kDigits = QUERENT_DATASETS "/embedded/vectors/digits/rows.csv.gz";

/// Checks that `work` gives the same result alone as in each of four threads at once. The threads
/// run first, so that they create whatever is created once per process.
template <class Result>
void same_in_every_thread(const std::function<Result()>& work) {
  std::vector<Result> found(4);
  std::vector<std::thread> threads;
  for (Result& result : found) threads.emplace_back([&result, &work] { result = work(); });
  for (auto& thread : threads) thread.join();
  const Result alone = work();
  for (const Result& result : found) CHECK(result == alone);
}

/// A torus of side × side nodes, large enough for the helper threads of for_rows.
Graph torus(Node side) {
  std::vector<std::uint64_t> offsets{0};
  std::vector<Node> neighbours;
  for (Node i = 0; i < side * side; ++i) {
    const Node row = i / side, column = i % side;
    std::vector<Node> around{
        (row + 1) % side * side + column, (row + side - 1) % side * side + column,
        row * side + (column + 1) % side, row * side + (column + side - 1) % side};
    std::sort(around.begin(), around.end());
    neighbours.insert(neighbours.end(), around.begin(), around.end());
    offsets.push_back(neighbours.size());
  }
  return Graph(std::move(offsets), std::move(neighbours));
}

template <class Learner, class Rule>
std::vector<std::uint64_t> played(Learner learner, Rule rule, const VectorData& data) {
  Rng shuffler = make_rng(0, 0, Stream::kOrder), coin = make_rng(0, 0, Stream::kQuery);
  auto order = random_order(static_cast<std::uint32_t>(data.rows()), shuffler);
  order.resize(300);
  const Tally tally = play(
      learner, rule, order, [&](std::uint32_t i) { return DenseRow{data.row_value(i)}; },
      [&](std::uint32_t i) { return data.labels[i]; }, coin, [](std::uint32_t, const Round&) {});
  return {tally.mistakes, tally.queries, tally.updates};
}

}  // namespace

TEST_CASE(
    "graphs are read, symmetrised by GraphBLAS and their labels spread in four threads as in one") {
  same_in_every_thread<std::vector<int>>([] {
    const SparseRows cycle{.offsets = {0, 1, 2, 3}, .column = {1, 2, 0}, .weight = {}};
    std::vector<int> found{static_cast<int>(symmetrized(cycle, Symmetrize::kOr).num_edges())};
    const GraphData data = read_graph(
        {.edges = kKarate + "edges.tsv", .labels = kKarate + "labels.tsv", .features = {}});
    std::vector<int> known(data.labels.size(), kUnlabelled);
    known.front() = data.labels.front();
    known.back() = data.labels.back();
    for (const int k : spread_labels(data.graph, known, 2)) found.push_back(k);
    return found;
  });
}

TEST_CASE("embeddings with their own helper threads are the same in four threads as in one") {
  const Graph graph = torus(100);
  same_in_every_thread<std::vector<double>>([&] {
    const Embedding M = embed(
        graph, {.dim = 4, .solver = EigenSolver::kBlockLanczos, .tolerance = 1e-2, .threads = 2});
    return std::vector<double>(M.rows.data(), M.rows.data() + M.rows.size());
  });
}

TEST_CASE("vector files are read with their own threads in four threads as in one") {
  same_in_every_thread<std::vector<double>>([] {
    const VectorData data = read_vectors(kDigits, {.threads = 2});
    std::vector<double> found(data.value);
    found.push_back(static_cast<double>(find_dataset("digits").facts.nodes));
    return found;
  });
}

TEST_CASE(
    "learners, kernels and rules play in four threads as in one, on rows that all of them share") {
  const VectorData data = with_layout(read_vectors(kDigits), RowLayout::kDense);
  const auto K = static_cast<int>(data.classes.size());
  same_in_every_thread<std::vector<std::uint64_t>>([&] {
    std::vector<std::uint64_t> found =
        played(Msg(data.features, K), ThetaQuery(K, {.h = 1e-3}), data);
    for (const auto& more :
         {played(MPassiveAggressive(data.features, K), MarginQuery({.b = 50}), data),
          played(KernelMulticlassPerceptron(K), MarginQuery({.b = 1}), data)})
      found.insert(found.end(), more.begin(), more.end());
    return found;
  });
}
