// SPDX-License-Identifier: Apache-2.0
// Edges per second from the text of an edge list in memory to the rows of a graph, on one core.
// Items are records of the file; times are user CPU seconds. The graph is random (Erdős–Rényi), so
// that a cache can predict neither the ids of a line nor its place in the matrix.
#include <charconv>
#include <random>
#include <string>

#include <benchmark/benchmark.h>

#include <querent/graph/read.hpp>
#include <querent/graph/readers/edge_list.hpp>

namespace {

enum class Ids { kSmall, kSparse, kText };

std::string edge_list(std::uint64_t nodes, std::uint64_t edges, Ids ids, bool weighted) {
  std::mt19937_64 rng(1);
  std::string text;
  text.reserve(edges * 24);
  const auto put = [&](std::uint64_t number) {
    char digits[20];
    const auto end = std::to_chars(digits, digits + 20, number).ptr;
    text.append(digits, end);
  };
  const auto put_id = [&] {
    std::uint64_t id = rng() % nodes;
    if (ids == Ids::kSparse) id = id * 0x9e3779b97f4a7c15ULL >> 4;
    if (ids == Ids::kText) text += 'n';
    put(id);
  };
  for (std::uint64_t e = 0; e < edges; ++e) {
    put_id();
    text += '\t';
    put_id();
    if (weighted) text += "\t0.5";
    text += '\n';
  }
  return text;
}

void text_to_rows(benchmark::State& state, std::uint64_t nodes, Ids ids, bool weighted) {
  const std::uint64_t edges = 10 * nodes;
  const std::string text = edge_list(nodes, edges, ids, weighted);
  for (auto _ : state) {
    querent::Input input = querent::Input::from_memory(text, "edges");
    querent::GraphBuilder builder("edges", {.duplicates = querent::Duplicates::kMergeEqual});
    querent::read_edge_list(input, builder);
    benchmark::DoNotOptimize(builder.assemble().num_edges());
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(edges) * state.iterations());
  state.SetBytesProcessed(static_cast<std::int64_t>(text.size()) * state.iterations());
}

void text_to_data(benchmark::State& state, std::uint64_t nodes) {
  const std::uint64_t edges = 10 * nodes;
  const std::string text = edge_list(nodes, edges, Ids::kSmall, false);
  for (auto _ : state) {
    querent::Input input = querent::Input::from_memory(text, "edges");
    benchmark::DoNotOptimize(querent::read_graph(input, nullptr, nullptr).graph.num_edges());
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(edges) * state.iterations());
}

}  // namespace

BENCHMARK_CAPTURE(text_to_rows, numbers / 1e5_nodes, 100'000, Ids::kSmall, false)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(text_to_rows, numbers / 1e6_nodes, 1'000'000, Ids::kSmall, false)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(text_to_rows, weighted / 1e5_nodes, 100'000, Ids::kSmall, true)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(text_to_rows, sparse_numbers / 1e5_nodes, 100'000, Ids::kSparse, false)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(text_to_rows, text / 1e5_nodes, 100'000, Ids::kText, false)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(text_to_data, with_components_and_names / 1e5_nodes, 100'000)
    ->Unit(benchmark::kMillisecond);

BENCHMARK_MAIN();
