// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/auto/opinions.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>

#include <querent/learners/random.hpp>
#include <querent/learners/session/auto/model.hpp>
#include <querent/spectral/dense.hpp>

namespace querent {

namespace {

using Eigen::Index;

// The items with an opinion, ascending, or `most` of them, drawn uniformly.
std::vector<std::uint32_t> items_with_opinion(const CsrMatrix& opinions, std::uint32_t most,
                                              std::uint64_t seed) {
  std::vector<std::uint32_t> items;
  for (std::uint32_t i = 0; i < opinions.rows(); ++i)
    if (opinions.offsets[i] < opinions.offsets[i + 1]) items.push_back(i);
  if (items.size() <= most) return items;
  Rng rng = make_rng(seed, 0, Stream::kPasses);
  std::vector<std::uint32_t> drawn;
  for (const std::uint32_t k : drawn_evenly(static_cast<std::uint32_t>(items.size()), most, rng))
    drawn.push_back(items[k]);
  return drawn;
}

// M⁰: the machine is right with probability `right`, else wrong with equal probability per class.
Eigen::MatrixXd trusting_confusion(int C, double right) {
  Eigen::MatrixXd M = Eigen::MatrixXd::Constant(C, C, (1 - right) / std::max(C - 1, 1));
  M.diagonal().setConstant(right);
  return M;
}

void to_distributions(auto& P) {
  const Eigen::VectorXd sums = P.rowwise().sum();
  P.array().colwise() /= sums.array();
}

// Every source at s = 2 with equal weight: the other powers span the same columns.
Mixture middle_powers(const Kernels& kernels, double intercept) {
  Mixture mixture{.theta = std::vector<double>(kernels.count(), 0.0), .intercept = intercept};
  for (std::size_t s = 0; s < kernels.num_near(); ++s)
    mixture.theta[s * Kernels::kPowers + 1] = 1.0 / static_cast<double>(kernels.num_near());
  return mixture;
}

// L_i = M v_i to a row; 1 without an opinion.
void write_likelihoods(const Eigen::MatrixXd& M, const CsrMatrix::Row& v, auto&& L) {
  L.setConstant(v.index.empty() ? 1 : 0);
  for (std::size_t l = 0; l < v.index.size(); ++l) L += v.value[l] * M.col(v.index[l]).transpose();
}

}  // namespace

Opinions::Opinions(CsrMatrix opinions, int C, const OpinionParams& params, std::uint32_t most,
                   std::uint64_t seed, std::shared_ptr<const RowMatrix> similar)
    : opinions_(std::make_shared<const CsrMatrix>(std::move(opinions))),
      items_(std::make_shared<const std::vector<std::uint32_t>>(
          items_with_opinion(*opinions_, most, seed))),
      params_(params),
      similar_(std::move(similar)),
      prior_(params.prior * trusting_confusion(C, params.right)),
      counts_(prior_),
      M_(trusting_confusion(C, params.right)) {}

bool Opinions::fit_to(std::uint32_t n, int C) const {
  return any() && opinions_->rows() == n && M_.rows() == C;
}

std::vector<std::uint32_t> Opinions::items_without(std::span<const Answer> answers) const {
  std::vector<bool> answered(opinions_->rows(), false);
  for (const Answer& answer : answers) answered[answer.item] = true;
  std::vector<std::uint32_t> items;
  for (const std::uint32_t item : *items_)
    if (!answered[item]) items.push_back(item);
  return items;
}

void Opinions::fit(std::span<const std::uint32_t> items, const RowMatrix& P,
                   std::span<const Answer> answers, OpinionTrust trust) {
  Eigen::MatrixXd given = prior_;
  for (const Answer& answer : answers) {
    const auto v = (*opinions_)[answer.item];
    for (std::size_t l = 0; l < v.index.size(); ++l) given(answer.label, v.index[l]) += v.value[l];
  }
  RowMatrix logs = P.array().max(1e-300).log(), q(P.rows(), P.cols());
  if (similar_) logs += trust.similar * (*similar_)(items, Eigen::all);
  counts_ = prior_;
  for (std::uint32_t step = 0; step <= params_.steps; ++step) {
    M_ = counts_;
    to_distributions(M_);
    if (step == params_.steps) return;
    for (std::size_t i = 0; i < items.size(); ++i)
      write_likelihoods(M_, (*opinions_)[items[i]], q.row(static_cast<Index>(i)));
    q = logs.array() + trust.own * q.array().log();
    const Eigen::VectorXd most = q.rowwise().maxCoeff();
    q = (q.colwise() - most).array().exp();
    to_distributions(q);
    counts_ = given;
    for (std::size_t i = 0; i < items.size(); ++i) {
      const auto v = (*opinions_)[items[i]];
      for (std::size_t l = 0; l < v.index.size(); ++l)
        counts_.col(v.index[l]) += v.value[l] * q.row(static_cast<Index>(i)).transpose();
    }
  }
}

Eigen::RowVectorXd Opinions::addend(std::uint32_t item) const {
  Eigen::RowVectorXd L(M_.rows());
  write_likelihoods(M_, (*opinions_)[item], L);
  L = trust_.own * L.array().log();
  if (similar_) L += trust_.similar * similar_->row(item);
  return L;
}

// log L of each answer, m × C: the row of its class in M loses the answer.
RowMatrix Opinions::left_out_likelihoods(std::span<const Answer> answers) const {
  RowMatrix logs(std::ssize(answers), M_.rows());
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const auto v = (*opinions_)[answers[i].item];
    auto L = logs.row(static_cast<Index>(i));
    write_likelihoods(M_, v, L);
    if (v.index.empty()) continue;
    const int y = answers[i].label;
    double own = 0, sum = counts_.row(y).sum();
    for (std::size_t l = 0; l < v.index.size(); ++l) {
      own += v.value[l] * (counts_(y, v.index[l]) - v.value[l]);
      sum -= v.value[l];
    }
    L[y] = own / sum;
  }
  return logs.array().log();
}

