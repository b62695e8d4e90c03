// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/kernel/double_update.hpp>

#include <cmath>
#include <optional>

#include <doctest/doctest.h>

#include <querent/learners/random.hpp>

using namespace querent;

namespace {

long double ascent(const DoubleUpdateProblem& p, long double a, long double d) {
  return a * p.loss_a + d * p.loss_b - p.k_a * a * a / 2 - p.k_b * d * d / 2 - p.w_ab * a * d;
}

/// A generic solver: coordinate ascent in long double from the four corners and the centre of the
/// box until convergence.
long double best_ascent(const DoubleUpdateProblem& p) {
  const long double low = -p.gamma_b, high = static_cast<long double>(p.C) - p.gamma_b, C = p.C;
  long double best = 0;
  for (const auto& [a0, d0] : {std::pair<long double, long double>{0, low},
                               {0, high},
                               {C, low},
                               {C, high},
                               {C / 2, (low + high) / 2}}) {
    long double a = a0, d = d0;
    for (int sweep = 0; sweep < 20000; ++sweep) {
      const long double slope_a = p.loss_a - p.w_ab * d;
      const long double a1 =
          p.k_a > 0 ? std::clamp(slope_a / p.k_a, 0.0L, C) : (slope_a > 0 ? C : 0);
      const long double slope_d = p.loss_b - p.w_ab * a1;
      const long double d1 =
          p.k_b > 0 ? std::clamp(slope_d / p.k_b, low, high) : (slope_d > 0 ? high : low);
      const bool still = std::abs(a1 - a) + std::abs(d1 - d) < 1e-15L;
      a = a1;
      d = d1;
      if (still) break;
    }
    best = std::max(best, ascent(p, a, d));
  }
  return best;
}

/// Proposition 2 as printed, its four cases in their order; nullopt if none applies.
std::optional<DoubleUpdate> proposition_2(const DoubleUpdateProblem& p) {
  const double C = p.C, k_a = p.k_a, k_b = p.k_b, w = p.w_ab, l_a = p.loss_a, l_b = p.loss_b;
  const double low = -p.gamma_b, high = C - p.gamma_b;
  if (k_a * C + w * high - l_a < 0 && k_b * high + w * C - l_b < 0) return DoubleUpdate{C, high};
  const double d2 = (l_b - w * C) / k_b;
  if ((w * w * C - w * l_b - k_a * k_b * C + k_b * l_a) / k_b > 0 && d2 >= low && d2 <= high)
    return DoubleUpdate{C, d2};
  const double a3 = (l_a - w * high) / k_a;
  if (a3 >= 0 && a3 <= C && l_b - k_b * high - w * a3 > 0) return DoubleUpdate{a3, high};
  const double det = k_a * k_b - w * w;
  const double a4 = (k_b * l_a - w * l_b) / det, d4 = (k_a * l_b - w * l_a) / det;
  if (a4 >= 0 && a4 <= C && d4 >= low && d4 <= high) return DoubleUpdate{a4, d4};
  return std::nullopt;
}

bool in_the_box(const DoubleUpdateProblem& p, const DoubleUpdate& u) {
  return u.gamma_a >= 0 && u.gamma_a <= p.C && u.d >= -p.gamma_b && u.d <= p.C - p.gamma_b;
}

}  // namespace

TEST_CASE(
    "the solution of (1) is that of a generic solver on 100,000 problems, assumptions of "
    "Proposition 2 satisfied or violated") {
  Rng rng = make_rng(20, 0, Stream::kLearner);
  for (int t = 0; t < 100000; ++t) {
    DoubleUpdateProblem p;
    p.C = std::pow(10.0, 3 * uniform01(rng) - 1);
    p.gamma_b = t % 5 == 0 ? 0 : (t % 5 == 1 ? p.C : p.C * uniform01(rng));
    p.k_a = t % 97 == 0 ? 0 : 0.1 + uniform01(rng);
    p.k_b = t % 89 == 0 ? 0 : 0.1 + uniform01(rng);
    const double cosine = t % 7 == 0 ? (t % 2 == 0 ? -0.95 : 0.95) : 1.9 * uniform01(rng) - 0.95;
    p.w_ab = cosine * std::sqrt(p.k_a * p.k_b);
    p.loss_a = 2 * uniform01(rng);
    p.loss_b = 4 * uniform01(rng) - 2;
    const DoubleUpdate u = solve_double_update(p);
    REQUIRE(in_the_box(p, u));
    const auto best = static_cast<double>(best_ascent(p));
    REQUIRE(p.ascent(u.gamma_a, u.d) == doctest::Approx(best).epsilon(1e-9));
  }
}

