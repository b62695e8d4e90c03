// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <vector>

namespace querent {

/// Mean and sample standard deviation (n − 1; 0 of a single value).
struct MeanStd {
  double mean = 0;  ///< in the unit of the values
  double std = 0;   ///< in the unit of the values
};

/// Mean and standard deviation of value(item) over the items, such as the runs of an experiment.
template <class T, class Value>
MeanStd mean_std_of(const std::vector<T>& items, Value&& value) {
  MeanStd summary;
  const auto n = static_cast<double>(items.size());
  for (const auto& item : items) summary.mean += value(item) / n;
  if (items.size() < 2) return summary;
  for (const auto& item : items) {
    const double deviation = value(item) - summary.mean;
    summary.std += deviation * deviation / (n - 1);
  }
  summary.std = std::sqrt(summary.std);
  return summary;
}

}  // namespace querent
