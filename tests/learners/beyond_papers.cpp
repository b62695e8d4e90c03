// SPDX-License-Identifier: Apache-2.0
// Extensions that the five papers left to others: a steered share of labels, DKM without R, the auxiliary example
// with the greatest gain, double updates of EG, label sets of D-ADA and D-AMD.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include <querent/learners/kernel/duol.hpp>
#include <querent/learners/kernel/m_duol.hpp>
#include <querent/learners/linear/exponentiated_gradient.hpp>
#include <querent/learners/multiclass/m_adaptive_subgradients.hpp>
#include <querent/learners/play_label_sets.hpp>
#include <querent/learners/query/all.hpp>
#include <querent/learners/query/sequential.hpp>
#include <querent/learners/query/steered.hpp>
#include <querent/learners/random.hpp>

#include "numeric.hpp"

using namespace querent;

namespace {

double gaussian_kernel(const std::vector<double>& x, const std::vector<double>& z) {
  double sum = 0;
  for (std::size_t j = 0; j < x.size(); ++j) sum += (x[j] - z[j]) * (x[j] - z[j]);
  return std::exp(-sum / 2);
}

}  // namespace

TEST_CASE(
    "steered: the probabilities sum to sT + log(b_1/b_{T+1})/κ, and with margins between two "
    "bounds "
    "their mean keeps the bound of the article") {
  for (const double share : {0.02, 0.1, 0.5}) {
    const double kappa = 0.1, least = 0.01, most = 3;
    SteeredQuery rule({.share = share, .b = 1, .kappa = kappa});
    Rng rng = make_rng(71, 0, Stream::kQuery);
    const int T = 20'000;
    double sum = 0;
    for (int t = 0; t < T; ++t) {
      const double q = least * std::pow(most / least, uniform01(rng));
      const Prediction p{.margin = q};
      sum += rule.probability(p);
      rule.observe(p, {});
    }
    CHECK(sum == doctest::Approx(share * T - std::log(rule.b()) / kappa).epsilon(1e-9));
    const double odds = share / (1 - share);
    const double low = std::min(0.0, std::log(least * odds)),
                 high = std::max(0.0, std::log(most * odds));
    CHECK(std::abs(sum / T - share) <= (high - low + kappa) / (kappa * T));
  }
}

TEST_CASE("steered: a round without a margin is always asked, whatever b is") {
  SteeredQuery rule({.share = 0.01});
  for (int t = 0; t < 1000; ++t) rule.observe(Prediction{.margin = 0}, {});
  CHECK(rule.probability(Prediction{.margin = 0}) == 1);
  CHECK(rule.probability(Prediction{.margin = 1}) < 1e-10);
}

TEST_CASE(
    "sequential: eleven right answers halve the band with α = .1, one mistake delays it by 6") {
  const auto answers_to_halve = [](int mistake_at) {
    SequentialQuery rule({.alpha = 0.1});
    int n = 0;
    while (rule.band() == 1) rule.learned(1, n++ == mistake_at);
    CHECK(rule.band() == 0.5);
    return n;
  };
  CHECK(answers_to_halve(-1) == 11);     // log 10 / log(15/12) = 10.3
  CHECK(answers_to_halve(3) == 11 + 7);  // (log 10 + log 4) / log(15/12) = 16.5 and the mistake
}

TEST_CASE(
    "sequential: the band shrinks where answers are nearly always right and returns to s_1 where "
    "they become coin flips") {
  SequentialQuery rule({.alpha = 0.1});
  Rng rng = make_rng(72, 0, Stream::kQuery);
  for (int t = 0; t < 400; ++t) rule.learned(1, uniform01(rng) < 0.02);
  CHECK(rule.band() <= 1.0 / 1024);
  for (int t = 0; t < 2000; ++t) rule.learned(1, uniform01(rng) < 0.5);
  CHECK(rule.band() == 1);
}

TEST_CASE("sequential: the share of mistakes in the band is that of the article's integral") {
  // 1/κ ∫_0^κ Φ(−z) dz at κ = 1.5 is e_1 = 1/4 and at 6.4 is e_0 = 1/16, to a hundredth
  const auto mistakes = [](double kappa) {
    const int n = 20'000;
    double sum = 0;
    for (int i = 0; i < n; ++i) sum += 0.5 * std::erfc((i + 0.5) / n * kappa / std::sqrt(2.0));
    return sum / n;
  };
  CHECK(mistakes(1.5) == doctest::Approx(0.25).epsilon(0.02));
  CHECK(mistakes(6.4) == doctest::Approx(1.0 / 16).epsilon(0.02));
  CHECK(mistakes(0.3) == doctest::Approx(7.0 / 16).epsilon(0.02));
}

