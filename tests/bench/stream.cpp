// SPDX-License-Identifier: Apache-2.0
// Time of one online pass of PA-I over a long svmlight text, from the text, while the cache is
// made, and from the cache. One line per pass, tab-separated. The peer is in tests/bench/peers.py.
//
//   bench_stream FILE [THREADS]
#include <sys/resource.h>

#include <charconv>
#include <chrono>
#include <exception>
#include <filesystem>
#include <string>

#include <fmt/format.h>

#include <querent/datasets/vectors/row_stream.hpp>
#include <querent/learners/linear/passive_aggressive.hpp>

namespace {

double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

void pass(const char* what, const std::filesystem::path& file,
          const querent::VectorOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  const double cpu = cpu_seconds();
  querent::RowStream stream = querent::RowStream::open(file, options);
  querent::PassiveAggressive learner;
  std::uint64_t mistakes = 0;
  std::uint32_t positive = 0;
  for (querent::LabelledRow row; stream.next(row);) {
    if (stream.report().rows == 1 && stream.label_names()[row.labels[0]] == "-1") positive = 1;
    const querent::SparseRow x{row.index, row.value};
    const int y = row.labels[0] == positive ? 1 : 0;
    mistakes += learner.predict(x).label != y;
    learner.update(x, y);
  }
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  fmt::print("{}\tthreads {}\trows {}\tmistakes {}\twall {:.3f} s\tcpu {:.3f} s\tpeak {} MB\n",
             what, options.threads, stream.report().rows, mistakes, wall.count(),
             cpu_seconds() - cpu, usage.ru_maxrss / 1024);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: bench_stream FILE [THREADS]\n");
    return 2;
  }
  try {
    const std::filesystem::path file = argv[1];
    unsigned threads = 2;
    if (argc > 2) std::from_chars(argv[2], argv[2] + std::string(argv[2]).size(), threads);
    std::filesystem::path cache = file;
    cache += ".cache";
    std::filesystem::remove(cache);
    pass("text", file, {.threads = 1});
    for (int i = 0; i < 3; ++i) pass("text", file, {.threads = threads});
    pass("text, making the cache", file, {.threads = threads, .cache = cache});
    for (int i = 0; i < 3; ++i) pass("cache", file, {.threads = threads, .cache = cache});
    std::filesystem::remove(cache);
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return 1;
  }
}
