// SPDX-License-Identifier: Apache-2.0
// Each update is checked against the problem it solves.
#include <doctest/doctest.h>
#include <Eigen/Dense>

#include <querent/learners/linear/adaptive_subgradients.hpp>
#include <querent/learners/linear/confidence_weighted.hpp>
#include <querent/learners/linear/cost_sensitive_passive_aggressive.hpp>
#include <querent/learners/linear/dkm.hpp>
#include <querent/learners/linear/passive_aggressive.hpp>
#include <querent/learners/linear/paum.hpp>
#include <querent/learners/linear/perceptron.hpp>
#include <querent/learners/linear/prediction_based_passive_aggressive.hpp>
#include <querent/learners/linear/second_order_perceptron.hpp>
#include <querent/learners/linear/second_order_perceptron_diagonal.hpp>
#include <querent/learners/linear/soal.hpp>
#include <querent/learners/linear/soal_diagonal.hpp>

#include "numeric.hpp"

using namespace querent;
using Form = Aggressiveness::Form;

namespace {

Eigen::Map<const Eigen::VectorXd> vec(const std::vector<double>& v) {
  return {v.data(), static_cast<Eigen::Index>(v.size())};
}

/// w_after = w_before + τ y x; returns τ after checking that nothing else changed.
double step_along(const std::vector<double>& x, int label, const std::vector<double>& before,
                  const std::vector<double>& after) {
  const Eigen::VectorXd change = vec(after) - vec(before);
  const double tau = change.dot(vec(x)) / vec(x).squaredNorm();
  CHECK((change - tau * vec(x)).norm() < 1e-12);
  return tau * sign_of(label);
}

}  // namespace

TEST_CASE("the perceptron moves by η y x exactly on mistakes") {
  int moves = 0;
  each_round(Perceptron(4, {.eta = 0.5}), 4, 300,
             [&](auto& x, int y, auto& before, auto& after, bool moved) {
               CHECK(moved == (before.predict(DenseRow{x}).label != y));
               CHECK(std::abs(step_along(x, y, before.weights(), after.weights()) -
                              (moved ? 0.5 : 0)) < 1e-12);
               moves += moved;
             });
  CHECK(moves > 20);
}

TEST_CASE(
    "on rows that a unit u separates by γ the perceptron makes at most (R/γ)² mistakes "
    "(Novikoff)") {
  Rng rng = make_rng(22, 0, Stream::kLearner);
  std::vector<double> u = random_row(5, rng);
  const double length = vec(u).norm();
  for (double& v : u) v /= length;
  Perceptron learner(5);
  double mistakes = 0, gamma = 1e300, R2 = 0;
  for (int t = 0; t < 20'000; ++t) {
    const std::vector<double> x = random_row(5, rng);
    const double ux = dot(u, DenseRow{x});
    if (std::abs(ux) < 0.05) continue;
    gamma = std::min(gamma, std::abs(ux));
    R2 = std::max(R2, vec(x).squaredNorm());
    mistakes += learner.update(DenseRow{x}, ux > 0 ? 1 : 0);
  }
  CHECK(mistakes > 10);
  CHECK(mistakes <= R2 / (gamma * gamma));
}

TEST_CASE("PA takes the smallest step to zero loss: then y w·x = 1 (Eq. 1)") {
  int moves = 0;
  each_round(PassiveAggressive(4, {.form = Form::kHard}), 4, 300,
             [&](auto& x, int y, auto& before, auto& after, bool moved) {
               const double margin = sign_of(y) * dot(before.weights(), DenseRow{x});
               CHECK(moved == (margin < 1));
               step_along(x, y, before.weights(), after.weights());  // a projection: along x
               if (moved)
                 CHECK(sign_of(y) * dot(after.weights(), DenseRow{x}) == doctest::Approx(1));
               moves += moved;
             });
  CHECK(moves > 20);
}

