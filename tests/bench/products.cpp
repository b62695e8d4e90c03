// SPDX-License-Identifier: Apache-2.0
// The time of one product of a graph's matrix with eight dense columns, by our own kernel and by
// GraphBLAS, on one thread. The graph is random with power-law degrees; its nodes are in the order
// of their degrees, or shuffled.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

#include <benchmark/benchmark.h>

#include <querent/graph/graphblas_api.h>
#include <querent/graph/matrices/graphblas.hpp>
#include <querent/graph/matrices/laplacian.hpp>
#include <querent/graph/subgraph.hpp>

namespace {

using namespace querent;

Graph power_law(Node n, bool sorted) {
  std::mt19937_64 rng(1);
  std::vector<std::pair<Node, Node>> edges;
  const auto draw = [&] {
    const double u = (static_cast<double>(rng() >> 11) + 1) * 0x1p-53;
    return static_cast<Node>(static_cast<double>(n) * std::pow(u, 3));
  };
  while (edges.size() < 10 * static_cast<std::size_t>(n)) {
    const Node i = std::min(draw(), n - 1);
    const Node j = static_cast<Node>(rng() % n);
    // numbers are independent of degrees: a fixed shuffle by multiplication
    const auto mixed = [n](Node k) {
      return static_cast<Node>(k * std::uint64_t{2654435761} % 4294967291 % n);
    };
    const Node a = mixed(i), b = mixed(j);
    if (a == b) continue;
    edges.emplace_back(a, b);
    edges.emplace_back(b, a);
  }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  std::vector<std::uint64_t> offsets(n + 1, 0);
  std::vector<Node> neighbours;
  for (const auto& [a, b] : edges) {
    ++offsets[a + 1];
    neighbours.push_back(b);
  }
  for (Node i = 0; i < n; ++i) offsets[i + 1] += offsets[i];
  const Graph graph(offsets, neighbours);
  if (!sorted) return graph;
  std::vector<Node> position(n);
  return subgraph(graph, nodes_by_degree(graph), position);
}

template <class Real>
void own(benchmark::State& state, bool sorted) {
  const Graph graph = power_law(static_cast<Node>(state.range(0)), sorted);
  const Laplacian L(graph, LaplacianKind::kCombinatorial);
  const Laplacian::Recurrence<Real> recurrence(L, 1, 0.01);
  DenseBlock<Real> x(L.size(), 8), y(L.size(), 8);
  std::fill_n(x.data(), L.size() * 8, Real{1});
  for (auto _ : state) recurrence.advance(x, y);
  state.counters["entries"] = static_cast<double>(L.num_entries());
}

void floats(benchmark::State& state, bool sorted) {
  own<float>(state, sorted);
}
void doubles(benchmark::State& state, bool sorted) {
  own<double>(state, sorted);
}

void graphblas(benchmark::State& state) {
  const Graph graph = power_law(static_cast<Node>(state.range(0)), false);
  const GrB_Index n = graph.num_nodes();
  std::vector<GrB_Index> columns(graph.all_neighbours().begin(), graph.all_neighbours().end());
  std::vector<double> values(columns.size(), 1.0);
  grb::Matrix S, x, y;
  const grb::Descriptor one(1);
  grb::check(
      GrB_Matrix_import_FP64(S.put(), GrB_FP64, n, n, graph.offsets().data(), columns.data(),
                             values.data(), n + 1, columns.size(), values.size(), GrB_CSR_FORMAT),
      "GrB_Matrix_import");
  for (grb::Matrix* block : {&x, &y}) {
    grb::check(GrB_Matrix_new(block->put(), GrB_FP64, n, 8), "GrB_Matrix_new");
    void* data = std::malloc(n * 8 * sizeof(double));
    std::memset(data, 0, n * 8 * sizeof(double));
    grb::check(GxB_Matrix_pack_FullR(block->get(), &data, n * 8 * sizeof(double), false, nullptr),
               "GxB_Matrix_pack_FullR");
  }
  for (auto _ : state) {
    grb::check(GrB_mxm(y.get(), nullptr, GrB_PLUS_FP64, GrB_PLUS_TIMES_SEMIRING_FP64, S.get(),
                       x.get(), one.get()),
               "GrB_mxm");
  }
  state.counters["entries"] = static_cast<double>(columns.size());
}

}  // namespace

BENCHMARK_CAPTURE(floats, by_degree, true)
    ->Arg(20'000)
    ->Arg(200'000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(floats, unordered, false)
    ->Arg(20'000)
    ->Arg(200'000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(doubles, by_degree, true)
    ->Arg(20'000)
    ->Arg(200'000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(graphblas)->Arg(20'000)->Arg(200'000)->Unit(benchmark::kMillisecond);

BENCHMARK_MAIN();
