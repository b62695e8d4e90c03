// SPDX-License-Identifier: Apache-2.0
// Theorems for several classes and for costs: random comparators and rows do not violate them, and
// the computed comparators minimise their objectives. mistake_bounds.cpp explains the counts.
#include <cmath>

#include <doctest/doctest.h>

#include <querent/apps/experiment/passes.hpp>
#include <querent/learners/kernel/m_duol.hpp>
#include <querent/learners/linear/cost_sensitive_passive_aggressive.hpp>
#include <querent/learners/multiclass/m_passive_aggressive.hpp>

#include "bound_instances.hpp"

using namespace querent;
using namespace querent::apps;

namespace {

constexpr int kClasses = 3;

// Rows labelled by the largest w^r·x, a fraction of them at random; without noise the margin is at
// least 1.
Instance class_instance(Rng& rng, double noise) {
  Instance made;
  for (std::size_t k = 0; k < kClasses * kDim; ++k) made.w.push_back(between(rng, -3, 3));
  double scale = between(rng, 0.3, 3);
  while (made.x.size() < kRounds) {
    std::vector<double> row, f;
    for (std::size_t k = 0; k < kDim; ++k) row.push_back(between(rng, -scale, scale));
    for (std::size_t r = 0; r < kClasses; ++r)
      f.push_back(dot(std::span<const double>(made.w).subspan(r * kDim, kDim), DenseRow{row}));
    const Prediction best = predict_from_scores(f);
    scale *= 1.01;  // so that a margin of 1 occurs
    if (noise == 0 && best.margin < 1) continue;
    made.y.push_back(uniform01(rng) < noise ? static_cast<int>(uniform01(rng) * kClasses)
                                            : best.label);
    made.x.push_back(row);
  }
  return made;
}

// The comparator of random functions f_r = Σ weight κ(x_i, ·), σ = 1, by the definition.
Comparator random_functions(const Instance& in, double most, Rng& rng) {
  const std::size_t N = in.x.size();
  std::vector<double> weight(N * kClasses), f(N * kClasses);
  for (double& v : weight) v = between(rng, -most, most) / 2;
  for (std::size_t i = 0; i < N; ++i)
    weight[i * kClasses + static_cast<std::size_t>(in.y[i])] += most;
  Comparator cost;
  for (std::size_t i = 0; i < N; ++i) {
    for (std::size_t j = 0; j < N; ++j) {
      const double kappa = likeness(in, i, j);
      for (std::size_t r = 0; r < kClasses; ++r)
        f[i * kClasses + r] += weight[j * kClasses + r] * kappa;
    }
    const auto own = static_cast<std::size_t>(in.y[i]);
    double rival = -1e300;
    for (std::size_t r = 0; r < kClasses; ++r) {
      cost.squared_norm += weight[i * kClasses + r] * f[i * kClasses + r];
      if (r != own) rival = std::max(rival, f[i * kClasses + r]);
    }
    cost.hinge += std::max(0.0, 1 - (f[i * kClasses + own] - rival));
  }
  return cost;
}

}  // namespace

TEST_CASE(
    "MPA and MPAA of every form: no violation of Theorem 5 and similar bounds in 10,000 "
    "instances") {
  using Form = Aggressiveness::Form;
  int violations = 0, tight = 0;
  for (int k = 0; k < kInstances; ++k) {
    Rng rng = make_rng(31, static_cast<std::uint64_t>(k), Stream::kOrder);
    const Form form = k % 3 == 0 ? Form::kHard : k % 3 == 1 ? Form::kLinear : Form::kSquared;
    const Instance in = class_instance(rng, form == Form::kHard ? 0 : between(rng, 0, 0.5));
    const std::vector<double> values = values_of(in);
    const Comparator w = class_cost(dataset_view_of(in, values, kClasses), in.w);
    const double C = std::exp(between(rng, -4, 4)), delta = between(rng, 1, 5);
    const Aggressiveness how{.form = form, .C = C};
    const auto all = passive_aggressive_bound(how, 1, w),
               asked = passive_aggressive_bound(how, delta, w);
    REQUIRE(all);
    REQUIRE(asked);
    violations += mistakes(MPassiveAggressive(kDim, kClasses, how), in) > *all + kRounding;
    const double weighed =
        weighed_mistakes(MPassiveAggressive(kDim, kClasses, how), in, delta, rng);
    violations += weighed > *asked + kRounding;
    tight += 4 * weighed > *asked;
  }
  CHECK(violations == 0);
  CHECK(tight > 0);
}

