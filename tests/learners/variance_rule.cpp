// SPDX-License-Identifier: Apache-2.0
// Query-efficient learning: the scaled query rule, budgets, the error estimate, ensembles.
#include <cmath>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include <querent/learners/error_estimate.hpp>
#include <querent/learners/least_squares/ensemble.hpp>
#include <querent/learners/least_squares/rls.hpp>
#include <querent/learners/play_late.hpp>
#include <querent/learners/query/adaptive.hpp>
#include <querent/learners/query/all.hpp>
#include <querent/learners/query/bbq.hpp>
#include <querent/learners/query/bbq_eps.hpp>
#include <querent/learners/query/budget.hpp>
#include <querent/learners/query/margin.hpp>
#include <querent/learners/query/margin_variance.hpp>
#include <querent/learners/query/random.hpp>
#include <querent/learners/query/theta.hpp>
#include <querent/learners/query/threshold.hpp>

#include "frequency.hpp"

using namespace querent;

TEST_CASE("margin-variance rule: with c = K and no floor it is theta, with h in units of c") {
  for (const int K : {2, 7}) {
    const MarginVarianceQuery rule({.c = static_cast<double>(K), .h = 1e-3 / K, .floor = 0});
    const ThetaQuery theta_rule(K, {.h = 1e-3});
    for (const double r : {1e-3, 0.5, 20.0}) {
      for (const double Delta : {0.0, 0.01, 0.3, 2.0}) {
        const Prediction p{.margin = Delta, .uncertainty = r};
        CHECK(rule.probability(p) == doctest::Approx(theta_rule.probability(p)).epsilon(1e-12));
      }
    }
  }
}

TEST_CASE("margin-variance rule: it always asks from urgency 1/c on, never below its floor") {
  const MarginVarianceQuery rule({.c = 0.7, .h = 1e-4, .floor = 0.03});
  Rng rng = make_rng(1, 0, Stream::kQuery);
  for (int i = 0; i < 1000; ++i) {
    const Prediction p{.margin = 2 * uniform01(rng), .uncertainty = 5 * uniform01(rng)};
    CHECK((rule.probability(p) == 1) == (rule.urgency(p) >= 1 / 0.7));
    CHECK(rule.probability(p) >= 0.03);
  }
  check_frequency(rule, {.margin = 2, .uncertainty = 0.1}, 0.03);
}

namespace {

/// Makes a different prediction in every round; learns from every second label.
struct Erratic {
  mutable Rng rng;
  double scale = 1;
  bool moves = false;
  Prediction predict(const DenseRow&) const {
    // ties and zeros are as frequent as in a model with few labels
    const auto some = [&] { return uniform_below(rng, 3) == 0 ? 0.0 : scale * uniform01(rng); };
    const double margin = some();
    return {
        .label = static_cast<int>(uniform_below(rng, 2)), .margin = margin, .uncertainty = some()};
  }
  bool update(const DenseRow&, int) { return moves = !moves; }
};

struct Counted {
  std::uint64_t asked = 0, seen = 0, updated = 0;
};

template <class Rule>
void check_budget(Rule rule, BudgetParams params, std::uint64_t rounds, Rng& rng) {
  BudgetQuery<Rule> budget(rule, params);
  Erratic learner{.rng = Rng(rng()), .scale = uniform01(rng)};
  Counted counted;
  std::vector<std::uint32_t> order(rounds);
  const Tally tally = play(
      learner, budget, order, [](std::uint32_t) { return DenseRow{}; },
      [](std::uint32_t) { return 0; }, rng,
      [&](std::uint32_t, const Round& round) {
        ++counted.seen;
        counted.asked += round.asked;
        counted.updated += round.updated;
        if (counted.asked > params.labels) FAIL("the budget is exceeded");
        if (round.probability < 0 || round.probability > 1) FAIL("not a probability");
      });
  // exact, so plain comparisons keep 10,000 configurations fast
  const bool adds_up = tally.rounds == rounds && counted.seen == rounds &&
                       counted.asked == tally.queries && counted.asked == budget.asked() &&
                       counted.updated == tally.updates && tally.updates == (tally.queries + 1) / 2;
  if (!adds_up) FAIL("asked, seen and updated do not add up");
  // the budget is used up when the expected rounds are over
  if (rounds >= params.expected_rounds && params.labels <= params.expected_rounds &&
      counted.asked != params.labels)
    FAIL("labels of the budget were not used");
}

}  // namespace

