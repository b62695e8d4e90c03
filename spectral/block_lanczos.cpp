// SPDX-License-Identifier: Apache-2.0
// Block Lanczos on a Chebyshev filter: full orthogonalisation, thick restarts, a probe for misses.
//
//   G. Golub, R. Underwood: The block Lanczos method for computing eigenvalues.
//     Mathematical Software III (1977).
//   K. Wu, H. Simon: Thick-restart Lanczos method. SIAM J. Matrix Anal. Appl. 22 (2000).
//
//   cutoff = N^-1(1.3 d + 8), N from the density of states; p the filter of [cutoff, upper]
//   Q = [v_0], the known null vector; W = b random columns, orthonormal, orthogonal to Q
//   repeat
//     Q = [Q W]; W = p(L) W
//     T(:, last block) = Q' W; W = W - Q Q' W; G = W' W; W = W orthonormalised
//     now and then: T s = theta s; the residual of p(L) at (theta, Q s) is (s_last' G s_last)^1/2
//       when it is small for all of the d largest theta:
//         done if a probe has just ended without changing them
//         else probe: W = a fresh random block orthogonal to Q, for the next few steps
//     when Q is full: Q = [v_0, Q s for the largest theta], T = diag(theta)
//   X = Q [s_1 ... s_d]
//
// Why the probe: from b starting columns a Krylov space holds at most b copies of a repeated
// eigenvalue, so what it found does not show what it missed. But what it missed is orthogonal to Q,
// and a random block has a share of it, which p lifts above all others.
//
// Why the cutoff is safe: a Ritz value theta_d is at most p(lambda_d) (Cauchy), so theta_d > 1
// proves lambda_d < cutoff. Where a full basis has not shown that, the attempt ends and the next
// one aims at twice as many eigenvalues.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include <fmt/format.h>
#include <Eigen/Eigenvalues>

#include <querent/spectral/basis.hpp>
#include <querent/spectral/chebyshev.hpp>
#include <querent/spectral/density.hpp>
#include <querent/spectral/solver.hpp>

namespace querent::spectral {
namespace {

constexpr std::uint64_t kBlock = 8;  // b: one line of the cache a row of doubles

/// One attempt with one filter.
template <class Real>
class BlockLanczos {
 public:
  BlockLanczos(const Problem& problem, const ChebyshevFilter& filter)
      : problem_(problem),
        filter_(filter),
        operator_(problem.L, filter, kBlock),
        Q_(static_cast<Eigen::Index>(problem.L.size()), capacity(problem), problem.L.threads()),
        W_(problem.L.size(), kBlock),
        T_(Eigen::MatrixXd::Zero(Q_.capacity(), Q_.capacity())) {}

  /// False when the cutoff does not lie above the last pair wanted.
  bool run(EigenPairs& pairs) {
    const std::vector<double> null = problem_.L.null_vector();
    DenseBlock<Real> v0(problem_.L.size(), 1);
    std::transform(null.begin(), null.end(), v0.data(),
                   [](double x) { return static_cast<Real>(x); });
    Q_.append(v0);
    fresh_block();
    const Eigen::Index d = problem_.count;
    constexpr int kMaxRestarts = 30;
    Eigen::Index next_check = d + 2 * b;
    int restarts = 0;
    int probe_left = 0;
    Eigen::VectorXd before_probe;
    for (;;) {
      problem_.progress(share_ += 0.25 * (0.95 - share_) * static_cast<double>(b) /
                                  static_cast<double>(d + b));
      step();
      const Eigen::Index m = Q_.size() - 1;
      const bool full = Q_.size() + b > Q_.capacity();
      if (probe_left > 0 && --probe_left > 0 && !full) continue;
      if (!full && m < next_check) continue;
      // T s = θ s, θ ascending
      const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> ritz(T_.topLeftCorner(m, m).transpose());
      next_check = m + 2 * b;
      if (m >= d && converged(ritz)) {
        const Eigen::VectorXd theta = ritz.eigenvalues().tail(d);
        if (before_probe.size() == d &&
            ((theta - before_probe).array() <= 1e-5 * theta.array()).all()) {
          extract(ritz, pairs);
          return true;
        }
        before_probe = theta;
        // steps until a missed pair of θ_d stands out of a random block: its share 1/√n grows as
        // T_k(θ_d)
        const double n = static_cast<double>(problem_.L.size());
        probe_left = std::clamp(
            static_cast<int>(std::ceil(std::log(20 * std::sqrt(n)) / std::acosh(theta(0)))), 2, 12);
        if (full) restart(ritz);
        fresh_block();
        continue;
      }
      if (!full) continue;
      if (ritz.eigenvalues()(m - d) < kLeastGain) return false;
      if (++restarts > kMaxRestarts) {
        throw NotConverged(
            fmt::format("block Lanczos did not converge in {} restarts — remedy: a "
                        "larger --tolerance or another --solver",
                        kMaxRestarts));
      }
      restart(ritz);
    }
  }

