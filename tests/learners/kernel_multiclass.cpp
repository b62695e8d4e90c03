// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include <querent/learners/kernel/duol.hpp>
#include <querent/learners/kernel/kernel_multiclass_passive_aggressive.hpp>
#include <querent/learners/kernel/kernel_multiclass_perceptron.hpp>
#include <querent/learners/kernel/m_duol.hpp>
#include <querent/learners/kernel/mira.hpp>
#include <querent/learners/play_label_sets.hpp>
#include <querent/learners/random.hpp>

using namespace querent;

namespace {

constexpr int K = 5;

/// Overlapping clouds of K classes, with label sets that hold the class and sometimes another
/// label.
struct Clouds {
  std::vector<std::vector<double>> x;
  std::vector<int> y;
  std::vector<std::vector<int>> Y;

  Clouds(int n, std::size_t d, double shift, Rng& rng) {
    for (int t = 0; t < n; ++t) {
      y.push_back(static_cast<int>(uniform_below(rng, K)));
      Y.push_back({y.back()});
      if (const int other = static_cast<int>(uniform_below(rng, 2 * K));
          other < K && other != y.back()) {
        Y.back().push_back(other);
        std::sort(Y.back().begin(), Y.back().end());
      }
      x.emplace_back(d);
      for (double& v : x.back()) v = 2 * uniform01(rng) - 1;
      for (const int label : Y.back()) x.back()[static_cast<std::size_t>(label) % d] += shift;
    }
  }
  DenseRow row(std::size_t t) const { return {x[t]}; }
  std::size_t size() const { return x.size(); }
};

SupportSet<> gaussian_support(double sigma) {
  return SupportSet<>(GaussianKernel({.sigma = sigma}));
}

double gaussian(const std::vector<double>& x, const std::vector<double>& z, double sigma) {
  double sum = 0;
  for (std::size_t j = 0; j < x.size(); ++j) sum += (x[j] - z[j]) * (x[j] - z[j]);
  return std::exp(-sum / (2 * sigma * sigma));
}

std::vector<double> scores_of(const auto& learner, const DenseRow& x) {
  const auto f = learner.expansion().scores(x);
  return {f.begin(), f.end()};
}

struct AskAll {
  double probability(const Prediction&) const { return 1; }
};

/// M-DUOL with the interface of the label-set protocol.
struct Ranker {
  MDuol<> learner;
  Prediction predict(const DenseRow& x) const { return learner.predict(x); }
  std::span<const double> scores(const DenseRow& x) const { return learner.expansion().scores(x); }
  bool update(const DenseRow& x, int y) { return learner.update(x, y); }
  bool update(const DenseRow& x, LabelSet Y) { return learner.update(x, Y); }
};

/// MIRA's program in long double by nested bisection: the moved mass by the sign of the objective's
/// derivative, and for each mass the two levels.
std::vector<double> slow_mira(const std::vector<double>& f, LabelSet Y, double k) {
  const auto fill = [](const std::vector<long double>& b,
                       long double mass) {  // Σ max(0, θ − b) = mass
    long double low = *std::min_element(b.begin(), b.end()),
                high = *std::max_element(b.begin(), b.end()) + mass;
    for (int step = 0; step < 90; ++step) {
      const long double theta = (low + high) / 2;
      long double sum = 0;
      for (const long double v : b) sum += std::max(0.0L, theta - v);
      (sum < mass ? low : high) = theta;
    }
    return low;
  };
  std::vector<long double> relevant, irrelevant;
  for_each_label(
      static_cast<int>(f.size()), Y,
      [&](int r) { relevant.push_back(f[static_cast<std::size_t>(r)] / k); },
      [&](int s) { irrelevant.push_back(-f[static_cast<std::size_t>(s)] / k); });
  // the derivative of the objective in the mass is k (low(m) − high(m)): bisect its sign
  long double least = 0, most = 1;
  if (fill(relevant, 1) + fill(irrelevant, 1) > 0) {
    for (int step = 0; step < 90; ++step) {
      const long double mass = (least + most) / 2;
      (fill(relevant, mass) + fill(irrelevant, mass) > 0 ? most : least) = mass;
    }
  }
  const long double low = fill(relevant, most), high = -fill(irrelevant, most);
  std::vector<double> tau(f.size());
  for_each_label(
      static_cast<int>(f.size()), Y,
      [&](int r) {
        const auto at = static_cast<std::size_t>(r);
        tau[at] = static_cast<double>(std::max(0.0L, low - f[at] / static_cast<long double>(k)));
      },
      [&](int s) {
        const auto at = static_cast<std::size_t>(s);
        tau[at] = -static_cast<double>(std::max(0.0L, f[at] / static_cast<long double>(k) - high));
      });
  return tau;
}

}  // namespace

