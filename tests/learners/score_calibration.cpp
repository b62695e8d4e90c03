// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/score_calibration.hpp>

#include <cmath>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "numeric.hpp"

using namespace querent;

namespace {

Prediction prediction(double score) {
  return predict_from_sign(score);
}

}  // namespace

TEST_CASE("calibration: a and b minimise Platt's weighted loss, by golden section") {
  Rng rng = make_rng(1, 0, Stream::kHeldOut);
  ScoreCalibration calibration;
  std::vector<std::pair<double, double>> seen;  // score, weight: negative of class 0
  double positive = 0, negative = 0;
  for (int l = 0; l < 59; ++l) {  // (*) is solved after this number of answers
    const double s = 6 * uniform01(rng) - 3, asked = l % 3 == 0 ? 0.25 : 1;
    const int y = uniform01(rng) < 1 / (1 + std::exp(-s)) ? 1 : 0;
    calibration.learn(prediction(s), y, asked);
    seen.emplace_back(s, (y == 1 ? 1 : -1) / asked);
    (y == 1 ? positive : negative) += 1 / asked;
  }
  const auto loss = [&](double a, double b) {
    double sum = 0;
    for (const auto& [s, c] : seen) {
      const double p = 1 / (1 + std::exp(-(a * s + b)));
      const double t = c > 0 ? (positive + 1) / (positive + 2) : 1 / (negative + 2);
      sum -= std::abs(c) * (t * std::log(p) + (1 - t) * std::log(1 - p));
    }
    return sum;
  };
  const auto best_b = [&](double a) { return argmin([&](double b) { return loss(a, b); }, -5, 5); };
  const double a = argmin([&](double at) { return loss(at, best_b(at)); }, 0, 5);
  CHECK(calibration.slope() == doctest::Approx(a).epsilon(1e-4));
  CHECK(calibration.offset() == doctest::Approx(best_b(a)).epsilon(1e-3));
}

TEST_CASE(
    "calibration: a and b are recovered from labels drawn with P = σ(2s − 1), also if rows are "
    "asked unevenly") {
  for (const bool active : {false, true}) {
    Rng rng = make_rng(2, 0, Stream::kHeldOut);
    ScoreCalibration calibration;
    for (int l = 0; l < 40'000; ++l) {
      const double s = 4 * uniform01(rng) - 2;
      const int y = uniform01(rng) < 1 / (1 + std::exp(1 - 2 * s)) ? 1 : 0;
      const double asked = active ? 0.3 / (0.3 + std::abs(s)) : 1;
      if (uniform01(rng) < asked) calibration.learn(prediction(s), y, asked);
    }
    CAPTURE(active);
    CHECK(std::abs(calibration.slope() - 2) < 0.25);
    CHECK(std::abs(calibration.offset() + 1) < 0.2);
  }
}

TEST_CASE("calibration: ½ before any answer, never 0 or 1, for the predicted class") {
  ScoreCalibration calibration;
  CHECK(calibration.probability(prediction(7)) == 0.5);
  for (int l = 0; l < 200; ++l)
    calibration.learn(prediction(l % 2 == 0 ? 1e300 : -1e300), l % 2 == 0, 1);
  const double sure = calibration.probability(prediction(-1e300));
  CHECK(sure > 0.9);
  CHECK(sure < 1);
  CHECK(calibration.of_label(prediction(-1e300), 1) == doctest::Approx(1 - sure));
  ScoreCalibration of_three(3);
  for (int l = 0; l < 300; ++l)
    of_three.learn({.label = 2, .runner_up = 1, .margin = l % 2 == 0 ? 5.0 : 0.1},
                   l % 2 == 0 || l % 4 == 1 ? 2 : 0, 1);
  CHECK(of_three.probability({.label = 2, .margin = 5}) >
        0.9);  // the margin predicts how often it is right
  CHECK(std::abs(of_three.probability({.label = 1, .margin = 0.1}) - 0.5) < 0.05);
}

TEST_CASE("calibration: the probability never falls with the margin, also if the labels say so") {
  ScoreCalibration of_two, of_three(3);
  const double a[]{0.1, 0.2, 0.3, 2, 3, 4};
  for (int l = 0; l < 60; ++l) {
    const double margin = a[l % 6];  // the surest are wrong
    const bool one = l % 2 == 0, right = margin < 1;
    of_two.learn(prediction(one ? margin : -margin), one == right, 1);
    of_three.learn({.label = 2, .margin = margin}, right ? 2 : 0, 1);
    for (const ScoreCalibration* calibration : {&of_two, &of_three}) {
      CHECK(calibration->slope() >= 0);
      CHECK(calibration->probability({.label = 0, .margin = 4}) >=
            calibration->probability({.label = 0, .margin = 0.1}));
    }
  }
  CHECK(of_three.slope() == 0);
  CHECK(std::abs(of_three.probability({.label = 2, .margin = 1}) - 0.5) < 0.05);
}