RowMatrix Opinions::scores(std::span<const Answer> answers) const {
  RowMatrix S = RowMatrix::Zero(std::ssize(answers), M_.rows());
  for (std::size_t i = 0; similar_ && i < answers.size(); ++i)
    S.row(static_cast<Index>(i)) = similar_->row(answers[i].item);
  return S;
}

RowMatrix Opinions::left_out(std::span<const Answer> answers) const {
  return trust_.own * left_out_likelihoods(answers) + trust_.similar * scores(answers);
}

void Opinions::choose_trust(std::span<const Answer> answers,
                            const std::function<double(const RowMatrix& addends)>& log_likelihood) {
  trust_ = {.own = params_.first_trust, .similar = 1};
  if (answers.empty()) return;
  const RowMatrix logs = left_out_likelihoods(answers), S = scores(answers);
  std::vector<std::array<double, 3>> cells;  // β, γ, log likelihood
  for (const double own : params_.trusts) {
    for (const double similar : params_.trusts) {
      cells.push_back({own, similar, log_likelihood(own * logs + similar * S)});
      if (!similar_) break;
    }
  }
  double most = cells.front()[2], sum = 0;
  for (const auto& cell : cells) most = std::max(most, cell[2]);
  trust_ = {.own = 0, .similar = 0};
  for (const auto& [own, similar, log] : cells) {
    const double w = std::exp(log - most);
    sum += w;
    trust_.own += w * own;
    trust_.similar += w * similar;
  }
  trust_ = {.own = trust_.own / sum, .similar = trust_.similar / sum};
}

RowMatrix similar_opinions(const Kernels& kernels, const CsrMatrix& opinions, int C,
                           const AutoParams& params, std::uint64_t seed) {
  const OpinionParams& given = params.opinions;
  const std::vector<std::uint32_t> at = items_with_opinion(opinions, params.candidates, seed);
  if (at.empty() || C < 2) return RowMatrix::Zero(kernels.size(), C);
  const Mixture mixture = middle_powers(kernels, params.intercept);
  const Eigen::MatrixXd features = kernels.features(mixture, ItemList::of(at));
  // in the axes of ΦᵀΦ: the mean at all targets is P diag(1/(λ + σ²)) Pᵀ
  const spectral::SymmetricPairs axes = spectral::symmetric_pairs(spectral::gram(features));
  const Eigen::MatrixXd P = spectral::times(features, axes.vectors);
  const Eigen::VectorXd shrink = (axes.values.cwiseMax(0).array() + params.prior_noise()).inverse();
  const Eigen::VectorXd own = P.cwiseAbs2() * shrink;
  Eigen::MatrixXd V = Eigen::MatrixXd::Zero(static_cast<Index>(at.size()), C);
  const Eigen::MatrixXd prior = given.prior * trusting_confusion(C, given.right);
  for (std::size_t k = 0; k < at.size(); ++k) {
    const auto row = opinions[at[k]];
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
    q = (params.temperature * (left_out.colwise() - most)).array().exp() *
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
  return params.temperature * mu;
}

void check_opinions(const CsrMatrix& opinions, std::uint32_t n, int C) {
  if (opinions.offsets.size() != std::size_t{n} + 1 || opinions.offsets.front() != 0 ||
      opinions.offsets.back() != opinions.index.size() ||
      opinions.index.size() != opinions.value.size() || !std::ranges::is_sorted(opinions.offsets))
    throw std::invalid_argument(
        "Session: opinions need one row per item, empty for items without an opinion");
  for (std::uint32_t i = 0; i < n; ++i) {
    const auto row = opinions[i];
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

}  // namespace querent
