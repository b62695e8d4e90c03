// SPDX-License-Identifier: Apache-2.0
// Block Lanczos on a Chebyshev filter: full orthogonalisation, thick restarts, a search for misses.
//
//   G. Golub, R. Underwood: The block Lanczos method for computing eigenvalues.
//     Mathematical Software III (1977).
//   K. Wu, H. Simon: Thick-restart Lanczos method. SIAM J. Matrix Anal. Appl. 22 (2000).
//
//   W = b random columns, orthonormal, orthogonal to the known null vector v_0 (as all of Q below)
//   of an inverse: W = p(L) W, orthonormal, three times
//   repeat
//     Q = [Q W]; W = p(L) W
//     T(:, last block) = Qᵀ W; W = W − Q Qᵀ W; G = Wᵀ W; W = W orthonormalised
//     now and then: T s = θ s; the residual of p(L) at (θ, Q s) is (s_lastᵀ G s_last)^1/2
//       when the d largest θ have vectors that are good enough for L:
//         done if a probe has just left them as they were: X = the first columns of Q
//         else probe: Q and T as when Q is full, W = a new random block orthogonal to Q
//     when Q is full: Q = [Q s for the largest θ], T = diag(θ)
//
// p(L) is a Chebyshev filter, or the inverse c (L + σI)⁻¹ (shift_invert.cpp), whose residuals are
// compared with θ_k itself: this bounds the relative error of λ_k, too.
//
// Why the probe: from b starting columns a Krylov space contains at most b copies of a multiple
// eigenvalue, so the pairs found do not show which are missing. Missing vectors are orthogonal to
// Q, and a random block has a component along each, which p amplifies above all others. Q is
// reduced first, so that the probe reuses the memory of vectors that are no longer needed.
//
// How a cutoff that is too low is detected: a Ritz value θ_d is at most p(λ_d) (Cauchy), so θ_d > 1
// proves λ_d < cutoff. If a full basis has not shown that, the attempt ends.
//
// In floats, rounding leaves a residual of about 1e-6 ‖L‖ all over the spectrum: polish.cpp.
#include <querent/spectral/solvers/block_lanczos.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

#include <querent/graph/matrices/graph_part.hpp>
#include <querent/graph/parallel.hpp>
#include <querent/spectral/solvers/random_block.hpp>

