// SPDX-License-Identifier: Apache-2.0
// A kernel of your own: the rational quadratic kernel. A kernel is a function of xᵀz, xᵀx and zᵀz;
// every kernel learner accepts it.
//
//   own_kernel ROWS           rows with labels in any format, e.g.
//   datasets/embedded/vectors/digits/rows.csv.gz
#include <cstdio>
#include <exception>

#include <querent/datasets/vectors/vector_data.hpp>
#include <querent/learners/kernel/kernel_multiclass_perceptron.hpp>
#include <querent/learners/play.hpp>
#include <querent/learners/query/all.hpp>

/// κ(x, z) = 1 / (1 + ‖x − z‖² / (2 l²))
struct RationalQuadratic {
  double length = 1;  ///< l > 0, in the unit of the features

  double operator()(double xz, double xx, double zz) const {
    const double squared_distance = xx - 2 * xz + zz;
    return 1 / (1 + squared_distance / (2 * length * length));
  }
};
static_assert(querent::Kernel<RationalQuadratic>);

int main(int argc, char** argv) try {
  using namespace querent;
  if (argc != 2) return std::fprintf(stderr, "usage: own_kernel ROWS\n"), 2;
  const VectorData data = with_layout(read_vectors(argv[1]), RowLayout::kDense);
  KernelMulticlassPerceptron learner(static_cast<int>(data.classes.size()),
                                     SupportSet<RationalQuadratic>({.length = 20}));
  AskAll query;
  Rng shuffler = make_rng(0, 0, Stream::kOrder), coin = make_rng(0, 0, Stream::kQuery);
  const auto order = random_order(static_cast<std::uint32_t>(data.rows()), shuffler);
  const Tally tally = play(
      learner, query, order, [&](std::uint32_t i) { return DenseRow{data.row_value(i)}; },
      [&](std::uint32_t i) { return data.labels[i]; }, coin, [](std::uint32_t, const Round&) {});
  std::printf("error rate %.4f with %zu support vectors\n", tally.error_rate(),
              learner.expansion().size());
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "error: %s\n", error.what());
  return 3;
}