 private:
  static constexpr Eigen::Index b = kBlock;
  static constexpr double kEps = std::numeric_limits<Real>::epsilon();
  static constexpr double kLeastGain = 1.05;
  using Ritz = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>;

  static Eigen::Index capacity(const Problem& problem) {
    return std::min<Eigen::Index>(1 + 3 * problem.count + 10 * b,
                                  static_cast<Eigen::Index>(problem.L.size()) - b);
  }

  /// Q = [Q W], W = p(L) W, T(:, last block) = Qᵀ W, W = orthonormal remainder, G_ its Gram matrix
  /// before.
  void step() {
    Q_.append(W_);
    operator_.apply(W_);
    const Eigen::Index m = Q_.size() - 1;
    // Against the last two blocks first: what is left then is rounding unless the recurrence was
    // broken.
    const Eigen::Index recent = std::max<Eigen::Index>(1, Q_.size() - 2 * b);
    const double scale = std::sqrt(Q_.gram(W_).trace());
    Eigen::MatrixXd h = Eigen::MatrixXd::Zero(Q_.size(), b);
    h.bottomRows(Q_.size() - recent) = Q_.project(W_, recent);
    Eigen::MatrixXd correction = Q_.project(W_);
    h += correction;
    G_ = Q_.gram(W_);
    if (correction.norm() > 0.1 * std::sqrt(G_.trace())) {
      h += Q_.project(W_);
      G_ = Q_.gram(W_);
    }
    T_.block(0, m - b, m, b) = h.bottomRows(m);
    orthonormalise(scale);
  }

  /// W ← an orthonormal basis of its span, orthogonal to Q; directions lost to rounding become
  /// random ones.
  void orthonormalise(double scale) {
    Eigen::MatrixXd G = G_;
    for (int round = 0; round < 8; ++round) {
      // A. Stathopoulos, K. Wu, SIAM J. Sci. Comput. 23 (2002): SVQB
      const Eigen::VectorXd D =
          G.diagonal().unaryExpr([](double x) { return x > 0 ? 1 / std::sqrt(x) : 0.0; });
      const Ritz svd(D.asDiagonal() * G * D.asDiagonal());
      Eigen::MatrixXd A = D.asDiagonal() * svd.eigenvectors();
      bool lost = false;
      double weakest = 1;
      for (Eigen::Index k = 0; k < b; ++k) {
        const double length = svd.eigenvalues()(k) > 0 && A.col(k).norm() > 0
                                  ? std::sqrt(svd.eigenvalues()(k)) / A.col(k).norm()
                                  : 0;
        if (svd.eigenvalues()(k) > 100 * kEps && length > 100 * kEps * scale) {
          A.col(k) /= std::sqrt(svd.eigenvalues()(k));
          weakest = std::min({weakest, length / scale, svd.eigenvalues()(k)});
        } else {
          A.col(k).setZero();
          lost = true;
        }
      }
      const bool clean = round > 0 && !lost &&
                         (G - Eigen::MatrixXd::Identity(b, b)).cwiseAbs().maxCoeff() < 20 * kEps;
      if (clean) return;
      Q_.rotate(W_, A);
      if (lost) {
        DenseBlock<Real> random(problem_.L.size(), kBlock);
        fill_normal(random, ++stream_);
        const Real shrink =
            static_cast<Real>(1 / std::sqrt(static_cast<double>(problem_.L.size())));
        for (Eigen::Index k = 0; k < b; ++k) {
          if (!A.col(k).isZero(0)) continue;
          for (std::uint64_t i = 0; i < W_.rows(); ++i) W_.row(i)[k] = shrink * random.row(i)[k];
        }
        Q_.project(W_);
        Q_.project(W_);
      } else if (weakest < 0.1) {
        Q_.project(W_);
      }
      G = Q_.gram(W_);
      scale = 1;
    }
  }

