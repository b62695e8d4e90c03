// SPDX-License-Identifier: Apache-2.0
// Time of one round, predict and perhaps update, with every label asked: what the O(d²) of the
// papers costs here.
#include <vector>

#include <benchmark/benchmark.h>

#include <querent/learners/least_squares/cmog.hpp>
#include <querent/learners/least_squares/msg.hpp>
#include <querent/learners/least_squares/rls.hpp>
#include <querent/learners/random.hpp>

using namespace querent;

namespace {

constexpr std::size_t kRows = 1024;

std::vector<double> random_rows(std::size_t d) {
  Rng rng = make_rng(1, 0, Stream::kLearner);
  std::vector<double> rows(kRows * d);
  for (double& entry : rows) entry = 2 * uniform01(rng) - 1;
  return rows;
}

// Rls learns in every round: the worst case of CMOG and MSG
template <class Learner>
void round(benchmark::State& state) {
  const auto d = static_cast<std::size_t>(state.range(0));
  const int K = static_cast<int>(state.range(1));
  const std::vector<double> rows = random_rows(d);
  Learner learner(d, K);
  std::size_t t = 0;
  for (auto _ : state) {
    const std::size_t i = t % kRows;
    const DenseRow x{{&rows[i * d], d}};
    benchmark::DoNotOptimize(learner.predict(x));
    benchmark::DoNotOptimize(learner.update(x, static_cast<int>(i) % K));
    ++t;
  }
}

}  // namespace

BENCHMARK(round<Rls>)->Args({100, 3})->Args({100, 7})->Args({500, 3});
BENCHMARK(round<Msg>)->Args({100, 3});
BENCHMARK(round<Cmog>)->Args({100, 3});
BENCHMARK_MAIN();
