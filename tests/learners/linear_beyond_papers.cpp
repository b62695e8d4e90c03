// SPDX-License-Identifier: Apache-2.0
// Linear learners beyond the five papers, each checked against its own paper.
#include <cmath>
#include <limits>

#include <doctest/doctest.h>
#include <Eigen/Dense>

#include <querent/learners/linear/arow.hpp>
#include <querent/learners/linear/averaged.hpp>
#include <querent/learners/linear/confidence_weighted.hpp>
#include <querent/learners/linear/ftrl_proximal.hpp>
#include <querent/learners/linear/gradient_descent.hpp>
#include <querent/learners/linear/passive_aggressive.hpp>
#include <querent/learners/linear/perceptron.hpp>
#include <querent/learners/linear/soft_confidence_weighted.hpp>

#include "numeric.hpp"

using namespace querent;

TEST_CASE(
    "AROW on one feature is the ridge regression of y on x, weight r, over the rows it learned") {
  // the diagonal is all of Σ then; its squared hinge is the square if y μx < 1
  const double r = 3;
  double xy = 0, xx = 0;
  int moves = 0;
  each_round(Arow(1, {.r = r}), 1, 300, [&](auto& x, int y, auto& before, auto& after, bool moved) {
    CHECK(moved == (sign_of(y) * before.weights()[0] * x[0] < 1));
    if (moved) {
      xy += sign_of(y) * x[0];
      xx += x[0] * x[0];
      ++moves;
    }
    CHECK(after.weights()[0] == doctest::Approx(xy / (r + xx)).epsilon(1e-9));
    CHECK(after.variances()[0] == doctest::Approx(r / (r + xx)).epsilon(1e-9));
  });
  CHECK(moves > 100);
}

TEST_CASE("SCW on one feature: the constraint of CW holds up to the slack that its cost allows") {
  using Params = SoftConfidenceWeightedParams;
  for (const auto form : {Params::Form::kLinear, Params::Form::kSquared}) {
    for (const double C : {0.05, 0.5, 5.0}) {
      int moves = 0, missed = 0;
      const double phi = 0.8;
      each_round(SoftConfidenceWeighted(1, {.form = form, .phi = phi, .C = C}), 1, 300,
                 [&](auto& x, int y, auto& before, auto& after, bool moved) {
                   if (!moved || std::abs(x[0]) < 1e-3) return;
                   ++moves;
                   const double Sigma = before.variances()[0];
                   const double change = after.weights()[0] - before.weights()[0];
                   const double alpha = sign_of(y) * change / (Sigma * x[0]);
                   const double left = phi * std::sqrt(after.variances()[0]) * std::abs(x[0]) -
                                       sign_of(y) * after.weights()[0] * x[0];
                   CHECK(after.variances()[0] <= Sigma);
                   if (form == Params::Form::kLinear) {  // 0 ≤ α ≤ C, and slack only if α = C
                     CHECK(alpha <= C * (1 + 1e-9));
                     if (alpha < C * (1 - 1e-9)) CHECK(std::abs(left) < 1e-7);
                     missed += left > 1e-7;
                   } else {  // the slack of C ξ² is α / 2C
                     CHECK(left == doctest::Approx(alpha / (2 * C)).epsilon(1e-6));
                   }
                 });
      CHECK(moves > 20);
      if (form == Params::Form::kLinear && C < 0.1) CHECK(missed > 0);
    }
  }
}

TEST_CASE("SCW-I without a bound on its step is CW") {
  Rng rng = make_rng(4, 0, Stream::kHeldOut);
  SoftConfidenceWeighted soft(5, {.C = 1e300});
  ConfidenceWeighted hard(5);
  for (int t = 0; t < 300; ++t) {
    const auto x = random_row(5, rng);
    const int y = uniform01(rng) < 0.2 ? 0 : x[0] > x[1];
    CHECK(soft.update(DenseRow{x}, y) == hard.update(DenseRow{x}, y));
    for (std::size_t i = 0; i < 5; ++i)
      CHECK(soft.weights()[i] == doctest::Approx(hard.weights()[i]).epsilon(1e-12));
  }
}

