// SPDX-License-Identifier: Apache-2.0
// The convergence test of block Lanczos: whether its pairs are accurate enough, and the probe that
// searches for missed pairs (block_lanczos.cpp explains it).
#include <querent/spectral/solvers/block_lanczos.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include <querent/spectral/squared_distance.hpp>

namespace querent::spectral {
namespace {

constexpr Eigen::Index b = kBlockColumns;

}  // namespace

/// Whether the vectors of the `count` largest Ritz values are accurate enough for L.
template <class Real>
bool BlockLanczos<Real>::converged(const SymmetricPairs& ritz) {
  const Eigen::Index m = ritz.values.size();
  const auto error = [&](Eigen::Index k) {  // ‖p(L) x − θ x‖
    const auto last = ritz.vectors.col(k).tail(b);
    return std::sqrt(std::max(0.0, last.dot(G_ * last)));
  };
  if (!filter_) {
    for (Eigen::Index k = m - count_; k < m; ++k) {
      if (error(k) > value_error_ * ritz.values(k)) return false;
    }
    return true;
  }
  const double tolerance =
      std::min(tolerance_, value_error_ * filter_->eigenvalue(ritz.values(m - count_)));
  std::vector<std::pair<double, Eigen::Index>> bound;
  for (Eigen::Index k = m - count_; k < m; ++k) {
    const double theta = ritz.values(k);
    if (theta < kLeastGain) return false;
    // ‖(L − λ) x‖ ≤ ‖L‖ ‖(p(L) − θ) x‖ / (θ − 1), as |p| ≤ 1 beyond the cutoff
    bound.emplace_back(L_.norm_bound() * error(k) / (theta - 1), k);
  }
  std::sort(bound.rbegin(), bound.rend());
  if (bound.front().first <= tolerance) return true;
  // The bound is far too large, because the error lies near the cutoff: measure the worst eight.
  constexpr double kFar = 1000;
  if (bound.front().first > kFar * tolerance) return false;
  Eigen::MatrixXd S = Eigen::MatrixXd::Zero(m, b);
  for (Eigen::Index c = 0; c < std::min(b, count_); ++c) {
    S.col(c) = ritz.vectors.col(bound[static_cast<std::size_t>(c)].second);
  }
  return residual(S) <= tolerance;
}

/// The largest ‖L x − λ x‖₂ of the columns x of Q S.
template <class Real>
double BlockLanczos<Real>::residual(const Eigen::MatrixXd& S) {
  DenseBlock<Real> x(L_.size(), kBlockColumns);
  DenseBlock<Real>& y = spare_;
  Q_.combine(S, x);
  p_->first_degree(x, y);  // residuals of (m − L)/e are residuals of L divided by e
  const Eigen::VectorXd lambda = Q_.product(x, y).diagonal();
  const auto squares = squared_distance(L_, x, y, lambda.data());
  const double e = (filter_->upper - filter_->cutoff) / 2;
  return e * std::sqrt(*std::max_element(squares.begin(), squares.end()));
}

/// The probe of the fewest steps for which there is room. A missed pair of θ_d has a component of
/// 1/√n in a random block. k steps amplify it by T_k(1 + 2 (θ_d − θ_out)/(θ_out + 1)) over the
/// other values, which lie in [−1, θ_out], θ_out the largest value that is not kept.
template <class Real>
typename BlockLanczos<Real>::Probe BlockLanczos<Real>::probe(const Eigen::VectorXd& theta) const {
  constexpr Eigen::Index kFewest = 2, kMost = 12;
  const Eigen::Index m = theta.size(), least = std::min(m, in_blocks(count_ + b - 1));
  const double last = theta(m - count_);
  const double lift = std::log(20 * std::sqrt(static_cast<double>(L_.total_size())));
  Probe best{.kept = least, .steps = std::numeric_limits<Eigen::Index>::max()};
  for (Eigen::Index kept = least; kept <= m; kept += b) {
    const double out = kept < m ? std::max(1.0, theta(m - kept - 1)) : 1;
    const double place = 1 + 2 * std::max(1e-6, last - out) / (out + 1);
    const auto steps = std::max(kFewest, static_cast<Eigen::Index>(lift / std::acosh(place)) + 1);
    if (steps < best.steps && (kept == least || kept + b * std::min(steps, kMost) <= capacity_))
      best = {.kept = kept, .steps = steps};
  }
  best.steps = std::min(best.steps, kMost);
  return best;
}

template bool BlockLanczos<float>::converged(const SymmetricPairs&);
template bool BlockLanczos<double>::converged(const SymmetricPairs&);
template double BlockLanczos<float>::residual(const Eigen::MatrixXd&);
template double BlockLanczos<double>::residual(const Eigen::MatrixXd&);
template BlockLanczos<float>::Probe BlockLanczos<float>::probe(const Eigen::VectorXd&) const;
template BlockLanczos<double>::Probe BlockLanczos<double>::probe(const Eigen::VectorXd&) const;

}  // namespace querent::spectral
