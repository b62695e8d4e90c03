// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/experiment/paired_t_test.hpp>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include <boost/math/distributions/students_t.hpp>

#include <querent/apps/experiment/experiment.hpp>

namespace querent::apps {

PairedTTest paired_t_test(std::span<const double> a, std::span<const double> b) {
  if (a.size() != b.size() || a.size() < 2)
    throw std::invalid_argument("a paired t-test needs two samples of the same size, 2 or more");
  std::vector<double> d;
  for (std::size_t i = 0; i < a.size(); ++i) d.push_back(a[i] - b[i]);
  const auto n = static_cast<double>(d.size());
  const MeanStd difference = mean_std_of(d, [](double x) { return x; });
  PairedTTest test{.t = 0, .freedom = n - 1, .p = 1};
  if (difference.mean == 0) return test;
  test.t = difference.mean / (difference.std / std::sqrt(n));  // ±∞ if all differences are equal
  test.p = std::isinf(test.t)
               ? 0
               : 2 * boost::math::cdf(boost::math::students_t(test.freedom), -std::abs(test.t));
  return test;
}

}  // namespace querent::apps
