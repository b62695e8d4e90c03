// SPDX-License-Identifier: Apache-2.0
// Weighted labels, and linear learners of label sets, each compared with an equivalent computation.
#include <algorithm>
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include <querent/learners/catalogue/catalogue.hpp>
#include <querent/learners/catalogue/values.hpp>
#include <querent/learners/catalogue/weighed_learner.hpp>
#include <querent/learners/models/model.hpp>
#include <querent/learners/random.hpp>

using namespace querent;

namespace {

std::unique_ptr<AnyLearner> made(const char* name, const Params& params, const Weighing& weighing,
                                 int classes = 2, std::size_t dim = 3) {
  LearnerConfig one = learner_config(name, "all", params);
  one.weighing = weighing;
  return one.make_learner({.dim = dim, .num_classes = classes});
}

/// w of a binary linear learner without uncertainty, read from its predictions for the unit
/// vectors.
std::vector<double> weights_of(const AnyLearner& learner) {
  std::vector<double> w;
  for (std::size_t i = 0; i < 3; ++i) {
    std::vector<double> unit(3);
    unit[i] = 1;
    const Prediction p = learner.predict(DenseRow{unit});
    w.push_back(p.label == 1 ? p.margin : -p.margin);
  }
  return w;
}

struct Labelled {
  std::vector<double> x;
  int y;
};

std::vector<Labelled> rows_of(int count, int classes, std::uint64_t seed = 9) {
  Rng rng = make_rng(seed, 0, Stream::kHeldOut);
  std::vector<Labelled> rows;
  for (int t = 0; t < count; ++t) {
    std::vector<double> x(3);
    for (double& v : x) v = 2 * uniform01(rng) - 1;
    const int best = x[0] > x[1] ? 0 : x[1] > x[2] ? 1 : 2;
    rows.push_back({x, uniform01(rng) < 0.2 ? static_cast<int>(uniform_below(rng, 2))
                                            : std::min(best, classes - 1)});
  }
  return rows;
}

}  // namespace

TEST_CASE("importance weights: the mean over all draws equals learning every label") {
  // PAUM with a margin that is never reached adds h y x for every label, so its weights are a sum
  const std::vector<Labelled> rows{
      {{1, 0, 2}, 1}, {{0, 3, -1}, 0}, {{2, 1, 0}, 1}, {{-1, 4, 1}, 0}};
  const std::vector<double> p{0.5, 0.25, 0.8, 1};
  const std::vector<double> by_hand{4, -6, 2};  // (1, 0, 2) − (0, 3, −1) + (2, 1, 0) − (−1, 4, 1)
  std::vector<double> mean(3), unweighed(3);
  for (unsigned coins = 0; coins < 16; ++coins) {
    const Params never{{"tau_plus", 1e9}, {"tau_minus", 1e9}};
    const auto learner = made("PAUM", never, {.importance = true}), plain = made("PAUM", never, {});
    double probability = 1;
    for (std::size_t t = 0; t < rows.size(); ++t) {
      const bool asked = (coins >> t & 1) != 0;
      probability *= asked ? p[t] : 1 - p[t];
      if (!asked) continue;
      learner->learn(DenseRow{rows[t].x}, rows[t].y, p[t]);
      plain->learn(DenseRow{rows[t].x}, rows[t].y, p[t]);
    }
    for (std::size_t i = 0; i < 3; ++i) {
      mean[i] += probability * weights_of(*learner)[i];
      unweighed[i] += probability * weights_of(*plain)[i];
    }
  }
  for (std::size_t i = 0; i < 3; ++i) CHECK(mean[i] == doctest::Approx(by_hand[i]).epsilon(1e-12));
  CHECK(std::abs(unweighed[1] - by_hand[1]) > 1);  // rows asked more often have more weight
}