TEST_CASE(
    "r is the relevant label ranked last, s the irrelevant one ranked first (Eq. 2), ties by "
    "index") {
  const std::vector<double> f{0.5, 2, 0.5, 2, -1};
  const std::vector<int> Y{0, 2, 3};
  const LabelMargin m = label_margin(f, Y);
  CHECK(m.r == 2);
  CHECK(m.s == 1);
  CHECK(m.Gamma == -1.5);
  CHECK_THROWS_AS(label_margin(f, std::vector<int>{0, 0, 2}), std::invalid_argument);
  CHECK(m.mistake());
  CHECK(m.loss() == 2.5);
  const std::vector<int> none, all{0, 1, 2, 3, 4};
  CHECK(!label_margin(f, none).exists());
  CHECK(label_margin(f, all).loss() == 0);
}

TEST_CASE("with one relevant label a wrong ranking means ŷ ≠ y, ties included") {
  Rng rng = make_rng(50, 0, Stream::kLearner);
  for (int t = 0; t < 10000; ++t) {
    std::vector<double> f(4);
    for (double& v : f) v = static_cast<double>(uniform_below(rng, 3));
    const int y = static_cast<int>(uniform_below(rng, 4));
    CHECK(label_margin(f, LabelSet(&y, 1)).mistake() == (predict_from_scores(f).label != y));
  }
}

TEST_CASE(
    "Proposition 3: H(Y_a)·H(Y_b) < 0 exactly if r_a = s_b or s_a = r_b, and it is the dot "
    "product") {
  for (int r_a = 0; r_a < 4; ++r_a) {
    for (int s_a = 0; s_a < 4; ++s_a) {
      for (int r_b = 0; r_b < 4; ++r_b) {
        for (int s_b = 0; s_b < 4; ++s_b) {
          if (r_a == s_a || r_b == s_b) continue;
          double dot = 0;
          for (int i = 0; i < 4; ++i) dot += ((i == r_a) - (i == s_a)) * ((i == r_b) - (i == s_b));
          CHECK(dot_of_signs(r_a, s_a, r_b, s_b) == dot);
          CHECK((dot < 0) == (r_a == s_b || s_a == r_b));
        }
      }
    }
  }
}

TEST_CASE("ranking loss, one-error, precision and recall of a worked example") {
  LabelRankingTally tally;
  tally.add(std::vector<double>{4, 3, 2, 1},
            std::vector<int>{0, 2});  // order 0 1 2 3: pair (2, 1) is wrong
  CHECK(tally.ranking_loss() == 0.25);
  CHECK(tally.one_error() == 0);
  CHECK(tally.precision() == 0.5);
  CHECK(tally.mistakes == 1);
  tally.add(std::vector<double>{1, 2, 3, 4}, std::vector<int>{0});  // ranked last of four
  CHECK(tally.ranking_loss() == doctest::Approx((0.25 + 1) / 2));
  CHECK(tally.one_error() == 0.5);
  CHECK(tally.recall() == doctest::Approx(1 / 3.0));
  tally.add(std::vector<double>{1, 2, 3, 4}, std::vector<int>{});  // nothing to rank
  CHECK(tally.ranked == 2);
  LabelRankingTally wide;
  wide.add(std::vector<double>{4, 3, 2, 1}, std::vector<int>{0, 2}, 3);
  CHECK(wide.precision() == doctest::Approx(2 / 3.0));
  CHECK(wide.recall() == 1);
}

