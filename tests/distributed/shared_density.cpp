// SPDX-License-Identifier: Apache-2.0
// The density of states by stochastic Lanczos quadrature (Lin, Saad and Yang: SIAM Review 58
// (2016), section 3.2; spectral/solvers/density.cpp has the same for eight vectors at once).
//
//   for each of a few random unit vectors v orthogonal to the null vectors
//     T = the tridiagonal matrix of k Lanczos steps from v, T s_j = θ_j s_j
//     Σ_j (e_1ᵀ s_j)² δ(θ_j) estimates the density of the non-zero eigenvalues
//   average over the vectors; k is what the first one needs for the quantile to settle
#include "shared_laplacian.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <querent/datasets/split_mix.hpp>
#include <querent/spectral/dense.hpp>

namespace querent::distributed {
namespace {

constexpr int kVectors = 4, kFirstSteps = 24, kMostSteps = 400;

/// Steps of the Lanczos recurrence from one vector, without reorthogonalisation.
class Lanczos {
 public:
  Lanczos(SharedLaplacian& L, std::uint64_t stream)
      : L_(L), v_(L.rows()), before_(L.rows(), 0), w_(L.rows()) {
    for (std::uint64_t i = 0; i < v_.size(); ++i) v_[i] = random_entry(L.begin() + i, stream);
    L.remove_null(v_);
    scale(v_, 1 / norm(v_));
  }

  /// False when the Krylov space is exhausted.
  bool step() {
    L_.multiply(v_, w_);
    double alpha = 0;
    const double beta = beta_.empty() ? 0 : beta_.back();
    for (std::uint64_t i = 0; i < w_.size(); ++i) alpha += v_[i] * (w_[i] -= beta * before_[i]);
    alpha = sum(alpha);
    for (std::uint64_t i = 0; i < w_.size(); ++i) w_[i] -= alpha * v_[i];
    L_.remove_null(w_);
    alpha_.push_back(alpha);
    beta_.push_back(norm(w_));
    if (beta_.back() <= 1e-10 * L_.norm_bound()) return false;
    scale(w_, 1 / beta_.back());
    before_.swap(v_);
    v_.swap(w_);
    return true;
  }
  std::uint64_t steps() const { return alpha_.size(); }

  /// Nodes and weights of the quadrature.
  std::vector<std::pair<double, double>> measure() const {
    const auto k = static_cast<Eigen::Index>(alpha_.size());
    const Eigen::Map<const Eigen::VectorXd> diagonal(alpha_.data(), k), sub(beta_.data(), k - 1);
    const spectral::SymmetricPairs ritz = spectral::tridiagonal_pairs(diagonal, sub);
    std::vector<std::pair<double, double>> result;
    for (Eigen::Index j = 0; j < k; ++j)
      result.emplace_back(ritz.values(j), std::pow(ritz.vectors(0, j), 2));
    return result;
  }
  double residual() const { return beta_.back(); }

 private:
  static double norm(const std::vector<double>& x) {
    double squares = 0;
    for (const double entry : x) squares += entry * entry;
    return std::sqrt(sum(squares));
  }
  static void scale(std::vector<double>& x, double factor) {
    for (double& entry : x) entry *= factor;
  }

  SharedLaplacian& L_;
  std::vector<double> v_, before_, w_;
  std::vector<double> alpha_, beta_;
};

/// The node at which the earlier weights, and half of its own, reach `share`.
double quantile_of(const std::vector<std::pair<double, double>>& measure, double share,
                   double otherwise) {
  double before = 0;
  for (const auto& [node, weight] : measure) {
    if (before + weight / 2 >= share) return node;
    before += weight;
  }
  return otherwise;
}

}  // namespace

double random_entry(std::uint64_t i, std::uint64_t stream) {
  const std::uint64_t z = split_mix64((stream << 48) + i * kSplitMixStep);
  return static_cast<double>(static_cast<std::int64_t>(z)) * 0x1.0p-63;
}

SharedDensity::SharedDensity(SharedLaplacian& L, double count)
    : scale_(static_cast<double>(L.size())), upper_(0) {
  const auto most = std::min<std::uint64_t>(kMostSteps, L.size() - 1);
  std::uint64_t steps = std::min<std::uint64_t>(kFirstSteps, most);
  double settled = std::numeric_limits<double>::infinity();
  for (std::uint64_t vector = 0; vector < kVectors; ++vector) {
    Lanczos lanczos(L, vector + 1);
    for (;;) {
      bool more = true;
      while (more && lanczos.steps() < steps) more = lanczos.step();
      if (vector > 0 || !more || steps == most) break;
      const double place = quantile_of(lanczos.measure(), count / scale_, L.norm_bound());
      if (place > 0.9 * settled) break;
      settled = place;
      steps = std::min(most, steps * 4 / 3);
    }
    const auto measure = lanczos.measure();
    upper_ = std::max(upper_, measure.back().first + lanczos.residual());
    for (const auto& [node, weight] : measure) measure_.emplace_back(node, weight / kVectors);
  }
  upper_ = std::min(L.norm_bound(), 1.0001 * upper_);
  std::sort(measure_.begin(), measure_.end());
}

double SharedDensity::quantile(double count) const {
  return quantile_of(measure_, count / scale_, upper_);
}

}  // namespace querent::distributed
