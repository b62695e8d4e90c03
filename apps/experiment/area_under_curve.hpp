// SPDX-License-Identifier: Apache-2.0
// The area under the ROC curve: the probability that a positive row has a higher score than a
// negative one.
//
// Hanley, McNeil, The Meaning and Use of the Area under a Receiver Operating Characteristic Curve,
// Radiology 143, 1982: the statistic of Mann and Whitney,
//
//   AUC = (#{(i, j): s_i > s_j} + ½ #{(i, j): s_i = s_j}) / (N₊ N₋),   y_i = 1, y_j = 0
//
// computed by sorting, O(n log n). The scores come from the rounds, each before its label was
// known, from a model that learns between rounds.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

namespace querent::apps {

/// Returns nullopt if a class is missing. `scored`: score, and whether the row is positive; it is
/// sorted. Throws std::invalid_argument for a score that is NaN, which cannot be ordered.
inline std::optional<double> area_under_curve(std::vector<std::pair<double, bool>>& scored) {
  for (const auto& one : scored) {
    if (std::isnan(one.first))
      throw std::invalid_argument("area_under_curve: expected scores, found NaN");
  }
  std::sort(scored.begin(), scored.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  double below = 0, area = 0, positive = 0;  // negatives below, twice the ordered pairs, positives
  for (std::size_t i = 0; i < scored.size();) {
    double ones = 0, zeros = 0;
    const double score = scored[i].first;
    for (; i < scored.size() && scored[i].first == score; ++i)
      (scored[i].second ? ones : zeros) += 1;
    area += ones * (2 * below + zeros);
    below += zeros;
    positive += ones;
  }
  if (positive == 0 || below == 0) return std::nullopt;
  return area / (2 * positive * below);
}

}  // namespace querent::apps
