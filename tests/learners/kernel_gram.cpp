// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/kernel/gram.hpp>

#include <cstring>

#include <doctest/doctest.h>

#include <querent/learners/kernel/duol.hpp>
#include <querent/learners/kernel/m_duol.hpp>
#include <querent/learners/random.hpp>

using namespace querent;

namespace {

std::vector<std::vector<double>> points(std::size_t n, std::size_t d, Rng& rng) {
  std::vector<std::vector<double>> x(n, std::vector<double>(d));
  for (auto& point : x) {
    for (double& v : point) v = 2 * uniform01(rng) - 1;
  }
  return x;
}

}  // namespace

TEST_CASE(
    "a Gram matrix is symmetric with ones on the diagonal, and the same for any number of "
    "threads") {
  Rng rng = make_rng(60, 0, Stream::kLearner);
  const auto x = points(150, 7, rng);
  const auto row = [&](std::uint32_t i) { return DenseRow{x[i]}; };
  const GaussianKernel kernel({.sigma = 1.3});
  const GramMatrix one(150, kernel, row, 1), three(150, kernel, row, 3);
  for (std::size_t i = 0; i < 150; ++i) {
    CHECK(one.row(i)[i] == 1);
    for (std::size_t j = 0; j < 150; ++j) CHECK(one.row(i)[j] == one.row(j)[i]);
    CHECK(std::memcmp(one.row(i).data(), three.row(i).data(), 150 * sizeof(double)) == 0);
  }
}

TEST_CASE(
    "learners decide the same, to the last bit of the margin, from a Gram matrix and from support "
    "vectors") {
  Rng rng = make_rng(61, 0, Stream::kLearner);
  const auto x = points(300, 5, rng);
  const GaussianKernel kernel({.sigma = 1});
  const auto gram = std::make_shared<const GramMatrix>(
      300, kernel, [&](std::uint32_t i) { return DenseRow{x[i]}; }, 2u);
  Duol<> duol{SupportSet<>(kernel)};
  Duol<GramSupport> duol_gram{GramSupport(gram)};
  MDuol<> m_duol(3, SupportSet<>(kernel));
  MDuol<GramSupport> m_duol_gram(3, GramSupport(gram));
  for (const std::uint32_t i : random_order(300, rng)) {
    const int y = x[i][0] + x[i][1] > 0.3 * uniform01(rng) ? 1 : 0, y3 = x[i][2] > 0.5 ? 2 : y;
    CHECK(duol.predict(DenseRow{x[i]}).margin == duol_gram.predict(GramRow{i}).margin);
    CHECK(m_duol.predict(DenseRow{x[i]}).margin == m_duol_gram.predict(GramRow{i}).margin);
    CHECK(duol.update(DenseRow{x[i]}, y) == duol_gram.update(GramRow{i}, y));
    CHECK(m_duol.update(DenseRow{x[i]}, y3) == m_duol_gram.update(GramRow{i}, y3));
  }
  CHECK(duol.counts().doubles > 10);
}
