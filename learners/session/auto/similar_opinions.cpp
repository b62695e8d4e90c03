// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/auto/similar_opinions.hpp>

#include <vector>

#include <querent/learners/session/auto/opinions.hpp>
#include <querent/spectral/dense.hpp>

namespace querent {

namespace {

using Eigen::Index;

// Every source at s = 2 with equal weight: the other powers span the same columns.
Mixture middle_powers(const Kernels& kernels, double intercept) {
  Mixture mixture{.theta = std::vector<double>(kernels.count(), 0.0), .intercept = intercept};
  for (std::size_t s = 0; s < kernels.num_sources(); ++s)
    mixture.theta[s * Kernels::kPowers + 1] = 1.0 / static_cast<double>(kernels.num_sources());
  return mixture;
}

}  // namespace

RowMatrix similar_opinions(const Kernels& kernels, const SparseItems& opinions, int C,
                           const AutoParams& params, std::uint64_t seed) {
  const OpinionParams& given = params.opinions;
  const std::vector<std::uint32_t> at = items_with_opinion(opinions, params.candidates, seed);
  if (at.empty() || C < 2) return RowMatrix::Zero(kernels.size(), C);
  const Mixture mixture = middle_powers(kernels, params.intercept);
  const Eigen::MatrixXd features =
      kernels.features(mixture, {at, static_cast<std::uint32_t>(at.size())});
  // in the axes of ΦᵀΦ: the mean at all targets is P diag(1/(λ + σ²)) Pᵀ
  const spectral::SymmetricPairs axes = spectral::symmetric_pairs(spectral::gram(features));
  const Eigen::MatrixXd P = spectral::times(features, axes.vectors);
  const Eigen::VectorXd shrink = (axes.values.cwiseMax(0).array() + given.noise).inverse();
  const Eigen::VectorXd own = P.cwiseAbs2() * shrink;
  Eigen::MatrixXd V = Eigen::MatrixXd::Zero(static_cast<Index>(at.size()), C);
  const Eigen::MatrixXd prior = given.prior * trusting_confusion(C, given.right);
  for (std::size_t k = 0; k < at.size(); ++k) {
    const SparseRow row = opinions[at[k]];
    for (std::size_t j = 0; j < row.index.size(); ++j)
      V(static_cast<Index>(k), row.index[j]) = row.value[j];
  }
  Eigen::MatrixXd M = prior, q = V, R, weights;
  for (std::uint32_t step = 0; step < given.steps; ++step) {
    to_distributions(M);
    R = q.array() - 1.0 / C;
    weights = shrink.asDiagonal() * spectral::transposed_times(P, R);
    const Eigen::MatrixXd rest = R - spectral::times(P, weights);
    const Eigen::MatrixXd left_out = q - (1 - own.array()).inverse().matrix().asDiagonal() * rest;
    const Eigen::VectorXd most = left_out.rowwise().maxCoeff();
    q = (given.temperature * (left_out.colwise() - most)).array().exp() *
        (V * M.transpose()).array();
    to_distributions(q);
    M = prior + spectral::transposed_times(q, V);
  }
  RowMatrix mu =
      kernels.times(mixture, {{}, kernels.size()}, spectral::times(axes.vectors, weights));
  for (std::size_t k = 0; k < at.size(); ++k) {
    const auto i = static_cast<Index>(k);
    mu.row(at[k]) = (mu.row(at[k]) - own[i] * R.row(i)) / (1 - own[i]);
  }
  return given.temperature * mu;
}

}  // namespace querent
