// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/experiment/tuning.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <doctest/doctest.h>

#include <querent/apps/terminal/usage_error.hpp>

using namespace querent;
using namespace querent::apps;

namespace {

// Rows of one feature and their labels.
struct Line {
  std::vector<double> x;
  std::vector<int> y;
  DatasetView examples;

  Line(std::vector<double> values, std::vector<int> labels)
      : x(std::move(values)), y(std::move(labels)) {
    examples = {.rows = DenseView{x, 1},
                .labels = y,
                .label_sets = {},
                .stream = labelled_rows(y),
                .dim = 1,
                .num_classes = 2};
  }
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;
};

constexpr std::size_t kRows = 20000;

std::vector<double> random_numbers(std::size_t n) {
  Rng rng(7);
  std::vector<double> x(n);
  for (double& v : x) v = 2 * uniform01(rng) - 1;
  return x;
}

std::vector<int> signs(const std::vector<double>& x) {
  std::vector<int> y;
  for (const double v : x) y.push_back(v >= 0);
  return y;
}

}  // namespace

TEST_CASE("the rate of random:p is p, and tuning finds it") {
  const Line line(random_numbers(kRows), std::vector<int>(kRows, 1));
  for (const double target : {0.05, 0.3, 0.9}) {
    const TunedRate tuned = tune_rate(line.examples, learner_config("RPE", "", {}), target);
    CHECK(tuned.reached);
    CHECK(tuned.monotone);
    CHECK(tuned.key == "p");
    CHECK(std::abs(tuned.rate - target) <= 0.02 * target);
    // 4 σ of 40,000 draws
    CHECK(std::abs(tuned.value - tuned.rate) <= 4 * std::sqrt(target * (1 - target) / 40000));
    CHECK(tuned.config.query_params.at("p") == tuned.value);
  }
}

TEST_CASE("at a margin of 1 the rule b/(b + |p|) asks for a quarter of the labels with b = 1/3") {
  // x = 1, y = +1: PA moves to w = 1 with the first label and stays there
  const Line line(std::vector<double>(kRows, 1.0), std::vector<int>(kRows, 1));
  for (const double start : {1e-6, 1.0, 1e6}) {
    const TunedRate tuned = tune_rate(line.examples, learner_config("PAA", "", {{"b", start}}),
                                      0.25, {.tolerance = 0.005});
    CHECK(tuned.reached);
    CHECK(tuned.tried.size() <= 16);
    CHECK(tuned.value == doctest::Approx(1.0 / 3).epsilon(0.04).scale(0));
  }
}

TEST_CASE("a rate out of reach is reported with the nearest rate") {
  // rows of zeros: the margin is 0, for which b/(b + 0) always asks
  const Line zeros(std::vector<double>(1000, 0.0), std::vector<int>(1000, 1));
  const TunedRate tuned = tune_rate(zeros.examples, learner_config("PAA", "", {}), 0.1);
  CHECK_FALSE(tuned.reached);
  CHECK_FALSE(tuned.in_reach);
  CHECK(tuned.rate == 1);
  CHECK(tuned.note().find("10 % is out of reach, 100 % is the nearest") != std::string::npos);
}

TEST_CASE("a rate below 25 labels per stream is in reach of a rule that draws labels at random") {
  const auto x = random_numbers(1000);
  const Line line(x, signs(x));
  const TunedRate tuned = tune_rate(line.examples, learner_config("thrifty", "", {}), 0.02);
  CHECK(tuned.in_reach);  // the default floor alone draws 2.5 %
  CHECK(tuned.config.query_params.at("floor") == doctest::Approx(0.002));
  const double given = 0.03;
  const LearnerConfig own = learner_config("thrifty", "", {{"floor", given}});
  CHECK_FALSE(tune_rate(line.examples, own, 0.02).in_reach);
}

TEST_CASE("a rule whose rate decreases with its parameter is tuned as well") {
  const auto x = random_numbers(2000);
  const Line line(x, signs(x));
  const TunedRate tuned = tune_rate(line.examples, learner_config("BBQ-eps", "", {}), 0.1);
  CHECK(tuned.key == "epsilon");
  CHECK(tuned.reached);
  CHECK(tuned.tried.front().rate > tuned.tried.back().rate);
}