TEST_CASE("PA-I and PA-II minimise ½‖w − w_t‖² + C ℓ and + C ℓ² (Eq. 1)") {
  for (const Form form : {Form::kLinear, Form::kSquared}) {
    for (const double C : {0.1, 1.0}) {
      int capped = 0;
      each_round(
          PassiveAggressive(4, {.form = form, .C = C}), 4, 200,
          [&](auto& x, int y, auto& before, auto& after, bool) {
            const double loss = 1 - sign_of(y) * dot(before.weights(), DenseRow{x});
            const double x2 = vec(x).squaredNorm();
            const double tau = argmin(
                [&](double step) {
                  const double left = std::max(0.0, loss - step * x2);
                  return step * step * x2 / 2 + C * (form == Form::kLinear ? left : left * left);
                },
                0, 10);
            CHECK(std::abs(step_along(x, y, before.weights(), after.weights()) - tau) < 1e-6);
            capped += tau > C - 1e-6;
          });
      if (form == Form::kLinear) CHECK(capped > 0);
    }
  }
}

TEST_CASE("CSPA minimises ½‖w − w_t‖² + C max(0, ρ_t − y w·x) (Eqs. 9–11)") {
  const double C = 0.7, rho = 3;
  each_round(
      CostSensitivePassiveAggressive(4, {.C = C, .rho = rho}), 4, 200,
      [&](auto& x, int y, auto& before, auto& after, bool moved) {
        const double loss = (y == 1 ? rho : 1) - sign_of(y) * dot(before.weights(), DenseRow{x});
        const double x2 = vec(x).squaredNorm();
        const double tau = argmin(
            [&](double step) { return step * step * x2 / 2 + C * std::max(0.0, loss - step * x2); },
            0, 10);
        CHECK(std::abs(step_along(x, y, before.weights(), after.weights()) - tau) < 1e-6);
        CHECK(moved == (loss > 0));
      });
}

TEST_CASE("CSPA that counts steps as CSPA of ρ = rho T_n/T_p, each from 1 on (Proposition 1)") {
  using Params = CostSensitivePassiveAggressiveParams;
  const double C = 5, rho = 2;
  double positives = 1, negatives = 1;
  each_round(
      CostSensitivePassiveAggressive(4, {.C = C, .rho = rho, .ratio = Params::Ratio::kCounted}), 4,
      200, [&](auto& x, int y, auto& before, auto& after, bool) {
        ++(y == 1 ? positives : negatives);
        const double now = rho * negatives / positives;
        const double loss = (y == 1 ? now : 1) - sign_of(y) * dot(before.weights(), DenseRow{x});
        const double tau = std::min(C, std::max(0.0, loss) / vec(x).squaredNorm());
        CHECK(after.rho() == doctest::Approx(now));
        CHECK(step_along(x, y, before.weights(), after.weights()) ==
              doctest::Approx(tau).epsilon(1e-9));
      });
}

TEST_CASE("CPA learns from mistakes only, up to the margin √ρ or the step C") {
  const double C = 0.7, rho = 4;
  int capped = 0, reached = 0;
  each_round(PredictionBasedPassiveAggressive(4, {.C = C, .rho = rho}), 4, 400,
             [&](auto& x, int y, auto& before, auto& after, bool moved) {
               CHECK(moved == (before.predict(DenseRow{x}).label != y));
               const double tau = step_along(x, y, before.weights(), after.weights());
               if (!moved) return;
               const double margin = sign_of(y) * dot(after.weights(), DenseRow{x}),
                            goal = y == 1 ? 2 : 1;
               const bool at_goal = std::abs(margin - goal) < 1e-9;
               CHECK((at_goal ? tau <= C + 1e-12 : std::abs(tau - C) < 1e-12 && margin < goal));
               (at_goal ? reached : capped) += 1;
             });
  CHECK(capped > 5);
  CHECK(reached > 5);
}

TEST_CASE("PAUM moves exactly if the margin is at most that required for the class") {
  each_round(Paum(4, {.tau_plus = 2, .tau_minus = 0.25, .eta = 0.5}), 4, 300,
             [&](auto& x, int y, auto& before, auto& after, bool moved) {
               const double margin = sign_of(y) * dot(before.weights(), DenseRow{x});
               CHECK(moved == (margin <= (y == 1 ? 2 : 0.25)));
               CHECK(std::abs(step_along(x, y, before.weights(), after.weights()) -
                              (moved ? 0.5 : 0)) < 1e-12);
             });
}

