// SPDX-License-Identifier: Apache-2.0
// Each multiclass update is checked against the problem it solves.
#include <doctest/doctest.h>

#include <querent/learners/linear/adaptive_subgradients.hpp>
#include <querent/learners/multiclass/m_adaptive_subgradients.hpp>
#include <querent/learners/multiclass/m_passive_aggressive.hpp>

#include "numeric.hpp"

using namespace querent;
using Form = Aggressiveness::Form;

namespace {

constexpr std::size_t kDim = 4;
constexpr int kClasses = 3;

double score(const ClassTable& w, int k, const std::vector<double>& x) {
  double sum = 0;
  for (std::size_t i = 0; i < kDim; ++i) sum += w(i, k) * x[i];
  return sum;
}

/// The best class other than y, computed directly.
int rival_of(const ClassTable& w, int y, const std::vector<double>& x) {
  int s = -1;
  for (int k = 0; k < kClasses; ++k) {
    if (k != y && (s < 0 || score(w, k, x) > score(w, s, x))) s = k;
  }
  return s;
}

template <class Learner, class Check>
void each_multiclass_round(Learner learner, int T, Check&& check) {
  Rng rng = make_rng(24, 0, Stream::kLearner);
  for (int t = 0; t < T; ++t) {
    const std::vector<double> x = random_row(kDim, rng);
    const int y = uniform01(rng) < 0.1 ? static_cast<int>(uniform_below(rng, kClasses))
                  : x[0] > 0.3         ? 0
                  : x[1] > 0           ? 1
                                       : 2;
    const Learner before = learner;
    const bool moved = learner.update(DenseRow{x}, y);
    check(x, y, before, learner, moved);
  }
}

}  // namespace

TEST_CASE("MPA, MPA-I and MPA-II minimise ½Σ‖w^r − w^r_t‖² under their loss (Eqs. 3, 4)") {
  for (const Form form : {Form::kHard, Form::kLinear, Form::kSquared}) {
    const double C = 0.2;
    int moves = 0;
    each_multiclass_round(MPassiveAggressive(kDim, kClasses, {.form = form, .C = C}), 200,
                          [&](auto& x, int y, auto& before, auto& after, bool moved) {
                            const ClassTable &w = before.weights(), &next = after.weights();
                            const int s = rival_of(w, y, x);
                            double x2 = 0;
                            for (const double v : x) x2 += v * v;
                            const double loss = 1 - score(w, y, x) + score(w, s, x);
                            CHECK(moved == (loss > 0));
                            // by symmetry w^y and w^s move by ±a x; the objective in a
                            const double a =
                                form == Form::kHard
                                    ? std::max(0.0, loss) / (2 * x2)
                                    : argmin(
                                          [&](double step) {
                                            const double left = std::max(0.0, loss - 2 * step * x2);
                                            return step * step * x2 +
                                                   C * (form == Form::kLinear ? left : left * left);
                                          },
                                          0, 20);
                            for (std::size_t i = 0; i < kDim; ++i) {
                              for (int k = 0; k < kClasses; ++k) {
                                const double sign = k == y ? 1 : k == s ? -1 : 0;
                                CHECK(std::abs(next(i, k) - w(i, k) - sign * a * x[i]) < 1e-6);
                              }
                            }
                            if (form == Form::kHard && moved) {
                              CHECK(score(next, y, x) - score(next, s, x) == doctest::Approx(1));
                            }
                            moves += moved;
                          });
    CHECK(moves > 20);
  }
}

TEST_CASE(
    "MDA and MMD solve Eqs. (5) and (6) for the true class and its best rival, and leave the "
    "others") {
  const AdaptiveParams params{.delta = 0.3, .eta = 0.2};
  struct Step {
    int k;
    std::vector<double> g;
  };
  std::vector<Step> history;
  const auto diagonal = [&](std::size_t i, int k) {
    double g2 = 0;
    for (const Step& step : history) g2 += step.k == k ? step.g[i] * step.g[i] : 0;
    return params.delta + std::sqrt(g2);
  };
  const auto check = [&](auto& x, int y, auto& before, auto& after, bool moved, bool dual) {
    const ClassTable &w = before.weights(), &next = after.weights();
    const Prediction p = before.predict(DenseRow{x});
    std::vector<double> v(kClasses);
    for (int k = 0; k < kClasses; ++k) {
      for (std::size_t i = 0; i < kDim; ++i)
        v[static_cast<std::size_t>(k)] += x[i] * x[i] / diagonal(i, k);
    }
    double other = 0;
    for (int k = 0; k < kClasses; ++k) {
      if (k != p.label) other = std::max(other, v[static_cast<std::size_t>(k)]);
    }
    CHECK(p.uncertainty ==
          doctest::Approx(v[static_cast<std::size_t>(p.label)] + other).epsilon(1e-12));  // (8)
    const int r = rival_of(w, y, x);
    CHECK(moved == (1 + score(w, r, x) - score(w, y, x) > 0));
    if (moved) {
      std::vector<double> minus(x);
      for (double& value : minus) value = -value;
      history.push_back({r, x});
      history.push_back({y, minus});
    }
    for (std::size_t i = 0; i < kDim; ++i) {
      for (int k = 0; k < kClasses; ++k) {
        if (!moved || (k != r && k != y)) {
          CHECK(next(i, k) == w(i, k));
          continue;
        }
        double sum = 0;
        for (const Step& step : history) sum += step.k == k ? step.g[i] : 0;
        const double H = diagonal(i, k), w_t = w(i, k), g = k == r ? x[i] : -x[i];
        const double best = argmin(
            [&](double a) {
              return dual ? params.eta * a * sum + H * a * a / 2
                          : params.eta * g * a + H * (a - w_t) * (a - w_t) / 2;
            },
            -20, 20);
        CHECK(std::abs(next(i, k) - best) < 1e-6);
      }
    }
  };
  each_multiclass_round(
      MDualAveraging(kDim, kClasses, params), 200,
      [&](auto& x, int y, auto& b, auto& a, bool moved) { check(x, y, b, a, moved, true); });
  history.clear();
  each_multiclass_round(
      MMirrorDescent(kDim, kClasses, params), 200,
      [&](auto& x, int y, auto& b, auto& a, bool moved) { check(x, y, b, a, moved, false); });
}

TEST_CASE("sparse rows with new features equal dense rows padded with zeros") {
  Rng rng = make_rng(25, 0, Stream::kLearner);
  const auto check = [&](auto sparse, auto dense) {
    for (int t = 0; t < 60; ++t) {
      const auto last = static_cast<std::uint32_t>(2 + t);  // every row brings a new feature
      const std::vector<std::uint32_t> index{static_cast<std::uint32_t>(t) / 2, last};
      const std::vector<double> value{2 * uniform01(rng) - 1, 2 * uniform01(rng) - 1};
      std::vector<double> full(64);
      for (std::size_t k = 0; k < 2; ++k) full[index[k]] = value[k];
      const Prediction p = sparse.predict(SparseRow{index, value}),
                       q = dense.predict(DenseRow{full});
      CHECK(p.label == q.label);
      CHECK(p.margin == q.margin);
      CHECK(p.uncertainty == doctest::Approx(q.uncertainty).epsilon(1e-12));
      CHECK(sparse.update(SparseRow{index, value}, t % 3) == dense.update(DenseRow{full}, t % 3));
    }
  };
  check(MPassiveAggressive(0, 3), MPassiveAggressive(64, 3));
  check(MDualAveraging(0, 3), MDualAveraging(64, 3));
  check(MMirrorDescent(0, 3), MMirrorDescent(64, 3));
}
