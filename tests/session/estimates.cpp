// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <querent/learners/random.hpp>
#include <querent/learners/session/assisted_estimate.hpp>
#include <querent/learners/session/checks.hpp>
#include <querent/learners/session/session.hpp>

#include "auto_models.hpp"
#include "pools.hpp"

using namespace querent;
using namespace querent::testing;

// Brown, Cai, DasGupta, Statistical Science 16, 2001: the Jeffreys interval, with end points 0 and
// 1 if no or every trial succeeds
TEST_CASE("checks: the Jeffreys interval") {
  const Estimate none = Checks{.drawn = 10, .wrong = 0}.estimate();
  CHECK(none.value == doctest::Approx(0.0222).epsilon(2e-2).scale(0));  // the median
  CHECK(none.low == 0);
  CHECK(none.high == doctest::Approx(0.217).epsilon(2e-3).scale(0));
  const Estimate one = Checks{.drawn = 10, .wrong = 1}.estimate();
  CHECK(one.value == doctest::Approx(0.1143).epsilon(5e-3).scale(0));
  CHECK(one.low == doctest::Approx(0.011).epsilon(2e-2).scale(0));
  CHECK(one.high == doctest::Approx(0.381).epsilon(2e-3).scale(0));
  const Estimate all = Checks{.drawn = 10, .wrong = 10}.estimate();
  CHECK(all.high == 1);
  CHECK(all.low == doctest::Approx(1 - 0.217).epsilon(2e-3).scale(0));
  CHECK(Checks{}.estimate().high == 1);
}

TEST_CASE("checks: no point below ten, from ten on it lies inside the interval") {
  for (std::uint64_t drawn = 0; drawn < 60; ++drawn) {
    for (std::uint64_t wrong = 0; wrong <= drawn; ++wrong) {
      const Estimate e = Checks{.drawn = drawn, .wrong = wrong}.estimate();
      CHECK(e.has_value == (drawn >= 10));
      if (!e.has_value) continue;
      CHECK(e.low < e.value);
      CHECK(e.value < e.high);
    }
  }
}