TEST_CASE(
    "under its assumptions the solution is that of Proposition 2 whenever one of its cases "
    "applies") {
  Rng rng = make_rng(21, 0, Stream::kLearner);
  int applied = 0;
  for (int t = 0; t < 100000; ++t) {
    DoubleUpdateProblem p{.loss_a = 2 * uniform01(rng), .loss_b = 2 * uniform01(rng)};
    p.C = 0.5 + 5 * uniform01(rng);
    p.gamma_b = p.C * uniform01(rng);
    p.k_a = p.k_b = 1;
    p.w_ab = -0.99 * uniform01(rng);
    const auto expected = proposition_2(p);
    if (!expected) continue;
    ++applied;
    const DoubleUpdate u = solve_double_update(p);
    REQUIRE(u.gamma_a == doctest::Approx(expected->gamma_a).epsilon(1e-9));
    REQUIRE(u.d == doctest::Approx(expected->d).epsilon(1e-9));
  }
  CHECK(applied > 99000);
}

TEST_CASE("two equal examples (k_a k_b = w_ab²) have a solution, which Proposition 2 omits") {
  // the same x with opposite labels: h = (γ_a + d)(…) is flat along γ_a = −d
  for (const double gamma_b : {0.0, 0.3, 1.0}) {
    const DoubleUpdateProblem p{
        .loss_a = 1.5, .loss_b = 0.5, .k_a = 1, .k_b = 1, .w_ab = -1, .C = 1, .gamma_b = gamma_b};
    const DoubleUpdate u = solve_double_update(p);
    CHECK(in_the_box(p, u));
    CHECK(p.ascent(u.gamma_a, u.d) ==
          doctest::Approx(static_cast<double>(best_ascent(p))).epsilon(1e-12));
  }
}

TEST_CASE(
    "Theorems 1, 2 and 3: the bounds on the ascent of a double update hold where their conditions "
    "do") {
  Rng rng = make_rng(22, 0, Stream::kLearner);
  for (int t = 0; t < 100000; ++t) {
    const double rho = 0.9 * uniform01(rng);
    DoubleUpdateProblem p;
    p.k_a = 1 - 0.1 * uniform01(rng);
    p.k_b = 1 - 0.1 * uniform01(rng);
    p.w_ab = -std::min(std::sqrt(p.k_a * p.k_b), rho + (1 - rho) * uniform01(rng) * 0.9);
    if (p.w_ab > -rho) continue;
    p.loss_a = 1 + uniform01(rng);
    p.C = 1 + 12 * uniform01(rng);
    p.gamma_b = p.C * uniform01(rng);
    p.loss_b = 2 * uniform01(rng);
    const DoubleUpdate u = solve_double_update(p);
    const double Delta = p.ascent(u.gamma_a, u.d);
    CHECK(Delta >= 0.5);
    if (p.loss_b >= 1 && p.C >= p.gamma_b + 1 / (1 - rho))
      CHECK(Delta >= 1 / (1 - rho) - 1e-12);  // Theorem 1
    if (p.loss_b >= 1) {                      // Theorem 2
      const double room = std::min(1 + rho, p.C - p.gamma_b);
      CHECK(Delta >= 0.5 + 0.5 * room * room - 1e-12);
    }
    if (p.C >= p.gamma_b + rho) CHECK(Delta >= (1 + rho * rho) / 2 - 1e-12);  // Theorem 3
  }
}