TEST_CASE("tuning gives the same bits for any number of threads, and asking all has no rate") {
  const auto x = random_numbers(2000);
  const Line line(x, signs(x));
  const auto found = [&](int threads) {
    return tune_rate(line.examples, learner_config("PAA-I", "", {}), 0.15,
                     {.orders = 4, .threads = threads});
  };
  const TunedRate one = found(1), four = found(4);
  CHECK(one.value == four.value);
  CHECK(one.rate == four.rate);
  CHECK_THROWS_AS(tune_rate(line.examples, learner_config("PA", "", {}), 0.1), UsageError);
  CHECK_THROWS_AS(tune_rate(line.examples, learner_config("PAA", "", {}), 1.5),
                  std::invalid_argument);

  GridOptions options{.objective = {.measure = "f1"}, .folds = 4, .rate = 0.2};
  const auto scores = [&](int threads) {
    options.tuning.threads = threads;
    std::vector<double> means;
    for (const auto& point :
         search_grid(line.examples, "PAA-I", "", {}, {{"C", {0.1, 1, 10}}}, options).points)
      means.push_back(point.score.mean);
    return means;
  };
  CHECK(scores(1) == scores(3));
}

TEST_CASE("the folds of a cross-validation partition the rows") {
  std::vector<std::uint32_t> stream(103);
  std::iota(stream.begin(), stream.end(), 50u);
  const Folds folds(stream, 10, 3);
  std::vector<std::uint32_t> all;
  for (int k = 0; k < 10; ++k) {
    auto out = folds.left_out(k), rest = folds.training(k);
    CHECK(out.size() + rest.size() == stream.size());
    CHECK((out.size() == 10 || out.size() == 11));
    all.insert(all.end(), out.begin(), out.end());
    rest.insert(rest.end(), out.begin(), out.end());
    std::sort(rest.begin(), rest.end());
    CHECK(rest == stream);
  }
  std::sort(all.begin(), all.end());
  CHECK(all == stream);
}

TEST_CASE("a grid prefers a learner that asks to one that never does") {
  // sgn(0) = +1: a learner that never asks predicts +1 for all rows and has F1 = 2π/(1 + π) with a
  // fraction π of positive rows; a learner that asks for all has the sign of x after the first
  // negative row
  std::vector<double> x(1000, 1.0);
  for (std::size_t i = 0; i < x.size(); i += 4) x[i] = -1;
  const Line line(x, signs(x));
  for (const auto& [measure, never] : {std::pair<std::string, double>{"f1", 2 * 0.75 / 1.75},
                                       {"accuracy", 0.75},
                                       {"weighted_sum", 0.5},
                                       {"cost", -0.125}}) {
    const GridResult grid =
        search_grid(line.examples, "Perceptron", "random", {}, {{"eta", {1}}, {"p", {0, 1}}},
                    {.objective = {.measure = measure}, .folds = 4});
    REQUIRE(grid.points.size() == 2);
    CHECK(grid.best == 1);
    CHECK(grid.winner().given.at("p") == 1);
    CHECK(grid.winner().score.mean == (measure == "cost" ? 0 : 1));
    CHECK(grid.points[0].score.mean == doctest::Approx(never).epsilon(0.03).scale(0));
  }
}

TEST_CASE(
    "the best points of a grid on a sample are tried again on all rows: if these are all points, "
    "the result is the grid on all rows, and a single point is still scored on all rows") {
  const auto x = random_numbers(2000);
  const Line line(x, signs(x));
  const std::vector<GridAxis> axes{{"C", {0.01, 0.1, 1, 10}}};
  const auto grid = [&](std::uint64_t max_rows, std::size_t finalists) {
    return search_grid(line.examples, "PA-I", "", {}, axes,
                       {.tuning = {.max_rows = max_rows}, .finalists = finalists});
  };
  const GridResult all = grid(0, 0), sample = grid(100, 0), every = grid(100, 4),
                   one = grid(100, 1);
  CHECK(sample.winner().score.mean != all.points[sample.best].score.mean);
  CHECK(every.best == all.best);
  for (std::size_t k = 0; k < axes.front().values.size(); ++k)
    CHECK(every.points[k].score.mean == all.points[k].score.mean);
  CHECK(one.best == sample.best);
  CHECK(one.winner().score.mean == all.points[one.best].score.mean);
}