TEST_CASE(
    "every multiclass kernel learner: scores are the sums of its expansion, dense and sparse rows "
    "agree, label sets too") {
  Rng rng = make_rng(51, 0, Stream::kLearner);
  const Clouds clouds(250, 6, 0.8, rng);
  const std::vector<std::uint32_t> index{0, 1, 2, 3, 4, 5};
  const auto check = [&](auto learner) {
    auto from_sparse = learner;
    std::vector<std::size_t> rounds;
    for (std::size_t t = 0; t < clouds.size(); ++t) {
      const SparseRow sparse{index, clouds.x[t]};
      const std::vector<double> f = scores_of(learner, clouds.row(t));
      for (int j = 0; j < K; ++j) {
        double expected = 0;
        for (std::size_t i = 0; i < rounds.size(); ++i) {
          expected += learner.expansion().coefficient(i, static_cast<std::size_t>(j)) *
                      gaussian(clouds.x[rounds[i]], clouds.x[t], 1.5);
        }
        REQUIRE(f[static_cast<std::size_t>(j)] == doctest::Approx(expected).epsilon(1e-9));
      }
      CHECK(learner.predict(clouds.row(t)).label == from_sparse.predict(sparse).label);
      const bool moved = learner.update(clouds.row(t), LabelSet(clouds.Y[t]));
      REQUIRE(moved == from_sparse.update(sparse, LabelSet(clouds.Y[t])));
      if (moved) rounds.push_back(t);
    }
    CHECK(rounds.size() > 50);
    const std::vector<int> none, all{0, 1, 2, 3, 4};
    CHECK(!learner.update(clouds.row(0), LabelSet(none)));
    CHECK(!learner.update(clouds.row(0), LabelSet(all)));
  };
  const auto support = gaussian_support(1.5);
  check(KernelMulticlassPerceptron<>(K, support));
  check(KernelMulticlassPerceptron<>(K, support, PairWeights::kUniform));
  check(KernelMulticlassPerceptron<>(K, support, PairWeights::kProportional));
  check(Mira<>(K, support));
  check(KernelMulticlassPassiveAggressive<>(K, support));
  check(KernelMulticlassPassiveAggressive<>(K, support,
                                            {.C = 1, .form = PassiveAggressiveForm::kTwo}));
  check(MDuol<>(K, support, {.C = 2}));
  check(MDuol<>(K, support, {.C = 2, .solver = DoubleUpdateSolver::kInTurn}));
  check(MDuol<>(K, support, {.C = 2, .solver = DoubleUpdateSolver::kApproximate}));
}

TEST_CASE(
    "Max, Uniform and Prop move mass 1 from labels ranked wrongly to relevant ones, in their "
    "proportions (Crammer and Singer 2003)") {
  const std::vector<double> x{1, 0}, z{0, 1};
  for (const auto weights :
       {PairWeights::kMax, PairWeights::kUniform, PairWeights::kProportional}) {
    KernelMulticlassPerceptron<SupportSet<LinearKernel>> learner(4, SupportSet<LinearKernel>{},
                                                                 weights);
    CHECK(!learner.update(DenseRow{x}, 0));  // ties: label 0 is first
    CHECK(learner.update(DenseRow{x}, 3));
    const auto c = [&](std::size_t i, std::size_t j) {
      return learner.expansion().coefficient(i, j);
    };
    if (weights == PairWeights::kMax) {
      CHECK(c(0, 3) == 1);
      CHECK(c(0, 0) == -1);
    } else {
      for (std::size_t j = 0; j < 3; ++j) CHECK(c(0, j) == doctest::Approx(-1 / 3.0));
    }
    // scores at x are now below 0 for others and 1 for label 3; label 1 is relevant next
    CHECK(learner.update(DenseRow{x}, 1));
    double sum = 0;
    for (std::size_t j = 0; j < 4; ++j) sum += c(1, j);
    CHECK(sum == doctest::Approx(0));
    CHECK(c(1, 1) == doctest::Approx(1));
    if (weights == PairWeights::kProportional)
      CHECK(c(1, 3) == doctest::Approx(-1));  // the other labels tie with label 1
    if (weights == PairWeights::kUniform) CHECK(c(1, 3) == doctest::Approx(-1 / 3.0));
  }
}

TEST_CASE(
    "MIRA's program is solved exactly: same as a slow solver on 1,500 problems, one label and "
    "label sets") {
  Rng rng = make_rng(52, 0, Stream::kLearner);
  MiraProgram program(K);
  int moved = 0;
  for (int t = 0; t < 1500; ++t) {
    std::vector<double> f(K);
    for (double& v : f) v = 4 * uniform01(rng) - 2;
    std::vector<int> Y;
    for (int label = 0; label < K; ++label) {
      if (uniform_below(rng, 3) == 0) Y.push_back(label);
    }
    if (Y.empty() || Y.size() == K) continue;
    const double k = 0.1 + 3 * uniform01(rng);
    if (!label_margin(f, Y).mistake()) continue;
    const auto tau = program.solve(f, Y, k);
    const auto expected = slow_mira(f, Y, k);
    double sum = 0;
    for (std::size_t j = 0; j < K; ++j) {
      CHECK(tau[j] == doctest::Approx(expected[j]).epsilon(1e-9).scale(1));
      sum += tau[j];
    }
    CHECK(std::abs(sum) < 1e-12);
    ++moved;
  }
  CHECK(moved > 500);
}