TEST_CASE("DUOL-gain: no other auxiliary example would have raised the dual by more") {
  const double C = 1.5;
  for (const double rho : {0.0, 0.2}) {
    Duol<> duol(SupportSet<>(GaussianKernel({.sigma = 1})),
                {.C = C, .rho = rho, .auxiliary = AuxiliaryExample::kGain});
    Rng rng = make_rng(73, 0, Stream::kLearner);
    std::vector<std::vector<double>> rows;
    std::vector<double> signs;
    int doubles = 0;
    for (int t = 0; t < 150; ++t) {
      const auto x = random_row(3, rng);
      const int label = x[0] + 0.6 * (uniform01(rng) - 0.5) > 0;
      const double y = sign_of(label);
      double f = 0;
      for (std::size_t i = 0; i < rows.size(); ++i)
        f += signs[i] * duol.weights()[i] * gaussian_kernel(rows[i], x);
      double best = -1;
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const double w = signs[i] * y * gaussian_kernel(rows[i], x);
        if (duol.margins()[i] > 1 + 1e-9 || w > -rho) continue;
        const DoubleUpdateProblem problem{.loss_a = 1 - y * f,
                                          .loss_b = 1 - duol.margins()[i],
                                          .w_ab = w,
                                          .C = C,
                                          .gamma_b = duol.weights()[i]};
        const DoubleUpdate update = solve_double_update(problem);
        best = std::max(best, problem.ascent(update.gamma_a, update.d));
      }
      if (!duol.update(DenseRow{x}, label)) continue;
      if (best >= 0) CHECK(duol.dual_ascent() == doctest::Approx(best).epsilon(1e-7));
      doubles += best >= 0;
      rows.push_back(x);
      signs.push_back(y);
    }
    CHECK(doubles > 20);
  }
}

TEST_CASE("M-DUOL-gain: no other auxiliary example would have raised the dual by more") {
  const double C = 1.5;
  MDuol<> duol(3, SupportSet<>(GaussianKernel({.sigma = 1})), {.C = C, .by_gain = true});
  Rng rng = make_rng(74, 0, Stream::kLearner);
  std::vector<std::vector<double>> rows;
  int doubles = 0;
  for (int t = 0; t < 150; ++t) {
    const auto x = random_row(3, rng);
    const int y = uniform01(rng) < 0.2 ? 0 : x[0] > x[1] ? 1 : 2;
    const LabelMargin m = label_margin(duol.expansion().scores(DenseRow{x}), LabelSet(&y, 1));
    double best = -1;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto& v = duol.support_vectors()[i];
      const double w = dot_of_signs(v.r, v.s, m.r, m.s) * gaussian_kernel(rows[i], x);
      if (v.margin > 1 + 1e-9 || w > 0) continue;
      const DoubleUpdateProblem problem{.loss_a = m.loss(),
                                        .loss_b = 1 - v.margin,
                                        .k_a = 2,
                                        .k_b = 2,
                                        .w_ab = w,
                                        .C = C,
                                        .gamma_b = v.gamma};
      const DoubleUpdate update = solve_double_update(problem);
      best = std::max(best, problem.ascent(update.gamma_a, update.d));
    }
    if (!duol.update(DenseRow{x}, y)) continue;
    if (best >= 0) CHECK(duol.dual_ascent() == doctest::Approx(best).epsilon(1e-7));
    doubles += best >= 0;
    rows.push_back(x);
  }
  CHECK(doubles > 20);
}

namespace {

/// D(α) by its formula.
double eg_dual(const std::vector<std::vector<double>>& z, const std::vector<double>& alpha,
               double U, double eta) {
  double sum = 0, S = 0;
  for (const double a : alpha) sum += a;
  for (std::size_t j = 0; j < z[0].size(); ++j) {
    double theta = 0;
    for (std::size_t i = 0; i < z.size(); ++i) theta += alpha[i] * z[i][j];
    S += std::cosh(eta * theta);
  }
  return sum - U / eta * std::log(S);
}

}  // namespace

TEST_CASE(
    "EG: α_t maximises the dual on [0, C] where the formula of D is searched point by point") {
  const double U = 4, eta = 0.7, C = 0.6;
  ExponentiatedGradient eg(0, {.U = U, .eta = eta, .C = C});
  Rng rng = make_rng(75, 0, Stream::kLearner);
  std::vector<std::vector<double>> z;
  std::vector<double> alpha;
  int inside = 0;
  for (int t = 0; t < 60; ++t) {
    const auto x = random_row(4, rng);
    const int label = x[0] - x[1] + 0.5 * (uniform01(rng) - 0.5) > 0;
    if (!eg.update(DenseRow{x}, label)) continue;
    z.push_back(x);
    for (double& value : z.back()) value *= sign_of(label);
    double best = 0, most = -std::numeric_limits<double>::infinity();
    alpha.push_back(0);
    for (int step = 0; step <= 6000; ++step) {
      alpha.back() = C * step / 6000;
      const double D = eg_dual(z, alpha, U, eta);
      if (D > most) {
        most = D;
        best = alpha.back();
      }
    }
    alpha.back() = best;
    CHECK(eg.dual() == doctest::Approx(most).epsilon(1e-4));
    inside += best > 0 && best < C;
  }
  CHECK(inside > 5);
}

