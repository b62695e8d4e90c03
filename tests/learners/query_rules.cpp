// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include <doctest/doctest.h>

#include <querent/learners/query/adaptive.hpp>
#include <querent/learners/query/all.hpp>
#include <querent/learners/query/bbq.hpp>
#include <querent/learners/query/bbq_eps.hpp>
#include <querent/learners/query/decaying.hpp>
#include <querent/learners/query/dgs.hpp>
#include <querent/learners/query/discriminative.hpp>
#include <querent/learners/query/margin.hpp>
#include <querent/learners/query/margin_plus_one.hpp>
#include <querent/learners/query/random.hpp>
#include <querent/learners/query/second_order.hpp>
#include <querent/learners/query/soal.hpp>
#include <querent/learners/query/theta.hpp>
#include <querent/learners/query/threshold.hpp>
#include <querent/learners/random.hpp>

#include "frequency.hpp"

using namespace querent;

TEST_CASE("all always asks, random asks with frequency p whatever the prediction") {
  CHECK(AskAll{}.probability({.margin = 1e9}) == 1);
  for (const double p : {0.0, 0.1, 0.5, 1.0}) {
    RandomQuery rule({.p = p});
    check_frequency(rule, {.margin = 3, .uncertainty = 2}, p);
  }
}

TEST_CASE("Θ = 0 exactly at Δ = 2√(1 + Kr/(2(1+r))) − 2 (Eq. 12), where it always asks") {
  for (const int K : {2, 3, 7, 100}) {
    for (const double r : {1e-6, 0.1, 1.0, 50.0}) {
      const double Delta = 2 * std::sqrt(1 + K * r / (2 * (1 + r))) - 2;
      CHECK(std::abs(theta({.margin = Delta, .uncertainty = r}, K)) < 1e-14 * K);
      const ThetaQuery rule(K, {.h = 1e-3});
      CHECK(rule.probability({.margin = Delta * (1 - 1e-6), .uncertainty = r}) == 1);
      CHECK(rule.probability({.margin = Delta * (1 + 1e-6), .uncertainty = r}) < 1);
    }
  }
}

TEST_CASE("theta asks with frequency 2h / (2h + Θ) if Θ > 0 (Definition 2)") {
  ThetaQuery rule(4, {.h = 0.05});
  for (const double Delta : {0.4, 0.7, 1.5}) {
    const double r = 0.2, Theta = Delta * Delta / 2 + 2 * Delta - 4 * r / 1.2;
    REQUIRE(Theta > 0);
    check_frequency(rule, {.margin = Delta, .uncertainty = r}, 0.1 / (0.1 + Theta));
  }
}

TEST_CASE("bbq asks exactly while xᵀ(A + xxᵀ)⁻¹x exceeds t^(−κ), t counted in rounds") {
  BbqQuery rule({.kappa = 0.25});
  for (int t = 1; t <= 100; ++t) {
    const double bound = std::pow(t, -0.25);
    for (const double rho : {bound * 0.999, bound * 1.001}) {
      if (rho >= 1) continue;
      CHECK(rule.probability({.uncertainty = rho / (1 - rho)}) == (rho > bound ? 1 : 0));
    }
    rule.observe({}, {.asked = t % 3 == 0});
  }
}

TEST_CASE("bbq-eps asks exactly while √r ≥ ε") {
  const BbqEpsQuery rule({.epsilon = 0.3});
  CHECK(rule.probability({.uncertainty = 0.0899}) == 0);
  CHECK(rule.probability({.uncertainty = 0.0901}) == 1);
}

TEST_CASE("dgs asks exactly while Δ̂² ≤ r (1 + 4 Σ Q r/(1+r) + 36 log(t/δ))") {
  DgsQuery rule({.failure = 0.2});
  double sum = 0;
  Rng rng = make_rng(7, 0, Stream::kQuery);
  for (int t = 1; t <= 200; ++t) {
    const double r = uniform01(rng), theta = std::sqrt(r * (1 + 4 * sum + 36 * std::log(t / 0.2)));
    for (const double Delta_hat : {theta * 0.999, theta * 1.001}) {
      // a prediction carries Δ of f = Wᵀx / (1 + r)
      CHECK(rule.probability({.margin = Delta_hat / (1 + r), .uncertainty = r}) ==
            (Delta_hat <= theta ? 1 : 0));
    }
    const bool asked = t % 2 == 0;
    rule.observe({.uncertainty = r}, {.asked = asked});
    if (asked) sum += r / (1 + r);
  }
}

TEST_CASE("margin asks with frequency b / (b + |p|), margin+1 with δ / (δ + 1 + |p|)") {
  for (const double margin : {0.0, 0.5, 4.0}) {
    check_frequency(MarginQuery({.b = 0.5}), {.margin = margin}, 0.5 / (0.5 + margin));
    check_frequency(MarginPlusOneQuery({.b = 0.5}), {.margin = margin}, 0.5 / (1.5 + margin));
  }
}

TEST_CASE("second-order asks with frequency b / (b + |p| + ½p²(1 + r))") {
  check_frequency(SecondOrderQuery({.b = 0.5}), {.margin = 2, .uncertainty = 0.25},
                  0.5 / (0.5 + 2 + 2 * 1.25));
}

