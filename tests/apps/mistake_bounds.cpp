// SPDX-License-Identifier: Apache-2.0
// The theorems hold for any comparator and any rows, so random ones must not violate them. If a
// learner asks at random, E[Z_t] = δ/(δ + |p_t|), so Σ M_t Z_t (δ + |p_t|)/δ has the mean Σ M_t,
// and the proofs bound this sum on every path.
#include <cmath>

#include <doctest/doctest.h>
#include <Eigen/LU>

#include <querent/apps/experiment/passes.hpp>
#include <querent/learners/kernel/duol.hpp>
#include <querent/learners/least_squares/cmog.hpp>
#include <querent/learners/linear/passive_aggressive.hpp>
#include <querent/learners/linear/perceptron.hpp>
#include <querent/learners/query/margin_plus_one.hpp>
#include <querent/learners/random.hpp>

#include "bound_instances.hpp"

using namespace querent;
using namespace querent::apps;

namespace {

// `noise`: the fraction of labels that contradict w; rows keep a distance from w's plane.
Instance instance_of(Rng& rng, double noise) {
  Instance made;
  for (std::size_t k = 0; k < kDim; ++k) made.w.push_back(between(rng, -3, 3));
  double scale = between(rng, 0.3, 3);
  if (noise == 0) {  // so that some rows have a distance of 1
    double reach = 0;
    for (const double v : made.w) reach += std::abs(v);
    scale = std::max(scale, 2 / reach);
  }
  while (made.x.size() < kRounds) {
    std::vector<double> row;
    for (std::size_t k = 0; k < kDim; ++k) row.push_back(between(rng, -scale, scale));
    const double score = dot(std::span<const double>(made.w), DenseRow{row});
    if (noise == 0 && std::abs(score) < 1) continue;
    made.y.push_back((score > 0) != (uniform01(rng) < noise));
    made.x.push_back(row);
  }
  return made;
}

Comparator cost_of(const Instance& in) {
  Comparator cost;
  for (const double v : in.w) cost.squared_norm += v * v;
  for (std::size_t t = 0; t < in.x.size(); ++t) {
    const DenseRow x{in.x[t]};
    const double loss =
        std::max(0.0, 1 - (in.y[t] == 1 ? 1 : -1) * dot(std::span<const double>(in.w), x));
    cost.hinge += loss;
    cost.squared_hinge += loss * loss;
    cost.squared_radius = std::max(cost.squared_radius, squared_norm(x));
  }
  return cost;
}

// The cost of f = Σ y_i weight_i κ(x_i, ·), weights in [0, most], Gaussian kernel with σ = 1.
Comparator random_cost(const Instance& in, double most, Rng& rng) {
  Comparator f;
  std::vector<double> weight;
  for (const int y : in.y) weight.push_back((y == 1 ? 1 : -1) * between(rng, 0, most));
  for (std::size_t i = 0; i < in.x.size(); ++i) {
    double score = 0;
    for (std::size_t j = 0; j < in.x.size(); ++j) score += weight[j] * likeness(in, i, j);
    f.squared_norm += weight[i] * score;
    f.hinge += std::max(0.0, 1 - (in.y[i] == 1 ? 1 : -1) * score);
  }
  return f;
}

}  // namespace

TEST_CASE(
    "the passive-aggressive family, asking all or by margin: no violation of Theorems 1 to 3 "
    "in 10,000 instances") {
  using Form = Aggressiveness::Form;
  int violations = 0, tight = 0;
  for (int k = 0; k < kInstances; ++k) {
    Rng rng = make_rng(21, static_cast<std::uint64_t>(k), Stream::kOrder);
    const Form form = k % 3 == 0 ? Form::kHard : k % 3 == 1 ? Form::kLinear : Form::kSquared;
    const Instance in = instance_of(rng, form == Form::kHard ? 0 : between(rng, 0, 0.5));
    const Comparator w = cost_of(in);
    const double C = std::exp(between(rng, -4, 4)), delta = between(rng, 1, 5);
    const Aggressiveness how{.form = form, .C = C};
    const auto all = passive_aggressive_bound(how, 1, w),
               asked = passive_aggressive_bound(how, delta, w);
    REQUIRE(all);
    REQUIRE(asked);
    violations += mistakes(PassiveAggressive(kDim, how), in) > *all + kRounding;
    const double weighed = weighed_mistakes(PassiveAggressive(kDim, how), in, delta, rng);
    violations += weighed > *asked + kRounding;
    tight += 4 * weighed > *asked;
    if (form == Form::kLinear) {  // no δ has a smaller bound than the best one
      const double best = *passive_aggressive_bound(how, best_delta(C, w), w);
      violations += *asked < best - kRounding * best;
    }
  }
  CHECK(violations == 0);
  CHECK(tight > 0);  // bounds that are far from all counts would test nothing
}

