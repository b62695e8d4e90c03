// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/auto/opinions.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include <querent/learners/random.hpp>
#include <querent/learners/session/auto/model.hpp>
#include <querent/learners/session/auto/posterior.hpp>
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

std::vector<std::uint32_t> with_opinion(const SparseItems& opinions, std::uint32_t n,
                                        std::uint32_t most, std::uint64_t seed) {
  std::vector<std::uint32_t> items;
  for (std::uint32_t i = 0; i < n; ++i)
    if (opinions.offsets[i] < opinions.offsets[i + 1]) items.push_back(i);
  if (items.size() <= most) return items;
  Rng rng = make_rng(seed, 0, Stream::kPasses);
  std::vector<std::uint32_t> drawn;
  for (const std::uint32_t k : drawn_evenly(static_cast<std::uint32_t>(items.size()), most, rng))
    drawn.push_back(items[k]);
  return drawn;
}

// M⁰: the machine is right with probability `right`, else wrong with equal probability per class.
Eigen::MatrixXd trusting(int C, double right) {
  Eigen::MatrixXd M = Eigen::MatrixXd::Constant(C, C, (1 - right) / std::max(C - 1, 1));
  M.diagonal().setConstant(right);
  return M;
}

void to_distributions(Eigen::MatrixXd& P) {
  const Eigen::VectorXd sums = P.rowwise().sum();
  P = sums.cwiseInverse().asDiagonal() * P;
}

// softmax(t F) for every row.
Eigen::MatrixXd softmax_of(const Eigen::MatrixXd& F, double t) {
  const Eigen::VectorXd most = F.rowwise().maxCoeff();
  Eigen::MatrixXd P = (t * (F.colwise() - most)).array().exp();
  to_distributions(P);
  return P;
}

}  // namespace

void check_opinions(const SparseItems& opinions, std::uint32_t n, int C) {
  if (opinions.offsets.size() != std::size_t{n} + 1 || opinions.offsets.front() != 0 ||
      opinions.offsets.back() != opinions.index.size() ||
      opinions.index.size() != opinions.value.size() || !std::ranges::is_sorted(opinions.offsets))
    throw std::invalid_argument(
        "Session: opinions need one row per item, empty for items without an opinion");
  for (std::uint32_t i = 0; i < n; ++i) {
    const SparseRow row = opinions[i];
    double sum = row.index.empty() ? 1 : 0;
    for (std::size_t j = 0; j < row.index.size(); ++j) {
      if (row.index[j] >= static_cast<std::uint32_t>(C) || !(row.value[j] >= 0) ||
          (j > 0 && row.index[j] <= row.index[j - 1]))
        throw std::invalid_argument(
            "Session: an opinion must have ascending class indices and probabilities");
      sum += row.value[j];
    }
    if (!(std::abs(sum - 1) < 1e-6))
      throw std::invalid_argument("Session: the probabilities of an opinion must sum to 1");
  }
}

RowMatrix opinion_classes(const Kernels& kernels, const SparseItems& opinions, int C,
                          const AutoParams& params, std::uint64_t seed) {
  const OpinionParams& given = params.opinions;
  const std::vector<std::uint32_t> at =
      with_opinion(opinions, kernels.size(), params.candidates, seed);
  if (at.empty() || C < 2) return RowMatrix::Constant(kernels.size(), C, 1.0 / std::max(C, 1));
  Eigen::MatrixXd V = Eigen::MatrixXd::Zero(static_cast<Index>(at.size()), C);
  for (std::size_t k = 0; k < at.size(); ++k) {
    const SparseRow row = opinions[at[k]];
    for (std::size_t j = 0; j < row.index.size(); ++j)
      V(static_cast<Index>(k), row.index[j]) = row.value[j];
  }
  const Mixture mixture = middle_powers(kernels, params.intercept);
  const Eigen::MatrixXd features =
      kernels.features(mixture, {at, static_cast<std::uint32_t>(at.size())});
  // in the axes of ΦᵀΦ: the mean at all targets is P diag(1/(λ + σ²)) Pᵀ
  const spectral::SymmetricPairs axes = spectral::symmetric_pairs(spectral::gram(features));
  const Eigen::MatrixXd P = spectral::times(features, axes.vectors);
  const Eigen::VectorXd shrink = (axes.values.cwiseMax(0).array() + given.noise).inverse();
  const Eigen::VectorXd own = P.cwiseAbs2() * shrink;
  const Eigen::MatrixXd prior = trusting(C, given.right);
  Eigen::MatrixXd M = prior, q = V, weights;
  for (std::uint32_t step = 0; step < given.steps; ++step) {
    const Eigen::MatrixXd R = q.array() - 1.0 / C;
    weights = shrink.asDiagonal() * spectral::transposed_times(P, R);
    const Eigen::MatrixXd rest = R - spectral::times(P, weights);
    const Eigen::MatrixXd left_out = q - (1 - own.array()).inverse().matrix().asDiagonal() * rest;
    q = softmax_of(left_out, given.temperature).cwiseProduct(V * M.transpose());
    to_distributions(q);
    M = given.prior * prior + spectral::transposed_times(q, V);
    to_distributions(M);
  }
  RowMatrix mu =
      kernels.times(mixture, {{}, kernels.size()}, spectral::times(axes.vectors, weights));
  mu = (mu.array() + 1.0 / C).max(0.0);
  for (Index i = 0; i < mu.rows(); ++i) {
    const double sum = mu.row(i).sum();
    if (sum > 0) mu.row(i) /= sum;
  }
  return mu;
}

Eigen::MatrixXd opinion_confusion(const RowMatrix& mu, std::span<const std::uint32_t> at,
                                  std::span<const int> y, double prior) {
  Eigen::MatrixXd B = Eigen::MatrixXd::Zero(mu.cols(), mu.cols());
  B.diagonal().setConstant(prior);
  for (std::size_t i = 0; i < at.size(); ++i)
    B.col(y[i]) += mu.row(static_cast<Index>(at[i])).transpose();
  to_distributions(B);
  return B;
}

}  // namespace querent
