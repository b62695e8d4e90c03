// SPDX-License-Identifier: Apache-2.0
// The ridge classifier with class prior: when it predicts by the rows, by the prior, or by both.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <Eigen/Dense>

#include <querent/learners/least_squares/ridge_class_prior.hpp>
#include <querent/learners/query/margin_variance.hpp>
#include <querent/learners/random.hpp>

using namespace querent;

namespace {

constexpr int kClasses = 3;
constexpr std::size_t kDim = 6;

int unequal_class(Rng& rng) {  // .6, .3 and .1 of the rows
  const double u = uniform01(rng);
  return u < 0.1 ? 0 : u < 0.4 ? 1 : 2;
}

/// A row whose entry y is larger by `signal`.
std::vector<double> signal_row(int y, double signal, Rng& rng) {
  std::vector<double> x(kDim);
  for (double& entry : x) entry = uniform01(rng) - 0.5;
  x[static_cast<std::size_t>(y)] += signal;
  return x;
}

/// Learns this many rows with the labels that the margin–variance rule asks for.
template <class L>
void learn_stream(L& learner, double signal, int rounds, std::uint64_t seed) {
  Rng rng = make_rng(seed, 0, Stream::kHeldOut), coins = make_rng(seed, 0, Stream::kQuery);
  const MarginVarianceQuery rule({.floor = 0.05});
  for (int t = 0; t < rounds; ++t) {
    const int y = unequal_class(rng);
    const std::vector<double> x = signal_row(y, signal, rng);
    const Prediction p = learner.predict(DenseRow{x});
    if (uniform01(coins) < rule.probability(p)) learner.update(DenseRow{x}, y);
  }
}

template <class L>
double error_on_others(const L& learner, double signal) {
  Rng rng = make_rng(99, 0, Stream::kHeldOut);
  int wrong = 0;
  constexpr int n = 2000;
  for (int i = 0; i < n; ++i) {
    const int y = unequal_class(rng);
    const std::vector<double> x = signal_row(y, signal, rng);
    wrong += learner.predict(DenseRow{x}).label != y;
  }
  return static_cast<double>(wrong) / n;
}

/// Mean errors of the ridge classifier with prior and of least squares, each over its own streams.
std::pair<double, double> mean_errors(double signal, int rounds, int streams) {
  double by_ridge = 0, by_rls = 0;
  for (int seed = 0; seed < streams; ++seed) {
    RidgeClassPrior ridge(kDim, kClasses);
    Rls rls(kDim, kClasses);
    learn_stream(ridge, signal, rounds, static_cast<std::uint64_t>(seed));
    learn_stream(rls, signal, rounds, static_cast<std::uint64_t>(seed));
    by_ridge += error_on_others(ridge, signal) / streams;
    by_rls += error_on_others(rls, signal) / streams;
  }
  return {by_ridge, by_rls};
}

}  // namespace

TEST_CASE("the ridge classifier with prior predicts the most frequent class for rows of zeros") {
  RidgeClassPrior learner(kDim, kClasses);
  const std::vector<double> zeros(kDim, 0.0);
  for (int t = 0; t < 80; ++t) learner.update(DenseRow{zeros}, t % 4 == 0 ? t % 2 : 2);
  const Prediction p = learner.predict(DenseRow{zeros});
  CHECK(p.label == 2);
  CHECK(p.runner_up == 0);
  CHECK(learner.row_evidence() == 0);
  CHECK(learner.predictor() == RidgeClassPrior::Predictor::kClassPrior);
}

TEST_CASE("the class prior is not used if it errs as often as the rows") {
  RidgeClassPrior learner(kDim, kClasses);
  const std::vector<double> zeros(kDim, 0.0);
  for (int t = 0; t < 80; ++t) learner.update(DenseRow{zeros}, 0);  // f predicts class 0 for zeros
  CHECK(learner.row_evidence() == 0);
  CHECK(learner.predictor() == RidgeClassPrior::Predictor::kRows);
}

