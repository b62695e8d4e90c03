// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <querent/learners/random.hpp>
#include <querent/learners/session/calibration.hpp>
#include <querent/learners/session/checks.hpp>
#include <querent/learners/session/doubted_checks.hpp>

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

namespace {

double logistic(double odds) {
  return 1 / (1 + std::exp(-odds));
}
double odds_of(double p) {
  return std::log(p / (1 - p));
}

struct Doubted {
  double doubt;
  bool wrong;
};

// The posterior of (λ, a, b) on a grid of another step, item by item, no bins: E below which lies
// `share` of it.
double slow_quantile(const std::vector<double>& items, const std::vector<Doubted>& checks,
                     double share) {
  std::vector<std::pair<double, double>> errors;
  double sum = 0;
  for (double log_b = -2.75; log_b < 0.8; log_b += 0.1) {
    for (double a = -6; a < 6; a += 0.023) {
      for (double slip = 0.002; slip < 0.15; slip += 0.004) {
        const auto wrong_at = [&](double d) {
          return slip + (1 - slip) * logistic(a + std::exp(log_b) * odds_of(d));
        };
        double p = std::pow(1 + a * a / 3, -2) * std::exp(-log_b * log_b / 0.98 - slip / 0.02);
        for (const auto& [d, wrong] : checks) p *= wrong ? wrong_at(d) : 1 - wrong_at(d);
        double error = 0;
        for (const double d : items) error += wrong_at(d);
        errors.emplace_back(error / static_cast<double>(items.size()), p);
        sum += p;
      }
    }
  }
  std::sort(errors.begin(), errors.end());
  double below = 0;
  for (const auto& [error, p] : errors) {
    below += p / sum;
    if (below >= share) return error;
  }
  return 1;
}

// 2000 items, their doubts and whether the model is wrong: P(wrong | d) = of(logit d).
template <class Of>
std::vector<Doubted> doubted_items(Rng& rng, Of&& of) {
  std::vector<Doubted> items(2000);
  for (auto& [doubt, wrong] : items) {
    const double odds = -5 + 0.25 * static_cast<double>(uniform_below(rng, 21));
    doubt = logistic(odds);
    wrong = uniform01(rng) < of(odds);
  }
  return items;
}

struct Covered {
  double inside = 0, width = 0, of_jeffreys = 0;  // shares and means over the runs
};

Covered play_checks(Rng& rng, const std::vector<Doubted>& items, std::uint64_t count, int runs) {
  double error = 0;
  for (const Doubted& item : items) error += item.wrong;
  error /= static_cast<double>(items.size());
  Covered covered;
  for (int run = 0; run < runs; ++run) {
    DoubtedChecks checks;
    Checks alone;
    for (const Doubted& item : items) checks.add_item(item.doubt);
    for (; alone.drawn < count; ++alone.drawn) {
      const Doubted& item = items[uniform_below(rng, items.size())];
      checks.add_check(item.doubt, item.wrong);
      alone.wrong += item.wrong;
    }
    const Estimate e = checks.estimate(), jeffreys = alone.estimate();
    covered.inside += (e.low <= error && error <= e.high) / static_cast<double>(runs);
    covered.width += (e.high - e.low) / runs;
    covered.of_jeffreys += (jeffreys.high - jeffreys.low) / runs;
  }
  return covered;
}

}  // namespace

TEST_CASE("doubted checks: as the posterior that is summed item by item") {
  Rng rng(31);
  const std::vector<double> items{0.001, 0.002, 0.003, 0.005, 0.01, 0.02, 0.3};
  const std::vector<Doubted> known{
      {0.005, false}, {0.3, true}, {0.002, false}, {0.01, false}, {0.3, false}};
  DoubtedChecks checks;
  for (const double d : items) checks.add_item(d, 3);  // of one weight, whichever
  for (const auto& [d, wrong] : known) checks.add_check(d, wrong);
  const Estimate e = checks.estimate();
  CHECK(e.low == doctest::Approx(slow_quantile(items, known, 0.025)).epsilon(0.03).scale(0));
  CHECK(e.high == doctest::Approx(slow_quantile(items, known, 0.975)).epsilon(0.03).scale(0));
  CHECK(e.value == doctest::Approx(0.341 / 7 + (1 - 0.617) / 5));
  CHECK(checks.estimate(0.01).high > e.high);
  CHECK_FALSE(DoubtedChecks().estimate().says_something());
}

