// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace [[gnu::visibility("default")]] querent {

/// Scales every feature to mean 0 and standard deviation 1 over the rows it was fitted to: x_j ←
/// (x_j − μ_j) / σ_j with the population's σ; a constant feature is only centred. Sparse rows stay
/// sparse: they are divided by σ_j, which includes zeros, and not centred, since the subtraction
/// would make every zero an entry.
///
/// μ and M = Σ (x − μ)² of the entries are updated by Welford's method (Technometrics 4, 1962); the
/// zeros that a sparse feature does not store are added when σ is computed (Chan, Golub, LeVeque,
/// COMPSTAT 1982, Eq. 2.1).
struct Standard {
  std::vector<double> mean;         ///< μ of the entries of each feature
  std::vector<double> M;            ///< of the entries of each feature
  std::vector<std::uint64_t> seen;  ///< entries of each feature
  std::uint64_t rows = 0;           ///< number of rows fitted to

  static void fields(auto& self, auto&& field) {
    field("mean", self.mean);
    field("M", self.M);
    field("seen", self.seen);
    field("rows", self.rows);
    field.must(self.mean.size() == self.seen.size() && self.M.size() == self.seen.size());
  }

  /// `index` is empty for a dense row.
  void fit(std::span<const std::uint32_t> index, std::span<const double> value) {
    ++rows;
    for (std::size_t k = 0; k < value.size(); ++k) {
      const std::size_t j = index.empty() ? k : index[k];
      if (j >= seen.size()) {
        mean.resize(j + 1);
        M.resize(j + 1);
        seen.resize(j + 1);
      }
      const double difference = value[k] - mean[j];
      mean[j] += difference / static_cast<double>(++seen[j]);
      M[j] += difference * (value[k] - mean[j]);
    }
  }

  /// σ_j over all rows; missing entries count as zeros.
  double deviation(std::size_t j) const {
    if (j >= seen.size() || rows == 0) return 0;
    const auto n = static_cast<double>(seen[j]), all = static_cast<double>(rows);
    return std::sqrt((M[j] + mean[j] * mean[j] * n * (all - n) / all) / all);
  }

  /// Scales one row in place; `index` ascends, or is empty for a dense row.
  void apply(std::span<const std::uint32_t> index, std::span<double> value) const {
    for (std::size_t k = 0; k < value.size(); ++k) {
      const std::size_t j = index.empty() ? k : index[k];
      if (j >= seen.size()) continue;
      if (index.empty()) value[k] -= mean[j];
      if (const double sigma = deviation(j); sigma > 0) value[k] /= sigma;
    }
  }
};

}  // namespace querent