namespace querent::spectral {
namespace {

constexpr Eigen::Index b = kBlockColumns;

/// Columns of a full basis.
Eigen::Index most_columns(Eigen::Index count, const Laplacian& L,
                          const BasisStorage& storage = {}) {
  const Eigen::Index wanted =
      storage.most_columns > 0 ? storage.most_columns : usual_columns(count);
  return std::min(wanted, static_cast<Eigen::Index>(L.total_size()) - b - 1) / b * b;
}

/// A block that is multiplied repeatedly: in memory shared with other ranks of the machine, if
/// there is such memory.
template <class Real>
DenseBlock<Real> workspace(const Laplacian& L) {
  if constexpr (std::is_same_v<Real, float>) {
    if (L.part() != nullptr) {
      DenseBlock<float> borrowed = L.part()->communicator.borrow();
      if (borrowed.rows() > 0) return borrowed;
    }
  }
  return DenseBlock<Real>(L.size(), kBlockColumns);
}

/// Ends workspace().
template <class Real>
void give_back(const Laplacian& L, DenseBlock<Real>& block) {
  DenseBlock<Real> gone = std::move(block);
  if constexpr (std::is_same_v<Real, float>) {
    if (L.part() != nullptr) L.part()->communicator.give_back(std::move(gone));
  }
}

}  // namespace

template <class Real>
BlockLanczos<Real>::BlockLanczos(const Laplacian& L, const ChebyshevFilter& filter,
                                 Eigen::Index count, double tolerance, double value_error,
                                 const std::function<void()>& tick, const BasisStorage& storage)
    : L_(L),
      count_(count),
      tolerance_(tolerance),
      value_error_(value_error),
      tick_(tick),
      filter_(filter),
      p_(std::in_place, L, filter, tick),
      Q_(L, storage.scratch),
      W_(workspace<Real>(L)),
      spare_(workspace<Real>(L)),
      capacity_(most_columns(count, L, storage)),
      T_(Eigen::MatrixXd::Zero(capacity_, capacity_)) {}

template <class Real>
BlockLanczos<Real>::BlockLanczos(const Laplacian& L, std::function<void(DenseBlock<Real>&)> inverse,
                                 Eigen::Index count, double tolerance,
                                 const std::function<void()>& tick)
    : L_(L),
      count_(count),
      tolerance_(tolerance * L.norm_bound()),
      value_error_(tolerance),
      tick_(tick),
      inverse_(std::move(inverse)),
      Q_(L),
      W_(L.size(), kBlockColumns),
      spare_(L.size(), kBlockColumns),
      capacity_(most_columns(count, L)),
      T_(Eigen::MatrixXd::Zero(capacity_, capacity_)) {}

template <class Real>
BlockLanczos<Real>::~BlockLanczos() {
  drop_workspace();
}

template <class Real>
Outcome BlockLanczos<Real>::run() {
  const Eigen::Index d = count_;
  // doubles replace floats; a smaller basis is full more often
  constexpr Eigen::Index kRestarts = sizeof(Real) == sizeof(float) ? 6 : 30;
  const Eigen::Index usual = most_columns(d, L_);
  const Eigen::Index most_built = usual + kRestarts * (usual - in_blocks(d + 3 * b));
  const Eigen::Index every = (filter_ ? 2 : 1) * b;
  Eigen::Index next_check = d + every;
  Eigen::Index probe_left = 0;
  Eigen::VectorXd before_probe;
  fresh_block();
  if (!filter_) smooth_start();
  for (;;) {
    step();
    const Eigen::Index m = Q_.size();
    const bool full = m + b > capacity_;
    if (probe_left > 0 && --probe_left > 0 && !full) continue;
    const bool probed = before_probe.size() > 0;
    if (!full && m < next_check && !probed) continue;
    // T s = θ s, θ ascending
    const SymmetricPairs ritz = symmetric_pairs(T_.topLeftCorner(m, m).transpose());
    next_check = m + every;
    const Eigen::VectorXd theta = ritz.values.tail(std::min(m, d));
    if (probed) {
      // a missed pair shifts those after it; an inaccurate pair may still move by itself
      const double still = 1e-5 + tolerance_ / L_.norm_bound();
      if (((theta - before_probe).array() <= still * theta.array()).all()) {
        Q_.shrink(std::min(Q_.size(), in_blocks(d + b - 1)));
        return Outcome::kConverged;
      }
      before_probe.resize(0);
    }
    if (m >= d && converged(ritz)) {
      if (!filter_) {  // the caller counts by inertia
        keep_largest(ritz, in_blocks(d + b - 1));
        return Outcome::kConverged;
      }
      before_probe = theta;
      const Probe next = probe(ritz.values);
      probe_left = next.steps;
      keep_largest(ritz, next.kept);
      fresh_block();
      continue;
    }
    if (!full) continue;
    if (ritz.values(m - d) < kLeastGain && built_ >= usual) return Outcome::kCutoffTooLow;
    if (built_ >= most_built) return Outcome::kStalled;
    keep_largest(ritz, in_blocks(d + 3 * b));
  }
}

template <class Real>
void BlockLanczos<Real>::drop_workspace() {
  give_back(L_, W_);
  give_back(L_, spare_);
  p_.reset();
  inverse_ = nullptr;
}

/// Q = [Q W], W = p(L) W, T(:, last block) = Qᵀ W, W = orthonormal remainder, G_ the Gram matrix of
/// W before.
template <class Real>
void BlockLanczos<Real>::step() {
  copy(W_, Q_.grow(), L_.threads());
  p_ ? p_->apply(W_, spare_) : inverse_(W_);
  tick_();
  Q_.deflate(W_);
  const Eigen::Index m = Q_.size();
  most_vectors_ = std::max(most_vectors_, m);
  built_ += b;
  // Against the last two blocks first: the rest is rounding error unless the recurrence was
  // interrupted.
  const Eigen::Index recent = std::max<Eigen::Index>(0, m - 2 * b);
  const double scale = std::sqrt(Q_.product(W_, W_).trace());
  Eigen::MatrixXd h = Eigen::MatrixXd::Zero(m, b);
  h.bottomRows(m - recent) = Q_.project(W_, recent);
  tick_();
  const Eigen::MatrixXd correction = Q_.project(W_);
  tick_();
  h += correction;
  G_ = Q_.product(W_, W_);
  if (correction.norm() > 0.1 * std::sqrt(G_.trace())) {
    h += Q_.project(W_);
    G_ = Q_.product(W_, W_);
  }
  T_.block(0, m - b, m, b) = h;
  orthonormalise(scale);
}

/// W ← an orthonormal basis of its span, orthogonal to Q; directions lost to rounding become
/// random ones.
template <class Real>
void BlockLanczos<Real>::orthonormalise(double scale) {
  constexpr double kEps = std::numeric_limits<Real>::epsilon();
  Eigen::MatrixXd G = G_;
  for (int round = 0; round < 8; ++round) {
    // A. Stathopoulos, K. Wu, SIAM J. Sci. Comput. 23 (2002): SVQB
    const Eigen::VectorXd D =
        G.diagonal().unaryExpr([](double x) { return x > 0 ? 1 / std::sqrt(x) : 0.0; });
    const SymmetricPairs svd = symmetric_pairs(D.asDiagonal() * G * D.asDiagonal());
    Eigen::MatrixXd A = D.asDiagonal() * svd.vectors;
    bool lost = false;
    double weakest = 1;
    for (Eigen::Index k = 0; k < b; ++k) {
      const double length =
          svd.values(k) > 0 && A.col(k).norm() > 0 ? std::sqrt(svd.values(k)) / A.col(k).norm() : 0;
      if (svd.values(k) > 100 * kEps && length > 100 * kEps * scale) {
        A.col(k) /= std::sqrt(svd.values(k));
        weakest = std::min({weakest, length / scale, svd.values(k)});
      } else {
        A.col(k).setZero();
        lost = true;
      }
    }
    const bool clean = round > 0 && !lost &&
                       (G - Eigen::MatrixXd::Identity(b, b)).cwiseAbs().maxCoeff() < 20 * kEps;
    if (clean) return;
    Q_.rotate(W_, A, spare_);
    if (lost) {
      fill(spare_);
      const Real shrink = static_cast<Real>(1 / std::sqrt(static_cast<double>(L_.total_size())));
      for (Eigen::Index k = 0; k < b; ++k) {
        if (!A.col(k).isZero(0)) continue;
        for (std::uint64_t i = 0; i < W_.rows(); ++i) W_.row(i)[k] = shrink * spare_.row(i)[k];
      }
      Q_.deflate(W_);
      Q_.project(W_);
      Q_.project(W_);
    } else if (weakest < 0.1) {
      Q_.deflate(W_);
      Q_.project(W_);
    }
    G = Q_.product(W_, W_);
    scale = 1;
  }
}

template <class Real>
void BlockLanczos<Real>::fill(DenseBlock<Real>& W) {
  fill_random(W, ++stream_, L_.threads(), L_.part() == nullptr ? 0 : L_.part()->first);
}

template <class Real>
void BlockLanczos<Real>::fresh_block() {
  fill(W_);
  Q_.deflate(W_);
  Q_.project(W_);
  Q_.project(W_);
  G_ = Q_.product(W_, W_);
  orthonormalise(std::sqrt(static_cast<double>(L_.total_size())));
  G_.setZero();
}

/// W ← orth(p(L) W), three times. For an inverse, whose θ decrease fast, the low powers of a Krylov
/// space add little information. This saves three blocks, whose orthogonalisation against Q would
/// cost more than these products.
template <class Real>
void BlockLanczos<Real>::smooth_start() {
  constexpr int kSteps = 3;
  for (int k = 0; k < kSteps; ++k) {
    inverse_(W_);
    tick_();
    Q_.deflate(W_);
    G_ = Q_.product(W_, W_);
    orthonormalise(std::sqrt(G_.trace()));
  }
  G_.setZero();
}

/// Q ← Q s for the `keep` largest θ, largest first; T ← diag(θ).
template <class Real>
void BlockLanczos<Real>::keep_largest(const SymmetricPairs& ritz, Eigen::Index keep) {
  keep = std::min(keep, ritz.values.size());
  Q_.compress(ritz.vectors.rightCols(keep).rowwise().reverse(), tick_);
  T_.setZero();
  T_.topLeftCorner(keep, keep).diagonal() = ritz.values.tail(keep).reverse();
}

template class BlockLanczos<float>;
template class BlockLanczos<double>;

}  // namespace querent::spectral
