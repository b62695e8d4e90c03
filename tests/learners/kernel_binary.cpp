// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include <querent/learners/kernel/alma.hpp>
#include <querent/learners/kernel/duol.hpp>
#include <querent/learners/kernel/kernel_passive_aggressive.hpp>
#include <querent/learners/kernel/kernel_perceptron.hpp>
#include <querent/learners/kernel/romma.hpp>
#include <querent/learners/play.hpp>
#include <querent/learners/random.hpp>

using namespace querent;

namespace {

/// Points of two overlapping clouds.
struct Cloud {
  std::vector<std::vector<double>> x;
  std::vector<int> y;

  Cloud(int n, std::size_t d, double shift, Rng& rng) {
    for (int t = 0; t < n; ++t) {
      y.push_back(static_cast<int>(uniform_below(rng, 2)));
      x.emplace_back(d);
      for (double& v : x.back()) v = 2 * uniform01(rng) - 1 + shift * sign_of(y.back());
    }
  }
  DenseRow row(std::size_t t) const { return {x[t]}; }
  std::size_t size() const { return x.size(); }
};

double gaussian(const std::vector<double>& x, const std::vector<double>& z, double sigma) {
  double sum = 0;
  for (std::size_t j = 0; j < x.size(); ++j) sum += (x[j] - z[j]) * (x[j] - z[j]);
  return std::exp(-sum / (2 * sigma * sigma));
}

SupportSet<> gaussian_support(double sigma) {
  return SupportSet<>(GaussianKernel({.sigma = sigma}));
}

}  // namespace

TEST_CASE(
    "every kernel learner: f(x) of the expansion is its sum over support vectors, and dense and "
    "sparse rows agree") {
  Rng rng = make_rng(30, 0, Stream::kLearner);
  const Cloud cloud(300, 5, 0.2, rng);
  const auto check = [&](auto learner) {
    auto from_sparse = learner;
    const std::vector<std::uint32_t> index{0, 1, 2, 3, 4};
    std::vector<std::size_t> rounds;
    for (std::size_t t = 0; t < cloud.size(); ++t) {
      const SparseRow sparse{index, cloud.x[t]};
      const Prediction p = learner.predict(cloud.row(t)), q = from_sparse.predict(sparse);
      double f = 0;
      for (std::size_t i = 0; i < rounds.size(); ++i) {
        f += learner.expansion().coefficient(i) * gaussian(cloud.x[rounds[i]], cloud.x[t], 1.5);
      }
      REQUIRE(p.margin == doctest::Approx(std::abs(f)).epsilon(1e-10));
      REQUIRE(p.label == q.label);
      REQUIRE(p.margin == doctest::Approx(q.margin).epsilon(1e-10));
      const bool moved = learner.update(cloud.row(t), cloud.y[t]);
      REQUIRE(moved == from_sparse.update(sparse, cloud.y[t]));
      if (moved) rounds.push_back(t);
    }
    CHECK(rounds.size() > 20);
  };
  const auto support = gaussian_support(1.5);
  check(KernelPerceptron<>(support));
  check(Romma<>(support));
  check(Romma<>(support, {.aggressive = true}));
  check(Alma<>(support));
  check(KernelPassiveAggressive<>(support));
  check(KernelPassiveAggressive<>(support, {.form = PassiveAggressiveForm::kTwo}));
  check(Duol<>(support));
  check(Duol<>(support, {.solver = DoubleUpdateSolver::kInTurn}));
  check(Duol<>(support, {.solver = DoubleUpdateSolver::kApproximate}));
  check(Duol<>(support, {.auxiliary = AuxiliaryExample::kRandom}));
}

