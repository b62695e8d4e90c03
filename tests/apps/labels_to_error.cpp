// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/experiment/labels_to_error.hpp>

#include <doctest/doctest.h>

using namespace querent;
using namespace querent::apps;

TEST_CASE("the labels until a test error is reached, counted by hand") {
  // rows 0 … 3 are played, rows 4 and 5 are tested
  const std::vector<double> x{-1, 1, 1, -1, 1, -1};
  const std::vector<int> y{1, 0, 0, 1, 0, 1};
  const Examples examples{.rows = DenseView{x, 1},
                          .labels = y,
                          .label_sets = {},
                          .stream = {0, 1, 2, 3, 4, 5},
                          .dim = 1,
                          .num_classes = 2};
  const auto play = [&](const std::string& query, double enough) {
    return errors_by_labels(examples, contestant("Perceptron", query, {}), {0, 1, 2, 3}, {4, 5},
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
