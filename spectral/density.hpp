// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <querent/graph/laplacian.hpp>

namespace querent::spectral {

/// How many eigenvalues of L lie below a value, estimated from a few random vectors. Zero
/// eigenvalues are not counted.
class SpectralDensity {
 public:
  /// `steps` products of a block of `vectors` columns; L is of a connected graph.
  SpectralDensity(const Laplacian& L, int vectors, int steps);

  /// The estimated number of eigenvalues ≤ λ, within about √(2 count / vectors) where the
  /// quadrature resolves it; where it does not, too low rather than too high.
  double count_below(double lambda) const;
  /// The smallest value with at least `count` eigenvalues below it, by the estimate.
  double quantile(double count) const;
  /// A safe upper bound of the spectrum, never above L.norm_bound(): the largest Ritz value and its
  /// residual (Zhou and Li, J. Comput. Phys. 230 (2011), with the whole ‖f‖ for safety).
  double upper_bound() const { return upper_; }

 private:
  std::vector<double> nodes_;       // ascending
  std::vector<double> cumulative_;  // estimated count at each node
  double upper_;
};

}  // namespace querent::spectral