TEST_CASE(
    "MIRA with one label keeps the constraints τ_i ≤ δ_{y,i} and Σ τ_i = 0 of its paper, and "
    "starts from zero") {
  Rng rng = make_rng(53, 0, Stream::kLearner);
  const Clouds clouds(200, 4, 0.5, rng);
  Mira<> mira(K, gaussian_support(1));
  std::size_t updates = 0;
  for (std::size_t t = 0; t < clouds.size(); ++t) {
    const bool mistake = mira.predict(clouds.row(t)).label != clouds.y[t];
    REQUIRE(mira.update(clouds.row(t), clouds.y[t]) == mistake);
    if (!mistake) continue;
    double sum = 0;
    for (int j = 0; j < K; ++j) {
      const double tau = mira.expansion().coefficient(updates, static_cast<std::size_t>(j));
      CHECK(tau <= (j == clouds.y[t] ? 1 : 0) + 1e-12);
      sum += tau;
    }
    CHECK(std::abs(sum) < 1e-12);
    ++updates;
  }
  CHECK(updates > 20);
}

TEST_CASE("kMPA-I after an update: the margin is 1 at the pair that was updated, or τ = C") {
  Rng rng = make_rng(54, 0, Stream::kLearner);
  const Clouds clouds(200, 4, 0.5, rng);
  KernelMulticlassPassiveAggressive<> pa(K, gaussian_support(1), {.C = 0.4});
  for (std::size_t t = 0; t < clouds.size(); ++t) {
    const LabelMargin m = label_margin(scores_of(pa, clouds.row(t)), clouds.Y[t]);
    REQUIRE(pa.update(clouds.row(t), LabelSet(clouds.Y[t])) == (m.loss() > 0));
    if (m.loss() == 0) continue;
    const auto f = scores_of(pa, clouds.row(t));
    const double tau =
        pa.expansion().coefficient(pa.expansion().size() - 1, static_cast<std::size_t>(m.r));
    const double gap = f[static_cast<std::size_t>(m.r)] - f[static_cast<std::size_t>(m.s)];
    CHECK((tau == 0.4 || std::abs(gap - 1) < 1e-12));
  }
}

TEST_CASE(
    "M-DUOL keeps f^i = f(x_i)·H(Y_i), weights in [0, C], and Δ_t is the rise of the dual "
    "objective (Proposition 4)") {
  Rng rng = make_rng(55, 0, Stream::kLearner);
  const Clouds clouds(200, 5, 0.5, rng);
  for (const auto solver : {DoubleUpdateSolver::kExact, DoubleUpdateSolver::kInTurn,
                            DoubleUpdateSolver::kApproximate}) {
    MDuol<> duol(K, gaussian_support(1), {.C = 1.2, .solver = solver});
    std::vector<std::size_t> rounds;
    double dual = 0;
    for (std::size_t t = 0; t < clouds.size(); ++t) {
      if (!duol.update(clouds.row(t), LabelSet(clouds.Y[t]))) continue;
      rounds.push_back(t);
      double objective = 0;
      for (std::size_t i = 0; i < rounds.size(); ++i) {
        const auto& v = duol.support_vectors()[i];
        CHECK(v.gamma >= 0);
        CHECK(v.gamma <= 1.2 + 1e-12);
        const auto f = scores_of(duol, clouds.row(rounds[i]));
        const double margin = f[static_cast<std::size_t>(v.r)] - f[static_cast<std::size_t>(v.s)];
        CHECK(v.margin == doctest::Approx(margin).epsilon(1e-9));
        objective += v.gamma - 0.5 * v.gamma * margin;
      }
      CHECK(objective - dual == doctest::Approx(duol.dual_ascent()).epsilon(1e-7));
      dual = objective;
    }
  }
}

TEST_CASE(
    "Theorems 5 and 6: the dual rises by 1/4 on a mistake, (1 + ρ²)/4 on a weak and 1/(2(1 − ρ)) "
    "on a strong double update") {
  Rng rng = make_rng(56, 0, Stream::kLearner);
  const Clouds clouds(1200, 5, 0.4, rng);
  for (const double rho : {0.0, 0.3}) {
    MDuol<> duol(K, gaussian_support(1), {.C = 10, .rho = rho});
    for (std::size_t t = 0; t < clouds.size(); ++t) {
      const DoubleUpdateCounts before = duol.counts();
      duol.update(clouds.row(t), LabelSet(clouds.Y[t]));
      const DoubleUpdateCounts after = duol.counts();
      if (after.mistakes > before.mistakes) CHECK(duol.dual_ascent() >= 0.25 - 1e-9);
      if (after.weak > before.weak) CHECK(duol.dual_ascent() >= (1 + rho * rho) / 4 - 1e-9);
      if (after.strong > before.strong) CHECK(duol.dual_ascent() >= 1 / (2 * (1 - rho)) - 1e-9);
    }
    CHECK(duol.counts().strong > 10);
    CHECK(duol.counts().weak > 10);
  }
}