TEST_CASE("doubted checks: of what nothing can be known is wrong for certain") {
  DoubtedChecks some, more;
  for (DoubtedChecks* const checks : {&some, &more}) {
    for (int i = 0; i < 30; ++i) checks->add_item(0.1);
    for (int j = 0; j < 20; ++j) checks->add_check(0.1, j < 2);
  }
  for (int i = 0; i < 10; ++i) more.add_item(1);
  CHECK(more.estimate().low == doctest::Approx(0.25 + 0.75 * some.estimate().low));
  CHECK(more.estimate().high == doctest::Approx(0.25 + 0.75 * some.estimate().high));
  CHECK(more.estimate().value == doctest::Approx(0.325));
}

TEST_CASE(
    "doubted checks: an answer moves the interval by half of a check, all by no more than checks") {
  const auto played = [](int checks, int answers, double doubt) {
    DoubtedChecks some;
    for (int i = 0; i < 90; ++i) some.add_item(0.1);
    for (int j = 0; j < checks; ++j) some.add_check(0.1, j % 4 == 3);
    for (int l = 0; l < answers; ++l) some.add_answer(doubt, l / 2 % 4 == 3);
    return some.estimate();
  };
  const auto same = [](const Estimate& a, const Estimate& b) {
    CHECK(a.low == doctest::Approx(b.low));
    CHECK(a.high == doctest::Approx(b.high));
  };
  same(played(16, 16, 0.1), played(24, 0, 0.1));  // mistakes of eight checks, each twice
  CHECK(played(16, 16, 0.1).value == doctest::Approx(played(16, 0, 0.1).value));
  same(played(16, 160, 0.1), played(32, 0, 0.1));    // as 16 checks
  same(played(40, 160, 0.1), played(40, 320, 0.1));  // as 25
  same(played(16, 32, 0.45), played(16, 0, 0.1));    // no item is doubted so
  CHECK_FALSE(played(0, 32, 0.1).says_something());  // no check, nothing is drawn evenly
}

// Where doubts mislead, the prior still believes in them while checks are few: nine of ten are
// asked for there.
TEST_CASE(
    "doubted checks: 95 of 100 intervals hold the error, narrower where doubts tell, nine of ten "
    "where they mislead") {
  Rng rng(32);
  constexpr int kRuns = 150;
  const double least = 0.95 - 4 * std::sqrt(0.05 * 0.95 / kRuns),
               misled = 0.9 - 4 * std::sqrt(0.1 * 0.9 / kRuns);
  const auto right = doubted_items(rng, [](double odds) { return logistic(odds); });
  const auto less_sure = doubted_items(rng, [](double odds) { return logistic(odds - 1); });
  const auto too_sure = doubted_items(rng, [](double odds) { return logistic(0.5 * odds + 0.5); });
  const auto nothing = doubted_items(rng, [](double) { return 0.2; });
  for (const std::uint64_t count : {std::uint64_t{10}, std::uint64_t{40}}) {
    for (const auto* items : {&right, &less_sure, &too_sure, &nothing}) {
      const Covered covered = play_checks(rng, *items, count, kRuns);
      CHECK(covered.inside > (items == &right || items == &less_sure ? least : misled));
      if (items == &right) CHECK(covered.width < 0.9 * covered.of_jeffreys);
    }
  }
  // in the end the checks decide, whatever doubts are worth
  const Covered many = play_checks(rng, nothing, 3000, 20);
  CHECK(many.inside >= 0.8);
  CHECK(many.width == doctest::Approx(many.of_jeffreys).epsilon(0.25));
}

