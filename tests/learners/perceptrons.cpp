// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include <doctest/doctest.h>

#include <querent/learners/multiclass/gpa.hpp>
#include <querent/learners/random.hpp>

using namespace querent;

TEST_CASE(
    "on rows that u separates by γ, the max-score perceptron makes at most 2 R² ‖u‖² / γ² "
    "mistakes") {
  constexpr std::size_t d = 6;
  constexpr int K = 4;
  Rng rng = make_rng(9, 0, Stream::kLearner);
  const auto draw = [&](std::size_t n) {
    std::vector<double> values(n);
    for (double& v : values) v = 2 * uniform01(rng) - 1;
    return values;
  };
  const std::vector<double> u = draw(d * K);
  double norm2 = 0, gamma = 1e300, R2 = 0;
  for (const double v : u) norm2 += v * v;
  MPerceptron learner(d, K);
  int mistakes = 0;
  for (int t = 0; t < 20'000; ++t) {
    const std::vector<double> x = draw(d);
    std::vector<double> score(K);
    for (std::size_t k = 0; k < K; ++k) {
      for (std::size_t i = 0; i < d; ++i) score[k] += u[k * d + i] * x[i];
    }
    const Prediction truth = predict_from_scores(score);
    if (truth.margin < 0.2) continue;
    gamma = std::min(gamma, truth.margin);
    R2 = std::max(R2, squared_norm(DenseRow{x}));
    const bool mistake = learner.predict(DenseRow{x}).label != truth.label;
    CHECK(learner.update(DenseRow{x}, truth.label) == mistake);
    mistakes += mistake;
  }
  CHECK(mistakes > 10);
  CHECK(mistakes <=
        2 * R2 * norm2 / (gamma * gamma));  // each update changes two classes by x: (R√2 ‖u‖/γ)²
}

TEST_CASE("a mistake moves only the true class, by +x, and the predicted one, by −x") {
  MPerceptron learner(2, 3);
  const std::vector<double> x{2, -1};
  CHECK(learner.update(DenseRow{x}, 2));  // all scores 0: class 0 is predicted
  const double expected[2][3] = {{-2, 0, 2}, {1, 0, -1}};
  for (std::size_t i = 0; i < 2; ++i) {
    for (int k = 0; k < 3; ++k) CHECK(learner.weights()(i, k) == expected[i][k]);
  }
}

TEST_CASE(
    "GPA on the rows of a kernel's square root is the kernel perceptron (Herbster & Pontil)") {
  // K = M Mᵀ of ten vertices; the dual form keeps α per vertex and class
  constexpr std::size_t n = 10, d = 4;
  constexpr int classes = 3;
  Rng rng = make_rng(10, 0, Stream::kLearner);
  std::vector<double> M(n * d);
  for (double& v : M) v = 2 * uniform01(rng) - 1;
  const auto kernel = [&](std::size_t i, std::size_t j) {
    double sum = 0;
    for (std::size_t k = 0; k < d; ++k) sum += M[i * d + k] * M[j * d + k];
    return sum;
  };
  Gpa learner(d, classes);
  std::vector<double> alpha(n * classes);
  for (int t = 0; t < 300; ++t) {
    const std::size_t i = uniform_below(rng, n);
    const int y = static_cast<int>(i) % classes;
    std::vector<double> f(classes);
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t k = 0; k < classes; ++k) f[k] += alpha[j * classes + k] * kernel(i, j);
    }
    const Prediction dual = predict_from_scores(f);
    const DenseRow x{{&M[i * d], d}};
    if (dual.margin > 1e-9) CHECK(learner.predict(x).label == dual.label);
    const int y_hat = learner.predict(x).label;
    learner.update(x, y);
    if (y_hat != y) {
      alpha[i * classes + static_cast<std::size_t>(y)] += 1;
      alpha[i * classes + static_cast<std::size_t>(y_hat)] -= 1;
    }
  }
}