TEST_CASE("PAA of every form by δ/(δ + 1 + |p|): no violation of Theorem 4 in 10,000 instances") {
  using Form = Aggressiveness::Form;
  int violations = 0, tight = 0;
  for (int k = 0; k < kInstances; ++k) {
    Rng rng = make_rng(28, static_cast<std::uint64_t>(k), Stream::kOrder);
    const Form form = k % 3 == 0 ? Form::kHard : k % 3 == 1 ? Form::kLinear : Form::kSquared;
    const Instance in = instance_of(rng, form == Form::kHard ? 0 : between(rng, 0, 0.5));
    const Comparator w = cost_of(in);
    const double delta = std::exp(between(rng, -4, 2));  // including values below 1
    const Aggressiveness how{.form = form, .C = std::exp(between(rng, -4, 4))};
    const auto bound = passive_aggressive_bound(how, delta, w, MarginRule::kMarginPlusOne);
    REQUIRE(bound);
    if (form == Form::kHard)
      CHECK(*bound ==
            doctest::Approx(w.squared_radius * (delta / 4 + 1 / delta + 1) * w.squared_norm));
    const double weighed =
        weighed_mistakes(PassiveAggressive(kDim, how), in, MarginPlusOneQuery({.b = delta}), rng);
    violations += weighed > *bound + kRounding;
    tight += 4 * weighed > *bound;
  }
  CHECK(violations == 0);
  CHECK(tight > 0);
}

TEST_CASE("the perceptron that asks by its margin: no violation in 10,000 instances") {
  int violations = 0, tight = 0;
  for (int k = 0; k < kInstances; ++k) {
    Rng rng = make_rng(22, static_cast<std::uint64_t>(k), Stream::kOrder);
    const Instance in = instance_of(rng, between(rng, 0, 0.5));
    const double b = std::exp(between(rng, -2, 3)), bound = margin_perceptron_bound(b, cost_of(in));
    const double weighed = weighed_mistakes(Perceptron(kDim), in, b, rng);
    violations += weighed > bound + kRounding;
    tight += 4 * weighed > bound;
  }
  CHECK(violations == 0);
  CHECK(tight > 0);
}

TEST_CASE(
    "CMOG with labels as margins: no violation of its Theorem 1 in 10,000 instances of three "
    "classes") {
  constexpr int K = 3;
  int violations = 0;
  for (int k = 0; k < kInstances; ++k) {
    Rng rng = make_rng(23, static_cast<std::uint64_t>(k), Stream::kOrder);
    const double gamma = between(rng, 0.1, 2);
    Cmog learner(kDim, K, {.gamma = gamma, .encoding = LabelEncoding::kMargin});
    Eigen::MatrixXd U(kDim, K);
    for (double& entry : U.reshaped()) entry = between(rng, -2, 2);
    Eigen::MatrixXd A = gamma * Eigen::MatrixXd::Identity(kDim, kDim);
    double hinge = 0, uncertainty = 0, wrong = 0;
    for (int t = 0; t < kRounds; ++t) {
      Eigen::VectorXd m(kDim);
      for (double& entry : m) entry = between(rng, -1, 1);
      const Eigen::VectorXd score = U.transpose() * m;
      Eigen::Index y = 0;
      score.maxCoeff(&y);
      if (uniform01(rng) < 0.3) y = static_cast<Eigen::Index>(uniform01(rng) * K);
      double other = -1e300;
      for (Eigen::Index j = 0; j < K; ++j)
        if (j != y) other = std::max(other, score(j));
      hinge += std::max(0.0, 1 - (score(y) - other));
      const DenseRow row{std::span<const double>(m.data(), kDim)};
      const Prediction p = learner.predict(row);
      if (p.label != y) {
        ++wrong;
        const double r = m.dot(A.inverse() * m);  // independent computation of r_t
        CHECK(p.uncertainty == doctest::Approx(r).epsilon(1e-9));
        uncertainty += r / (1 + r);
        A += m * m.transpose();
      }
      learner.update(row, static_cast<int>(y));
    }
    violations +=
        wrong > cmog_bound(hinge, (U.transpose() * A * U).trace(), uncertainty) + kRounding;
  }
  CHECK(violations == 0);
}

namespace {

// Σ (2h + max(0, Θ))/2h over the mistakes that were asked for; its mean is the mean number of
// mistakes
double weighed_by_theta(const std::vector<PlayedRound>& played, double h, int K) {
  double sum = 0;
  for (const auto& [item, round] : played) {
    if (round.asked && round.mistake)
      sum += 1 + std::max(0.0, theta(round.prediction, K)) / (2 * h);
  }
  return sum;
}

}  // namespace

