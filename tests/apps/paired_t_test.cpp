// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/experiment/measures.hpp>

#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

using namespace querent::apps;

TEST_CASE("the paired t-test gives the statistics of scipy.stats.ttest_rel") {
  struct Case {
    std::vector<double> a, b;
    double t, p;
  };
  for (const auto& [a, b, t, p] :
       {Case{{0.1, 0.4, 0.35, 0.8, 0.6},
             {0.2, 0.3, 0.5, 0.85, 0.9},
             -1.5339299776947404,
             0.19982918553772022},
        Case{{91.96, 92.62, 90.1, 93.3, 92.2, 91.7, 92.9, 91.1},
             {87.5, 87.6, 88.2, 86.9, 87.1, 88.8, 87.0, 86.2},
             8.652269682449482,
             5.5078016186617324e-05},
        Case{{1, 2, 3}, {3, 2, 1}, 0, 1}, Case{{1, 2}, {2, 2.5}, -3.0, 0.20483276469913345}}) {
    const PairedTTest test = paired_t_test(a, b);
    CHECK(test.t == doctest::Approx(t).epsilon(1e-10));
    CHECK(test.p == doctest::Approx(p).epsilon(1e-10));
    CHECK(test.freedom == static_cast<double>(a.size() - 1));
    CHECK(test.differ() == (p < 0.05));
  }
}

TEST_CASE("equal differences other than 0 are certain, and fewer than two are rejected") {
  CHECK(paired_t_test(std::vector<double>{1, 2, 4}, std::vector<double>{0, 1, 3}).p == 0);
  CHECK(paired_t_test(std::vector<double>{1, 2, 4}, std::vector<double>{1, 2, 4}).p == 1);
  CHECK_THROWS_AS(paired_t_test(std::vector<double>{1}, std::vector<double>{2}),
                  std::invalid_argument);
  CHECK_THROWS_AS(paired_t_test(std::vector<double>{1, 2}, std::vector<double>{2}),
                  std::invalid_argument);
}