TEST_CASE("MD-ADA and MD-AMD with every a_t: no violation of their Theorem 2 in 10,000 instances") {
  using Feature = AdaptiveSetting::Feature;
  int violations = 0, tight = 0, features = 0, sure = 0;
  for (int k = 0; k < kInstances; ++k) {
    Rng rng = make_rng(35, static_cast<std::uint64_t>(k), Stream::kOrder);
    const Instance in = class_instance(rng, between(rng, 0, 0.5));
    const std::vector<double> values = values_of(in);
    const DatasetView examples = dataset_view_of(in, values, kClasses);
    const AdaptiveSetting setting{.delta = std::exp(between(rng, -3, 2)),
                                  .eta = std::exp(between(rng, -3, 2)),
                                  .b = between(rng, 2, 6),
                                  .mirror_descent = k % 2 == 1,
                                  .a = k % 3 == 0   ? Feature::kNone
                                       : k % 3 == 1 ? Feature::kOne
                                                    : Feature::kByLength};
    const std::string rule = setting.a == Feature::kNone  ? "margin"
                             : setting.a == Feature::kOne ? "discriminative-I"
                                                          : "discriminative";
    const auto learner =
        learner_config(setting.mirror_descent ? "MMD" : "MDA", rule,
                       {{"delta", setting.delta}, {"eta", setting.eta}, {"b", setting.b}});
    const auto played = rounds_again(examples, learner, {.seed = static_cast<std::uint64_t>(k)}, 0);
    double weighed = 0;
    for (const auto& [item, round] : played) {
      const Prediction& p = round.prediction;
      const double q = p.margin - setting.eta / 2 * feature_weight(setting, p) * p.uncertainty;
      features += q <= 0;
      sure += q <= 0 && round.updated && !round.mistake;  // what −1/b Σ L_t counts
      if (round.asked && round.mistake) weighed += 1 + std::max(0.0, q) / setting.b;
    }
    const ClassAdaptiveRounds rounds(examples, played, setting);
    for (const double length : {0.3, 1.0, 2.0}) {
      std::vector<double> u = in.w;
      for (double& value : u) value *= length;
      violations += weighed > *rounds.bound(u) + kRounding;
      tight += 2 * weighed > *rounds.bound(u);
    }
  }
  CHECK(violations == 0);
  CHECK(tight > 0);
  CHECK(features > 0);
  CHECK(sure > 0);
}

TEST_CASE("the bound of a run of MD-ADA is of Theorem 2 and below that of u = 0, its rounds") {
  Rng rng = make_rng(36, 0, Stream::kOrder);
  const Instance in = class_instance(rng, 0.1);
  const std::vector<double> values = values_of(in);
  const DatasetView examples = dataset_view_of(in, values, kClasses);
  for (const char* name : {"MD-ADA", "MD-AMD-I"}) {
    const auto learner = learner_config(name, "", {{"delta", 1}, {"eta", 0.1}, {"b", 2}});
    const MistakeBound bound = bound_of(examples, learner);
    REQUIRE(bound.value);
    CHECK(bound.theorem == "Zhai et al. 2022, Theorem 2");
    CHECK(*bound.value < kRounds);
    CHECK_FALSE(bound_of(examples, learner_config(name, "", {{"b", 1}})).value);
  }
}

TEST_CASE("CSPA and CSPAA: no violation of Theorem 6 in 10,000 instances, rows of any length") {
  int violations = 0, tight = 0;
  for (int k = 0; k < kInstances; ++k) {
    Rng rng = make_rng(32, static_cast<std::uint64_t>(k), Stream::kOrder);
    Instance in;
    const double scale = between(rng, 0.2, 2);
    for (std::size_t d = 0; d < kDim; ++d) in.w.push_back(between(rng, -3, 3));
    for (int t = 0; t < kRounds; ++t) {
      std::vector<double> row;
      for (std::size_t d = 0; d < kDim; ++d) row.push_back(between(rng, -scale, scale));
      const bool positive = dot(std::span<const double>(in.w), DenseRow{row}) > 0;
      in.y.push_back(positive != (uniform01(rng) < 0.2));
      in.x.push_back(row);
    }
    const std::vector<double> values = values_of(in);
    const double rho = between(rng, 1, 5), C = rho * between(rng, 1, 3), delta = between(rng, 1, 4);
    const auto bound =
        cost_sensitive_bound(C, rho, delta, cost_of(dataset_view_of(in, values), in.w, false, rho));
    REQUIRE(bound);
    const double weighed = weighed_mistakes(
        CostSensitivePassiveAggressive(kDim, {.C = C, .rho = rho}), in, delta, rng, rho);
    violations += weighed > *bound + kRounding;
    tight += 4 * weighed > *bound;
  }
  CHECK(violations == 0);
  CHECK(tight > 0);
  CHECK_FALSE(cost_sensitive_bound(1, 2, 1, {}));  // C < ρ
}

