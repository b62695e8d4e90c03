// SPDX-License-Identifier: Apache-2.0
// The density of states by stochastic Lanczos quadrature.
//
//   L. Lin, Y. Saad, C. Yang: Approximating spectral densities of large matrices. SIAM Review 58
//   (2016), section 3.2.
//
//   for l = 1, …, vectors: v a random unit vector orthogonal to the null vector
//     T = the tridiagonal matrix of `steps` Lanczos steps from v, T s_k = θ_k s_k
//     the measure Σ_k (e_1ᵀ s_k)² δ(θ_k) estimates the density of the n − 1 non-zero eigenvalues
//   average over l; the count at a node takes half of its own weight (the midpoint of the step)
//
// All vectors advance together, as columns of one block. No reorthogonalisation: a repeated Ritz
// value splits its weight and moves nothing.
#include <querent/spectral/density.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <Eigen/Core>
#include <Eigen/Eigenvalues>

#include <querent/spectral/random_block.hpp>

namespace querent::spectral {

SpectralDensity::SpectralDensity(const Laplacian& L, int vectors, int steps)
    : upper_(L.norm_bound()) {
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const auto n = static_cast<Eigen::Index>(L.size());
  steps = static_cast<int>(std::min<Eigen::Index>(steps, n - 1));
  const auto nv = static_cast<std::uint64_t>(vectors);
  DenseBlock<double> current(L.size(), nv);
  DenseBlock<double> previous(L.size(), nv);
  DenseBlock<double> next(L.size(), nv);
  const auto map = [&](DenseBlock<double>& b) { return Eigen::Map<Rows>(b.data(), n, vectors); };
  const std::vector<double> null = L.null_vector();
  const Eigen::Map<const Eigen::VectorXd> v0(null.data(), n);
  const auto deflate = [&](DenseBlock<double>& b) {
    const Eigen::RowVectorXd share = v0.transpose() * map(b);
    map(b).noalias() -= v0 * share;
  };
  fill_normal(current, 1);
  deflate(current);
  map(current).array().rowwise() /= map(current).colwise().norm().array().eval();

  Eigen::MatrixXd alpha(steps, vectors);
  Eigen::MatrixXd beta(steps, vectors);  // beta(j, l): norm after step j
  Eigen::RowVectorXd b = Eigen::RowVectorXd::Zero(vectors);
  for (int j = 0; j < steps; ++j) {
    L.multiply(current, next);
    deflate(next);
    map(next) -= (map(previous).array().rowwise() * b.array()).matrix();
    const Eigen::RowVectorXd a = (map(current).array() * map(next).array()).colwise().sum();
    map(next) -= (map(current).array().rowwise() * a.array()).matrix();
    b = map(next).colwise().norm();
    alpha.row(j) = a;
    beta.row(j) = b;
    // an exhausted Krylov space ends in a zero column, which adds nodes of weight 0
    const Eigen::RowVectorXd scale =
        b.unaryExpr([&](double x) { return x > 1e-12 * L.norm_bound() ? 1 / x : 0.0; });
    map(next).array().rowwise() *= scale.array();
    b = (scale.array() > 0).select(b, 0.0);
    previous.swap(current);
    current.swap(next);
  }

  std::vector<std::pair<double, double>> measure;  // node, weight
  double largest = 0;
  for (int l = 0; l < vectors; ++l) {
    Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> tridiagonal;
    Eigen::VectorXd sub = beta.col(l).head(steps - 1);
    sub = (sub.array() > 1e-12 * L.norm_bound()).select(sub, 0.0);
    tridiagonal.computeFromTridiagonal(alpha.col(l), sub);
    for (int k = 0; k < steps; ++k) {
      const double s = tridiagonal.eigenvectors()(0, k);
      if (s * s > 0) measure.emplace_back(tridiagonal.eigenvalues()(k), s * s);
    }
    largest = std::max(largest, tridiagonal.eigenvalues()(steps - 1) + beta(steps - 1, l));
  }
  upper_ = std::min(upper_, largest);
  std::sort(measure.begin(), measure.end());
  double before = 0;
  const double scale = static_cast<double>(n - 1) / vectors;
  for (const auto& [node, weight] : measure) {
    nodes_.push_back(node);
    cumulative_.push_back(scale * (before + weight / 2));
    before += weight;
  }
}

double SpectralDensity::count_below(double lambda) const {
  const auto it = std::upper_bound(nodes_.begin(), nodes_.end(), lambda);
  if (it == nodes_.begin()) return 0;
  const auto k = static_cast<std::size_t>(it - nodes_.begin()) - 1;
  return cumulative_[k];
}

double SpectralDensity::quantile(double count) const {
  const auto it = std::lower_bound(cumulative_.begin(), cumulative_.end(), count);
  if (it == cumulative_.end()) return upper_;
  return nodes_[static_cast<std::size_t>(it - cumulative_.begin())];
}

}  // namespace querent::spectral
