// SPDX-License-Identifier: Apache-2.0
// Time of one round, predict and possibly update, with every label asked: the cost of the papers'
// O(d²).
#include <algorithm>
#include <vector>

#include <benchmark/benchmark.h>

#include <querent/learners/least_squares/cmog.hpp>
#include <querent/learners/least_squares/msg.hpp>
#include <querent/learners/least_squares/rls.hpp>
#include <querent/learners/linear/adaptive_subgradients.hpp>
#include <querent/learners/linear/passive_aggressive.hpp>
#include <querent/learners/linear/soal_diagonal.hpp>
#include <querent/learners/multiclass/m_adaptive_subgradients.hpp>
#include <querent/learners/multiclass/m_passive_aggressive.hpp>
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

// rows of 50 non-zeros among 100,000 features, K classes; all features are known after the first
// rows
template <class Learner>
void sparse_round(benchmark::State& state, Learner learner, int K) {
  constexpr std::size_t kNonZeros = 50, kFeatures = 100'000, kSparseRows = 20'000;
  Rng rng = make_rng(2, 0, Stream::kLearner);
  std::vector<std::uint32_t> index(kSparseRows * kNonZeros);
  std::vector<double> value(index.size());
  for (auto& i : index) i = static_cast<std::uint32_t>(uniform_below(rng, kFeatures));
  for (double& v : value) v = uniform01(rng);
  for (std::size_t t = 0; t < kSparseRows; ++t) {
    const auto first = index.begin() + static_cast<std::ptrdiff_t>(t * kNonZeros);
    std::sort(first, first + kNonZeros);
  }
  std::size_t t = 0;
  for (auto _ : state) {
    const std::size_t at = t++ % kSparseRows * kNonZeros;
    const SparseRow x{{&index[at], kNonZeros}, {&value[at], kNonZeros}};
    benchmark::DoNotOptimize(learner.predict(x));
    benchmark::DoNotOptimize(learner.update(x, static_cast<int>(t * 7 / 3) % K));
  }
}

}  // namespace

BENCHMARK(round<Rls>)->Args({100, 3})->Args({100, 7})->Args({500, 3});
BENCHMARK(round<Msg>)->Args({100, 3});
BENCHMARK(round<Cmog>)->Args({100, 3});
BENCHMARK_CAPTURE(sparse_round, PA_I, PassiveAggressive(), 2);
BENCHMARK_CAPTURE(sparse_round, DA, DualAveraging(), 2);
BENCHMARK_CAPTURE(sparse_round, SOAL_diagonal, SoalDiagonal(), 2);
BENCHMARK_CAPTURE(sparse_round, MPA_I_10_classes, MPassiveAggressive(0, 10), 10);
BENCHMARK_CAPTURE(sparse_round, MDA_10_classes, MDualAveraging(0, 10), 10);
BENCHMARK_MAIN();
