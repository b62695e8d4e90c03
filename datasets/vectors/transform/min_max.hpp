// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace [[gnu::visibility("default")]] querent {

/// Scales every feature to [0, 1] over the rows it was fitted to: x_j ← (x_j − min_j) / (max_j −
/// min_j), or 0 if the feature is constant. Sparse rows stay sparse: x_j ← x_j / max(|min_j|,
/// max_j|), which is equal if min_j = 0 and otherwise lies in [−1, 1]; the subtraction would make
/// every zero an entry. Other rows may leave the interval.
struct MinMax {
  std::vector<double> min;          ///< of the entries of each feature
  std::vector<double> max;          ///< of the entries of each feature
  std::vector<std::uint64_t> seen;  ///< entries of each feature
  std::uint64_t rows = 0;           ///< number of rows fitted to

  static void fields(auto& self, auto&& field) {
    field("min", self.min);
    field("max", self.max);
    field("seen", self.seen);
    field("rows", self.rows);
    field.must(self.min.size() == self.seen.size() && self.max.size() == self.seen.size());
  }

  /// `index` is empty for a dense row.
  void fit(std::span<const std::uint32_t> index, std::span<const double> value) {
    ++rows;
    for (std::size_t k = 0; k < value.size(); ++k) {
      const std::size_t j = index.empty() ? k : index[k];
      if (j >= seen.size()) {
        min.resize(j + 1);
        max.resize(j + 1);
        seen.resize(j + 1);
      }
      min[j] = seen[j] == 0 ? value[k] : std::min(min[j], value[k]);
      max[j] = seen[j] == 0 ? value[k] : std::max(max[j], value[k]);
      ++seen[j];
    }
  }

  /// Scales one row in place; `index` ascends, or is empty for a dense row.
  void apply(std::span<const std::uint32_t> index, std::span<double> value) const {
    for (std::size_t k = 0; k < value.size(); ++k) {
      const std::size_t j = index.empty() ? k : index[k];
      if (j >= seen.size() || seen[j] == 0) continue;
      if (index.empty()) {
        const double range = max[j] / 2 - min[j] / 2;  // halves, whose difference is finite
        value[k] = range > 0 ? (value[k] / 2 - min[j] / 2) / range : 0.0;
      } else {
        const double largest = std::max(-min[j], max[j]);
        if (largest > 0) value[k] /= largest;
      }
    }
  }
};

}  // namespace querent