  void fresh_block() {
    fill_normal(W_, ++stream_);
    Q_.project(W_);
    Q_.project(W_);
    const double before = std::sqrt(static_cast<double>(problem_.L.size()));
    G_ = Q_.gram(W_);
    orthonormalise(before);
    G_.setZero();
  }

  bool converged(const Ritz& ritz) const {
    const Eigen::Index m = ritz.eigenvalues().size();
    const double bound = 0.5 * problem_.tolerance / problem_.L.norm_bound();
    for (Eigen::Index k = m - problem_.count; k < m; ++k) {
      const double theta = ritz.eigenvalues()(k);
      if (theta < kLeastGain) return false;
      const auto last = ritz.eigenvectors().col(k).tail(b);
      // ‖(L − λ) x‖ ≤ ‖L‖ ‖(p(L) − θ) x‖ / (θ − 1), as |p| ≤ 1 beyond the cutoff
      if (std::sqrt(std::max(0.0, last.dot(G_ * last))) > bound * (theta - 1)) return false;
    }
    return true;
  }

  void restart(const Ritz& ritz) {
    const Eigen::Index m = ritz.eigenvalues().size();
    const Eigen::Index keep = std::min(problem_.count + 3 * b, m - 4 * b);
    Q_.compress(1, ritz.eigenvectors().rightCols(keep));
    T_.setZero();
    T_.topLeftCorner(keep, keep).diagonal() = ritz.eigenvalues().tail(keep);
  }

  void extract(const Ritz& ritz, EigenPairs& pairs) const {
    const Eigen::Index d = problem_.count;
    pairs.vectors.resize(static_cast<Eigen::Index>(problem_.L.size()), d);
    Q_.combine(1, ritz.eigenvectors().rightCols(d).rowwise().reverse(), pairs.vectors);
    pairs.values.setZero(d);
    pairs.solver = fmt::format("block Lanczos ({} vectors, filter of degree {}, cutoff {:.4g})",
                               Q_.size(), filter_.degree, filter_.cutoff);
  }

  const Problem& problem_;
  ChebyshevFilter filter_;
  FilterOperator<Real> operator_;
  Basis<Real> Q_;
  DenseBlock<Real> W_;
  Eigen::MatrixXd T_;  // upper triangle of Qᵀ p(L) Q without the row of v_0
  Eigen::MatrixXd G_;  // Wᵀ W of the last remainder
  std::uint64_t stream_ = 100;
  double share_ = 0.05;
};

}  // namespace

EigenPairs solve_block(const Problem& problem) {
  const Laplacian& L = problem.L;
  const SpectralDensity density(L, 8, 50);
  problem.progress(0.05);
  double surplus = 1.3;
  constexpr int kAttempts = 5;
  for (int attempt = 0; attempt < kAttempts; ++attempt, surplus *= 2) {
    // Where many eigenvalues are equal no quantile lies above them: the cutoff is also stretched,
    // and may then lie above the whole spectrum.
    const double wanted = surplus * static_cast<double>(problem.count) + 8;
    const double cutoff = density.quantile(wanted) * (1 + 0.1 * attempt);
    ChebyshevFilter filter{
        .cutoff = cutoff, .upper = std::max(density.upper_bound(), 1.25 * cutoff), .degree = 0};
    filter.degree =
        static_cast<int>(std::clamp(8 / std::sqrt(filter.cutoff / filter.upper), 4.0, 200.0));
    EigenPairs pairs;
    if (BlockLanczos<double>(problem, filter).run(pairs)) return pairs;
  }
  throw NotConverged(
      "no cutoff of the filter separates the smallest eigenvalues — remedy: another --solver");
}

}  // namespace querent::spectral