// Nine of ten items are sure, and 2 % of those are wrong for a reason that no doubt shows: what is
// learned of the others, of which the rule asks, is not to be believed of them. polblogs is like it.
TEST_CASE("doubted checks: sure items that are wrong are in the interval, although none was met") {
  Rng rng(33);
  std::vector<Doubted> items(2000);
  for (std::size_t i = 0; i < items.size(); ++i) {
    const bool sure = i % 10 != 0;
    items[i].doubt = logistic(sure ? -7 + 0.5 * uniform01(rng) : -5 + 5 * uniform01(rng));
    items[i].wrong = uniform01(rng) < (sure ? 0.02 : items[i].doubt);
  }
  double error = 0;
  for (const Doubted& item : items) error += item.wrong / static_cast<double>(items.size());
  constexpr int kRuns = 200;
  int above = 0;
  for (int run = 0; run < kRuns; ++run) {
    DoubtedChecks checks;
    for (const Doubted& item : items) checks.add_item(item.doubt);
    for (int j = 0; j < 40; ++j) {
      const Doubted& item = items[uniform_below(rng, items.size())];
      checks.add_check(item.doubt, item.wrong);
    }
    for (int l = 0; l < 150; ++l) {
      const Doubted& item = items[10 * uniform_below(rng, items.size() / 10)];
      checks.add_answer(item.doubt, item.wrong);
    }
    above += error > checks.estimate().high;
  }
  CHECK(above < (0.025 + 4 * std::sqrt(0.025 * 0.975 / kRuns)) * kRuns);
}

namespace {

// Labels of three classes, drawn with the probabilities that sharpness t gives to drawn scores.
std::vector<LabelledScores> drawn_with(double t, int count, Rng& rng) {
  std::vector<LabelledScores> known;
  for (int l = 0; l < count; ++l) {
    LabelledScores one{.f = {0.6 * uniform01(rng), 0.6 * uniform01(rng), 0.6 * uniform01(rng)}};
    const std::vector<double> p = probabilities(one.f, t);
    const double u = uniform01(rng);
    one.label = u < p[0] ? 0 : u < p[0] + p[1] ? 1 : 2;
    known.push_back(one);
  }
  return known;
}

}  // namespace

TEST_CASE(
    "sharpness: found again from labels that were drawn with it, the prior where there are none") {
  Rng rng(10);
  constexpr double kTrue = 9;
  CHECK(sharpness(drawn_with(kTrue, 20'000, rng)) == doctest::Approx(kTrue).epsilon(0.05).scale(0));
  CHECK(sharpness({}) == doctest::Approx(6).epsilon(1e-4));
  const std::vector<double> p = probabilities(std::vector<double>{1, 2}, 3);
  CHECK(p[1] / p[0] == doctest::Approx(std::exp(3)));
}

TEST_CASE("sharpness: one slip of the pen in twenty is seen through, if it is looked for") {
  Rng rng(11);
  constexpr double kTrue = 30, kSlips = 0.05;
  std::vector<LabelledScores> known = drawn_with(kTrue, 20'000, rng);
  for (LabelledScores& one : known) {
    if (uniform01(rng) < kSlips) one.label = static_cast<int>(uniform_below(rng, 3));
  }
  CHECK(sharpness(known, {.slips = kSlips}) == doctest::Approx(kTrue).epsilon(0.05).scale(0));
  CHECK(sharpness(known) < 0.8 * kTrue);
}

TEST_CASE(
    "covered: without it the same sharpness, what a sample shows is found where answers are "
    "exceptions") {
  Rng rng(13);
  constexpr double kTrue = 12;
  std::vector<LabelledScores> known = drawn_with(kTrue, 300, rng);
  CHECK(sharpness(known, {.slips = 0.02}, {}) ==
        doctest::Approx(sharpness(known, {.slips = 0.02})).epsilon(1e-4));
  // of half of the answers the class was exchanged for another; the sample knows nothing of that
  for (std::size_t l = 0; l < known.size(); l += 2) known[l].label = (known[l].label + 1) % 3;
  const double fooled = sharpness(known, {.spread = 2});
  CHECK(fooled < kTrue / 2);
  CoveredItems covered{.items = NodeScores(4000, 3)};
  const std::vector<LabelledScores> sample = drawn_with(kTrue, 4000, rng);
  for (std::size_t i = 0; i < sample.size(); ++i) {
    const std::vector<double>& f = sample[i].f;
    for (int k = 0; k < 3; ++k)
      covered.items(static_cast<Eigen::Index>(i), k) = f[static_cast<std::size_t>(k)];
    const auto best = std::max_element(f.begin(), f.end()) - f.begin();
    (best == sample[i].label ? covered.right : covered.wrong) += 1;
  }
  CHECK(sharpness({}, {.spread = 2}, covered) ==
        doctest::Approx(kTrue).epsilon(0.1).scale(0));  // four standard errors
  CHECK(std::abs(sharpness(known, {.spread = 2}, covered) - kTrue) < 0.3 * (kTrue - fooled));
}
