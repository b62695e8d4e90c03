// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include <querent/spectral/distributed/shared_laplacian.hpp>

namespace querent::distributed {

/// Entry i of a random vector, uniform in (−1, 1): a hash of i and `stream`, so it does not depend
/// on the owner of the entry.
double random_entry(std::uint64_t i, std::uint64_t stream);

/// The number of non-zero eigenvalues of L below a value, estimated like spectral::SpectralDensity
/// does, from single vectors.
class SharedDensity {
 public:
  SharedDensity(SharedLaplacian& L, double count, const std::function<void()>& tick);

  /// The smallest node of the quadrature with an estimated `count` eigenvalues at or below it.
  double quantile(double count) const;
  /// The largest Ritz value and its residual, never above L.norm_bound().
  double upper_bound() const { return upper_; }

 private:
  std::vector<std::pair<double, double>> measure_;  // node, weight; ascending
  double scale_;                                    // number of eigenvalues for a total weight of 1
  double upper_;
};

}  // namespace querent::distributed
