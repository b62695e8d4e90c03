// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/reproduce/dkm_cbgz.hpp>

#include <algorithm>
#include <cmath>

#include <querent/apps/terminal/interrupt.hpp>
#include <querent/learners/bounds/linear_comparator.hpp>

namespace querent::apps::dkm_cbgz {

namespace {

constexpr double kC = 100;  // the digits can nearly be parted; the paper names no value

double test_error(const DatasetView& examples, const std::vector<double>& w,
                  const std::vector<std::uint32_t>& test) {
  const auto wrong = std::count_if(test.begin(), test.end(), [&](std::uint32_t i) {
    const double p = signed_margin(examples, w, i);  // 0 predicts +1
    return p < 0 || (p == 0 && examples.labels[i] != 1);
  });
  return static_cast<double>(wrong) / static_cast<double>(test.size());
}

}  // namespace

std::vector<ErrorAfter> svm_errors_by_labels(const DatasetView& examples, PoolRule rule,
                                             std::vector<std::uint32_t> pool,
                                             const std::vector<std::uint32_t>& test,
                                             std::uint64_t most) {
  DatasetView asked = examples;
  asked.stream.clear();
  std::vector<double> w(examples.dim);
  std::vector<ErrorAfter> errors{{0, test_error(examples, w, test)}};
  std::reverse(pool.begin(), pool.end());  // its last row is the next
  while (asked.stream.size() < most && !pool.empty()) {
    check_interrupt();
    if (rule == PoolRule::kSimple && !asked.stream.empty()) {
      const auto distance = [&](std::uint32_t i) {
        return std::abs(signed_margin(examples, w, i));
      };
      std::vector<double> distances;
      for (const std::uint32_t i : pool) distances.push_back(distance(i));
      const auto nearest = std::min_element(distances.begin(), distances.end());
      std::swap(pool[static_cast<std::size_t>(nearest - distances.begin())], pool.back());
    }
    asked.stream.push_back(pool.back());
    pool.pop_back();
    w = linear_machine(asked, kC, false);
    errors.push_back({asked.stream.size(), test_error(examples, w, test)});
  }
  return errors;
}

}  // namespace querent::apps::dkm_cbgz
