// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include <Eigen/Core>

#include <querent/graph/matrices/laplacian.hpp>
#include <querent/spectral/dense.hpp>
#include <querent/spectral/solvers/basis.hpp>
#include <querent/spectral/solvers/chebyshev.hpp>
#include <querent/spectral/solvers/solver.hpp>

namespace querent::spectral {

/// How an attempt of block Lanczos ends.
enum class Outcome {
  kConverged,
  kCutoffTooLow,  ///< the last pair is above it
  kStalled        ///< too many restarts, e.g. because rounding keeps residuals above the tolerance
};

/// Block Lanczos on one Chebyshev filter of L, the Laplacian of a connected graph, or on its
/// inverse.
template <class Real>
class BlockLanczos {
 public:
  /// For `count` pairs with ‖L v − λ v‖₂ ≤ `tolerance` and ≤ `value_error` λ_count. `tick` is
  /// called before every product and may throw.
  BlockLanczos(const Laplacian& L, const ChebyshevFilter& filter, Eigen::Index count,
               double tolerance, double value_error, const std::function<void()>& tick,
               const BasisStorage& storage = {});
  /// On `inverse`, x ← c (L + σI)⁻¹ x with all eigenvalues above 2: for pairs (θ, v) of it with a
  /// residual ≤ `tolerance` θ.
  BlockLanczos(const Laplacian& L, std::function<void(DenseBlock<Real>&)> inverse,
               Eigen::Index count, double tolerance, const std::function<void()>& tick);
  BlockLanczos(const BlockLanczos&) = delete;
  BlockLanczos& operator=(const BlockLanczos&) = delete;
  ~BlockLanczos();

  Outcome run();

  /// Approximate eigenvectors by increasing eigenvalue, at least `count` of them, the last as
  /// guards.
  Basis<Real>& vectors() { return Q_; }
  /// Releases everything except the vectors, once run() has ended.
  void drop_workspace();
  /// The largest number of vectors kept at the same time.
  Eigen::Index most_vectors() const { return most_vectors_; }

 private:
  static constexpr double kLeastGain = 1.05;

  struct Probe {
    Eigen::Index kept, steps;  // Ritz vectors, a multiple of kBlockColumns; of the probe
  };

  void step();
  void orthonormalise(double scale);
  void fill(DenseBlock<Real>& W);
  void fresh_block();
  void smooth_start();
  bool converged(const SymmetricPairs& ritz);
  double residual(const Eigen::MatrixXd& S);
  Probe probe(const Eigen::VectorXd& theta) const;
  void keep_largest(const SymmetricPairs& ritz, Eigen::Index keep);

  /// The number of columns, rounded up to whole blocks.
  static Eigen::Index in_blocks(Eigen::Index columns) {
    constexpr Eigen::Index b = kBlockColumns;
    return (columns + b - 1) / b * b;
  }

  const Laplacian& L_;
  Eigen::Index count_;
  double tolerance_, value_error_;
  const std::function<void()>& tick_;
  std::optional<ChebyshevFilter> filter_;  // empty: p(L) is the inverse
  std::optional<FilterOperator<Real>> p_;  // of the filter
  std::function<void(DenseBlock<Real>&)> inverse_;
  Basis<Real> Q_;
  DenseBlock<Real> W_, spare_;  // spare_: memory that a product or a rotation needs beside W
  Eigen::Index capacity_;
  Eigen::Index built_ = 0;  // vectors, including those that restarts have discarded
  Eigen::Index most_vectors_ = 0;
  Eigen::MatrixXd T_;  // upper triangle of Qᵀ p(L) Q
  Eigen::MatrixXd G_;  // Wᵀ W of the last remainder
  std::uint64_t stream_ = 100;
};

extern template class BlockLanczos<float>;
extern template class BlockLanczos<double>;

}  // namespace querent::spectral