TEST_CASE(
    "a budget is never exceeded in 10,000 random configurations, is used up when its rounds are "
    "over, and asked, seen and updated add up") {
  Rng rng = make_rng(7, 0, Stream::kQuery);
  for (int i = 0; i < 10'000; ++i) {
    const std::uint64_t T = 1 + uniform_below(rng, 60);
    const BudgetParams params{.labels = uniform_below(rng, T + 5),
                              .expected_rounds = T,
                              .early = 0.05 + 0.95 * uniform01(rng),
                              .at_random = uniform_below(rng, 2) * uniform_below(rng, T + 5),
                              .explore = uniform_below(rng, 2) == 0 ? 0 : uniform01(rng)};
    const std::uint64_t rounds = uniform_below(rng, 2 * T + 1);
    switch (uniform_below(rng, 5)) {
      case 0:
        check_budget(AskAll{}, params, rounds, rng);
        break;
      case 1:
        check_budget(RandomQuery({.p = uniform01(rng)}), params, rounds, rng);
        break;
      case 2:
        check_budget(MarginQuery({.b = 0.1}), params, rounds, rng);
        break;
      case 3:
        check_budget(BbqQuery({.kappa = 0.5}), params, rounds, rng);
        break;
      default:
        check_budget(MarginVarianceQuery({}), params, rounds, rng);
    }
  }
}

TEST_CASE("a budget follows the curve N τ^a, whatever the rule") {
  for (const double a : {0.3, 0.5, 1.0}) {
    double half = 0;
    constexpr int kRuns = 200, T = 400, N = 80;
    for (int run = 0; run < kRuns; ++run) {
      Rng rng = make_rng(3, static_cast<std::uint64_t>(run), Stream::kQuery);
      BudgetQuery<AskAll> rule({}, {.labels = N, .expected_rounds = T, .early = a, .explore = 0});
      Constant learner{};
      for (int t = 0; t < T / 2; ++t) half += play_round(learner, rule, DenseRow{}, 0, rng).asked;
    }
    // the curve begins steeper than one label per round, which no rule can follow
    CHECK(std::abs(half / kRuns - N * std::pow(0.5, a)) < 0.06 * N);
  }
}

TEST_CASE("random labels of a budget are drawn as by the rule random") {
  const BudgetParams params{.labels = 30, .expected_rounds = 300, .at_random = 30};
  BudgetParams by_urgency = params;
  by_urgency.at_random = 0;
  by_urgency.explore = 0;
  for (std::uint64_t run = 0; run < 20; ++run) {
    const auto asked = [&](auto rule) {
      Rng rng = make_rng(21, run, Stream::kQuery);
      std::vector<bool> which;
      for (int t = 0; t < 300; ++t) {
        Constant learner{{.margin = t % 2 == 0 ? 1.0 : 0.1, .uncertainty = 0.1}};
        which.push_back(play_round(learner, rule, DenseRow{}, 0, rng).asked);
      }
      return which;
    };
    CHECK(asked(BudgetQuery(MarginVarianceQuery({}), params)) ==
          asked(BudgetQuery(RandomQuery({.p = 0.1}), by_urgency)));
  }
}

TEST_CASE("a budget asks the most urgent rounds: those with the smaller of two margins") {
  Rng rng = make_rng(5, 0, Stream::kQuery);
  BudgetQuery<MarginVarianceQuery> rule(MarginVarianceQuery({}),
                                        {.labels = 100, .expected_rounds = 2000, .explore = 0});
  Constant sure{{.margin = 1, .uncertainty = 0.1}}, unsure{{.margin = 0.1, .uncertainty = 0.1}};
  int wasted = 0;
  for (int t = 0; t < 1000; ++t) {
    play_round(unsure, rule, DenseRow{}, 0, rng);
    wasted += play_round(sure, rule, DenseRow{}, 0, rng).asked;
  }
  CHECK(rule.asked() == 100);
  CHECK(wasted <= 8);  // at the very start, while the curve asks every round
}

namespace {

/// A stream in which some rounds are always asked and others rarely, each kind with its own error
/// rate.
struct SimulatedError {
  double truth;
  Estimate estimate;
};
SimulatedError simulate(Rng& rng, int rounds, double rarely) {
  ErrorEstimate estimate;
  int mistakes = 0;
  for (int t = 0; t < rounds; ++t) {
    const bool hard = uniform01(rng) < 0.1;
    const bool mistake = uniform01(rng) < (hard ? 0.4 : 0.1);
    const double p = hard ? 1 : rarely * (0.5 + uniform01(rng));
    const bool asked = uniform01(rng) < p;
    mistakes += mistake;
    estimate.add(p, asked, asked && mistake);
  }
  return {static_cast<double>(mistakes) / rounds, estimate.estimate()};
}

}  // namespace