TEST_CASE("floats decide like doubles: PA-I in every round except ties, DUOL in 99 of 100") {
  Rng rng = make_rng(31, 0, Stream::kLearner);
  const Cloud cloud(1000, 8, 0.2, rng);
  using Doubles = SupportSet<GaussianKernel, double>;
  using Floats = SupportSet<GaussianKernel, float>;
  const GaussianKernel kernel({.sigma = 2});
  KernelPassiveAggressive<Doubles> pa{Doubles(kernel)};
  KernelPassiveAggressive<Floats> pa_float{Floats(kernel)};
  Duol<Doubles> duol{Doubles(kernel)};
  Duol<Floats> duol_float{Floats(kernel)};
  int agreements = 0;
  for (std::size_t t = 0; t < cloud.size(); ++t) {
    const Prediction p = pa.predict(cloud.row(t)), q = pa_float.predict(cloud.row(t));
    CHECK(std::abs(sign_of(p.label) * p.margin - sign_of(q.label) * q.margin) < 1e-3);
    if (p.margin > 1e-3) CHECK(p.label == q.label);
    // the last digit may decide which auxiliary example conflicts most, so the two may drift apart
    // slightly
    agreements += duol.predict(cloud.row(t)).label == duol_float.predict(cloud.row(t)).label;
    pa.update(cloud.row(t), cloud.y[t]);
    pa_float.update(cloud.row(t), cloud.y[t]);
    duol.update(cloud.row(t), cloud.y[t]);
    duol_float.update(cloud.row(t), cloud.y[t]);
  }
  CHECK(agreements >= 990);
}

TEST_CASE(
    "ROMMA: after an update y w·x = 1, w·w_{t−1} = ‖w_{t−1}‖², and ‖w‖ is the reported norm "
    "(Li and Long, Fig. 1)") {
  Rng rng = make_rng(32, 0, Stream::kLearner);
  const Cloud cloud(200, 4, 0.5, rng);
  for (const bool aggressive : {false, true}) {
    Romma<SupportSet<>> romma(gaussian_support(1), {.aggressive = aggressive});
    std::vector<std::size_t> rounds;
    for (std::size_t t = 0; t < cloud.size(); ++t) {
      const Romma<SupportSet<>> before = romma;
      const double p =
          sign_of(before.predict(cloud.row(t)).label) * before.predict(cloud.row(t)).margin;
      const double y = sign_of(cloud.y[t]);
      if (!romma.update(cloud.row(t), cloud.y[t])) {
        CHECK((aggressive ? y * p >= 1 : (p >= 0) == (y > 0)));
        continue;
      }
      rounds.push_back(t);
      CHECK(y * romma.expansion().score(cloud.row(t)) == doctest::Approx(1).epsilon(1e-9));
      double norm2 = 0, with_before = 0;
      const auto& w = romma.expansion();
      for (std::size_t i = 0; i < rounds.size(); ++i) {
        norm2 += w.coefficient(i) * w.score(cloud.row(rounds[i]));
        if (i + 1 < rounds.size()) {
          with_before += before.expansion().coefficient(i) * w.score(cloud.row(rounds[i]));
        }
      }
      CHECK(romma.squared_norm() == doctest::Approx(norm2).epsilon(1e-7));
      CHECK(with_before >= before.squared_norm() * (1 - 1e-7));
      CHECK(norm2 >= before.squared_norm() * (1 - 1e-9));
    }
    CHECK(rounds.size() > 10);
  }
}

TEST_CASE("ROMMA on one x with both labels: the new example wins") {
  const std::vector<double> x{1, 2};
  Romma<> romma(SupportSet<>{}, {.aggressive = true});
  CHECK(romma.update(DenseRow{x}, 1));
  CHECK(romma.update(DenseRow{x}, 0));
  CHECK(romma.expansion().score(DenseRow{x}) == doctest::Approx(-1));
  CHECK(romma.expansion().size() == 1);  // the old example no longer contributes to w
  CHECK(std::isfinite(romma.squared_norm()));
}