TEST_CASE(
    "DKM starts as the first y x and reflects v on mistakes: ‖v‖ stays 1, v·x changes its sign") {
  int reflections = 0;
  bool first = true;
  each_round(Dkm(4), 4, 300, [&](auto& x, int y, auto& before, auto& after, bool moved) {
    const double length = vec(x).norm(), vx = dot(before.weights(), DenseRow{x});
    CHECK(vec(after.weights()).norm() == doctest::Approx(1).epsilon(1e-12));
    if (first) {
      CHECK((vec(after.weights()) - sign_of(y) * vec(x) / length).norm() < 1e-14);
      first = false;
      return;
    }
    CHECK(before.predict(DenseRow{x}).margin == doctest::Approx(std::abs(vx) / length));
    CHECK(moved == (vx * sign_of(y) < 0));
    if (moved) CHECK(dot(after.weights(), DenseRow{x}) == doctest::Approx(-vx));
    reflections += moved;
  });
  CHECK(reflections > 20);
}

TEST_CASE(
    "DA minimises η wᵀΣg + ½ wᵀHw, MD η gᵀw + ½ (w − w_t)ᵀH(w − w_t), H = δI + diag‖g_{1:t,i}‖ "
    "(Eqs. 1, 2)") {
  constexpr std::size_t d = 4;
  const AdaptiveParams params{.delta = 0.3, .eta = 0.2};
  std::vector<std::vector<double>> history;  // all subgradients
  const auto check = [&](auto& x, int y, auto& before, auto& after, bool moved, bool dual) {
    double v = 0;
    for (std::size_t i = 0; i < d; ++i) {
      double g2 = 0;
      for (const auto& g : history) g2 += g[i] * g[i];
      v += x[i] * x[i] / (params.delta + std::sqrt(g2));
    }
    const Prediction p = before.predict(DenseRow{x});
    CHECK(p.uncertainty == doctest::Approx(v).epsilon(1e-12));  // v_t = xᵀ H_{t−1}⁻¹ x
    CHECK(p.squared_norm == doctest::Approx(vec(x).squaredNorm()));
    CHECK(moved == (sign_of(y) * dot(std::vector<double>(before.weights()), DenseRow{x}) < 1));
    if (!moved) return;
    std::vector<double> g(d);
    for (std::size_t i = 0; i < d; ++i) g[i] = -sign_of(y) * x[i];
    history.push_back(g);
    for (std::size_t i = 0; i < d; ++i) {
      double sum = 0, g2 = 0;
      for (const auto& past : history) {
        sum += past[i];
        g2 += past[i] * past[i];
      }
      const double H = params.delta + std::sqrt(g2), w_t = before.weights()[i];
      const double w = argmin(
          [&](double a) {
            return dual ? params.eta * a * sum + H * a * a / 2
                        : params.eta * g[i] * a + H * (a - w_t) * (a - w_t) / 2;
          },
          -20, 20);
      CHECK(std::abs(after.weights()[i] - w) < 1e-6);
    }
  };
  each_round(DualAveraging(d, params), d, 60,
             [&](auto& x, int y, auto& b, auto& a, bool moved) { check(x, y, b, a, moved, true); });
  history.clear();
  each_round(MirrorDescent(d, params), d, 60, [&](auto& x, int y, auto& b, auto& a, bool moved) {
    check(x, y, b, a, moved, false);
  });
}