TEST_CASE(
    "M-DUOL: no violation of its Theorem 7 in 10,000 instances, including the gain of double "
    "updates") {
  int violations = 0, tight = 0, gains = 0;
  for (int k = 0; k < kInstances; ++k) {
    Rng rng = make_rng(33, static_cast<std::uint64_t>(k), Stream::kOrder);
    const Instance in = class_instance(rng, between(rng, 0, 0.5));
    const GaussianKernel kernel({.sigma = 1});
    const double C = between(rng, 1, 10), rho = k % 2 == 0 ? 0 : between(rng, 0, 0.9);
    MDuol<> learner(kClasses, SupportSet<>(kernel), {.C = C, .rho = rho});
    for (std::size_t t = 0; t < in.x.size(); ++t) learner.update(DenseRow{in.x[t]}, in.y[t]);
    const DoubleUpdateCounts counts = learner.counts();
    const double gain = double_update_gain(rho, static_cast<double>(counts.weak),
                                           static_cast<double>(counts.strong));
    const double wrong = static_cast<double>(counts.mistakes),
                 bound = *m_duol_bound(C, random_functions(in, 0.5, rng), gain);
    gains += gain > 0;
    violations += wrong > bound + kRounding;
    tight += 20 * wrong > bound;
  }
  CHECK(violations == 0);
  CHECK(tight > 0);
  CHECK(gains > 0);
}

TEST_CASE("the comparators of several classes minimise the objective: no step decreases it") {
  Rng rng = make_rng(34, 0, Stream::kOrder);
  const Instance in = class_instance(rng, 0.3);
  const std::vector<double> values = values_of(in);
  const DatasetView examples = dataset_view_of(in, values, kClasses);
  for (const bool squared : {false, true}) {
    const double c = 0.7;
    const auto objective = [&](std::span<const double> w) {
      const Comparator cost = class_cost(examples, w);
      return cost.squared_norm / 2 + c * (squared ? cost.squared_hinge : cost.hinge);
    };
    const std::vector<double> w = class_machine(examples, c, squared, 3000);
    const double best = objective(w);
    CHECK(best < c * kRounds);  // objective at w = 0
    for (int tried = 0; tried < 2000; ++tried) {
      std::vector<double> other = w;
      const double length = std::exp(between(rng, -7, 0));
      for (double& v : other) v += length * between(rng, -1, 1);
      CHECK(objective(other) >= best * (1 - 1e-6));
    }
  }
  const double C = 2, best = *m_duol_bound(C, class_kernel_comparator(examples, 1, C));
  CHECK(best < 4 * C * kRounds);
  for (int tried = 0; tried < 1000; ++tried)
    CHECK(*m_duol_bound(C, random_functions(in, between(rng, 0, 1), rng)) >= best * (1 - 1e-6));
}

TEST_CASE(
    "three dissimilar rows, one per class: Σ‖w^r‖² = 3 (4/9 + 2/9), without and with a "
    "kernel") {
  // w^r = 2/3 in the direction of its row and −1/3 in the others': margins of 1
  const std::vector<double> values{1, 0, 0, 0, 1, 0, 0, 0, 1};
  const std::vector<int> labels{0, 1, 2};
  const DatasetView examples{.rows = DenseView{values, 3},
                             .labels = labels,
                             .label_sets = {},
                             .stream = {0, 1, 2},
                             .dim = 3,
                             .num_classes = 3};
  const MistakeBound bound = bound_of(examples, learner_config("MPA", "", {}));
  REQUIRE(bound.value);
  CHECK(*bound.value == doctest::Approx(2 * 2).epsilon(1e-6));  // 2‖x‖² = 2
  const Comparator apart = class_kernel_comparator(examples, 0.1, 1);
  CHECK(apart.squared_norm == doctest::Approx(2).epsilon(1e-6));
  CHECK(*bound_of(examples, learner_config("M-DUOL", "", {{"sigma", 0.1}, {"C", 1}})).value ==
        doctest::Approx(4).epsilon(1e-6));
}

TEST_CASE("CSPAA's bounds on cost and sum equal Theorems 8 and 7 for their rho") {
  // two rows with w·x = 3 and −1 for w = e₁: no loss with ρ = 3
  const std::vector<double> values{3, -1};
  const std::vector<int> labels{1, 0};
  const DatasetView examples{
      .rows = DenseView{values, 1}, .labels = labels, .label_sets = {}, .stream = {0, 1}, .dim = 1};
  const ExperimentOptions options{.positive_weight = 0.75};
  const MistakeBound bound =
      bound_of(examples, learner_config("CSPA", "", {{"C", 3}, {"rho", 3}}), options);
  REQUIRE(bound.value);
  CHECK(*bound.value == doctest::Approx(9).epsilon(1e-6));  // R²‖w‖²
  CHECK(bound.cost.value() == doctest::Approx(0.25 * 9).epsilon(1e-6));
  CHECK(bound.sum.value() ==
        doctest::Approx(1 - 0.25 * 9).epsilon(1e-6));  // equally many of each class: the same ρ
  const MistakeBound other =
      bound_of(examples, learner_config("CSPA", "", {{"C", 3}, {"rho", 2}}), options);
  CHECK(other.value);
  CHECK_FALSE(other.cost);
  CHECK_FALSE(other.sum);
}
