// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/experiment/measures.hpp>

#include <doctest/doctest.h>

#include <querent/apps/reproduce/dkm_cbgz.hpp>

using namespace querent;
using namespace querent::apps;

TEST_CASE("the labels until a test error is reached, counted by hand") {
  // rows 0 … 3 are played, rows 4 and 5 are tested
  const std::vector<double> x{-1, 1, 1, -1, 1, -1};
  const std::vector<int> y{1, 0, 0, 1, 0, 1};
  const DatasetView examples{.rows = DenseView{x, 1},
                             .labels = y,
                             .label_sets = {},
                             .stream = {0, 1, 2, 3, 4, 5},
                             .dim = 1,
                             .num_classes = 2};
  const auto play = [&](const std::string& query, double enough) {
    return errors_by_labels(examples, learner_config("Perceptron", query, {}), {0, 1, 2, 3}, {4, 5},
                            make_rng(0, 0, Stream::kQuery), enough);
  };
  // w = 0 predicts +1 for both tests: one error of two. Row 0 is right and changes nothing; row 1
  // is wrong, w = −1, and both tests are right after two labels. Rows 2 and 3 are right.
  const auto all = play("all", -1);
  REQUIRE(all.size() == 2);
  CHECK(all[0].labels == 0);
  CHECK(all[0].error == 0.5);
  CHECK(all[1].labels == 2);
  CHECK(all[1].error == 0);
  CHECK(labels_to_reach(all, 0.5) == 0);
  CHECK(labels_to_reach(all, 0.49) == 2);
  CHECK(labels_to_reach(all, 0) == 2);
  // a learner that never asks stays at one half
  const auto none = play("random:0", -1);
  CHECK(none.size() == 1);
  CHECK_FALSE(labels_to_reach(none, 0.49).has_value());
  // and a learner with the goal one half asks nothing
  CHECK(play("all", 0.5).size() == 1);
}

TEST_CASE("a machine that asks by Simple asks the row nearest to its plane, counted by hand") {
  // of row 0 alone w is along (1, 0): row 2 is nearest, and wrong
  const std::vector<double> x{1, 0, 0.9, 0.05, 0.1, -1};
  const std::vector<int> y{1, 1, 0};
  const DatasetView examples{.rows = DenseView{x, 2},
                             .labels = y,
                             .label_sets = {},
                             .stream = {0, 1, 2},
                             .dim = 2,
                             .num_classes = 2};
  using namespace dkm_cbgz;
  const auto errors = [&](PoolRule rule) {
    std::vector<double> after;
    for (const auto& [labels, error] :
         svm_errors_by_labels(examples, rule, {0, 1, 2}, {0, 1, 2}, 5)) {
      CHECK(labels == after.size());
      after.push_back(error);
    }
    return after;
  };
  const double third = 1.0 / 3;  // before the first label all are predicted +1
  CHECK(errors(PoolRule::kSimple) == std::vector<double>{third, third, 0, 0});
  CHECK(errors(PoolRule::kRandom) == std::vector<double>{third, third, third, 0});
}