TEST_CASE(
    "DA, MD and SOAL process several features at a time with the same bits as one after the "
    "other") {
  // Roots, quotients and products of IEEE are rounded to the nearest, in vectors or one at a time.
  constexpr std::size_t kDim = 90;
  constexpr double kDelta = 0.5, kEta = 0.1, kGamma = 0.7, kWeight = 1.5;
  Rng rng(26);
  DualAveraging da(0, {.delta = kDelta, .eta = kEta});
  MirrorDescent md(0, {.delta = kDelta, .eta = kEta});
  SoalDiagonal soal(0, {.eta = kEta, .gamma = kGamma});
  std::vector<double> g(kDim), s2(kDim), w_da(kDim), w_md(kDim), md_s2(kDim), w_soal(kDim),
      Sigma(kDim, 1);
  int updates = 0;
  for (std::size_t t = 0; t < 300; ++t) {
    std::vector<std::uint32_t> index;
    std::vector<double> value;
    for (std::uint32_t i = 0; i < std::min(kDim, 1 + t); ++i) {  // the model grows
      if (uniform01(rng) < 0.4) {
        index.push_back(i);
        value.push_back(2 * uniform01(rng) - 1);
      }
    }
    const SparseRow x{index, value};
    const int y = static_cast<int>(t % 2);
    double v_da = 0, v_soal = 0, p_da = 0;
    for (std::size_t k = 0; k < index.size(); ++k) {
      const double square = value[k] * value[k];
      p_da += w_da[index[k]] * value[k];
      v_da += square * (1 / (kDelta + std::sqrt(s2[index[k]])));
      v_soal += Sigma[index[k]] * value[k] * value[k];
    }
    REQUIRE(da.predict(x).margin == std::abs(p_da));
    REQUIRE(da.predict(x).uncertainty == v_da);
    REQUIRE(soal.predict(x).uncertainty == v_soal);
    const bool da_moves = da.update(x, y, kWeight), md_moves = md.update(x, y, kWeight),
               soal_moves = soal.update(x, y, kWeight);
    updates += da_moves;
    for (std::size_t k = 0; k < index.size(); ++k) {
      const std::size_t i = index[k];
      const double G = kWeight * value[k];
      if (da_moves) {
        g[i] -= sign_of(y) * G;
        s2[i] += G * G;
        w_da[i] = -kEta * (1 / (kDelta + std::sqrt(s2[i]))) * g[i];
        REQUIRE(da.weights()[i] == w_da[i]);
      }
      if (md_moves) {
        md_s2[i] += G * G;
        w_md[i] += kEta * (1 / (kDelta + std::sqrt(md_s2[i]))) * sign_of(y) * G;
        REQUIRE(md.weights()[i] == w_md[i]);
      }
      if (soal_moves) {
        Sigma[i] = 1 / (1 / Sigma[i] + kWeight * value[k] * value[k] / kGamma);
        w_soal[i] += kWeight * kEta * sign_of(y) * Sigma[i] * value[k];
        REQUIRE(soal.weights()[i] == w_soal[i]);
      }
    }
  }
  CHECK(updates > 200);
}

TEST_CASE("SOP predicts vᵀ(A + xxᵀ)⁻¹x and learns from mistakes, against explicit inverses") {
  constexpr int d = 5;
  const double a = 0.5;
  Eigen::MatrixXd A = a * Eigen::MatrixXd::Identity(d, d);
  Eigen::VectorXd v = Eigen::VectorXd::Zero(d);
  int mistakes = 0;
  each_round(SecondOrderPerceptron(d, {.a = a}), d, 300,
             [&](auto& x, int y, auto& before, auto&, bool moved) {
               const Eigen::VectorXd row = vec(x);
               const Eigen::MatrixXd with_x = A + row * row.transpose(), inverse = A.inverse();
               const Eigen::VectorXd solved = with_x.inverse() * row,
                                     r = row.transpose() * inverse * row;
               const double p = v.dot(solved);
               const Prediction prediction = before.predict(DenseRow{x});
               CHECK(prediction.margin == doctest::Approx(std::abs(p)).epsilon(1e-9));
               CHECK(prediction.uncertainty == doctest::Approx(r[0]).epsilon(1e-9));
               CHECK(moved == ((p >= 0 ? 1 : 0) != y));
               if (!moved) return;
               A = with_x;
               v += sign_of(y) * row;
               ++mistakes;
             });
  CHECK(mistakes > 20);
}

TEST_CASE("SOAL moves w by η y Σ′x with Σ′ = Σ − Σxxᵀ Σ/(γ + xᵀΣx), against the explicit matrix") {
  constexpr int d = 5;
  const SoalParams params{.eta = 0.3, .gamma = 2};
  Eigen::MatrixXd Sigma = Eigen::MatrixXd::Identity(d, d);
  Eigen::VectorXd w = Eigen::VectorXd::Zero(d);
  int moves = 0;
  each_round(Soal(d, params), d, 300, [&](auto& x, int y, auto& before, auto& after, bool moved) {
    const Eigen::VectorXd row = vec(x), Sx = Sigma * row;
    const double v = row.dot(Sx), p = w.dot(row);
    CHECK(before.predict(DenseRow{x}).uncertainty == doctest::Approx(v).epsilon(1e-9));
    CHECK(before.predict(DenseRow{x}).margin == doctest::Approx(std::abs(p)).epsilon(1e-9));
    CHECK(moved == (sign_of(y) * p < 1));
    if (!moved) return;
    Sigma -= Sx * Sx.transpose() / (params.gamma + v);
    w += params.eta * sign_of(y) * Sigma * row;
    CHECK((after.filter().weights().col(0) - w).norm() < 1e-9);
    ++moves;
  });
  CHECK(moves > 20);
}