TEST_CASE("f' of the ridge classifier sums to 1 and is least squares of y - pi, plus pi") {
  RidgeClassPrior learner(kDim, kClasses, {.gamma = 0.7});
  Rng rng = make_rng(5, 0, Stream::kHeldOut);
  Eigen::MatrixXd A = 0.7 * Eigen::MatrixXd::Identity(kDim, kDim);
  std::vector<Eigen::VectorXd> xs;
  std::vector<int> ys;
  Eigen::VectorXd counts = Eigen::VectorXd::Zero(kClasses);
  for (int t = 0; t < 50; ++t) {
    const int y = unequal_class(rng);
    const std::vector<double> x = signal_row(y, 0.4, rng);
    const Eigen::Map<const Eigen::VectorXd> m(x.data(), kDim);
    learner.predict(DenseRow{x});
    const Eigen::VectorXd pi = (counts.array() + 1.0 / kClasses) / (t + 1);
    Eigen::MatrixXd B = Eigen::MatrixXd::Zero(kDim, kClasses);
    for (std::size_t i = 0; i < xs.size(); ++i)
      B += xs[i] * (Eigen::VectorXd::Unit(kClasses, ys[i]) - pi).transpose();
    const Eigen::VectorXd slow = pi + B.transpose() * (A + m * m.transpose()).ldlt().solve(m);
    CHECK((learner.with_intercept() - slow).norm() < 1e-12);
    CHECK(learner.with_intercept().sum() == doctest::Approx(1).epsilon(1e-12));
    learner.update(DenseRow{x}, y);
    A += m * m.transpose();
    xs.emplace_back(m);
    ys.push_back(y);
    counts[y] += 1;
  }
}

TEST_CASE(
    "the ridge classifier with prior is least squares, to the bit, if rows determine the classes") {
  for (const std::uint64_t seed : {1u, 2u, 3u, 4u}) {
    RidgeClassPrior learner(kDim, kClasses);
    Rls rls(kDim, kClasses);
    learn_stream(learner, 1, 400, seed);
    learn_stream(rls, 1, 400, seed);
    CHECK(learner.row_evidence() > 3);
    CHECK(learner.predictor() == RidgeClassPrior::Predictor::kRows);
    Rng rng = make_rng(seed, 1, Stream::kHeldOut);
    for (int i = 0; i < 100; ++i) {
      const std::vector<double> x = signal_row(unequal_class(rng), 1, rng);
      const Prediction p = learner.predict(DenseRow{x}), q = rls.predict(DenseRow{x});
      CHECK((p.label == q.label && p.runner_up == q.runner_up));
      CHECK((p.margin == q.margin && p.uncertainty == q.uncertainty));
    }
  }
}

TEST_CASE(
    "with uninformative rows the prior gives the majority's error, least squares a higher one") {
  const auto [ridge, rls] = mean_errors(0, 600, 20);
  CHECK(ridge < 0.42);  // the majority class errs .4
  CHECK(rls > 0.55);
}

TEST_CASE(
    "with weakly informative rows the prior gives a lower error than least squares and majority") {
  const auto [ridge, rls] = mean_errors(0.2, 3000, 5);
  CHECK(ridge < 0.375);
  CHECK(rls > 0.43);
}

TEST_CASE(
    "uninformative rows seem informative in a twentieth of streams, also with margin queries") {
  int beyond = 0;
  constexpr int kStreams = 2000;
  for (std::uint64_t seed = 0; seed < kStreams; ++seed) {
    RidgeClassPrior learner(kDim, kClasses);
    learn_stream(learner, 0, 150, seed);
    beyond += learner.row_evidence() >= 1.645;
  }
  // four deviations of a share of .05, √(.05 · .95 / 2000) = .0049
  CHECK(std::abs(static_cast<double>(beyond) / kStreams - 0.05) < 0.02);
}

TEST_CASE("the ridge classifier asks like least squares, and with margin labels equals it") {
  RidgeClassPrior learner(kDim, kClasses),
      encoded(kDim, kClasses, {.encoding = LabelEncoding::kMargin});
  Rls rls(kDim, kClasses), rls_encoded(kDim, kClasses, {.encoding = LabelEncoding::kMargin});
  learn_stream(learner, 0, 600, 7);
  learn_stream(rls, 0, 600, 7);
  learn_stream(encoded, 0, 600, 7);
  learn_stream(rls_encoded, 0, 600, 7);
  CHECK(learner.predictor() == RidgeClassPrior::Predictor::kClassPrior);
  CHECK(encoded.predictor() == RidgeClassPrior::Predictor::kRows);
  Rng rng = make_rng(7, 1, Stream::kHeldOut);
  for (int i = 0; i < 100; ++i) {
    const std::vector<double> x = signal_row(unequal_class(rng), 0, rng);
    const Prediction p = learner.predict(DenseRow{x}), q = rls.predict(DenseRow{x});
    CHECK((p.margin == q.margin && p.uncertainty == q.uncertainty));
    CHECK(encoded.predict(DenseRow{x}).label == rls_encoded.predict(DenseRow{x}).label);
  }
}
