// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include <doctest/doctest.h>

#include <querent/learners/catalogue/catalogue.hpp>

using namespace querent;

TEST_CASE(
    "a kernel learner in a task of three classes has a multiclass form, or reports that it has "
    "none") {
  const Task task{.dim = 2, .num_classes = 3};
  const std::vector<double> x{1, 0};
  for (const char* name : {"DUOL", "DUOL-iter", "DUOL-appr", "kPA-I", "kPA-II", "kPerceptron"}) {
    CAPTURE(name);
    const auto learner = learner_config(name, "", {}).make_learner(task);
    CHECK(learner->update(DenseRow{x}, 2));
    CHECK(learner->predict(DenseRow{x}).label == 2);
    CHECK(learner->support_vectors() == 1);
  }
  for (const char* name : {"ROMMA", "agg-ROMMA", "ALMA", "DUOL-rand"}) {
    CHECK_THROWS_AS(learner_config(name, "", {}).make_learner(task), ChoiceError);
  }
}

TEST_CASE(
    "kernel parameters: a polynomial kernel, a budget, and integers where these are required") {
  const Task task{.dim = 1, .num_classes = 2};
  const auto squares =
      learner_config("kPerceptron", "", {{"degree", 2.0}, {"coef0", 0.0}}).make_learner(task);
  const std::vector<double> two{2}, three{3};
  squares->update(DenseRow{two}, 0);
  CHECK(squares->predict(DenseRow{three}).margin == 36);  // (2·3)²
  const auto bounded =
      learner_config("kPA-I", "", {{"budget-sv", 3.0}, {"sigma", 0.1}}).make_learner(task);
  for (int t = 0; t < 20; ++t) {
    const std::vector<double> x{static_cast<double>(t)};
    bounded->update(DenseRow{x}, t % 2);
  }
  CHECK(bounded->support_vectors() == 3);
  CHECK_THROWS_AS(learner_config("kPA-I", "", {{"budget-sv", 2.5}}).make_learner(task),
                  ChoiceError);
  CHECK(learner_config("MSG", "", {}).make_learner(task)->support_vectors() == std::nullopt);
}

TEST_CASE("kernel active learning by combination: DUOL with the margin rule") {
  const Task task{.dim = 2, .num_classes = 2};
  const LearnerConfig chosen = learner_config("DUOL", "margin", {{"b", 0.1}});
  const auto learner = chosen.make_learner(task);
  const auto query = chosen.make_query(task);
  const std::vector<double> x{1, 0};
  CHECK(query->probability(learner->predict(DenseRow{x})) == 1);
  learner->update(DenseRow{x}, 1);
  CHECK(query->probability(learner->predict(DenseRow{x})) == doctest::Approx(0.1 / 1.1));
}
