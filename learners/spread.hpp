// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <vector>

namespace querent {

/// Mean and sample standard deviation (n − 1; 0 of a single value).
struct Spread {
  double mean = 0;  ///< in the unit of the values
  double std = 0;   ///< in the unit of the values
};

/// Mean and standard deviation of value(item) over the items, such as the runs of an experiment.
template <class T, class Value>
Spread spread_of(const std::vector<T>& items, Value&& value) {
  Spread spread;
  const auto n = static_cast<double>(items.size());
  for (const auto& item : items) spread.mean += value(item) / n;
  if (items.size() < 2) return spread;
  for (const auto& item : items) {
    const double deviation = value(item) - spread.mean;
    spread.std += deviation * deviation / (n - 1);
  }
  spread.std = std::sqrt(spread.std);
  return spread;
}

}  // namespace querent