TEST_CASE("on rows with one nonzero each the diagonal forms equal the full ones") {
  constexpr std::size_t d = 4;
  Rng rng = make_rng(23, 0, Stream::kLearner);
  SecondOrderPerceptron sop(d, {.a = 0.4});
  SecondOrderPerceptronDiagonal sop_diagonal(0, {.a = 0.4});
  Soal soal(d, {.eta = 0.3, .gamma = 2});
  SoalDiagonal soal_diagonal(0, {.eta = 0.3, .gamma = 2});
  for (int t = 0; t < 300; ++t) {
    const std::vector<std::uint32_t> index{static_cast<std::uint32_t>(uniform_below(rng, d))};
    const std::vector<double> value{2 * uniform01(rng) - 1};
    const SparseRow x{index, value};
    const int y = (value[0] > 0) != (uniform01(rng) < 0.2) ? 1 : 0;
    const auto same = [&](const Prediction& a, const Prediction& b) {
      CHECK(a.margin == doctest::Approx(b.margin).epsilon(1e-9));
      CHECK(a.uncertainty == doctest::Approx(b.uncertainty).epsilon(1e-9));
    };
    same(sop.predict(x), sop_diagonal.predict(x));
    same(soal.predict(x), soal_diagonal.predict(x));
    CHECK(sop.update(x, y) == sop_diagonal.update(x, y));
    CHECK(soal.update(x, y) == soal_diagonal.update(x, y));
  }
}

TEST_CASE("CW-diag on one feature: y μx = φ √(x²Σ) after an update, and Σ never grows (CW-Stdev)") {
  const double phi = 0.8;
  int moves = 0;
  each_round(ConfidenceWeighted(1, {.phi = phi, .a = 2}), 1, 300,
             [&](auto& x, int y, auto& before, auto& after, bool moved) {
               const double old = before.variances()[0], now = after.variances()[0];
               const double m = sign_of(y) * before.weights()[0] * x[0];
               const double goal = phi * std::sqrt(old) * std::abs(x[0]);
               // just after an update the constraint is tight, and rounding decides
               if (std::abs(m - goal) > 1e-9 * goal) CHECK(moved == (m < goal));
               if (!moved) return;
               const double left = sign_of(y) * after.weights()[0] * x[0];
               CHECK(left == doctest::Approx(phi * std::sqrt(now) * std::abs(x[0])).epsilon(1e-9));
               CHECK(now <= old);
               ++moves;
             });
  CHECK(moves > 20);
}

TEST_CASE(
    "CW-diag is the least change in relative entropy that satisfies its constraint (one feature)") {
  // D(N(μ′, Σ′) ‖ N(μ, Σ)) = ½ (ln(Σ/Σ′) + Σ′/Σ + (μ − μ′)²/Σ − 1), on the curve y μ′x = φ √Σ′ |x|
  const double phi = 0.8;
  each_round(ConfidenceWeighted(1, {.phi = phi}), 1, 40,
             [&](auto& x, int y, auto& before, auto& after, bool moved) {
               if (!moved) return;
               const double mu = before.weights()[0], Sigma = before.variances()[0],
                            side = sign_of(y) * (x[0] > 0 ? 1 : -1);
               const double root = argmin(
                   [&](double s) {
                     const double change = mu - side * phi * s;
                     return std::log(Sigma / (s * s)) + s * s / Sigma + change * change / Sigma;
                   },
                   1e-6, std::sqrt(Sigma) * 2);
               CHECK(std::sqrt(after.variances()[0]) == doctest::Approx(root).epsilon(1e-6));
             });
}