TEST_CASE(
    "the error is below its estimate in half of the runs, and once four mistakes are found, its "
    "95 % interval covers 93 to 97 %") {
  Rng rng = make_rng(13, 0, Stream::kQuery);
  for (const double rarely : {0.02, 0.05, 0.2}) {
    constexpr int kRuns = 4000, kRounds = 2000;
    int covered = 0, below = 0;
    for (int run = 0; run < kRuns; ++run) {
      const auto [truth, estimate] = simulate(rng, kRounds, rarely);
      CHECK(estimate.has_value);
      CHECK(estimate.low < estimate.value);
      CHECK(estimate.value < estimate.high);
      below += truth < estimate.value;
      covered += estimate.low <= truth && truth <= estimate.high;
    }
    CAPTURE(rarely);
    CHECK(below >= 0.45 * kRuns);
    CHECK(below <= 0.55 * kRuns);
    CHECK(covered >= 0.93 * kRuns);
    CHECK(covered <= 0.97 * kRuns);
  }
}

TEST_CASE("repeated tests err in at most one run in twenty, and stop a stream far below its goal") {
  Rng rng = make_rng(17, 0, Stream::kQuery);
  constexpr int kRuns = 1000, kRounds = 3000;
  for (const double rate : {0.1, 0.3}) {
    int wrong = 0, stopped = 0;
    for (int run = 0; run < kRuns; ++run) {
      ErrorEstimate estimate;
      StopRule just_below(rate), far_above(3 * rate);
      int mistakes = 0;
      bool first = true, enough = false;
      for (int t = 1; t <= kRounds; ++t) {
        const double p = t % 3 == 0 ? 0.5 : 0.1;
        const bool asked = uniform01(rng) < p, mistake = uniform01(rng) < rate;
        mistakes += mistake;
        estimate.add(p, asked, asked && mistake);
        enough = far_above.reached(estimate);
        if (!first || !just_below.reached(estimate)) continue;
        first = false;
        wrong += mistakes > rate * t;
      }
      stopped += enough;
    }
    CAPTURE(rate);
    CHECK(wrong <= 0.05 * kRuns);
    CHECK(stopped == kRuns);
  }
}

TEST_CASE("a lucky beginning in which every label is asked does not stop a stream") {
  Rng rng = make_rng(18, 0, Stream::kQuery);
  constexpr int kRuns = 1000, kRounds = 3000;
  constexpr double kRate = 0.03;
  int wrong = 0;
  for (int run = 0; run < kRuns; ++run) {
    ErrorEstimate estimate;
    StopRule just_below(kRate);
    for (int t = 0; t < kRounds; ++t) {
      estimate.add(1, true, uniform01(rng) < kRate);
      if (just_below.reached(estimate)) break;
    }
    wrong += just_below.reached(estimate);  // the error is not below its own rate
  }
  CHECK(wrong <= 0.05 * kRuns);
}

TEST_CASE("the normal deviates of a stop rule agree with the tables") {
  for (const auto& [alpha, z] : {std::pair{0.025, 1.95996}, {0.005, 2.57583}, {0.0005, 3.29053}})
    CHECK(std::abs(StopRule::upper_deviate(alpha) - z) < 4.5e-4);
}

TEST_CASE("the estimate is the error itself if every label is asked, unknown if none is") {
  ErrorEstimate all, none;
  for (int t = 0; t < 50; ++t) {
    all.add(1, true, t % 5 == 0);
    none.add(0, false, false);
  }
  CHECK(all.estimate().value == 0.2);
  CHECK(all.estimate().low == 0.2);
  CHECK(all.estimate().high == 0.2);
  CHECK(none.rounds() == 0);
  CHECK(none.estimate().low == 0);
  CHECK(none.estimate().high == 1);
  CHECK_FALSE(none.estimate().has_value);
}

TEST_CASE("of rounds that a rule skips for certain, nothing is known") {
  ErrorEstimate estimate;
  StopRule below_half(0.5);
  bool reached = false;
  for (int t = 0; t < 1000; ++t) {  // one in four is asked, one in five of these is wrong
    estimate.add(t % 4 == 0 ? 1 : 0, t % 4 == 0, t % 20 == 0);
    reached = below_half.reached(estimate);
  }
  CHECK_FALSE(estimate.estimate().has_value);
  CHECK(estimate.estimate().low == doctest::Approx(0.05));
  CHECK(estimate.estimate().high == doctest::Approx(0.8));
  CHECK(estimate.estimate().is_informative());
  CHECK_FALSE(reached);
  StopRule below_nine_tenths(0.9);
  CHECK(below_nine_tenths.reached(estimate));
}

