// SPDX-License-Identifier: Apache-2.0
// Waiting time for the next question: bench_session [ITEMS [THREADS]]. Rows as of an embedding (d =
// 100, three views), seven classes. Prints the median over questions of the time of answer() and
// next() together, and memory.
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>

#include <querent/learners/session/session.hpp>

int main(int argc, char** argv) {
  using namespace querent;
  const long items = argc > 1 ? std::atol(argv[1]) : 20'000;
  const int threads = argc > 2 ? std::atoi(argv[2]) : 2;
  constexpr int kDim = 100, kClasses = 7, kQuestions = 60;
  std::mt19937_64 engine(1);
  std::normal_distribution<double> normal;
  Embedding::Rows rows(items, kDim);
  for (Eigen::Index i = 0; i < items; ++i) {
    for (Eigen::Index k = 0; k < kDim; ++k) rows(i, k) = normal(engine);
    rows(i, i % kClasses) += 3;
  }
  Session session(
      Items{.rows = std::move(rows), .eigenvalues = Eigen::VectorXd::LinSpaced(kDim, 0.01, 0.5)},
      {"a", "b", "c", "d", "e", "f", "g"}, {.threads = threads});
  std::vector<double> ms;
  std::uint32_t item = std::get<Question>(session.next()).item;
  for (int k = 0; k < kQuestions; ++k) {
    const auto begin = std::chrono::steady_clock::now();
    session.answer(item, static_cast<int>(item % kClasses));
    item = std::get<Question>(session.next()).item;
    ms.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
                     .count());
  }
  std::sort(ms.begin(), ms.end());
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf(
      "items %ld  d %d  threads %d  next question: median %.1f ms  worst %.1f ms  memory %ld MB\n",
      items, kDim, threads, ms[ms.size() / 2], ms.back(), usage.ru_maxrss / 1024);
}