TEST_CASE(
    "ALMA: ‖w‖ ≤ 1, and an update is made exactly if y w·x̂ ≤ (1 − α) γ_k (Gentile, Fig. "
    "1)") {
  Rng rng = make_rng(33, 0, Stream::kLearner);
  const Cloud cloud(300, 4, 0.4, rng);
  Alma<SupportSet<LinearKernel>> alma;
  Eigen::VectorXd w = Eigen::VectorXd::Zero(4);
  double k = 1;
  for (std::size_t t = 0; t < cloud.size(); ++t) {
    const Eigen::VectorXd x = cloud.row(t).vector().normalized();
    const double y = sign_of(cloud.y[t]);
    const bool moves = y * w.dot(x) <= (1 - 0.9) * std::sqrt(8.0) / 0.9 / std::sqrt(k);
    CHECK(alma.update(cloud.row(t), cloud.y[t]) == moves);
    if (moves) {
      w += std::sqrt(2.0 / k) * y * x;
      w /= std::max(1.0, w.norm());
      k += 1;
    }
    CHECK(alma.squared_norm() == doctest::Approx(w.squaredNorm()).epsilon(1e-9));
    CHECK(alma.squared_norm() <= 1 + 1e-12);
  }
}

TEST_CASE(
    "kPA-I and kPA-II after an update: the loss is 0, or τ = C, for PA-II it is τ/(2C) (Crammer "
    "et al. 2006, Fig. 1)") {
  Rng rng = make_rng(34, 0, Stream::kLearner);
  const Cloud cloud(200, 3, 0.1, rng);
  KernelPassiveAggressive<> one(gaussian_support(0.7), {.C = 0.8});
  KernelPassiveAggressive<> two(gaussian_support(0.7),
                                {.C = 0.8, .form = PassiveAggressiveForm::kTwo});
  for (std::size_t t = 0; t < cloud.size(); ++t) {
    const double y = sign_of(cloud.y[t]);
    if (one.update(cloud.row(t), cloud.y[t])) {
      const double tau = std::abs(one.expansion().coefficient(one.expansion().size() - 1));
      const double loss = std::max(0.0, 1 - y * one.expansion().score(cloud.row(t)));
      CHECK((loss < 1e-12 || tau == 0.8));
    }
    if (two.update(cloud.row(t), cloud.y[t])) {
      const double tau = std::abs(two.expansion().coefficient(two.expansion().size() - 1));
      CHECK(1 - y * two.expansion().score(cloud.row(t)) ==
            doctest::Approx(tau / (2 * 0.8)).epsilon(1e-9));
    }
  }
}

TEST_CASE(
    "the kernel perceptron makes at most R²‖u‖² mistakes on data that u separates with margin 1 "
    "(Novikoff)") {
  Rng rng = make_rng(35, 0, Stream::kLearner);
  KernelPerceptron<SupportSet<LinearKernel>> perceptron;
  double R2 = 0, u2 = 0;
  const std::vector<double> u{3, -4, 2};
  for (const double v : u) u2 += v * v;
  int mistakes = 0;
  for (int t = 0; t < 3000; ++t) {
    std::vector<double> x(3);
    for (double& v : x) v = 2 * uniform01(rng) - 1;
    const double ux = u[0] * x[0] + u[1] * x[1] + u[2] * x[2];
    if (std::abs(ux) < 1) continue;
    R2 = std::max(R2, squared_norm(DenseRow{x}));
    mistakes += perceptron.update(DenseRow{x}, ux > 0 ? 1 : 0);
  }
  CHECK(mistakes > 0);
  CHECK(mistakes <= R2 * u2);
}