TEST_CASE("adaptive asks with b √(1 + mistakes) instead of b, mistakes counted on asked rounds") {
  AdaptiveQuery rule({.b = 0.5});
  check_frequency(rule, {.margin = 1}, 0.5 / 1.5);
  for (int k = 0; k < 8; ++k) rule.observe({}, {.asked = true, .label = 1, .mistake = true});
  for (int k = 0; k < 5; ++k) rule.observe({}, {.asked = true, .label = 1, .mistake = false});
  check_frequency(rule, {.margin = 1}, 1.5 / 2.5);  // √(1 + 8) = 3
}

TEST_CASE("decaying asks in round t with δ_0 / t instead of b") {
  DecayingQuery rule({.b = 6});
  for (int t = 1; t <= 5; ++t) {
    CHECK(rule.probability({.margin = 2}) ==
          doctest::Approx(6.0 / t / (6.0 / t + 2)).epsilon(1e-12));
    rule.observe({}, {});
  }
  check_frequency(rule, {.margin = 2}, 1.0 / 3);
}

TEST_CASE(
    "threshold asks exactly if |p| ≤ s, and halves s after R asked labels without a mistake") {
  ThresholdQuery rule({.R = 3});
  const auto band_is = [&](double s) {
    CHECK(rule.probability({.margin = s}) == 1);
    CHECK(rule.probability({.margin = s * (1 + 1e-12)}) == 0);
  };
  const Outcome right{.asked = true, .label = 1, .mistake = false};
  const Outcome wrong{.asked = true, .label = 1, .mistake = true};
  band_is(1);
  rule.observe({}, right);
  rule.observe({}, right);
  rule.observe({}, {});  // not asked: not counted
  band_is(1);
  rule.observe({}, wrong);  // starts the count again
  rule.observe({}, right);
  rule.observe({}, right);
  band_is(1);
  rule.observe({}, right);
  band_is(0.5);
  for (int k = 0; k < 3; ++k) rule.observe({}, right);
  band_is(0.25);
}

TEST_CASE(
    "discriminative asks with b / (b + max(0, |p| − ½ηav)), a = 1 or 1/max(1, xᵀx) (Remark 3)") {
  using Weight = DiscriminativeQuery::Weight;
  const Prediction p{.margin = 2, .uncertainty = 3, .squared_norm = 4};
  check_frequency(DiscriminativeQuery({.b = 0.5, .eta = 1, .a = Weight::kOne}), p,
                  0.5 / (0.5 + 2 - 1.5));
  check_frequency(DiscriminativeQuery({.b = 0.5, .eta = 1}), p, 0.5 / (0.5 + 2 - 1.5 / 4));
  const Prediction small{.margin = 2, .uncertainty = 3, .squared_norm = 0.25};
  check_frequency(DiscriminativeQuery({.b = 0.5, .eta = 1}), small, 0.5 / (0.5 + 2 - 1.5));
  CHECK(DiscriminativeQuery({.b = 0.5, .eta = 2, .a = Weight::kOne}).probability(p) ==
        1);  // ½ηv ≥ |p|
}

TEST_CASE("soal asks with b / (b + max(0, |p| − ½ηγv/(γ + v)))") {
  const SoalQuery rule({.b = 0.5, .eta = 0.8, .gamma = 3});
  check_frequency(rule, {.margin = 2, .uncertainty = 1.5}, 0.5 / (0.5 + 2 - 0.4 * 3 * 1.5 / 4.5));
  CHECK(rule.probability({.margin = 0.3, .uncertainty = 1.5}) == 1);
}

TEST_CASE("invalid parameters are rejected") {
  CHECK_THROWS_AS(RandomQuery({.p = 1.1}), std::invalid_argument);
  CHECK_THROWS_AS(RandomQuery({.p = std::nan("")}), std::invalid_argument);
  CHECK_THROWS_AS(ThetaQuery(2, {.h = 0}), std::invalid_argument);
  CHECK_THROWS_AS(BbqQuery({.kappa = 1}), std::invalid_argument);
  CHECK_THROWS_AS(BbqEpsQuery({.epsilon = -1}), std::invalid_argument);
  CHECK_THROWS_AS(DgsQuery({.failure = 1}), std::invalid_argument);
  CHECK_THROWS_AS(MarginQuery({.b = 0}), std::invalid_argument);
  CHECK_THROWS_AS(MarginPlusOneQuery({.b = -1}), std::invalid_argument);
  CHECK_THROWS_AS(AdaptiveQuery({.b = 0}), std::invalid_argument);
  CHECK_THROWS_AS(SecondOrderQuery({.b = 0}), std::invalid_argument);
  CHECK_THROWS_AS(ThresholdQuery({.R = 0}), std::invalid_argument);
  CHECK_THROWS_AS(ThresholdQuery({.s = 0}), std::invalid_argument);
  CHECK_THROWS_AS(DiscriminativeQuery({.b = 0}), std::invalid_argument);
  CHECK_THROWS_AS(SoalQuery({.gamma = 0}), std::invalid_argument);
  CHECK_THROWS_AS(DecayingQuery({.b = 0}), std::invalid_argument);
}
