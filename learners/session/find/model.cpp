// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/find/model.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include <Eigen/Cholesky>

namespace querent {

namespace {

using Eigen::Index;

constexpr double kFirstSlope = 3;  // before the first fit

// The prediction for each answer without it: μ₋ᵢ = y_i − α_i/[(K + Σ)⁻¹]_ii.
Eigen::VectorXd left_out(Eigen::MatrixXd K, const Eigen::VectorXd& y,
                         const Eigen::VectorXd& noise) {
  K.diagonal() += noise;
  const Eigen::MatrixXd inverse = K.llt().solve(Eigen::MatrixXd::Identity(K.rows(), K.cols()));
  return y - (inverse * y).cwiseQuotient(inverse.diagonal());
}

}  // namespace

FindModel::FindModel(std::shared_ptr<const FindKernels> kernels, int C, int find, FindParams params,
                     SparseItems criteria, const SparseItems& opinions)
    : kernels_(std::move(kernels)),
      C_(C),
      find_(find),
      params_(params),
      criteria_(std::move(criteria)),
      other_noise_(params.other_noise),
      fit_{.slope = kFirstSlope},
      alone_(fit_),
      opinions_(opinions, find) {
  if (find < 0 || find >= C) throw std::invalid_argument("FindModel: class out of range");
  const auto& all = kernels_->mixtures();
  theta_.assign(kernels_->count(), 0.0);
  for (const auto& mixture : all) {
    for (std::size_t b = 0; b < theta_.size(); ++b)
      theta_[b] += mixture[b] / static_cast<double>(all.size());
  }
  rebuild(0);
  update();
}

void FindModel::learn(const LearnedAnswer& answer) {
  if (answer.item >= size()) throw std::invalid_argument("FindModel: item out of range");
  if (answer.label < 0 || answer.label >= C_)
    throw std::invalid_argument("FindModel: class out of range");
  answers_.push_back(answer);
}

// With more answers than this the factor would be too large, and a part of the answers is used.
std::size_t FindModel::most_answers() const {
  return std::max<std::size_t>(params_.most_entries / std::max(size(), 1U), 2);
}

// At most `most` of the first answers: answers of the class first, then others, evenly spaced.
std::vector<LearnedAnswer> FindModel::some_of(std::size_t count, std::size_t most) const {
  const std::span all = std::span(answers_).first(count);
  if (count <= most) return {all.begin(), all.end()};
  std::vector<LearnedAnswer> found, others;
  for (const LearnedAnswer& answer : all)
    (answer.label == find_ ? found : others).push_back(answer);
  const auto thin = [](std::vector<LearnedAnswer>& list, std::size_t most_of_it) {
    const std::size_t keep = std::min(list.size(), most_of_it);
    for (std::size_t k = 0; k < keep; ++k) list[k] = list[k * list.size() / keep];
    list.resize(keep);
  };
  const std::size_t half = std::max(most / 2, most - std::min(most, others.size()));
  thin(found, half);
  thin(others, most - found.size());
  found.insert(found.end(), others.begin(), others.end());
  return found;
}

void FindModel::balance(std::size_t count) {
  double found = 0;
  for (std::size_t k = 0; k < count; ++k) found += answers_[k].label == find_ ? 1 : 0;
  const double others = static_cast<double>(count) - found, least = params_.other_noise;
  other_noise_ = std::sqrt(
      least * std::max(least, kBalance * params_.found_noise * others / std::max(found, 1.0)));
}

void FindModel::choose_mixture(std::size_t count) {
  balance(count);
  const std::vector<LearnedAnswer> some = some_of(count, params_.compared);
  const auto m = static_cast<Index>(some.size());
  std::vector<std::uint32_t> at;
  Eigen::VectorXd y(m), noises(m);
  for (Index i = 0; i < m; ++i) {
    const LearnedAnswer& answer = some[static_cast<std::size_t>(i)];
    at.push_back(answer.item);
    y[i] = target(answer);
    noises[i] = noise(y[i]);
  }
  if (y.minCoeff() == y.maxCoeff()) return rebuild(count);  // one class cannot compare kernels
  std::vector<Eigen::MatrixXd> K;
  for (std::size_t b = 0; b < kernels_->count(); ++b) K.push_back(kernels_->among(b, at));
  const auto mixed = [&](const std::vector<double>& theta) {
    Eigen::MatrixXd sum = Eigen::MatrixXd::Constant(m, m, params_.intercept);
    for (std::size_t b = 0; b < theta.size(); ++b) {
      if (theta[b] > 0) sum += theta[b] * K[b];
    }
    return left_out(std::move(sum), y, noises);
  };
  const auto& all = kernels_->mixtures();
  std::vector<double> log_weight;
  for (const auto& theta : all)
    log_weight.push_back(logistic_fit(mixed(theta), y, params_.label_noise).log_likelihood);
  const double most = *std::ranges::max_element(log_weight);
  double sum = 0;
  std::vector<double> mean(theta_.size(), 0.0);
  for (std::size_t h = 0; h < all.size(); ++h) {
    const double w = std::exp(log_weight[h] - most);
    sum += w;
    for (std::size_t b = 0; b < mean.size(); ++b) mean[b] += w * all[h][b];
  }
  for (double& weight : mean) weight /= sum;
  theta_ = std::move(mean);
  const Eigen::VectorXd mu = mixed(theta_);
  fit_ = alone_ = logistic_fit(mu, y, params_.label_noise);
  rebuild(count);
  if (!opinions_.any()) return;
  opinions_.fit(odds_by_process(), std::span(answers_).first(count), 1);
  fit_ = opinions_.choose_trust(some, mu, y, params_.label_noise);
}

void FindModel::update() {
  std::size_t last = 0;
  for (std::size_t m = applied_ + 1; m <= answers_.size(); ++m) {
    if (is_refit(m, 2)) last = m;
  }
  if (last > 0) choose_mixture(last);
  for (; applied_ < answers_.size(); ++applied_) {
    if (static_cast<std::size_t>(columns_) >= most_answers()) rebuild(applied_);
    step(answers_[applied_]);
  }
  if (opinions_.any()) opinions_.fit(odds_by_process(), answers_, opinions_.trust());
}

void FindModel::rebuild(std::size_t count) {
  applied_ = count;
  F_ = Eigen::VectorXf::Zero(size());
  columns_ = 0;
  factor_ = std::make_shared<Factor>(size(), 16);  // a row without columns has no address
  if (!criteria_.index.empty())
    step(kernels_->column_of(theta_, criteria_), kernels_->variance_of(theta_, criteria_), 0, 1,
         {});
  const std::size_t most = most_answers();
  for (const LearnedAnswer& answer : some_of(count, count >= most ? most / 2 : most)) step(answer);
}

void FindModel::step(const LearnedAnswer& answer) {
  const auto a = static_cast<Index>(answer.item);
  Eigen::VectorXf k = kernels_->column(theta_, answer.item);
  const auto own = static_cast<double>(k[a]);
  const Eigen::VectorXf at = factor_->row(a).head(columns_);
  step(std::move(k), own, static_cast<double>(F_[a]), target(answer),
       {at.data(), static_cast<std::size_t>(at.size())});
}

// Adds one column to H and updates the scores: `k` is K's column without τ, `at` the row of H of
// the answered item.
void FindModel::step(Eigen::VectorXf k, double own, double score, double y,
                     std::span<const float> at) {
  if (factor_.use_count() > 1) factor_ = std::make_shared<Factor>(*factor_);
  Factor& H = *factor_;
  if (columns_ == H.cols()) H.conservativeResize(Eigen::NoChange, 2 * columns_);
  const Eigen::Map<const Eigen::VectorXf> row(at.data(), static_cast<Index>(at.size()));
  const auto tau = static_cast<float>(params_.intercept);
  k.array() += tau;
  if (row.size() > 0) k.noalias() -= H.leftCols(row.size()) * row;
  const double variance =
      own + params_.intercept - static_cast<double>(row.size() > 0 ? row.squaredNorm() : 0.0F);
  const double rho = std::max(variance, 0.0) + noise(y);
  H.col(columns_++) = k / static_cast<float>(std::sqrt(rho));
  F_ += k * static_cast<float>((y - score) / rho);
}

// α of the answer from (K + Σ) α = y, since F = K α.
double FindModel::alpha(const LearnedAnswer& answer) const {
  const double y = target(answer);
  return (y - static_cast<double>(F_[answer.item])) / noise(y);
}

Eigen::VectorXd FindModel::contributions(std::uint32_t item) const {
  const Eigen::VectorXf k = kernels_->column(theta_, item);
  Eigen::VectorXd found(static_cast<Index>(answers_.size()));
  for (Index i = 0; i < found.size(); ++i) {
    const LearnedAnswer& answer = answers_[static_cast<std::size_t>(i)];
    found[i] = (static_cast<double>(k[answer.item]) + params_.intercept) * alpha(answer);
  }
  return found;
}

Eigen::VectorXd FindModel::word_contributions(std::uint32_t item) const {
  const auto& terms = kernels_->items().terms;
  if (terms.empty()) return {};
  const SparseItems& words = terms.front();
  std::vector<double> sum(words.dim, 0.0);
  for (const LearnedAnswer& answer : answers_) {
    const SparseRow x = words[answer.item];
    const double weight = alpha(answer);
    for (std::size_t k = 0; k < x.index.size(); ++k) sum[x.index[k]] += weight * x.value[k];
  }
  const SparseRow x = words[item];
  Eigen::VectorXd found(static_cast<Index>(x.index.size()));
  for (std::size_t k = 0; k < x.index.size(); ++k)
    found[static_cast<Index>(k)] = theta_.front() * params_.exact * x.value[k] * sum[x.index[k]];
  return found;
}

Eigen::ArrayXd FindModel::odds_by_process() const {
  return fit_.slope * (F_.cast<double>().array() - fit_.offset);
}

double FindModel::log_odds(std::uint32_t item) const {
  return fit_.slope * (score(item) - fit_.offset) + opinions_.addend(item);
}

double FindModel::probability(std::uint32_t item) const {
  return 1 / (1 + std::exp(-log_odds(item)));
}

// The shares of the other classes in the remaining probability: by their answers, plus one each.
Eigen::RowVectorXd FindModel::other_prior() const {
  Eigen::RowVectorXd prior = Eigen::RowVectorXd::Ones(C_);
  for (const LearnedAnswer& answer : answers_) ++prior[answer.label];
  prior[find_] = 0;
  return prior / std::max(prior.sum(), 1.0);
}

std::vector<double> FindModel::probabilities(std::uint32_t item) const {
  const double found = probability(item);
  Eigen::RowVectorXd p = other_prior() * (1 - found);
  p[find_] = found;
  return {p.begin(), p.end()};
}

RowMatrix FindModel::all_probabilities() const {
  const Eigen::RowVectorXd prior = other_prior();
  RowMatrix P(size(), C_);
  for (std::uint32_t i = 0; i < size(); ++i) {
    const double found = probability(i);
    P.row(i) = prior * (1 - found);
    P(i, find_) = found;
  }
  return P;
}

std::uint32_t FindModel::most_probable(std::span<const std::uint8_t> may_ask) const {
  std::optional<std::uint32_t> best;
  for (std::uint32_t i = 0; i < size(); ++i) {
    if (may_ask[i] != 0 && (!best || log_odds(i) > log_odds(*best))) best = i;
  }
  return best.value();
}

double FindModel::expected(std::span<const std::uint8_t> may_ask) const {
  double sum = 0;
  for (std::uint32_t i = 0; i < size(); ++i) {
    if (may_ask[i] != 0) sum += 1 / (1 + std::exp(-alone_.slope * (score(i) - alone_.offset)));
  }
  return sum;
}

}  // namespace querent
