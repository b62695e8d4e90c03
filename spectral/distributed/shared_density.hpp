// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include <querent/spectral/distributed/shared_laplacian.hpp>

namespace querent::distributed {

/// Entry i of a random vector, uniform in (−1, 1): a hash of i and `stream`, so that it does not
/// depend on who owns the entry.
double random_entry(std::uint64_t i, std::uint64_t stream);

/// How many non-zero eigenvalues of L lie below a value, estimated as spectral::SpectralDensity
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
  double scale_;  // eigenvalues that weights of 1 in sum stand for
  double upper_;
};

}  // namespace querent::distributed