TEST_CASE(
    "with two classes M-DUOL with C/2 decides as DUOL with C: H·f = 2 y f, once a first label has "
    "broken the tie") {
  Rng rng = make_rng(57, 0, Stream::kLearner);
  Duol<> binary(gaussian_support(1), {.C = 3});
  MDuol<> multi(2, gaussian_support(1), {.C = 1.5});
  std::vector<double> x(4);
  for (int t = 0; t < 400; ++t) {
    const int y = static_cast<int>(uniform_below(rng, 2));
    for (double& v : x) v = 2 * uniform01(rng) - 1 + 0.3 * sign_of(y);
    const Prediction p = binary.predict(DenseRow{x}), q = multi.predict(DenseRow{x});
    // f_1 − f_0 = f: each weight counts twice, so it is half the binary weight
    REQUIRE(q.margin == doctest::Approx(p.margin).epsilon(1e-8));
    if (p.margin > 1e-9) REQUIRE(p.label == q.label);
    binary.update(DenseRow{x}, y);
    multi.update(DenseRow{x}, y);
  }
  CHECK(binary.expansion().size() == multi.expansion().size());
}

TEST_CASE(
    "multiclass learners respect a budget, and M-DUOL's margins stay exact under every eviction "
    "rule") {
  Rng rng = make_rng(58, 0, Stream::kLearner);
  const Clouds clouds(400, 5, 1.2, rng);
  for (const auto eviction : {Eviction::kOldest, Eviction::kProjection}) {
    const SupportBudget budget{.max_support = 30, .eviction = eviction};
    MDuol<> duol(K, gaussian_support(1), {.C = 2}, budget);
    Mira<> mira(K, gaussian_support(1), budget);
    for (std::size_t t = 0; t < clouds.size(); ++t) {
      duol.update(clouds.row(t), LabelSet(clouds.Y[t]));
      mira.update(clouds.row(t), clouds.y[t]);
      REQUIRE(duol.expansion().size() <= 30);
      REQUIRE(mira.expansion().size() <= 30);
      for (std::size_t i = 0; i < duol.expansion().size(); ++i) {
        const auto x = duol.expansion().support().vector_of(i);
        const auto f = scores_of(duol, DenseRow{x});
        const auto& v = duol.support_vectors()[i];
        REQUIRE(v.margin ==
                doctest::Approx(f[static_cast<std::size_t>(v.r)] - f[static_cast<std::size_t>(v.s)])
                    .epsilon(1e-8)
                    .scale(1));
      }
    }
    CHECK(duol.expansion().size() == 30);
  }
}

TEST_CASE(
    "the label-set protocol with one label per row is that of classes, and one-error is its error "
    "rate") {
  Rng rng = make_rng(11, 0, Stream::kLearner);
  const Clouds clouds(300, 4, 0.4, rng);
  std::vector<std::uint32_t> order(clouds.size());
  for (std::uint32_t t = 0; t < order.size(); ++t) order[t] = t;
  const auto row = [&](std::uint32_t t) { return clouds.row(t); };
  const auto nothing = [](std::uint32_t, const Round&) {};
  Ranker one{MDuol<>(K, gaussian_support(1))}, other = one;
  AskAll rule;
  const Tally classes = play(
      one, rule, order, row, [&](std::uint32_t t) { return clouds.y[t]; }, rng, nothing);
  LabelRankingTally ranking;
  const Tally sets = play_label_sets(
      other, rule, order, row, [&](std::uint32_t t) { return LabelSet(&clouds.y[t], 1); }, rng,
      ranking, nothing);
  CHECK(classes.mistakes > 0);
  CHECK(sets.mistakes == classes.mistakes);
  CHECK(sets.updates == classes.updates);
  CHECK(sets.queries == clouds.size());
  CHECK(ranking.one_error() == classes.error_rate());
  CHECK(ranking.precision() == doctest::Approx(1 - classes.error_rate()));
}