TEST_CASE("FTRL-proximal without λ is gradient descent with a step α/(β + √n) per feature") {
  const double alpha = 0.3, beta = 0.7;
  Rng rng = make_rng(5, 0, Stream::kHeldOut);
  FtrlProximal learner(4, {.alpha = alpha, .beta = beta});
  std::vector<double> w(4), n(4);
  for (int t = 0; t < 400; ++t) {
    const auto x = random_row(4, rng);
    const int label = uniform01(rng) < 0.1 ? 0 : x[0] - x[2] > 0;
    double margin = 0;
    for (std::size_t i = 0; i < 4; ++i) margin += w[i] * x[i];
    for (std::size_t i = 0; i < 4; ++i) {
      const double g = (1 / (1 + std::exp(-margin)) - label) * x[i];
      n[i] += g * g;
      w[i] -= alpha / (beta + std::sqrt(n[i])) * g;
    }
    learner.update(DenseRow{x}, label);
    for (std::size_t i = 0; i < 4; ++i)
      CHECK(learner.weights()[i] == doctest::Approx(w[i]).epsilon(1e-9));
  }
}

TEST_CASE("FTRL-proximal: λ₁ keeps uninformative weights at exactly 0") {
  Rng rng = make_rng(6, 0, Stream::kHeldOut);
  FtrlProximal learner(20, {.lambda1 = 15});
  for (int t = 0; t < 2'000; ++t) {
    const auto x = random_row(20, rng);
    learner.update(DenseRow{x}, x[3] > 0);
  }
  std::size_t zeros = 0;
  for (std::size_t i = 0; i < 20; ++i) zeros += learner.weights()[i] == 0;
  CHECK(zeros >= 15);
  CHECK(learner.weights()[3] > 0);
}

TEST_CASE("SGD moves by −η/√k along the gradient of its loss, found by differences") {
  using Loss = GradientDescentParams::Loss;
  for (const Loss loss : {Loss::kLogistic, Loss::kHinge, Loss::kSquaredHinge}) {
    const auto value = [&](double m) {
      const double short_of = std::max(0.0, 1 - m);
      return loss == Loss::kLogistic ? std::log1p(std::exp(-m))
             : loss == Loss::kHinge  ? short_of
                                     : short_of * short_of / 2;
    };
    int k = 0;
    each_round(GradientDescent(3, {.loss = loss, .eta = 0.5}), 3, 200,
               [&](auto& x, int y, auto& before, auto& after, bool) {
                 ++k;
                 const double m = sign_of(y) * dot(before.weights(), DenseRow{x}), h = 1e-6;
                 if (std::abs(m - 1) < 2 * h) return;  // the kink of the hinge
                 const double slope = (value(m + h) - value(m - h)) / (2 * h);
                 for (std::size_t i = 0; i < 3; ++i) {
                   const double step = -0.5 / std::sqrt(k) * slope * sign_of(y) * x[i];
                   CHECK(std::abs(after.weights()[i] - before.weights()[i] - step) < 1e-7);
                 }
               });
  }
}

TEST_CASE("averaged weights are the mean of those after each label, and predict accordingly") {
  Rng rng = make_rng(7, 0, Stream::kHeldOut);
  Averaged<PassiveAggressive> averaged(4);
  PassiveAggressive last(4);
  Eigen::Vector4d sum = Eigen::Vector4d::Zero();
  for (int t = 1; t <= 300; ++t) {
    const auto x = random_row(4, rng);
    const int y = uniform01(rng) < 0.2 ? 0 : x[0] > x[1];
    CHECK(averaged.update(DenseRow{x}, y) == last.update(DenseRow{x}, y));
    for (std::size_t i = 0; i < 4; ++i) sum[static_cast<Eigen::Index>(i)] += last.weights()[i];
    const auto mean = averaged.weights();
    const auto probe = random_row(4, rng);
    double margin = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const double expected = sum[static_cast<Eigen::Index>(i)] / t;
      CHECK(mean[i] == doctest::Approx(expected).epsilon(1e-9));
      margin += expected * probe[i];
    }
    const Prediction p = averaged.predict(DenseRow{probe});
    CHECK(p.margin == doctest::Approx(std::abs(margin)).epsilon(1e-9));
  }
}

TEST_CASE("a label that is not a class does not change an average") {
  Averaged<Perceptron> averaged(2);
  const std::vector<double> x{1, 2};
  averaged.update(DenseRow{x}, 1);
  const auto before = averaged.weights();
  CHECK_THROWS_AS(averaged.update(DenseRow{x}, 2), std::invalid_argument);
  CHECK(averaged.weights() == before);
}
