// SPDX-License-Identifier: Apache-2.0
#include <querent/spectral/out_of_sample.hpp>

#include <cmath>

namespace querent {

namespace {
constexpr double kLeastShare = 0.05;  // of 1 − λ, or 1 − λ/D: an error grows twentyfold at most
}

Eigen::RowVectorXd out_of_sample(const NodeRows& nodes, std::span<const std::uint32_t> neighbours,
                                 std::span<const double> weights) {
  const bool normalized = nodes.laplacian == LaplacianKind::kNormalized;
  Eigen::RowVectorXd m = Eigen::RowVectorXd::Zero(nodes.rows.cols());
  double D_new = 0;
  for (std::size_t k = 0; k < neighbours.size(); ++k) {
    const auto j = static_cast<Eigen::Index>(neighbours[k]);
    const double S = weights.empty() ? 1.0 : weights[k];
    D_new += S;
    if (nodes.degree[j] > 0)
      m += (normalized ? S / std::sqrt(nodes.degree[j]) : S) * nodes.rows.row(j);
  }
  if (!(D_new > 0)) return m;
  if (normalized) m /= std::sqrt(D_new);
  const double whole = normalized ? 1 : D_new;
  for (Eigen::Index k = 0; k < m.size(); ++k) {
    const double rest = whole - nodes.eigenvalues[k];
    m[k] = std::abs(rest) < kLeastShare * whole ? 0 : m[k] / rest;
  }
  return m;
}

}  // namespace querent
