// SPDX-License-Identifier: Apache-2.0
// The posterior of temperature and label noise against a sum over a fine grid.
#include <doctest/doctest.h>

#include "auto_models.hpp"

using namespace querent;
using namespace querent::testing;

namespace {

constexpr double kNoises[3] = {0.02, 0.1, 0.3}, kPriors[3] = {0.8, 0.1, 0.1};

struct Answered {
  Eigen::MatrixXd mu;
  std::vector<int> y;
};

// Means of three classes whose labels are drawn with temperature `t`, `wrong` of them by chance.
Answered drawn(Eigen::Index count, double t, double wrong, std::uint64_t seed) {
  Rng rng = make_rng(seed, 0, Stream::kLearner);
  Answered found{.mu = Eigen::MatrixXd(count, 3), .y = {}};
  for (Eigen::Index i = 0; i < count; ++i) {
    for (Eigen::Index k = 0; k < 3; ++k) found.mu(i, k) = uniform01(rng);
    const Eigen::RowVectorXd p = mean_softmax(found.mu.row(i), {t});
    const double u = uniform01(rng);
    int y = u < p[0] ? 0 : u < p[0] + p[1] ? 1 : 2;
    if (uniform01(rng) < wrong) y = static_cast<int>(uniform_below(rng, 3));
    found.y.push_back(y);
  }
  return found;
}

// The posterior of log t on 4,801 points of [0, log 40] by a loop over the answers, and of ε.
struct DensePosterior {
  std::vector<double> t, p;  // p of each t, with sum 1
  double evidence = 0, noise = 0;

  explicit DensePosterior(const Answered& known) {
    double prior = 0;
    for (int j = 0; j <= 4800; ++j) {
      const double theta = std::log(40.0) * j / 4800, z = (theta - std::log(6.0)) / 0.7;
      const double of_t = std::exp(-z * z / 2);
      t.push_back(std::exp(theta));
      p.push_back(0);
      prior += of_t;
      for (int e = 0; e < 3; ++e) {
        double likelihood = of_t * kPriors[e];
        for (Eigen::Index i = 0; i < known.mu.rows(); ++i) {
          const Eigen::RowVectorXd q = mean_softmax(known.mu.row(i), {t.back()});
          likelihood *= (1 - kNoises[e]) * q[known.y[static_cast<std::size_t>(i)]] + kNoises[e] / 3;
        }
        p.back() += likelihood;
        noise += likelihood * kNoises[e];
        evidence += likelihood;
      }
    }
    for (double& one : p) one /= evidence;
    noise /= evidence;
    evidence /= prior;
  }
  double log_variance() const {
    double mean = 0, square = 0;
    for (std::size_t j = 0; j < p.size(); ++j) {
      mean += p[j] * std::log(t[j]);
      square += p[j] * std::log(t[j]) * std::log(t[j]);
    }
    return square - mean * mean;
  }
  double quantile(double share) const {
    double below = 0;
    for (std::size_t j = 0; j < p.size(); ++j) {
      below += p[j];
      if (below >= share) return t[j];
    }
    return t.back();
  }
};

}  // namespace

TEST_CASE("auto's temperature: evidence, quantiles and label noise agree with a fine sum") {
  constexpr double kStep = 1.17;  // step of the grid of t: 40^(1/24)
  for (const auto& known : {drawn(5, 8, 0, 1), drawn(40, 3, 0, 2), drawn(40, 15, 0.3, 3)}) {
    const DensePosterior fine(known);
    CHECK(log_prediction(known.mu, known.y, {}) ==
          doctest::Approx(std::log(fine.evidence)).epsilon(0.002).scale(1));
    const Temperature found = temperature_of(known.mu, known.y, {});
    CHECK(std::abs(found.noise - fine.noise) < 0.003);
    CHECK(found.log_variance == doctest::Approx(fine.log_variance()).epsilon(0.03).scale(0));
    REQUIRE(found.t.size() == 5);
    for (std::size_t k = 0; k < 5; ++k) {
      const double expected = fine.quantile(0.1 + 0.2 * static_cast<double>(k));
      CHECK(found.t[k] < expected * kStep);
      CHECK(found.t[k] > expected / kStep);
    }
  }
}

TEST_CASE("auto's temperature: noise and temperature are recovered from many answers") {
  const Temperature clean = temperature_of(drawn(3000, 12, 0, 4).mu, drawn(3000, 12, 0, 4).y, {});
  CHECK(clean.noise == doctest::Approx(0.02));
  CHECK(clean.t[2] == doctest::Approx(12).epsilon(0.17).scale(0));
  const Answered noisy = drawn(3000, 12, 0.3, 4);
  CHECK(temperature_of(noisy.mu, noisy.y, {}).noise == doctest::Approx(0.3));
}

TEST_CASE("auto's label noise: an answer is wrong by Bayes' rule") {
  RowMatrix P(3, 2);
  P << 0.9, 0.1, 0.9, 0.1, 0.5, 0.5;
  const std::vector<double> wrong = wrong_answers(P, std::vector<int>{0, 1, 1}, 0.1);
  // a label is drawn by chance with probability .1, then it is this class with .05
  CHECK(wrong[0] == doctest::Approx(0.05 * 0.1 / (0.9 * 0.9 + 0.05)));
  CHECK(wrong[1] == doctest::Approx(0.05 * 0.9 / (0.9 * 0.1 + 0.05)));
  CHECK(wrong[2] == doctest::Approx(0.05 * 0.5 / (0.9 * 0.5 + 0.05)));
}

TEST_CASE("auto's label noise: the wrong answer among right ones is the most probably wrong one") {
  const auto kernels = kernels_of(clique_items(4, 12));
  for (std::size_t wrong = 4; wrong < 24; wrong += 5) {
    auto answers =
        some_answers(48, 28, wrong, [](std::uint32_t i) { return static_cast<int>(i / 12); });
    answers[wrong].label = (answers[wrong].label + 1) % 4;
    AutoModel model(kernels, 4, {}, 1, false);
    learn_all(model, answers);
    const std::vector<double> probably = model.probably_wrong();
    const auto most = std::ranges::max_element(probably);
    CHECK(most - probably.begin() == static_cast<std::ptrdiff_t>(wrong));
    CHECK(probably[wrong] > 0.3);
    for (std::size_t l = 0; l < 28; ++l) {
      if (l != wrong) CHECK(probably[l] < 0.05);
    }
  }
}
