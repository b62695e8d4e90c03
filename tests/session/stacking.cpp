// SPDX-License-Identifier: Apache-2.0
// The shares of two models, beside a search over all of them.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include <querent/learners/random.hpp>
#include <querent/learners/session/stacking.hpp>

using namespace querent;

namespace {

constexpr int kStacked = 3;

// 40 items of which `right` in ten are scored for their class, with noise.
NodeScores scores(int right, std::uint64_t seed, double size = 1) {
  Rng rng(seed);
  NodeScores F(40, kStacked);
  for (Eigen::Index i = 0; i < F.rows(); ++i) {
    for (Eigen::Index k = 0; k < kStacked; ++k) F(i, k) = size * 0.3 * uniform01(rng);
    const Eigen::Index toward = uniform01(rng) < right / 10.0 ? i % kStacked : (i + 1) % kStacked;
    F(i, toward) += size * 0.4;
  }
  return F;
}

std::vector<Answer> first_answers(std::uint32_t n) {
  std::vector<Answer> answers;
  for (std::uint32_t i = 0; i < n; ++i) answers.push_back({i, static_cast<int>(i % kStacked)});
  return answers;
}

// The loss of a share at its best t, by steps of a thousandth of t.
double loss(const NodeScores& z, const NodeScores& taught, const std::vector<Answer>& answers,
            double w) {
  double least = std::numeric_limits<double>::infinity();
  for (double t = 1e-3; t < 1e4; t *= 1.001) {
    double sum = t * t * (0.01 * (1 - w) * (1 - w) + w * w) / 2;
    for (const auto& [item, y] : answers) {
      const Eigen::RowVectorXd f = t * ((1 - w) * z.row(item) + w * taught.row(item));
      sum += std::log((f.array() - f[y]).exp().sum());
    }
    least = std::min(least, sum);
  }
  return least;
}

}  // namespace

TEST_CASE("stacking: the share is the one of least loss, by a search over t") {
  const std::vector<Answer> answers = first_answers(30);
  std::vector<double> shares;
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    const NodeScores z = scores(6, seed), taught = scores(9, seed + 10);
    const double w = share_of_second(z, taught, answers);
    shares.push_back(w);
    for (int step = 0; step <= 10; ++step)
      CHECK(loss(z, taught, answers, w) <= loss(z, taught, answers, step / 10.0) + 1e-4);
    CHECK((stacked(z, taught, answers) - (1 - w) * z - w * taught).cwiseAbs().maxCoeff() < 1e-12);
  }
  for (const double w : shares) CHECK((w > 0 && w < 1));  // both are of use
}

// Where the first misleads no share of it is of use, nor is a small one of the second: as little as
// nothing is said best, t = 0, until the second outweighs it.
TEST_CASE("stacking: what tells is found beside what misleads") {
  const std::vector<Answer> answers = first_answers(30);
  const NodeScores misleads = scores(0, 4), tells = scores(9, 14);
  REQUIRE(loss(misleads, tells, answers, 0.1) >=
          loss(misleads, tells, answers, 0) - 1e-2);  // no gain at first
  const double w = share_of_second(misleads, tells, answers);
  for (int step = 0; step <= 10; ++step)
    CHECK(loss(misleads, tells, answers, w) <= loss(misleads, tells, answers, step / 10.0) + 1e-4);
  CHECK(w > 0.5);
}

// With the other constant, f = s z, s = t (1 − w): the least ridge of a given s is that of w = 0;
// and so for w = 1.
TEST_CASE("stacking: who says the same of every class has no share") {
  const std::vector<Answer> answers = first_answers(30);
  const NodeScores none = NodeScores::Constant(40, kStacked, 0.2), some = scores(8, 5);
  CHECK(share_of_second(some, none, answers) == 0);
  CHECK(share_of_second(none, some, answers) == 1);
}

TEST_CASE("stacking: fewer than sixteen answers cannot tell, each has half") {
  const NodeScores z = scores(2, 7), taught = scores(10, 8);
  CHECK(share_of_second(z, taught, first_answers(15)) == 0.5);
  CHECK(share_of_second(z, taught, first_answers(16)) > 0.5);
  CHECK(share_of_second(z, taught, {}) == 0.5);
}
