// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <querent/apps/reproduce/d_ada.hpp>
#include <querent/apps/reproduce/dkm_cbgz.hpp>
#include <querent/apps/reproduce/paa.hpp>
#include <querent/apps/reproduce/vector_task.hpp>

using namespace querent;
using namespace querent::apps;

TEST_CASE(
    "the typed tables are whole: the sizes of the papers' tables, scores and rates in range") {
  const auto check = [](const std::vector<PrintedTable>& tables, std::size_t datasets,
                        std::size_t scores, double highest) {
    CHECK(tables.size() == datasets);
    std::size_t printed = 0;
    for (const auto& table : tables) {
      for (const auto& row : table.rows) {
        CHECK_NOTHROW(find_learner(row.algorithm));
        for (const auto& [score, centre] :
             {std::pair{row.near_10, 10.0}, std::pair{row.near_20, 20.0}}) {
          if (score.query == 0) continue;
          ++printed;
          CHECK(score.query == doctest::Approx(centre).epsilon(0.1));
          CHECK(score.score.mean <= highest);
          CHECK(score.score.mean > 0);
        }
      }
    }
    CHECK(printed == scores);
  };
  // Table 2: six sets, five learners, two rates; Table 5: six sets, seven learners near 10 % and
  // nine near 20 %, but for eight dashes at most: two learners on 20newsgroups and Letter
  check(d_ada::printed_tables(), 12, 60 + 42 + 54 - 4, 100);
  check(paa::printed_tables(), 6, 6 * 10 * 2, 1);
  CHECK(paa::printed_costs().size() == 9 + 8 + 9 + 8 + 5 + 5);
  CHECK(dkm_cbgz::printed_tasks().size() == 7);
  for (const auto& task : dkm_cbgz::printed_tasks()) CHECK(task.rows.size() == 6);
}

TEST_CASE(
    "in Tables 6 and 8 the sum is the mean of sensitivity and specificity, to the last digit") {
  for (const auto& row : paa::printed_costs()) {
    if (row.metric != "balanced_accuracy") continue;
    CAPTURE(row.algorithm);
    CHECK((row.sensitivity.mean + row.specificity.mean) / 2 ==
          doctest::Approx(row.score.mean).epsilon(1e-5));
  }
}

TEST_CASE("files are joined row after row, and rows are taken in the order asked for") {
  const VectorData first{.layout = RowLayout::kSparse,
                         .features = 2,
                         .offsets = {0, 1, 2},
                         .index = {0, 1},
                         .value = {5, 6},
                         .labels = {0, 1},
                         .classes = {"-1", "1"}};
  const VectorData second{.layout = RowLayout::kSparse,
                          .features = 3,
                          .offsets = {0, 0, 2},
                          .index = {0, 2},
                          .value = {7, 8},
                          .labels = {1, 0},
                          .classes = {"-1", "1"}};
  const VectorData all = joined(first, second);
  CHECK(all.features == 3);
  CHECK(all.labels == std::vector<int>{0, 1, 1, 0});
  CHECK(all.offsets == std::vector<std::uint64_t>{0, 1, 2, 2, 4});
  const VectorData picked = rows_of(all, {3, 0});
  CHECK(picked.labels == std::vector<int>{0, 0});
  CHECK(picked.value == std::vector<double>{7, 8, 5});
  VectorData other = second;
  other.classes = {"a", "b"};
  CHECK_THROWS_AS(joined(first, other), DataError);
}