TEST_CASE("a new feature in an update is learned, an unseen one has weight 0") {
  const std::vector<std::uint32_t> index{1, 70'000};
  const std::vector<double> value{1, 2};
  const std::vector<std::uint32_t> unseen{90'000};
  const std::vector<double> one{1};
  const auto check = [&](auto learner) {
    CHECK(learner.predict(SparseRow{index, value}).margin == 0);
    CHECK(learner.update(SparseRow{index, value}, 0));
    CHECK(learner.predict(SparseRow{index, value}).label == 0);
    CHECK(learner.predict(SparseRow{index, value}).margin > 0);
    CHECK(learner.predict(SparseRow{unseen, one}).margin == 0);
  };
  check(Perceptron());
  check(PassiveAggressive());
  check(Dkm());
  check(SecondOrderPerceptronDiagonal());
  check(SoalDiagonal());
  check(DualAveraging());
  check(MirrorDescent());
  check(CostSensitivePassiveAggressive());
  check(PredictionBasedPassiveAggressive());
  check(Paum());
  check(ConfidenceWeighted());
}

TEST_CASE("CW-diag keeps the diagonal of Σ − β Σ x xᵀ Σ") {
  // the rank-one form of LIBOL on the diagonal, written with the plain root
  const double phi = 0.5244, psi = 1 + phi * phi / 2, xi = 1 + phi * phi;
  Rng rng = make_rng(21, 0, Stream::kHeldOut);
  ConfidenceWeighted learner(3);
  std::vector<double> mu(3), Sigma(3, 1.0);
  for (int t = 0; t < 200; ++t) {
    std::vector<double> x(3);
    for (double& x_i : x) x_i = uniform01(rng) - 0.5;
    const int label = uniform01(rng) < 0.2 ? 1 : x[0] + x[1] > 0;
    const double y = sign_of(label);
    double m = 0, v = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      m += y * mu[i] * x[i];
      v += Sigma[i] * x[i] * x[i];
    }
    if (m < phi * std::sqrt(v)) {
      const double alpha =
          std::max(0.0, (-m * psi + std::sqrt(m * m * std::pow(phi, 4) / 4 + v * phi * phi * xi)) /
                            (v * xi));
      const double avp = alpha * v * phi, root_u = (-avp + std::sqrt(avp * avp + 4 * v)) / 2;
      const double beta = alpha * phi / (root_u + avp);
      for (std::size_t i = 0; i < 3; ++i) {
        mu[i] += alpha * y * Sigma[i] * x[i];
        Sigma[i] -= beta * Sigma[i] * Sigma[i] * x[i] * x[i];
      }
    }
    learner.update(DenseRow{x}, label);
    for (std::size_t i = 0; i < 3; ++i) {
      CHECK(learner.weights()[i] == doctest::Approx(mu[i]).epsilon(1e-7));
      CHECK(learner.variances()[i] == doctest::Approx(Sigma[i]).epsilon(1e-7));
    }
  }
}

TEST_CASE("an empty row can be predicted and learned") {
  const auto check = [](auto learner) {
    const SparseRow empty{};
    CHECK(learner.predict(empty).margin == 0);
    learner.update(empty, 0);
    learner.update(empty, 1);
    CHECK(std::isfinite(learner.predict(empty).margin));
  };
  check(Perceptron());
  check(PassiveAggressive(0, {.form = Form::kHard}));
  check(Dkm());
  check(SecondOrderPerceptron(3));
  check(SecondOrderPerceptronDiagonal());
  check(Soal(3));
  check(SoalDiagonal());
  check(DualAveraging());
  check(MirrorDescent());
  check(CostSensitivePassiveAggressive());
  check(PredictionBasedPassiveAggressive());
  check(Paum());
  check(ConfidenceWeighted());
}

TEST_CASE("a feature index of a damaged file is rejected with its number before memory runs out") {
  const std::vector<std::uint32_t> index{4'294'967'295u};
  const std::vector<double> value{1};
  PassiveAggressive pa;
  CHECK_THROWS_WITH_AS(pa.update(SparseRow{index, value}, 0), doctest::Contains("4294967296"),
                       std::length_error);
  CHECK(pa.predict(SparseRow{index, value}).margin == 0);  // the model is unchanged
}

TEST_CASE("a row whose squared length is infinite is refused instead of learnt with a step of 0") {
  const std::vector<double> x{1e160, 1};
  for (const Form form : {Form::kHard, Form::kLinear, Form::kSquared}) {
    PassiveAggressive pa(2, {.form = form});
    CHECK_THROWS_WITH_AS(pa.update(DenseRow{x}, 1), doctest::Contains("scale the columns"),
                         NotFinite);
    CHECK(pa.predict(DenseRow{x}).margin == 0);  // the model is unchanged
  }
}
