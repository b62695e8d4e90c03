// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/kernel/vector_exp.hpp>

#include <cmath>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include <querent/learners/random.hpp>

using namespace querent;

namespace {

/// exp through gaussian_row: xx + zz − 2k with xx = zz = 0 and scale −1 is exp(2k) for k ≤ 0.
template <class Real>
std::vector<Real> row_of_exponentials(std::vector<Real> k) {
  const std::vector<Real> zero(k.size(), Real{0});
  detail::gaussian_row<Real>(k.data(), zero.data(), k.size(), 0, -1);
  return k;
}

template <class Real>
double worst_error_in_ulps(Real lowest, int count) {
  Rng rng = make_rng(3, 0, Stream::kLearner);
  std::vector<Real> k;
  for (int i = 0; i < count; ++i)
    k.push_back(static_cast<Real>(lowest / 2 * static_cast<Real>(uniform01(rng))));
  for (int i = 0; i < count; ++i)
    k.push_back(static_cast<Real>(-std::pow(2.0, -30 * uniform01(rng))));
  const std::vector<Real> ours = row_of_exponentials(k);
  double worst = 0;
  for (std::size_t i = 0; i < k.size(); ++i) {
    const long double exact = std::exp(static_cast<long double>(2 * k[i]));
    const Real near = static_cast<Real>(exact);
    const long double ulp = near - std::nextafter(near, Real{0});
    worst = std::max(worst, static_cast<double>(std::abs(ours[i] - exact) / ulp));
  }
  return worst;
}

}  // namespace

TEST_CASE("the exponential is within 2 units in the last place of std::exp") {
  CHECK(worst_error_in_ulps<double>(-700.0, 200000) < 2);
  CHECK(worst_error_in_ulps<float>(-86.0f, 200000) < 2);
}

TEST_CASE("exp(0) = 1 exactly, below the normal numbers it is 0, and not-a-number stays") {
  const double nan = std::numeric_limits<double>::quiet_NaN(),
               inf = std::numeric_limits<double>::infinity();
  const auto e = row_of_exponentials<double>({0.0, -0.0, -360.0, -1e300, -inf, nan});
  CHECK(e[0] == 1);
  CHECK(e[1] == 1);
  CHECK(e[2] == 0);
  CHECK(e[3] == 0);
  CHECK(e[4] == 0);
  CHECK(std::isnan(e[5]));
  CHECK(row_of_exponentials<float>({-44.0f})[0] == 0);
}

TEST_CASE("an exponential depends neither on its position in the row nor on the instruction set") {
  Rng rng = make_rng(4, 0, Stream::kLearner);
  std::vector<double> k(100), zz(100);
  for (auto& v : k) v = uniform01(rng);
  for (auto& v : zz) v = 1 + uniform01(rng);
  auto whole = k, baseline = k;
  detail::gaussian_row(whole.data(), zz.data(), whole.size(), 1.5, -0.3);
  detail::gaussian_row_baseline(baseline.data(), zz.data(), baseline.size(), 1.5, -0.3);
  CHECK(whole == baseline);
  for (std::size_t i = 0; i < k.size(); ++i) {
    double one = k[i];
    detail::gaussian_row(&one, &zz[i], 1, 1.5, -0.3);
    CHECK(one == whole[i]);
  }
}