TEST_CASE(
    "DUOL keeps f^i = y_i f(x_i), weights in [0, C], and Δ_t is the rise of the dual objective of "
    "the SVM (Lemma 1)") {
  Rng rng = make_rng(36, 0, Stream::kLearner);
  const Cloud cloud(250, 4, 0.15, rng);
  for (const auto solver : {DoubleUpdateSolver::kExact, DoubleUpdateSolver::kInTurn,
                            DoubleUpdateSolver::kApproximate}) {
    for (const auto auxiliary :
         {AuxiliaryExample::kConflict, AuxiliaryExample::kRandom, AuxiliaryExample::kGain}) {
      Duol<> duol(gaussian_support(1), {.C = 1.5, .solver = solver, .auxiliary = auxiliary});
      std::vector<std::size_t> rounds;
      double dual = 0;
      for (std::size_t t = 0; t < cloud.size(); ++t) {
        if (!duol.update(cloud.row(t), cloud.y[t])) continue;
        rounds.push_back(t);
        double objective = 0;
        for (std::size_t i = 0; i < rounds.size(); ++i) {
          const double y = sign_of(cloud.y[rounds[i]]), gamma = duol.weights()[i];
          CHECK(gamma >= 0);
          CHECK(gamma <= 1.5 + 1e-12);
          CHECK(duol.expansion().coefficient(i) == doctest::Approx(y * gamma).epsilon(1e-12));
          double f = 0;
          for (std::size_t j = 0; j < rounds.size(); ++j) {
            f += duol.expansion().coefficient(j) *
                 gaussian(cloud.x[rounds[i]], cloud.x[rounds[j]], 1);
          }
          CHECK(duol.margins()[i] == doctest::Approx(y * f).epsilon(1e-9));
          objective += gamma - 0.5 * gamma * y * f;
        }
        CHECK(objective - dual == doctest::Approx(duol.dual_ascent()).epsilon(1e-7));
        dual = objective;
      }
    }
  }
}

TEST_CASE(
    "DUOL: on every mistake the dual rises by at least 1/2, by (1 + ρ²)/2 on weak and by 1/(1 − ρ) "
    "on strong double updates") {
  Rng rng = make_rng(37, 0, Stream::kLearner);
  const Cloud cloud(1500, 4, 0.1, rng);
  for (const double rho : {0.0, 0.2, 0.5}) {
    Duol<> duol(gaussian_support(1), {.C = 10, .rho = rho});
    for (std::size_t t = 0; t < cloud.size(); ++t) {
      const DoubleUpdateCounts before = duol.counts();
      duol.update(cloud.row(t), cloud.y[t]);
      const DoubleUpdateCounts after = duol.counts();
      if (after.mistakes > before.mistakes) CHECK(duol.dual_ascent() >= 0.5 - 1e-9);
      if (after.weak > before.weak) CHECK(duol.dual_ascent() >= (1 + rho * rho) / 2 - 1e-9);
      if (after.strong > before.strong) CHECK(duol.dual_ascent() >= 1 / (1 - rho) - 1e-9);
    }
    CHECK(duol.counts().strong > 10);
    CHECK(duol.counts().weak > 10);
    CHECK(duol.counts().strong + duol.counts().weak <= duol.counts().mistakes);
  }
}

TEST_CASE(
    "Theorem 4: M ≤ ‖f‖² − ρ²/2 M_weak − (1 + ρ)/(1 − ρ) M_strong for an f with y f(x) ≥ 1 "
    "everywhere") {
  Rng rng = make_rng(38, 0, Stream::kLearner);
  const std::vector<double> u{15, -21, 12, 9};
  double u2 = 0;
  for (const double v : u) u2 += v * v;
  for (const double rho : {0.0, 0.3}) {
    Duol<SupportSet<LinearKernel>> duol(SupportSet<LinearKernel>{}, {.C = 1000, .rho = rho});
    for (int t = 0; t < 4000; ++t) {
      Eigen::VectorXd x(4);
      for (double& v : x) v = 2 * uniform01(rng) - 1;
      x.normalize();  // κ(x, x) ≤ 1
      double ux = 0;
      for (int j = 0; j < 4; ++j) ux += u[static_cast<std::size_t>(j)] * x[j];
      if (std::abs(ux) < 1) continue;
      duol.update(DenseRow{{x.data(), 4}}, ux > 0 ? 1 : 0);
    }
    const auto [M, strong, weak, doubles] = duol.counts();
    CHECK(M > 3);
    CHECK(doubles > 0);
    CHECK(static_cast<double>(M) <= u2 - rho * rho / 2 * static_cast<double>(weak) -
                                        (1 + rho) / (1 - rho) * static_cast<double>(strong));
  }
}