TEST_CASE(
    "a label of weight h: C h in passive-aggressive and SCW, r/h in AROW, h η of the "
    "perceptron") {
  struct Same {
    const char* name;
    const char* key;
    double plain, weighed;  // values of the parameter
  };
  const double h = 2.5;
  for (const Same& same : {Same{"PA-I", "C", 0.1, 0.1 * h},
                           {"PA-II", "C", 0.1, 0.1 * h},
                           {"CSPA", "C", 0.1, 0.1 * h},
                           {"CPA", "C", 0.1, 0.1 * h},
                           {"SCW-I", "C", 0.1, 0.1 * h},
                           {"SCW-II", "C", 0.1, 0.1 * h},
                           {"AROW", "r", 2, 2 / h},
                           {"Perceptron", "eta", 0.1, 0.1 * h},
                           {"PAUM", "eta", 0.1, 0.1 * h},
                           {"SGD", "eta", 0.1, 0.1 * h},
                           {"MPA-I", "C", 0.1, 0.1 * h}}) {
    CAPTURE(same.name);
    const auto one = made(same.name, {{same.key, same.plain}}, {.importance = true});
    const auto other = made(same.name, {{same.key, same.weighed}}, {});
    for (const auto& [x, y] : rows_of(200, 2)) {
      one->learn(DenseRow{x}, y, 1 / h);
      other->update(DenseRow{x}, y);
      const Prediction a = one->predict(DenseRow{x}), b = other->predict(DenseRow{x});
      CHECK(a.margin == doctest::Approx(b.margin).epsilon(1e-9));
    }
  }
}

TEST_CASE("a gradient of weight h is that of h x: the adaptive learners and FTRL") {
  for (const char* name : {"DA", "MD", "FTRL-proximal", "MDA", "MMD"}) {
    CAPTURE(name);
    const auto one = made(name, {}, {.importance = true}), other = made(name, {}, {});
    const std::vector<double> x{1, -2, 0.5}, three_x{3, -6, 1.5};
    one->learn(DenseRow{x}, 0,
               1.0 / 3);  // the first step is taken from w = 0, where the loss is the same
    other->update(DenseRow{three_x}, 0);
    for (std::size_t i = 0; i < 3; ++i)
      CHECK(weights_of(*one)[i] == doctest::Approx(weights_of(*other)[i]).epsilon(1e-12));
  }
}

TEST_CASE("a weight of 1 has no effect in any learner") {
  for (const LearnerSpec& spec : learners()) {
    CAPTURE(spec.name);
    const auto one = made(spec.name.c_str(), {}, {.of_class = {1, 1}}),
               other = made(spec.name.c_str(), {}, {});
    for (const auto& [x, y] : rows_of(40, 2)) {
      CHECK(one->learn(DenseRow{x}, y, 0.3) == other->update(DenseRow{x}, y));
      CHECK(one->predict(DenseRow{x}).margin == other->predict(DenseRow{x}).margin);
    }
  }
}

TEST_CASE(
    "a learner of whole labels learns a label of weight 2 twice, and one of weight one half every "
    "other time") {
  const auto weighed = made("kPA-I", {{"C", 0.1}}, {.of_class = {2, 0.5}}),
             twice = made("kPA-I", {{"C", 0.1}}, {});
  int positive = 0, moves = 0;
  for (const auto& [x, y] : rows_of(120, 2)) {
    moves += weighed->update(DenseRow{x}, y);
    if (y == 0 && twice->update(DenseRow{x}, y)) twice->update(DenseRow{x}, y);
    if (y == 1 && ++positive % 2 == 0) twice->update(DenseRow{x}, y);
    CHECK(weighed->predict(DenseRow{x}).margin == twice->predict(DenseRow{x}).margin);
  }
  CHECK(moves > 40);
}

TEST_CASE("invalid weights and labels that are not classes are rejected") {
  CHECK_THROWS_AS(made("PA-I", {}, {.of_class = {1, 0}}), ChoiceError);
  CHECK_THROWS_AS(made("PA-I", {}, {.of_class = {std::nan(""), 1}}), ChoiceError);
  CHECK_THROWS_AS(made("BBQ", {}, {.of_class = {1e300, 1}}),
                  ChoiceError);  // too many copies
  const std::vector<double> x{1, 2, 3};
  for (const char* name : {"PA-I", "DKM", "MSG", "kPA-I"}) {
    const auto learner = made(name, {}, {.importance = true, .of_class = {3, 2}});
    CHECK_THROWS_AS(learner->learn(DenseRow{x}, 2, 0.5), std::invalid_argument);
    CHECK_THROWS_AS(learner->update(DenseRow{x}, -1), std::invalid_argument);
  }
}