TEST_CASE(
    "CMOG-Q and MSG with labels as margins: no violation of Theorems 3 and 5 in 10,000 instances "
    "of three classes") {
  constexpr int K = 3;
  int violations = 0, tight = 0, right = 0;
  for (int k = 0; k < kInstances; ++k) {
    Rng rng = make_rng(25, static_cast<std::uint64_t>(k), Stream::kOrder);
    const bool msg = k % 2 == 0;
    const double gamma = between(rng, 0.1, 2), h = std::exp(between(rng, -2, 4));
    std::vector<std::vector<double>> U(K, std::vector<double>(kDim));
    for (auto& u : U)
      for (double& entry : u) entry = between(rng, -3, 3);
    std::vector<double> values;
    std::vector<int> labels;
    for (int t = 0; t < kRounds; ++t) {
      for (std::size_t d = 0; d < kDim; ++d) values.push_back(between(rng, -1, 1));
      const DenseRow m{std::span<const double>(values).last(kDim)};
      std::vector<double> f;
      for (const auto& u : U) f.push_back(dot(u, m));
      labels.push_back(uniform01(rng) < 0.3 ? static_cast<int>(uniform01(rng) * K)
                                            : predict_from_scores(f).label);
    }
    DatasetView examples{.rows = DenseView{values, kDim},
                         .labels = labels,
                         .label_sets = {},
                         .stream = labelled_rows(labels),
                         .dim = kDim,
                         .num_classes = K};
    const auto learner = learner_config(msg ? "MSG" : "CMOG-Q", "", {{"gamma", gamma}, {"h", h}});
    const auto played = rounds_again(
        examples, learner, {.seed = static_cast<std::uint64_t>(k), .encoding = "margin"}, 0);
    const GraphRounds sums = graph_rounds(examples, played, U, gamma);
    double hinge = 0;
    for (const double d : msg ? sums.learnt : sums.all) hinge += std::max(0.0, 1 - d);
    const double bound = msg ? msg_bound(h, hinge, sums.energy, sums.certain, sums.right)
                             : cmog_query_bound(h, hinge, sums.energy, sums.certain_mistakes);
    const double weighed = weighed_by_theta(played, h, K);
    violations += weighed > bound + kRounding;
    tight += 4 * weighed > bound;
    right += sums.right > 0;
    // U with scale 1 is one of the scales that are tried
    violations += graph_bound(msg, true, sums, h) > bound + kRounding * std::abs(bound);
  }
  CHECK(violations == 0);
  CHECK(tight > 0);
  CHECK(right > 0);
}

TEST_CASE("D-ADA and D-AMD with every a_t: no violation of Theorem 1 in 10,000 instances") {
  int violations = 0, tight = 0, features = 0, sure = 0;
  for (int k = 0; k < kInstances; ++k) {
    Rng rng = make_rng(26, static_cast<std::uint64_t>(k), Stream::kOrder);
    const Instance in = instance_of(rng, between(rng, 0, 0.5));
    const std::vector<double> values = values_of(in);
    const DatasetView examples = dataset_view_of(in, values);
    using Feature = AdaptiveSetting::Feature;
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
    Params given{{"delta", setting.delta}, {"eta", setting.eta}, {"b", setting.b}};
    const auto learner = learner_config(setting.mirror_descent ? "MD" : "DA", rule, given);
    const auto played = rounds_again(examples, learner, {.seed = static_cast<std::uint64_t>(k)}, 0);
    double weighed = 0;
    for (const auto& [item, round] : played) {
      const Prediction& p = round.prediction;
      const double q = p.margin - setting.eta / 2 * feature_weight(setting, p) * p.uncertainty;
      features += q <= 0;
      sure += q <= 0 && round.updated && !round.mistake;  // the rounds counted by −1/b Σ L_t
      if (round.asked && round.mistake) weighed += 1 + std::max(0.0, q) / setting.b;
    }
    const AdaptiveRounds rounds(examples, played, setting);
    for (const double length : {0.3, 1.0, 2.0}) {
      std::vector<double> w = in.w;
      for (double& value : w) value *= length;
      violations += weighed > *rounds.bound(w) + kRounding;
      tight += 2 * weighed > *rounds.bound(w);
    }
  }
  CHECK(violations == 0);
  CHECK(tight > 0);
  CHECK(features > 0);
  CHECK(sure > 0);
}

TEST_CASE(
    "the comparator of DUOL's bound minimises the objective: no other weights of the rows have "
    "a smaller one") {
  Rng rng = make_rng(27, 0, Stream::kOrder);
  const Instance in = instance_of(rng, 0.2);
  const std::vector<double> values = values_of(in);
  const DatasetView examples = dataset_view_of(in, values);
  const double C = 2, best = *duol_bound(C, kernel_comparator(examples, 1, C));
  CHECK(best < 2 * C * kRounds);  // objective at f = 0
  for (int tried = 0; tried < 1000; ++tried) {
    const Comparator f = random_cost(in, C, rng);
    CHECK(*duol_bound(C, f) >= best * (1 - 1e-6));
  }
}