TEST_CASE("a stream has no point estimate before ten random checks, or checks as good as ten") {
  ErrorEstimate even, uneven;
  for (int t = 1; t <= 200; ++t) {
    const bool asked = t % 10 == 0;
    even.add(0.1, asked, t % 40 == 0);
    CHECK(even.estimate().has_value == (t >= 100));
  }
  for (int t = 0; t < 30; ++t) uneven.add(0.5, t % 2 == 0, false);
  CHECK(uneven.estimate().has_value);
  for (int t = 0; t < 300; ++t)
    uneven.add(0.001, false, false);  // nothing is known of these rounds
  CHECK_FALSE(uneven.estimate().has_value);
  for (int t = 0; t < 50; ++t) uneven.add(1, true, t % 2 == 0);  // exact, but not drawn
  CHECK_FALSE(uneven.estimate().has_value);
  CHECK(uneven.estimate().is_informative());
}

namespace {

std::vector<double> random_row(Rng& rng, std::size_t d) {
  std::vector<double> row(d);
  for (double& x : row) x = 2 * uniform01(rng) - 1;
  return row;
}

}  // namespace

TEST_CASE("an ensemble of one view of the whole row is regularised least squares") {
  Rng rng = make_rng(2, 0, Stream::kLearner);
  Rls rls(6, 3);
  Ensemble ensemble(6, 3, {}, {});
  for (int t = 0; t < 100; ++t) {
    const auto row = random_row(rng, 6);
    const Prediction a = rls.predict(DenseRow{row}), b = ensemble.predict(DenseRow{row});
    REQUIRE(a.label == b.label);
    REQUIRE(a.margin == b.margin);
    REQUIRE(a.uncertainty == b.uncertainty);
    const int y = row[0] > 0.3 ? 2 : row[1] > 0 ? 1 : 0;
    rls.update(DenseRow{row}, y);
    ensemble.update(DenseRow{row}, y);
  }
}

TEST_CASE("in an ensemble an informative view outweighs a view of noise") {
  Rng rng = make_rng(4, 0, Stream::kLearner);
  Ensemble ensemble(8, 2, {{.first = 0, .count = 4}, {.first = 4, .count = 4, .unit = true}}, {});
  for (int t = 0; t < 300; ++t) {
    auto row = random_row(rng, 8);
    const int y = row[5] > 0;
    ensemble.update(DenseRow{row}, y);
  }
  CHECK(ensemble.weights()[1] > 0.999);
}

TEST_CASE("a view at length 1 depends neither on the length of a row nor on a common scale") {
  Rng rng = make_rng(6, 0, Stream::kLearner);
  const std::vector<double> common(5, 7.0);
  Ensemble plain(5, 2, {{.first = 0, .count = 5, .unit = true}}, {});
  Ensemble scaled(5, 2, {{.first = 0, .count = 5, .scale = common, .unit = true}}, {});
  for (int t = 0; t < 50; ++t) {
    const auto row = random_row(rng, 5);
    auto longer = row;
    for (double& x : longer) x *= 12;
    const Prediction a = plain.predict(DenseRow{row}), b = scaled.predict(DenseRow{longer});
    REQUIRE(a.margin == doctest::Approx(b.margin).epsilon(1e-9));
    plain.update(DenseRow{row}, t % 2);
    scaled.update(DenseRow{longer}, t % 2);
  }
  CHECK_THROWS_AS(Ensemble(5, 2, {{.first = 3, .count = 3}}, {}), std::invalid_argument);
}

namespace {

struct LateStream {
  std::vector<std::vector<double>> rows;
  std::vector<std::uint32_t> order;
  explicit LateStream(std::uint32_t n) {
    Rng rng = make_rng(8, 0, Stream::kOrder);
    for (std::uint32_t i = 0; i < n; ++i) {
      rows.push_back(random_row(rng, 5));
      order.push_back(i);
    }
  }
  DenseRow row(std::uint32_t i) const { return {rows[i]}; }
  int label(std::uint32_t i) const { return rows[i][0] + rows[i][1] > 0; }

  template <class Rule>
  std::pair<Tally, Rls> play_with(const LateLabels& late, Rule rule,
                                  std::vector<std::uint32_t>* asked = nullptr) const {
    Rls learner(5, 2);
    Rng rng = make_rng(8, 0, Stream::kQuery);
    const Tally tally = play_late(
        learner, rule, order, [&](std::uint32_t i) { return row(i); },
        [&](std::uint32_t i) { return label(i); }, rng, late,
        [&](std::uint32_t i, const Round& round) {
          if (asked != nullptr && round.asked) asked->push_back(i);
        });
    return {tally, learner};
  }
};

}  // namespace

