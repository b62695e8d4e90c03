// SPDX-License-Identifier: Apache-2.0
// The density of states by stochastic Lanczos quadrature.
//
//   L. Lin, Y. Saad, C. Yang: Approximating spectral densities of large matrices. SIAM Review 58
//   (2016), section 3.2.
//
//   for each of b columns: v a random unit vector orthogonal to the null vector
//     T = the tridiagonal matrix of k Lanczos steps from v, T s_j = θ_j s_j
//     the measure Σ_j (e_1ᵀ s_j)² δ(θ_j) estimates the density of the n − 1 non-zero eigenvalues
//   average over the columns; the count at a node includes half of its own weight (the midpoint)
//   k grows until the requested quantile settles
//
// The low end of a combinatorial spectrum, whose λ_max is the largest degree, needs many steps;
// that of a normalized one few. No reorthogonalisation: a repeated Ritz value splits its weight,
// and the estimate does not change. Therefore floats suffice, in the coordinates of
// Laplacian::Recurrence, with the scalar product Σ M_ii/m_i² x_i y_i, where the null vector is m_i.
#include <querent/spectral/solvers/density.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <Eigen/Core>

#include <querent/graph/matrices/graph_part.hpp>
#include <querent/graph/parallel.hpp>
#include <querent/spectral/dense.hpp>
#include <querent/spectral/solvers/basis.hpp>
#include <querent/spectral/solvers/random_block.hpp>

