// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <random>

#include <doctest/doctest.h>

#include <querent/learners/random.hpp>
#include <querent/learners/session/calibration.hpp>
#include <querent/learners/session/checks.hpp>

using namespace querent;

// Brown, Cai, DasGupta, Statistical Science 16, 2001: the interval of Jeffreys, end points 0 and 1
// where no or every trial succeeds
TEST_CASE("checks: the interval of Jeffreys") {
  const Estimate none = Checks{.drawn = 10, .wrong = 0}.estimate();
  CHECK(none.value == 0);
  CHECK(none.low == 0);
  CHECK(none.high == doctest::Approx(0.217).epsilon(2e-3).scale(0));
  const Estimate one = Checks{.drawn = 10, .wrong = 1}.estimate();
  CHECK(one.value == doctest::Approx(0.1));
  CHECK(one.low == doctest::Approx(0.011).epsilon(2e-2).scale(0));
  CHECK(one.high == doctest::Approx(0.381).epsilon(2e-3).scale(0));
  const Estimate all = Checks{.drawn = 10, .wrong = 10}.estimate();
  CHECK(all.high == 1);
  CHECK(all.low == doctest::Approx(1 - 0.217).epsilon(2e-3).scale(0));
  CHECK(Checks{}.estimate().high == 1);
}

TEST_CASE("checks: 95 of 100 intervals hold the error") {
  Rng rng(8);
  for (const double error : {0.05, 0.2, 0.5}) {
    int inside = 0;
    constexpr int kRuns = 2000;
    for (int run = 0; run < kRuns; ++run) {
      Checks checks{.drawn = 60};
      for (int j = 0; j < 60; ++j) checks.wrong += uniform01(rng) < error;
      const Estimate estimate = checks.estimate();
      inside += estimate.low <= error && error <= estimate.high;
    }
    // coverage of Jeffreys at n = 60 is within 0.93 … 0.97; then four sigma of 2000 runs
    CHECK(inside > (0.93 - 4 * std::sqrt(0.05 * 0.95 / kRuns)) * kRuns);
    CHECK(inside < (0.975 + 4 * std::sqrt(0.05 * 0.95 / kRuns)) * kRuns);
  }
}

TEST_CASE("checks: looking again and again says too much in at most 5 % of runs") {
  Rng rng(9);
  int fooled = 0;
  constexpr int kRuns = 400;
  for (int run = 0; run < kRuns; ++run) {
    Checks checks;
    std::uint64_t looks = 0;
    bool reached = false;
    while (checks.drawn < 2000 && !reached) {
      ++checks.drawn;
      checks.wrong += uniform01(rng) < 0.2;
      if (looks_due(checks.drawn) == looks) continue;
      looks = looks_due(checks.drawn);
      reached = goal_reached(checks, looks, 0.1999);  // it is 0.2
    }
    fooled += reached;
  }
  CHECK(fooled <= (0.05 + 4 * std::sqrt(0.05 * 0.95 / kRuns)) * kRuns);
  CHECK(looks_due(9) == 0);
  CHECK(looks_due(10) == 1);
}

TEST_CASE(
    "sharpness: found again from labels that were drawn with it, the prior where there are none") {
  Rng rng(10);
  std::vector<LabelledScores> known;
  constexpr double kTrue = 9;
  for (int l = 0; l < 20'000; ++l) {
    LabelledScores one{{0.6 * uniform01(rng), 0.6 * uniform01(rng), 0.6 * uniform01(rng)}, 0};
    const std::vector<double> p = probabilities(one.f, kTrue);
    const double u = uniform01(rng);
    one.label = u < p[0] ? 0 : u < p[0] + p[1] ? 1 : 2;
    known.push_back(one);
  }
  CHECK(sharpness(known) == doctest::Approx(kTrue).epsilon(0.05).scale(0));
  CHECK(sharpness({}) == doctest::Approx(6).epsilon(1e-4));
  const std::vector<double> p = probabilities(std::vector<double>{1, 2}, 3);
  CHECK(p[1] / p[0] == doctest::Approx(std::exp(3)));
}
