// SPDX-License-Identifier: Apache-2.0
// Scores that are not finite are errors at their origin.
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <querent/learners/catalogue/values.hpp>
#include <querent/learners/play.hpp>

using namespace querent;

namespace {

// Six rows of two features and two classes, the first feature of size `value`.
struct SixRows {
  explicit SixRows(double value)
      : x{value, 1, -value, 2, value, 3, -value, 1, value, 1, 1, 1}, y{1, 0, 1, 0, 0, 1} {}
  DenseRow operator()(std::size_t i) const { return {std::span(x).subspan(2 * i, 2)}; }
  std::array<double, 12> x;
  std::array<int, 6> y;
};

// Plays three passes and returns whether all predictions were finite. Throws NotFinite.
bool plays(const LearnerSpec& spec, const SixRows& rows) {
  const LearnerConfig by = learner_config(spec.name, "", {});
  const Task task{.dim = 2, .num_classes = 2, .rounds = 18};
  LearnerValue learner(by.make_learner(task));
  QueryValue rule(by.make_query(task));
  Rng rng = make_rng(0, 0, Stream::kQuery);
  std::vector<std::size_t> order(6);
  std::iota(order.begin(), order.end(), 0u);
  bool finite = true;
  for (int pass = 0; pass < 3; ++pass) {
    play(
        learner, rule, order, rows, [&](std::size_t i) { return rows.y[i]; }, rng,
        [&](std::size_t, const Round& round) {
          finite = finite && std::isfinite(round.prediction.margin) &&
                   std::isfinite(round.prediction.uncertainty) && !std::isnan(round.probability);
        });
  }
  return finite;
}

}  // namespace

TEST_CASE(
    "H2: every learner gives finite scores for values of any size, or names the row where it "
    "fails") {
  int refused = 0;
  for (const LearnerSpec& spec : learners()) {
    for (const double value : {1e-300, 1e-160, 1e20, 1e154, 1e160, 1e300, 1e308}) {
      CAPTURE(spec.name);
      CAPTURE(value);
      try {
        const bool finite = plays(spec, SixRows(value));
        CHECK(finite);
      } catch (const NotFinite& error) {
        ++refused;
        CHECK(value > 1);
        REQUIRE(error.row());
        CHECK(*error.row() < 6);
        const std::string message = error.what();
        CHECK(message.starts_with("row "));
        CHECK(message.find(spec.name) != message.npos);
        CHECK(message.find("scale the columns") != message.npos);
      }
    }
  }
  CHECK(refused > 22);
}

TEST_CASE("H2: a single non-finite score among many is detected") {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInf = std::numeric_limits<double>::infinity();
  for (const double bad : {kNan, kInf, -kInf}) {
    for (std::size_t at = 0; at < 4; ++at) {
      std::array<double, 4> f{3, 1, 2, -1};
      f[at] = bad;
      CHECK_FALSE(is_finite(predict_from_scores(f)));
    }
    CHECK_FALSE(is_finite(predict_from_sign(bad)));
  }
  const Prediction p = predict_from_scores(std::array<double, 3>{3, 1, 2});
  CHECK(p.label == 0);
  CHECK(p.runner_up == 2);
  CHECK(p.margin == 1);
}

TEST_CASE("H2: a query rule with a non-finite probability is detected") {
  struct Undecided {
    double probability(const Prediction&) const { return std::numeric_limits<double>::quiet_NaN(); }
  };
  Rng rng = make_rng(0, 0, Stream::kQuery);
  CHECK_THROWS_AS(open_round(Prediction{.margin = 1}, Undecided{}, rng), NotFinite);
}
