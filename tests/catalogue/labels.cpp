// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <climits>

#include <doctest/doctest.h>

#include <querent/learners/catalogue/catalogue.hpp>
#include <querent/learners/play.hpp>
#include <querent/learners/query/all.hpp>

using namespace querent;

TEST_CASE("every learner rejects a label that is not a class, and does not change") {
  const std::array<double, 3> x{0.5, -1, 2};
  for (const LearnerSpec& spec : learners()) {
    CAPTURE(spec.name);
    const auto learner =
        learner_config(spec.name, "", {}).make_learner({.dim = 3, .num_classes = 2});
    learner->update(DenseRow{x}, 0);
    const Prediction before = learner->predict(DenseRow{x});
    for (const int label : {-1, 2, 9, INT_MAX, INT_MIN}) {
      CHECK_THROWS_AS(learner->update(DenseRow{x}, label), std::invalid_argument);
      if (!learner->takes_label_sets()) continue;
      CHECK_THROWS_AS(learner->update(DenseRow{x}, LabelSet(&label, 1)), std::invalid_argument);
    }
    const Prediction after = learner->predict(DenseRow{x});
    CHECK(before.label == after.label);
    CHECK(before.margin == after.margin);
    CHECK(before.uncertainty == after.uncertainty);
  }
}

TEST_CASE("an experiment on an item without a label is rejected, asked or not") {
  struct Never {
    double probability(const Prediction&) const { return 0; }
  };
  struct Same {
    Prediction predict(const DenseRow&) const { return {}; }
    bool update(const DenseRow&, int) { return false; }
  };
  const std::array<double, 2> x{1, 2};
  const std::array<int, 3> order{0, 1, 2}, labels{0, -1, 1};
  const auto row = [&](int) { return DenseRow{x}; };
  const auto label = [&](int i) { return labels[static_cast<std::size_t>(i)]; };
  const auto observe = [](int, const Round&) {};
  Same learner;
  Rng rng(1);
  Never never;
  AskAll all;
  CHECK_THROWS_AS(play(learner, never, order, row, label, rng, observe), std::invalid_argument);
  CHECK_THROWS_AS(play(learner, all, order, row, label, rng, observe), std::invalid_argument);
}
