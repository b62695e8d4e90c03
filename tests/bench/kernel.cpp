// SPDX-License-Identifier: Apache-2.0
// CPU seconds of one pass of double updating over the data sets of its paper, and of the kernel
// rows alone: the same rows with the same growing support vectors, without learning. The argument
// is the directory with the data sets, w7a.xz and the others.
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <vector>

#include <querent/datasets/vectors/vector_data.hpp>
#include <querent/learners/kernel/duol.hpp>
#include <querent/learners/kernel/m_duol.hpp>
#include <querent/learners/random.hpp>

using namespace querent;

namespace {

/// The rows of a pass in order, whether each was kept and doubled, and the number of mistakes.
struct Trace {
  std::vector<std::uint32_t> order;
  std::vector<bool> kept, doubled;
  std::size_t mistakes = 0;
};

template <class Work>
double seconds(Work&& work) {
  const std::clock_t start = std::clock();
  work();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

SparseRow row_of(const VectorData& data, std::uint32_t i) {
  return {data.row_index(i), data.row_value(i)};
}

template <class Learner>
Trace learn(const VectorData& data, Learner learner) {
  Trace trace;
  Rng rng = make_rng(0, 0, Stream::kOrder);
  trace.order = random_order(static_cast<std::uint32_t>(data.rows()), rng);
  for (const std::uint32_t i : trace.order) {
    const SparseRow x = row_of(data, i);
    const std::size_t doubles = learner.counts().doubles;
    trace.mistakes += learner.predict(x).label != data.labels[i];
    trace.kept.push_back(learner.update(x, data.labels[i]));
    trace.doubled.push_back(learner.counts().doubles > doubles);
  }
  return trace;
}

double kernel_rows(const VectorData& data, const Trace& trace) {
  SupportSet<> support;
  double sum = 0;
  for (std::size_t t = 0; t < trace.order.size(); ++t) {
    const SparseRow x = row_of(data, trace.order[t]);
    if (const auto k = support.row(x); !k.empty()) sum += k.back();
    if (trace.doubled[t]) sum += support.row_of(support.size() / 2)[0];
    if (trace.kept[t]) support.set(support.size(), x);
  }
  return sum;
}

void bench(const std::filesystem::path& vectors, const char* name, double scale, double limit) {
  VectorData data = read_vectors(vectors / (std::string(name) + ".xz"));
  for (double& value : data.value) value *= scale;
  const auto K = static_cast<int>(data.classes.size());
  double whole = 1e300, rows = 1e300, sum = 0;
  Trace trace;
  for (int repetition = 0; repetition < 3; ++repetition) {
    whole = std::min(
        whole, seconds([&] { trace = K > 2 ? learn(data, MDuol<>(K)) : learn(data, Duol<>()); }));
    rows = std::min(rows, seconds([&] { sum += kernel_rows(data, trace); }));
  }
  std::printf(
      "%-14s rows %6zu  mistakes %.4f  seconds %.3f (at most %.2f)  kernel rows %.3f  ratio %.2f\n",
      name, trace.order.size(),
      static_cast<double>(trace.mistakes) / static_cast<double>(trace.order.size()), whole, limit,
      rows, sum > 0 ? whole / rows : 0);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "bench_kernel DIRECTORY, which holds w7a.xz, …\n");
    return 2;
  }
  bench(argv[1], "w7a", 1, 0.3);
  bench(argv[1], "mushrooms", 1, 0.02);
  bench(argv[1], "spambase", 1, 0.3);
  bench(argv[1], "mnist.t", 1 / 255.0, 2.5);
  bench(argv[1], "letter.scale", 1, 2.5);
}