namespace querent::spectral {
namespace {

constexpr std::uint64_t b = kBlockColumns;
constexpr int kFirstSteps = 24, kMostSteps = 400;
constexpr double kSafety = 10;  // times the residual of the largest Ritz pair

/// The eigenvalues of the symmetric tridiagonal matrix of `count` rows starting at `first`.
Eigen::VectorXd eigenvalues(const Eigen::VectorXd& diagonal, const Eigen::VectorXd& sub,
                            Eigen::Index first, Eigen::Index count) {
  if (count == 0) return {};
  return tridiagonal_values(diagonal.segment(first, count), sub.segment(first, count - 1));
}

/// (e_1ᵀ s_k)² = Π_j (θ_k − μ_j) / Π_{j≠k} (θ_k − θ_j), μ the eigenvalues without the first row and
/// column; for the last component without the last. They interlace, so factors can be paired into
/// ratios below 1.
double end_component_squared(const Eigen::VectorXd& theta, const Eigen::VectorXd& mu,
                             Eigen::Index k) {
  double product = 1;
  for (Eigen::Index j = 0; j < mu.size(); ++j) {
    const double whole = theta(k) - theta(j < k ? j : j + 1);
    product *= whole == 0 ? 0.5 : std::clamp((theta(k) - mu(j)) / whole, 0.0, 1.0);
  }
  return product;
}

}  // namespace

SpectralDensity::SpectralDensity(const Laplacian& L, double count,
                                 const std::function<void()>& tick)
    : upper_(L.norm_bound()) {
  const std::uint64_t n = L.size();
  const Laplacian::Recurrence<float> product(L, 0, -2);  // start() is L z
  DenseBlock<float> current(n, b), previous(n, b), next(n, b);
  std::vector<double> weight(n);  // M_ii/m_i²
  for (std::uint64_t i = 0; i < n; ++i) {
    weight[i] = L.mass(i) / (L.multiplicity(i) * L.multiplicity(i));
  }
  // Each pass over the rows changes them and sums a quantity of them.
  const auto pass = [&](auto&& change) {
    return L.sum_rows<b>([&](std::uint64_t i, Row& sum) {
      const double w = weight[i];
      for (std::uint64_t c = 0; c < b; ++c) sum[c] += w * change(i, c);
    });
  };
  const auto square = [](float x) { return static_cast<double>(x) * static_cast<double>(x); };

  fill_random(current, 1, L.threads(), L.part() == nullptr ? 0 : L.part()->first);
  if (L.components() > 1) Basis<float>(L).deflate(current);
  product.enter(current);
  // the null vector in these coordinates is m_i
  const auto mass =
      pass([&](std::uint64_t i, std::uint64_t) { return L.multiplicity(i) * L.multiplicity(i); });
  const auto mean = pass([&](std::uint64_t i, std::uint64_t c) {
    return L.multiplicity(i) * static_cast<double>(current.row(i)[c]);
  });
  auto squares = pass([&](std::uint64_t i, std::uint64_t c) {
    return square(current.row(i)[c] -= static_cast<float>(L.multiplicity(i) * mean[c] / mass[c]));
  });
  std::array<float, b> before{}, scale{};  // β of the last step, 1/norm
  const double exhausted = 1e-6 * L.norm_bound();
  const int most = static_cast<int>(std::min<std::uint64_t>(kMostSteps, L.total_size() - 1));
  int next_check = std::min(kFirstSteps, most);
  double settled = std::numeric_limits<double>::infinity();
  for (std::uint64_t c = 0; c < b; ++c) scale[c] = static_cast<float>(1 / std::sqrt(squares[c]));
  for (;;) {
    tick();
    for_rows(L.threads(), n, 4096, [&](std::uint64_t i) {
      for (std::uint64_t c = 0; c < b; ++c) current.row(i)[c] *= scale[c];
    });
    product.start(current, next);
    const Row a = pass([&](std::uint64_t i, std::uint64_t c) {
      const float x = next.row(i)[c] -= before[c] * previous.row(i)[c];
      return static_cast<double>(x) * static_cast<double>(current.row(i)[c]);
    });
    squares = pass([&](std::uint64_t i, std::uint64_t c) {
      return square(next.row(i)[c] -= static_cast<float>(a[c]) * current.row(i)[c]);
    });
    alpha_.push_back(a);
    Row& norm = beta_.emplace_back();
    for (std::uint64_t c = 0; c < b; ++c) {
      norm[c] = std::sqrt(squares[c]);
      // an exhausted Krylov space ends in a zero column, which adds nodes of weight 0
      const bool more = norm[c] > exhausted;
      if (!more) norm[c] = 0;
      scale[c] = more ? static_cast<float>(1 / norm[c]) : 0;
      before[c] = static_cast<float>(norm[c]);
    }
    previous.swap(current);
    current.swap(next);
    if (steps() < next_check) continue;
    integrate(L);
    const double place = quantile(count);
    if (steps() == most || place > 0.9 * settled) return;
    settled = place;
    next_check = std::min(most, steps() * 4 / 3);
  }
}

void SpectralDensity::integrate(const Laplacian& L) {
  const auto k = static_cast<Eigen::Index>(alpha_.size());
  std::vector<std::pair<double, double>> measure;  // node, weight
  double largest = 0;
  for (std::uint64_t c = 0; c < b; ++c) {
    Eigen::VectorXd diagonal(k);
    Eigen::VectorXd sub(k - 1);
    for (Eigen::Index j = 0; j < k; ++j) {
      diagonal(j) = alpha_[static_cast<std::size_t>(j)][c];
      if (j + 1 < k) sub(j) = beta_[static_cast<std::size_t>(j)][c];
    }
    const Eigen::VectorXd theta = eigenvalues(diagonal, sub, 0, k);
    const Eigen::VectorXd mu = eigenvalues(diagonal, sub, 1, k - 1);
    for (Eigen::Index j = 0; j < k; ++j) {
      measure.emplace_back(theta(j), end_component_squared(theta, mu, j));
    }
    const double last =
        std::sqrt(end_component_squared(theta, eigenvalues(diagonal, sub, 0, k - 1), k - 1));
    largest = std::max(largest, theta(k - 1) + std::min(1.0, kSafety * last) * beta_.back()[c]);
  }
  upper_ = std::min(L.norm_bound(), 1.001 * largest);
  std::sort(measure.begin(), measure.end());
  nodes_.clear();
  cumulative_.clear();
  double before = 0;
  const double scale =
      static_cast<double>(L.total_size() - L.components()) / static_cast<double>(b);
  for (const auto& [node, weight] : measure) {
    nodes_.push_back(node);
    cumulative_.push_back(scale * (before + weight / 2));
    before += weight;
  }
}

double SpectralDensity::quantile(double count) const {
  const auto it = std::lower_bound(cumulative_.begin(), cumulative_.end(), count);
  if (it == cumulative_.end()) return upper_;
  return nodes_[static_cast<std::size_t>(it - cumulative_.begin())];
}

}  // namespace querent::spectral