TEST_CASE(
    "MPA-I on label sets is kMPA-I with a linear kernel, and on single labels MPA-I of classes") {
  const auto linear = made("MPA-I", {{"C", 0.3}}, {}, 4),
             one_label = made("MPA-I", {{"C", 0.3}}, {}, 4);
  const auto kernel = made("kMPA-I", {{"degree", 1}, {"coef0", 0}, {"C", 0.3}}, {}, 4);
  REQUIRE(linear->takes_label_sets());
  REQUIRE(made("MPA-I", {{"average", 1}}, {}, 4)->takes_label_sets());
  Rng rng = make_rng(3, 0, Stream::kHeldOut);
  int moves = 0;
  for (const auto& [x, y] : rows_of(150, 3)) {
    std::vector<int> labels{y};
    if (uniform01(rng) < 0.5) labels.push_back(3);
    const bool moved = linear->update(DenseRow{x}, LabelSet(labels));
    CHECK(kernel->update(DenseRow{x}, LabelSet(labels)) == moved);
    moves += moved;
    std::span<const double> f, g;
    linear->predict_labels(DenseRow{x}, f);
    kernel->predict_labels(DenseRow{x}, g);
    for (std::size_t k = 0; k < 4; ++k) CHECK(f[k] == doctest::Approx(g[k]).epsilon(1e-9));
  }
  CHECK(moves > 50);
  const auto sets = made("MPA-I", {{"C", 0.3}}, {}, 4);
  for (const auto& [x, y] : rows_of(100, 3)) {
    CHECK(sets->update(DenseRow{x}, LabelSet(&y, 1)) == one_label->update(DenseRow{x}, y));
    CHECK(sets->predict(DenseRow{x}).margin ==
          doctest::Approx(one_label->predict(DenseRow{x}).margin).epsilon(1e-9));
  }
}

TEST_CASE(
    "average=yes: the mean of the learner's weights after each label, two classes and "
    "more") {
  int averaged = 0;
  for (const LearnerSpec& spec : learners()) {
    const bool has = std::any_of(spec.params.begin(), spec.params.end(),
                                 [](const auto& p) { return p.key == "average"; });
    if (!has) continue;
    ++averaged;
    CAPTURE(spec.name);
    const auto mean = made(spec.name.c_str(), {{"average", 1}}, {}),
               last = made(spec.name.c_str(), {}, {});
    std::vector<double> sum(3);
    double labels = 0;
    for (const auto& [x, y] : rows_of(60, 2)) {
      CHECK(mean->update(DenseRow{x}, y) == last->update(DenseRow{x}, y));
      ++labels;
      for (std::size_t i = 0; i < 3; ++i) {
        sum[i] += weights_of(*last)[i];
        CHECK(std::abs(weights_of(*mean)[i] - sum[i] / labels) < 1e-9 * (1 + std::abs(sum[i])));
      }
    }
    // its state is saved and restored
    CborWriter out;
    out.begin_map();
    FieldWriter writer(out);
    mean->keep(writer);
    out.end_map();
    const ModelFile file(seal_model(out.bytes()), "state");
    const auto again = made(spec.name.c_str(), {{"average", 1}}, {});
    again->restore(FieldReader(file.model()));
    for (const auto& [x, y] : rows_of(20, 2, 4)) {
      mean->update(DenseRow{x}, y);
      again->update(DenseRow{x}, y);
      CHECK(mean->predict(DenseRow{x}).margin == again->predict(DenseRow{x}).margin);
    }
  }
  CHECK(averaged > 50);  // names of the linear and the multiclass family
}