TEST_CASE(
    "DUOL-EG: with one example before, both weights maximise the dual on [0, C]², found on a "
    "grid") {
  const double U = 4, eta = 0.7, C = 1;
  Rng rng = make_rng(76, 0, Stream::kLearner);
  int doubles = 0;
  for (int trial = 0; trial < 12; ++trial) {
    ExponentiatedGradient eg(2, {.U = U, .eta = eta, .C = C, .double_update = true});
    const auto first = random_row(2, rng), second = random_row(2, rng);
    std::vector<std::vector<double>> z{first, second};
    eg.update(DenseRow{first}, 1);
    // the second label conflicts with the first row
    const double product = first[0] * second[0] + first[1] * second[1];
    const int label = product > 0 ? 0 : 1;
    for (double& value : z[1]) value *= sign_of(label);
    if (!eg.update(DenseRow{second}, label)) continue;
    ++doubles;
    double most = -std::numeric_limits<double>::infinity();
    for (int i = 0; i <= 400; ++i) {
      for (int j = 0; j <= 400; ++j)
        most = std::max(most, eg_dual(z, {C * i / 400, C * j / 400}, U, eta));
    }
    CHECK(eg.dual() >= most - 1e-9);
    CHECK(eg.dual() == doctest::Approx(most).epsilon(1e-3));
  }
  CHECK(doubles > 6);
}

TEST_CASE("EG: rows with values of 10^300 leave finite predictions") {
  ExponentiatedGradient eg(0, {.double_update = true});
  const std::vector<double> huge{1e300, -1e300}, small{1, 1};
  eg.update(DenseRow{huge}, 1);
  eg.update(DenseRow{small}, 0);
  CHECK(std::isfinite(eg.predict(DenseRow{small}).margin));
}

TEST_CASE(
    "D-ADA and D-AMD on label sets: one label is the multiclass update, and a set moves the "
    "relevant "
    "label ranked last against the irrelevant one ranked first") {
  const auto check = [](auto learner) {
    auto of_sets = learner;
    Rng rng = make_rng(77, 0, Stream::kLearner);
    for (int t = 0; t < 200; ++t) {
      const auto x = random_row(5, rng);
      const int y = static_cast<int>(uniform_below(rng, 4));
      CHECK(learner.update(DenseRow{x}, y) == of_sets.update(DenseRow{x}, LabelSet(&y, 1)));
      const Prediction a = learner.predict(DenseRow{x}), b = of_sets.predict(DenseRow{x});
      CHECK(a.label == b.label);
      CHECK(a.margin == b.margin);
    }
    const auto x = random_row(5, rng);
    const std::vector<int> Y{1, 3};
    std::span<const double> f;
    of_sets.predict_labels(DenseRow{x}, f);
    const std::vector<double> before(f.begin(), f.end());
    const LabelMargin m = label_margin(before, Y);
    REQUIRE(m.loss() > 0);
    CHECK(of_sets.update(DenseRow{x}, LabelSet(Y)));
    std::span<const double> after;
    of_sets.predict_labels(DenseRow{x}, after);
    for (int k = 0; k < 4; ++k) {
      const auto i = static_cast<std::size_t>(k);
      if (k == m.r) {
        CHECK(after[i] > before[i]);
      } else if (k == m.s) {
        CHECK(after[i] < before[i]);
      } else {
        CHECK(after[i] == before[i]);
      }
    }
    const std::vector<int> all{0, 1, 2, 3};
    CHECK_FALSE(of_sets.update(DenseRow{x}, LabelSet(all)));  // nothing to rank
    CHECK_FALSE(of_sets.update(DenseRow{x}, LabelSet()));
  };
  check(MDualAveraging(5, 4));
  check(MMirrorDescent(5, 4));
}

TEST_CASE("on label sets the query rule sees the uncertainty of D-ADA") {
  struct Seen {
    double uncertainty = 0;
    double probability(const Prediction&) const { return 1; }
    void observe(const Prediction& p, const Outcome&) { uncertainty = p.uncertainty; }
  };
  MDualAveraging learner(2, 3);
  Seen rule;
  const std::vector<double> x{3, 4};
  const std::vector<int> order{0}, Y{1, 2};
  Rng rng = make_rng(78, 0, Stream::kLearner);
  LabelRankingTally ranking;
  play_label_sets(
      learner, rule, order, [&](int) { return DenseRow{x}; }, [&](int) { return LabelSet(Y); }, rng,
      ranking, [](int, const Round&) {});
  CHECK(rule.uncertainty == doctest::Approx(50));  // 25/δ of two classes, δ = 1
}