TEST_CASE("checks: 95 of 100 intervals contain the error") {
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

TEST_CASE("checks: repeated tests declare the goal wrongly in at most 5 % of the runs") {
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

// V before any answer, when the prior is widest, and a number of answers per class.
constexpr double kWide = 0.49, kMany = 20;

struct JudgedItem {
  double doubt;
  bool wrong;
};

// The posterior of (λ, a, b) on a grid with another step, item by item, without bins: E with its
// probability.
std::vector<std::pair<double, double>> slow_posterior(double V, const std::vector<double>& items,
                                                      const std::vector<JudgedItem>& checks) {
  std::vector<std::pair<double, double>> errors;
  const double s2 = 0.2 * 0.2 + 1 / kMany + V;
  double sum = 0;
  for (double log_b = -2.55; log_b < 1.6; log_b += 0.1) {
    for (double a = -6; a < 6; a += 0.023) {
      for (int step = 0; step < 60; ++step) {  // λ = 0, then steps of the exponential prior
        constexpr double kStep = 0.004;
        const double noise = step == 0 ? 0 : (step - 0.5) * kStep;
        const double prior = step == 0 ? 1 : std::exp(-noise / 0.03) * kStep / 0.03;
        const auto wrong_at = [&](double d) {
          return noise + (1 - noise) * logistic(a + std::exp(log_b) * odds_of(d));
        };
        double p = prior * std::pow(1 + a * a / (3 * s2), -2) *
                   std::exp(-(log_b + 0.2) * (log_b + 0.2) / (2 * s2));
        for (const auto& [d, wrong] : checks) p *= wrong ? wrong_at(d) : 1 - wrong_at(d);
        double error = 0;
        for (const double d : items) error += wrong_at(d);
        errors.emplace_back(error / static_cast<double>(items.size()), p);
        sum += p;
      }
    }
  }
  std::sort(errors.begin(), errors.end());
  for (auto& [error, p] : errors) p /= sum;
  return errors;
}

// The median of E.
double slow_median(const std::vector<std::pair<double, double>>& posterior) {
  double below = 0;
  for (const auto& [error, p] : posterior) {
    if ((below += p) >= 0.5) return error;
  }
  return 1;
}

// The smallest k of n with P(at most k are wrong) ≥ share: binomial probabilities term by term.
double slow_count(const std::vector<std::pair<double, double>>& posterior, int n, double share) {
  double below = 0;
  for (int k = 0; k < n; ++k) {
    for (const auto& [error, p] : posterior) {
      double term = p * std::pow(error, k) * std::pow(1 - error, n - k);
      for (int j = 1; j <= k; ++j) term *= static_cast<double>(n - k + j) / j;
      below += term;
    }
    if (below >= share) return k;
  }
  return n;
}

// 2000 items, their doubts and whether the model is wrong: P(wrong | d) = of(logit d).
template <class Of>
std::vector<JudgedItem> judged_items(Rng& rng, Of&& of) {
  std::vector<JudgedItem> items(2000);
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

Covered play_checks(Rng& rng, double V, const std::vector<JudgedItem>& items, std::uint64_t count,
                    int runs) {
  double error = 0;
  for (const JudgedItem& item : items) error += item.wrong;
  error /= static_cast<double>(items.size());
  Covered covered;
  for (int run = 0; run < runs; ++run) {
    AssistedEstimate checks(V, kMany);
    Checks alone;
    for (const JudgedItem& item : items) checks.add_item(item.doubt);
    for (; alone.drawn < count; ++alone.drawn) {
      const JudgedItem& item = items[uniform_below(rng, items.size())];
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

TEST_CASE("assisted estimate: agrees with the posterior summed item by item") {
  Rng rng(31);
  const std::vector<double> items{0.001, 0.002, 0.003, 0.005, 0.01, 0.02, 0.3};
  const std::vector<JudgedItem> known{
      {0.005, false}, {0.3, true}, {0.002, false}, {0.01, false}, {0.3, false}};
  for (const double V : {0.0, kWide}) {
    AssistedEstimate checks(V, kMany);
    for (const double d : items) checks.add_item(d);
    for (const auto& [d, wrong] : known) checks.add_check(d, wrong);
    const Estimate e = checks.estimate();
    const auto posterior = slow_posterior(V, items, known);
    const int n = static_cast<int>(items.size());
    CHECK(e.value == doctest::Approx(slow_median(posterior)).epsilon(0.03).scale(0));
    for (const double alpha : {0.6, 0.3, 0.05, 0.01}) {
      const Estimate at = checks.estimate(alpha);
      const auto between = [&](double share, double from, double to) {  // up to a tenth of a tail
        CHECK(share >= slow_count(posterior, n, from) / n);
        CHECK(share <= slow_count(posterior, n, to) / n);
      };
      between(at.low, 0.9 * alpha / 2, 1.1 * alpha / 2);
      between(at.high, 1 - 1.1 * alpha / 2, 1 - 0.9 * alpha / 2);
    }
  }
}

// None or one of a few hundred items is wrong, as if two columns separate the classes: the model's
// doubts are much too large, so it does not know its temperature.
TEST_CASE("assisted estimate: an error of nearly zero is in the interval") {
  Rng rng(34);
  for (const int errors : {0, 1, 2}) {
    std::vector<JudgedItem> items(500);
    for (std::size_t i = 0; i < items.size(); ++i) {
      items[i].doubt = logistic(-6 + 4 * uniform01(rng));
      items[i].wrong = static_cast<int>(i) < errors;
    }
    CHECK(play_checks(rng, kWide, items, 20, 100).inside >= 0.95);
  }
}

TEST_CASE("assisted estimate: no point below ten checks, from ten on it lies inside") {
  CHECK_FALSE(AssistedEstimate(0, kMany).estimate().is_informative());
  CHECK_FALSE(AssistedEstimate(0, kMany).estimate().has_value);
  for (const double doubt : {1e-9, 0.001, 0.1, 0.5, 0.99}) {
    for (const int wrong : {0, 1, 5, 12}) {
      AssistedEstimate estimate(0, kMany);
      for (int i = 0; i < 90; ++i) estimate.add_item(doubt * (i % 3 + 1) / 3);
      for (int j = 0; j < 12; ++j) {
        estimate.add_check(doubt, j < wrong);
        const Estimate e = estimate.estimate();
        CHECK(e.has_value == (j + 1 >= 10));
        CHECK(e.low < e.value);
        CHECK(e.value < e.high);
      }
    }
  }
}

// θ ~ Dirichlet(2, 2, 2) and n answers: then θ_0 ~ Beta, and the number of items of another class
// than 0 is beta-binomial.
TEST_CASE("assisted estimate: under the null the error follows from the class shares") {
  constexpr int kItems = 40;
  for (const auto& [own, others] : {std::pair{2, 4}, {9, 11}, {30, 12}}) {
    AssistedEstimate checks(0, kMany);
    for (int i = 0; i < kItems; ++i) checks.add_item(0.3);
    for (int j = 0; j < own + others; ++j) checks.add_check(0.3, j < 2);
    const double n = own + others, right = own / n;
    checks.add_null(1, 1 - right, right * (1 - right));
    std::vector<double> p;  // of k items of another class
    for (int k = 0; k <= kItems; ++k)
      p.push_back(std::exp(std::lgamma(kItems + 1) - std::lgamma(k + 1) -
                           std::lgamma(kItems - k + 1) + std::lgamma(others + k) +
                           std::lgamma(own + kItems - k) - std::lgamma(n + kItems) +
                           std::lgamma(n) - std::lgamma(own) - std::lgamma(others)));
    for (const double alpha : {0.5, 0.05}) {
      const Estimate e = checks.estimate(alpha);
      const auto at_most = [&](double share) {
        double sum = 0;
        for (int k = 0; k <= static_cast<int>(std::lround(share * kItems)); ++k)
          sum += p[static_cast<std::size_t>(k)];
        return sum;
      };
      CHECK(at_most(e.low) >= alpha / 2 - 0.005);
      CHECK(at_most(e.low - 1.0 / kItems) < alpha / 2 + 0.005);
      CHECK(at_most(e.high) >= 1 - alpha / 2 - 0.005);
      CHECK(at_most(e.high - 1.0 / kItems) < 1 - alpha / 2 + 0.005);
    }
  }
}

// The checks say about .1, the null says .5 and is true with the given probability.
TEST_CASE("assisted estimate: the interval excludes the null if its probability is below 2.5 %") {
  const auto interval = [](double null) {
    AssistedEstimate checks(0, kMany);
    for (int i = 0; i < 1000; ++i) checks.add_item(0.1);
    for (int j = 0; j < 200; ++j) checks.add_check(0.1, j < 20);
    checks.add_null(null, 0.5, 1e-4);
    return checks.estimate();
  };
  CHECK(interval(0.01).high < 0.2);
  CHECK(interval(0.04).high > 0.45);
  CHECK(interval(0.96).low < 0.2);
  CHECK(interval(0.99).low > 0.4);
}

TEST_CASE("assisted estimate: the prediction for an item of doubt 1 counts as wrong") {
  AssistedEstimate some(0, kMany), more(0, kMany);
  for (AssistedEstimate* const checks : {&some, &more}) {
    for (int i = 0; i < 30; ++i) checks->add_item(0.1);
    for (int j = 0; j < 20; ++j) checks->add_check(0.1, j < 2);
  }
  for (int i = 0; i < 10; ++i) more.add_item(1);
  CHECK(more.estimate().low == doctest::Approx(0.25 + 0.75 * some.estimate().low));
  CHECK(more.estimate().high == doctest::Approx(0.25 + 0.75 * some.estimate().high));
  CHECK(more.estimate().value == doctest::Approx(0.25 + 0.75 * some.estimate().value));
}

// With misleading doubts the prior still dominates while checks are few: the test requires nine of
// ten there.
TEST_CASE(
    "assisted estimate: 95 of 100 intervals contain the error, nine of ten with misleading "
    "doubts") {
  Rng rng(32);
  constexpr int kRuns = 150;
  const double least = 0.95 - 4 * std::sqrt(0.05 * 0.95 / kRuns),
               misled = 0.9 - 4 * std::sqrt(0.1 * 0.9 / kRuns);
  const auto right = judged_items(rng, [](double odds) { return logistic(odds); });
  const auto less_sure = judged_items(rng, [](double odds) { return logistic(odds - 1); });
  const auto too_sure = judged_items(rng, [](double odds) { return logistic(0.5 * odds + 0.5); });
  const auto nothing = judged_items(rng, [](double) { return 0.2; });
  for (const std::uint64_t count : {std::uint64_t{10}, std::uint64_t{40}}) {
    for (const auto* items : {&right, &less_sure, &too_sure, &nothing}) {
      const Covered covered = play_checks(rng, kWide, *items, count, kRuns);
      CHECK(covered.inside > (items == &right || items == &less_sure ? least : misled));
      if (items == &right) CHECK(covered.width < 0.9 * covered.of_jeffreys);
    }
  }
  // with many checks the checks decide, whatever the doubts
  const Covered many = play_checks(rng, kWide, nothing, 3000, 20);
  CHECK(many.inside >= 0.8);
  CHECK(many.width == doctest::Approx(many.of_jeffreys).epsilon(0.25));
}

// The model knows its temperature, and is about as well calibrated as `auto` was on the data of the
// prior: then ten checks give an interval that is narrower by nearly a third than
// that of the checks alone.
TEST_CASE("assisted estimate: a calibrated model with many answers needs few checks") {
  Rng rng(35);
  constexpr int kRuns = 60;
  for (const double a : {-0.3, 0.3}) {
    for (const double b : {0.6, 1.0}) {
      const auto items = judged_items(rng, [&](double odds) { return logistic(a + b * odds); });
      for (const std::uint64_t count : {std::uint64_t{10}, std::uint64_t{40}}) {
        const Covered covered = play_checks(rng, 0, items, count, kRuns);
        CHECK(covered.inside > 0.95 - 4 * std::sqrt(0.05 * 0.95 / kRuns));
        CHECK(covered.width < (count == 10 ? 0.7 : 0.95) * covered.of_jeffreys);
      }
    }
  }
}

// Nine of ten items are sure, and 2 % of those are wrong for a reason that no doubt indicates, as
// on polblogs.
TEST_CASE(
    "assisted estimate: wrong items without doubt are in the interval, although no check found "
    "one") {
  Rng rng(33);
  std::vector<JudgedItem> items(2000);
  for (std::size_t i = 0; i < items.size(); ++i) {
    const bool sure = i % 10 != 0;
    items[i].doubt = logistic(sure ? -7 + 0.5 * uniform01(rng) : -5 + 5 * uniform01(rng));
    items[i].wrong = uniform01(rng) < (sure ? 0.02 : items[i].doubt);
  }
  double error = 0;
  for (const JudgedItem& item : items) error += item.wrong / static_cast<double>(items.size());
  constexpr int kRuns = 200;
  int above = 0;
  for (int run = 0; run < kRuns; ++run) {
    AssistedEstimate checks(0, kMany);
    for (const JudgedItem& item : items) checks.add_item(item.doubt);
    for (int j = 0; j < 40; ++j) {
      const JudgedItem& item = items[uniform_below(rng, items.size())];
      checks.add_check(item.doubt, item.wrong);
    }
    above += error > checks.estimate().high;
  }
  CHECK(above < (0.025 + 4 * std::sqrt(0.025 * 0.975 / kRuns)) * kRuns);
}

// No answer is wrong, so a small error is in the interval from the first check on.
TEST_CASE("session: the interval of two classes that one column separates contains an error of 0") {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    Session session(noisy_rows(300, 2, 2, 0.05, seed), {"a", "b"}, {.budget = 60, .seed = seed});
    for (auto next = session.next(); const auto* q = std::get_if<Question>(&next);
         next = session.next()) {
      session.answer(q->item, static_cast<int>(q->item % 2));
      CHECK(session.estimate().low == 0);
    }
  }
}

TEST_CASE("session: the error is 0 if nothing is left to predict") {
  Session session(noisy_rows(12, 3, 2, 0.1), {"a", "b"}, {.checks = 1});
  play(session, 12, [](std::uint32_t item) { return static_cast<int>(item % 2); });
  const Estimate e = session.estimate();
  CHECK((e.has_value && e.value == 0 && e.high == 0));
}

TEST_CASE("session: no point below ten random checks, nor at an edge of the interval") {
  const auto items = noisy_rows(200, 5, 2, 0.3);
  Session session(items, {"a", "b"}, {.budget = 60, .checks = 0.5, .seed = 2});
  std::size_t checks = 0;
  for (auto next = session.next(); const auto* q = std::get_if<Question>(&next);
       next = session.next()) {
    checks += q->uniform;
    session.answer(q->item, static_cast<int>(q->item % 2));
    const Estimate e = session.estimate();
    CHECK(e.has_value == (checks >= 10));
    CHECK(e.is_informative() == (checks > 0));
    if (checks == 0) continue;
    CHECK(e.low < e.value);
    CHECK(e.value < e.high);
  }
  CHECK(checks >= 20);
}

// Twelve planted graphs with 480 nodes of four classes, of which 11 to 20 % are predicted wrongly.
// Of 12 intervals with coverage .95, fewer than 9 contain the error with P = .002.
TEST_CASE(
    "session: the interval contains the error and is narrower than that of the checks alone") {
  int inside = 0;
  double width = 0, of_jeffreys = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const auto items = nodes_of(planted(4, 120, 0.05, 0.02, seed), 20);
    Session session(items, kFour, {.budget = 80, .seed = seed});
    Checks alone;
    for (auto next = session.next(); const auto* q = std::get_if<Question>(&next);
         next = session.next()) {
      alone.drawn += q->uniform;
      session.answer(q->item, static_cast<int>(q->item / 120));
    }
    double wrong = 0, count = 0;
    for (std::uint32_t i = 0; i < items->size(); ++i) {
      const ItemPrediction& p = session.predictions()[i];
      if (p.asked) continue;
      ++count;
      wrong += p.label != static_cast<int>(i / 120);
    }
    const Estimate e = session.estimate();
    alone.wrong =
        static_cast<std::uint64_t>(std::lround(static_cast<double>(alone.drawn) * wrong / count));
    inside += e.low <= wrong / count && wrong / count <= e.high;
    width += e.high - e.low;
    of_jeffreys += alone.estimate().high - alone.estimate().low;
  }
  CHECK(inside >= 9);
  CHECK(width < 0.8 * of_jeffreys);
}

// The label was volunteered, by an import or another annotator, so it does not count.
TEST_CASE("session: a check that was skipped stays one: the reason may depend on its label") {
  Session session(clique_items(4, 12), kFour, {.stop_at_error = 0.01, .checks = 1});
  const auto wrong = [](std::uint32_t item) { return static_cast<int>(item % 4); };
  std::vector<std::uint32_t> skipped;
  for (int k = 0; k < 20; ++k) {
    const std::uint32_t item = question(session.next()).item;
    if (k < 9) {
      session.answer(item, wrong(item));
    } else {
      session.skip(item);
      skipped.push_back(item);
    }
  }
  CHECK_FALSE(session.estimate().has_value);  // nine checks
  session.answer(skipped.front(), wrong(skipped.front()));
  CHECK(session.estimate().has_value);  // ten, after which the goal is tested
  CHECK(std::holds_alternative<Question>(session.next()));
}