TEST_CASE("with ρ = 1 and no two rows alike DUOL is PA-I") {
  Rng rng = make_rng(39, 0, Stream::kLearner);
  const Cloud cloud(300, 4, 0.1, rng);
  Duol<> duol(gaussian_support(1), {.C = 2, .rho = 1});
  KernelPassiveAggressive<> pa(gaussian_support(1), {.C = 2});
  for (std::size_t t = 0; t < cloud.size(); ++t) {
    CHECK(duol.update(cloud.row(t), cloud.y[t]) == pa.update(cloud.row(t), cloud.y[t]));
    CHECK(duol.predict(cloud.row(0)).margin ==
          doctest::Approx(pa.predict(cloud.row(0)).margin).epsilon(1e-12));
  }
  CHECK(duol.counts().doubles == 0);
}

TEST_CASE("DUOL stays finite on one x with alternating labels") {
  const std::vector<double> x{1, 2}, zero{0, 0};
  for (const auto solver : {DoubleUpdateSolver::kExact, DoubleUpdateSolver::kInTurn,
                            DoubleUpdateSolver::kApproximate}) {
    Duol<> duol(SupportSet<>{}, {.solver = solver});
    Duol<SupportSet<LinearKernel>> linear(SupportSet<LinearKernel>{}, {.solver = solver});
    for (int t = 0; t < 50; ++t) {
      duol.update(DenseRow{x}, t % 2);
      linear.update(DenseRow{zero}, t % 2);
    }
    CHECK(std::isfinite(duol.predict(DenseRow{x}).margin));
    CHECK(linear.predict(DenseRow{x}).margin == 0);
  }
}

TEST_CASE("the budget is respected, and f and the f^i stay exact under every eviction rule") {
  Rng rng = make_rng(40, 0, Stream::kLearner);
  const Cloud cloud(400, 4, 0.3, rng);
  for (const auto eviction : {Eviction::kOldest, Eviction::kProjection}) {
    const SupportBudget budget{.max_support = 25, .eviction = eviction};
    Duol<> duol(gaussian_support(1), {.C = 2}, budget);
    Romma<> romma(gaussian_support(1), {.aggressive = true}, budget);
    std::size_t correct = 0;
    for (std::size_t t = 0; t < cloud.size(); ++t) {
      correct += duol.predict(cloud.row(t)).label == cloud.y[t];
      duol.update(cloud.row(t), cloud.y[t]);
      romma.update(cloud.row(t), cloud.y[t]);
      const auto& f = duol.expansion();
      REQUIRE(f.size() <= 25);
      for (std::size_t i = 0; i < f.size(); ++i) {
        const double expected = f.score(DenseRow{f.support().vector_of(i)});
        REQUIRE(std::abs(duol.margins()[i]) == doctest::Approx(std::abs(expected)).epsilon(1e-8));
      }
      double norm2 = 0;
      const auto& w = romma.expansion();
      for (std::size_t i = 0; i < w.size(); ++i)
        norm2 += w.coefficient(i) * w.value(w.support().row_of(i));
      REQUIRE(romma.squared_norm() == doctest::Approx(norm2).epsilon(1e-6));
    }
    CHECK(duol.expansion().size() == 25);
    CHECK(correct > cloud.size() * 6 / 10);
  }
}

TEST_CASE("kernel learners reject invalid parameters") {
  CHECK_THROWS_AS(Duol<>(SupportSet<>{}, {.C = 0}), std::invalid_argument);
  CHECK_THROWS_AS(Duol<>(SupportSet<>{}, {.rho = 1.5}), std::invalid_argument);
  CHECK_THROWS_AS(KernelPassiveAggressive<>(SupportSet<>{}, {.C = -1}), std::invalid_argument);
  CHECK_THROWS_AS(Alma<>(SupportSet<>{}, {.alpha = 0}), std::invalid_argument);
}
