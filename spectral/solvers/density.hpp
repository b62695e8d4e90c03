// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <vector>

#include <querent/graph/matrices/block_product.hpp>
#include <querent/graph/matrices/laplacian.hpp>

namespace querent::spectral {

/// The number of eigenvalues of L below a value, estimated from kBlockColumns random vectors. Zero
/// eigenvalues are not counted.
class SpectralDensity {
 public:
  /// Lanczos steps until the position of the count-th eigenvalue settles: until a third more of
  /// them lowers it by less than a tenth. L is of a connected graph; `tick` is called before every
  /// step.
  SpectralDensity(const Laplacian& L, double count, const std::function<void()>& tick);

  /// The smallest value with at least `count` eigenvalues below it, by the estimate: within about
  /// √(count/4) of them if the quadrature resolves it, otherwise too large.
  double quantile(double count) const;
  /// A safe upper bound of the spectrum, never above L.norm_bound(): the largest Ritz value and ten
  /// times its residual ‖f‖ |e_kᵀ s|, at most ‖f‖ (Zhou and Li, J. Comput. Phys. 230 (2011)).
  double upper_bound() const { return upper_; }
  int steps() const { return static_cast<int>(alpha_.size()); }

 private:
  using Row = std::array<double, kBlockColumns>;

  void integrate(const Laplacian& L);

  std::vector<Row> alpha_, beta_;   // of the tridiagonal matrices, one per column
  std::vector<double> nodes_;       // ascending
  std::vector<double> cumulative_;  // estimated count at each node
  double upper_;
};

}  // namespace querent::spectral