TEST_CASE("immediate labels give the plain protocol, late ones are all learned by the end") {
  const LateStream stream(300);
  Rls prompt(5, 2);
  MarginVarianceQuery rule({});
  Rng rng = make_rng(8, 0, Stream::kQuery);
  const Tally expected = play(
      prompt, rule, stream.order, [&](std::uint32_t i) { return stream.row(i); },
      [&](std::uint32_t i) { return stream.label(i); }, rng, [](std::uint32_t, const Round&) {});
  const auto [at_once, same] = stream.play_with({}, rule);
  CHECK(at_once.mistakes == expected.mistakes);
  CHECK(at_once.queries == expected.queries);
  for (const LateLabels late : {LateLabels{.batch = 7}, LateLabels{.delay = 40},
                                LateLabels{.batch = 1000}, LateLabels{.batch = 3, .delay = 1000}}) {
    const auto [tally, learner] = stream.play_with(late, AskAll{});
    CHECK(tally.queries == 300);
    CHECK(tally.updates == 300);
    const auto [all, every_label] = stream.play_with({}, AskAll{});
    CHECK((learner.model().filter().weights() - every_label.model().filter().weights()).norm() <
          1e-9);
  }
}

TEST_CASE("labels that never come in time come at the end") {
  const LateStream stream(300);
  const auto never = stream.play_with({.delay = UINT64_MAX}, AskAll{}).first;
  CHECK(never.mistakes == stream.play_with({.delay = 300}, AskAll{}).first.mistakes);
}

TEST_CASE("the second of two equal rows in one batch is not asked, since the first is pending") {
  LateStream stream(1);
  std::vector<double> row = stream.rows[0];
  for (double& x : row) x *= 10;
  stream.rows.assign(20, row);
  stream.order.resize(20);
  std::iota(stream.order.begin(), stream.order.end(), 0u);
  std::vector<std::uint32_t> asked;
  stream.play_with({.batch = 10}, BbqEpsQuery({.epsilon = 1}), &asked);
  CHECK(asked == std::vector<std::uint32_t>{0});
}

namespace {

// Predicts class 0 with a constant margin, and learns nothing.
struct Constant {
  double margin;
  Prediction predict(const DenseRow&) const { return {.margin = margin}; }
  bool update(const DenseRow&, int) { return false; }
};

// The rounds of 40 rows of class `y` with `late` labels.
template <class Rule>
std::vector<Round> rounds_of(const LateLabels& late, double margin, int y, Rule rule) {
  const LateStream stream(40);
  Constant learner{margin};
  Rng rng = make_rng(9, 0, Stream::kQuery);
  std::vector<Round> rounds;
  play_late(
      learner, rule, stream.order, [&](std::uint32_t i) { return stream.row(i); },
      [&](std::uint32_t) { return y; }, rng, late,
      [&](std::uint32_t, const Round& round) { rounds.push_back(round); });
  return rounds;
}

}  // namespace

TEST_CASE("threshold halves its band when late labels arrive, not when they are asked for") {
  // right answers, R = 2: the band falls from 1 below 0.1 with the eighth answer
  for (const std::uint64_t delay : {0u, 1u, 5u, 20u}) {
    std::uint64_t asked = 0;
    for (const Round& round : rounds_of({.delay = delay}, 0.1, 0, ThresholdQuery({.R = 2})))
      asked += round.asked;
    CHECK(asked == 8 + delay);
  }
}

TEST_CASE("adaptive uses the mistakes that have arrived, also within a budget") {
  const auto rounds = rounds_of({.delay = 7}, 1, 1, AdaptiveQuery({.b = 2}));
  for (std::size_t t = 0; t < rounds.size(); ++t) {
    double come = 0;  // the label of round s arrives in round s + 8
    for (std::size_t s = 0; s + 8 <= t; ++s) come += rounds[s].asked;
    const double b = 2 * std::sqrt(1 + come);
    CHECK(rounds[t].probability == doctest::Approx(b / (b + 1)).epsilon(1e-12));
  }
  BudgetQuery<AdaptiveQuery> paced(AdaptiveQuery({.b = 2}), {.labels = 9, .expected_rounds = 20});
  paced.observe({.margin = 1}, {.asked = true, .late = true});
  CHECK(paced.rule().probability({.margin = 1}) == doctest::Approx(2.0 / 3));
  for (int k = 0; k < 8; ++k) paced.learned(0.5, true);
  CHECK(paced.rule().probability({.margin = 1}) == doctest::Approx(6.0 / 7));
}