TEST_CASE(
    "two dissimilar rows are separated by weights of 1: DUOL's bound is ‖f‖² = 2, for C = 1, "
    "too") {
  const std::vector<double> values{0, 100};
  const std::vector<int> labels{0, 1};
  const DatasetView examples{
      .rows = DenseView{values, 1}, .labels = labels, .label_sets = {}, .stream = {0, 1}, .dim = 1};
  for (const double C : {1.0, 3.0})
    CHECK(*duol_bound(C, kernel_comparator(examples, 1, C)) == doctest::Approx(2));
}

TEST_CASE(
    "DUOL: no violation of its Theorem 4 in 10,000 instances, including the gain of double "
    "updates") {
  int violations = 0, gains = 0;
  for (int k = 0; k < kInstances; ++k) {
    Rng rng = make_rng(24, static_cast<std::uint64_t>(k), Stream::kOrder);
    const Instance in = instance_of(rng, between(rng, 0, 0.5));
    const GaussianKernel kernel({.sigma = 1});
    const double C = between(rng, 1, 10), rho = k % 2 == 0 ? 0 : between(rng, 0, 0.9);
    const Comparator f = random_cost(in, 1.5, rng);
    Duol<> learner(SupportSet<>(kernel), {.C = C, .rho = rho}, {}, rng);
    for (std::size_t t = 0; t < in.x.size(); ++t) learner.update(DenseRow{in.x[t]}, in.y[t]);
    const DoubleUpdateCounts counts = learner.counts();
    const double gain = double_update_gain(rho, static_cast<double>(counts.weak),
                                           static_cast<double>(counts.strong));
    gains += gain > 0;
    violations += static_cast<double>(counts.mistakes) > *duol_bound(C, f, gain) + kRounding;
  }
  CHECK(violations == 0);
  CHECK(gains > 0);
}

TEST_CASE(
    "the bound of a run of DUOL is the comparator's minus ρ²/2 per weak and (1+ρ)/(1−ρ) per "
    "strong double update, and PAA by margin+1 has the bound of Theorem 4") {
  Rng rng = make_rng(29, 0, Stream::kOrder);
  const Instance in = instance_of(rng, 0.3);
  const std::vector<double> values = values_of(in);
  const DatasetView examples = dataset_view_of(in, values);
  const double C = 5, rho = 0.2, sigma = 1;
  const auto learner = learner_config("DUOL", "", {{"C", C}, {"rho", rho}, {"sigma", sigma}});
  const ExperimentOptions options{.seed = 3, .runs = 2};
  double gain = 0;
  for (std::uint64_t run = 0; run < options.runs; ++run) {
    Duol<> witness(SupportSet<>(GaussianKernel({.sigma = sigma})), {.C = C, .rho = rho});
    for (const auto& [i, round] : rounds_again(examples, learner, options, run))
      witness.update(DenseRow{in.x[i]}, in.y[i]);
    gain += 0.5 * (rho * rho / 2 * static_cast<double>(witness.counts().weak) +
                   (1 + rho) / (1 - rho) * static_cast<double>(witness.counts().strong));
  }
  CHECK(gain > 0);
  const auto bound = bound_of(examples, learner, options);
  REQUIRE(bound.value);
  CHECK(*bound.value ==
        doctest::Approx(*duol_bound(C, kernel_comparator(examples, sigma, C)) - gain));
  CHECK(bound_of(examples, learner_config("PAA-I", "margin+1", {{"b", 0.5}})).theorem ==
        "Lu, Zhao, Hoi 2016, Theorem 4, as 2");
}

TEST_CASE(
    "the comparator of a run separates separable rows: PA's bound on four rows is R²‖w‖² of the "
    "widest margin") {
  // margin 2 along the first axis: w* = (1, 0), R² = 1 + 9
  const std::vector<double> values{1, 3, 1, -3, -1, 3, -1, -3};
  const std::vector<int> labels{1, 1, 0, 0};
  const DatasetView examples{.rows = DenseView{values, 2},
                             .labels = labels,
                             .label_sets = {},
                             .stream = {0, 1, 2, 3},
                             .dim = 2};
  const MistakeBound bound = bound_of(examples, learner_config("PA", "", {}));
  REQUIRE(bound.value);
  CHECK(*bound.value == doctest::Approx(10).epsilon(1e-3));
  CHECK_FALSE(bound_of(examples, learner_config("AROW", "", {})).value);
}
