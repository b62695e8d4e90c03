// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/auto/model.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>

#include <Eigen/Cholesky>

#include <querent/graph/parallel.hpp>
#include <querent/learners/random.hpp>
#include <querent/spectral/dense.hpp>

namespace querent {

namespace {

using Eigen::Index;
constexpr std::uint64_t kItemsTogether = 512;

Index index(std::size_t n) {
  return static_cast<Index>(n);
}

// `count` of 0 … n − 1, or all, ascending: selection sampling (Knuth, 3.4.2 S).
std::vector<std::uint32_t> drawn_evenly(std::uint32_t n, std::uint32_t count, Rng& rng) {
  std::vector<std::uint32_t> drawn;
  std::uint64_t left = std::min(n, count);
  for (std::uint32_t i = 0; i < n && left > 0; ++i) {
    if (uniform_below(rng, n - i) >= left) continue;
    drawn.push_back(i);
    --left;
  }
  return drawn;
}

ItemList all_of(std::span<const std::uint32_t> list) {
  return {list, static_cast<std::uint32_t>(list.size())};
}

}  // namespace

bool is_refit(std::size_t answers, int num_classes) {
  constexpr std::array<double, 8> kFirst{1, 2, 3, 5, 7, 10, 14, 20};
  const auto C = static_cast<double>(std::max(num_classes, 2));
  const auto at = [&](double per_class) {
    return static_cast<std::size_t>(std::ceil(per_class * C)) == answers;
  };
  if (std::ranges::any_of(kFirst, at)) return true;
  double per_class = kFirst.back();
  while (per_class * C < static_cast<double>(answers)) {
    per_class *= std::sqrt(2.0);
    if (at(per_class)) return true;
  }
  return false;
}

AutoModel::AutoModel(std::shared_ptr<const Kernels> kernels, int C, AutoParams params,
                     std::uint64_t seed, bool landmarks)
    : kernels_(std::move(kernels)),
      C_(C),
      params_(params),
      seed_(seed),
      landmarks_(landmarks),
      selection_(std::make_shared<KernelSelection>(*kernels_, params_)),
      choice_(prior_choice(*kernels_, params_)),
      temperature_{.t = {params.temperature}, .noise = 0} {
  if (C < 0) throw std::invalid_argument("AutoModel: no fewer than 0 classes");
  build(0);
}

void AutoModel::learn(const LearnedAnswer& answer) {
  if (answer.item >= size()) throw std::invalid_argument("AutoModel: there is no such item");
  if (answer.label < 0 || answer.label >= C_)
    throw std::invalid_argument("AutoModel: there is no such class");
  answers_.push_back(answer);
}

bool AutoModel::refit_due(std::size_t answers) const {
  return C_ > 1 && is_refit(answers, C_);
}

void AutoModel::update() {
  std::size_t last = 0;
  for (std::size_t m = applied_ + 1; m <= answers_.size(); ++m) {
    if (!refit_due(m)) continue;
    refit(m);
    last = m;
  }
  if (last > 0) build(last);
  for (; applied_ < answers_.size(); ++applied_)
    step(answers_[applied_].item, answers_[applied_].label);
}

void AutoModel::refit(std::size_t count) {
  std::vector<std::uint32_t> at;
  std::vector<int> y;
  for (std::size_t i = 0; i < count; ++i) {
    at.push_back(answers_[i].item);
    y.push_back(answers_[i].label);
  }
  const bool prune = static_cast<double>(count) >= params_.prune_from * C_;
  if (selection_.use_count() > 1) selection_ = std::make_shared<KernelSelection>(*selection_);
  choice_ = selection_->choose(at, y, C_, prune);
}

Eigen::MatrixXd AutoModel::targets(std::size_t count) const {
  Eigen::MatrixXd R = Eigen::MatrixXd::Constant(index(count), C_, C_ > 0 ? -1.0 / C_ : 0);
  for (std::size_t i = 0; i < count; ++i) R(index(i), answers_[i].label) += 1;
  return R;
}

// T: all items, or an even draw that changes with every refit; J: an even draw of T.
void AutoModel::draw_candidates(std::size_t answers) {
  const std::uint32_t n = size();
  Rng rng = make_rng(seed_, answers, Stream::kPasses);
  T_ = {{}, n};
  if (n > params_.candidates) {
    drawn_ = std::make_shared<const std::vector<std::uint32_t>>(
        drawn_evenly(n, params_.candidates, rng));
    T_ = all_of(*drawn_);
  }
  J_.clear();
  if (landmarks_) J_ = drawn_evenly(T_.count, params_.landmarks, rng);
}

// Everything that the steps keep, from the first `count` answers.
void AutoModel::build(std::size_t count) {
  S_.clear();
  for (std::size_t i = 0; i < count; ++i) S_.push_back(answers_[i].item);
  const Index m = index(count);
  Eigen::MatrixXd K = Eigen::MatrixXd::Constant(m, m, params_.intercept);
  for (std::size_t b = 0; b < choice_.theta.size() && m > 0; ++b) {
    if (!(choice_.theta[b] > 0)) continue;
    const Eigen::MatrixXd features = kernels_->features(b, all_of(S_));
    K += choice_.theta[b] * spectral::times(features, features.transpose());
  }
  K.diagonal().array() += choice_.noise;
  L_ = K.llt().matrixL();
  alpha_ = L_.transpose().triangularView<Eigen::Upper>().solve(
      L_.triangularView<Eigen::Lower>().solve(targets(count)));
  applied_ = count;
  if (count > 0) {
    std::vector<int> y;
    for (std::size_t i = 0; i < count; ++i) y.push_back(answers_[i].label);
    const Eigen::MatrixXd inverse = L_.triangularView<Eigen::Lower>().solve(
        Eigen::MatrixXd::Identity(m, m));
    const Eigen::VectorXd d = inverse.colwise().squaredNorm().transpose();
    Eigen::MatrixXd mu = targets(count) - d.cwiseInverse().asDiagonal() * alpha_;
    mu.array() += 1.0 / C_;
    if (C_ > 1) temperature_ = temperature_of(mu, y, params_);
  }
  draw_candidates(count);
  F_ = kernels_->times(choice_.theta, T_, S_, alpha_);
  const Eigen::RowVectorXd offset =
      (C_ > 0 ? 1.0 / C_ : 0) + params_.intercept * alpha_.colwise().sum().array();
  F_.rowwise() += offset;
  variance_.setConstant(T_.count, params_.intercept);
  for (std::uint32_t k = 0; k < T_.count; ++k) variance_[k] += kernels_->prior_variance(choice_.theta, T_[k]);
  if (!landmarks_) return;
  if (m > 0) {
    const Eigen::MatrixXd half =
        L_.triangularView<Eigen::Lower>().solve(Eigen::MatrixXd::Identity(m, m)).transpose();
    Kernels::FloatRows W = kernels_->times_float(choice_.theta, T_, S_, half);
    W.rowwise() += (params_.intercept * half.colwise().sum()).cast<float>();
    variance_ -= W.rowwise().squaredNorm().cast<double>();
    variance_ = variance_.cwiseMax(0);
  }
  std::vector<std::uint32_t> at;
  for (const std::uint32_t j : J_) at.push_back(T_[j]);
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(index(J_.size()) + m, index(J_.size()));
  A.topRows(index(J_.size())).setIdentity();
  if (m > 0) {
    Eigen::MatrixXd KSJ = kernels_->times(choice_.theta, all_of(S_), at,
                                          Eigen::MatrixXd::Identity(index(J_.size()), index(J_.size())));
    KSJ.array() += params_.intercept;
    A.bottomRows(m) = -L_.transpose().triangularView<Eigen::Upper>().solve(
        L_.triangularView<Eigen::Lower>().solve(KSJ));
    at.insert(at.end(), S_.begin(), S_.end());
  }
  c_ = kernels_->times_float(choice_.theta, T_, at, A);
  c_.rowwise() += (params_.intercept * A.colwise().sum()).cast<float>();
}

Eigen::VectorXd AutoModel::kernel_at(std::uint32_t item) const {
  const std::array<std::uint32_t, 1> one{item};
  Eigen::VectorXd k =
      kernels_->times(choice_.theta, all_of(S_), one, Eigen::MatrixXd::Ones(1, 1)).col(0);
  k.array() += params_.intercept;
  return k;
}

Eigen::VectorXd AutoModel::weights_for(const Eigen::VectorXd& k) const {
  return L_.transpose().triangularView<Eigen::Upper>().solve(
      L_.triangularView<Eigen::Lower>().solve(k));
}

// y = −1: an answer on its way.
void AutoModel::step(std::uint32_t item, int y) {
  const Index m = index(S_.size());
  const Eigen::VectorXd k = kernel_at(item);
  const Eigen::VectorXd v = weights_for(k);
  // c(T, item): one product with the weights [1, −v] of item and S
  std::vector<std::uint32_t> at{item};
  at.insert(at.end(), S_.begin(), S_.end());
  Eigen::MatrixXd A(m + 1, 1);
  A << 1, -v;
  Eigen::VectorXd c = kernels_->times(choice_.theta, T_, at, A).col(0);
  c.array() += params_.intercept * A.sum();
  const double own = kernels_->prior_variance(choice_.theta, item) + params_.intercept;
  const double rho = std::max(own - k.dot(v), 0.0) + choice_.noise;
  if (y >= 0) {
    Eigen::RowVectorXd error = -score_row(item);
    error[y] += 1;
    F_.noalias() += c * (error / rho);
  }
  variance_ = (variance_ - c.cwiseAbs2() / rho).cwiseMax(0);
  if (landmarks_) {
    Eigen::RowVectorXf at_landmarks(index(J_.size()));
    for (std::size_t j = 0; j < J_.size(); ++j)
      at_landmarks[index(j)] = static_cast<float>(c[J_[j]] / rho);
    const Eigen::VectorXf of_items = c.cast<float>();
    for_rows(kernels_->threads(), T_.count, kItemsTogether,
             [&](std::uint64_t first, std::uint64_t last) {
               for (auto i = static_cast<Index>(first); i < static_cast<Index>(last); ++i)
                 c_.row(i) -= of_items[i] * at_landmarks;
             });
  }
  // L grows by a row
  const Eigen::VectorXd row = L_.triangularView<Eigen::Lower>().solve(k);
  L_.conservativeResize(m + 1, m + 1);
  L_.col(m).setZero();
  L_.row(m).head(m) = row.transpose();
  L_(m, m) = std::sqrt(rho);
  S_.push_back(item);
  if (y < 0) return;
  alpha_ = L_.transpose().triangularView<Eigen::Upper>().solve(
      L_.triangularView<Eigen::Lower>().solve(targets(S_.size())));
}

void AutoModel::drop_landmarks() {
  landmarks_ = false;
  J_.clear();
  c_.resize(0, 0);
}

void AutoModel::foresee(std::uint32_t item) {
  step(item, -1);
}

Eigen::RowVectorXd AutoModel::score_row(std::uint32_t item) const {
  const Index m = alpha_.rows();
  Eigen::RowVectorXd f = Eigen::RowVectorXd::Constant(C_, C_ > 0 ? 1.0 / C_ : 0);
  if (m > 0) f += kernel_at(item).head(m).transpose() * alpha_;
  return f;
}

double AutoModel::scores(std::uint32_t item, std::span<double> f) const {
  Eigen::Map<Eigen::RowVectorXd>(f.data(), C_) = score_row(item);
  return uncertainty(item);
}

double AutoModel::uncertainty(std::uint32_t item) const {
  const Eigen::VectorXd k = kernel_at(item);
  const double own = kernels_->prior_variance(choice_.theta, item) + params_.intercept;
  return std::max(0.0, own - k.dot(weights_for(k))) / (1 + params_.intercept);
}

Prediction AutoModel::predict(std::uint32_t item, std::span<double> f) const {
  const double r = scores(item, f);
  Prediction p{.label = -1, .runner_up = -1, .margin = 0, .uncertainty = r};
  if (C_ == 0 || answers_.empty()) return p;
  if (C_ == 1) {
    p.label = 0;
    return p;
  }
  p = predict_from_scores(f);
  p.uncertainty = r;
  return p;
}

std::vector<double> AutoModel::prior_of(std::span<const double> even,
                                        std::span<const double> chosen) const {
  double all_even = 0, all_chosen = 0;
  for (const double count : even) all_even += count;
  for (const double count : chosen) all_chosen += count;
  const double weight = params_.chosen_per_class * C_;
  std::vector<double> prior;
  for (std::size_t k = 0; k < even.size(); ++k)
    prior.push_back((even[k] + weight * (chosen[k] + 1) / (all_chosen + C_)) / (all_even + weight));
  return prior;
}

std::vector<double> AutoModel::class_prior_without(std::size_t left_out) const {
  std::vector<double> even(static_cast<std::size_t>(C_), 0), chosen = even;
  for (std::size_t i = 0; i < answers_.size(); ++i) {
    if (i != left_out)
      ++(answers_[i].even ? even : chosen)[static_cast<std::size_t>(answers_[i].label)];
  }
  return prior_of(even, chosen);
}

std::vector<double> AutoModel::class_prior() const {
  return class_prior_without(answers_.size());
}

// Scores become P: (6).
void AutoModel::mix(Eigen::Ref<Eigen::RowVectorXd> f, std::span<const double> prior) const {
  Eigen::RowVectorXd p = Eigen::RowVectorXd::Zero(f.size());
  const double most = f.maxCoeff();
  for (const double t : temperature_.t) {
    const Eigen::RowVectorXd e = (t * (f.array() - most)).exp().matrix();
    p += e / (e.sum() * static_cast<double>(temperature_.t.size()));
  }
  const Eigen::Map<const Eigen::RowVectorXd> pi(prior.data(), f.size());
  f = choice_.null * pi + (1 - choice_.null) * p;
}

std::vector<double> AutoModel::probabilities(std::uint32_t item) const {
  Eigen::RowVectorXd f = score_row(item);
  if (C_ > 0) mix(f, class_prior());
  return {f.begin(), f.end()};
}

RowMatrix AutoModel::all_probabilities() const {
  const ItemList all{{}, size()};
  const std::span<const std::uint32_t> asked(S_.data(), static_cast<std::size_t>(alpha_.rows()));
  RowMatrix P = kernels_->times(choice_.theta, all, asked, alpha_);
  P.rowwise() += Eigen::RowVectorXd((C_ > 0 ? 1.0 / C_ : 0) +
                                    params_.intercept * alpha_.colwise().sum().array());
  if (C_ == 0) return P;
  const std::vector<double> prior = class_prior();
  for_rows(kernels_->threads(), size(), kItemsTogether, [&](std::uint64_t first, std::uint64_t last) {
    for (auto i = static_cast<Index>(first); i < static_cast<Index>(last); ++i) {
      Eigen::RowVectorXd f = P.row(i);
      mix(f, prior);
      P.row(i) = f;
    }
  });
  return P;
}

RowMatrix AutoModel::left_out_probabilities() const {
  const Index m = alpha_.rows();
  const Eigen::MatrixXd inverse = L_.topLeftCorner(m, m).triangularView<Eigen::Lower>().solve(
      Eigen::MatrixXd::Identity(m, m));
  const Eigen::VectorXd d = inverse.colwise().squaredNorm().transpose();
  RowMatrix P = targets(static_cast<std::size_t>(m)) - d.cwiseInverse().asDiagonal() * alpha_;
  if (C_ == 0) return P;
  P.array() += 1.0 / C_;
  for (Index i = 0; i < m; ++i) {
    Eigen::RowVectorXd f = P.row(i);
    mix(f, class_prior_without(static_cast<std::size_t>(i)));
    P.row(i) = f;
  }
  return P;
}

std::vector<double> AutoModel::probably_wrong() const {
  std::vector<int> y;
  for (const LearnedAnswer& answer : answers_) y.push_back(answer.label);
  return wrong_answers(left_out_probabilities(), y, temperature_.noise);
}

Eigen::VectorXf AutoModel::utilities(bool weigh_by_doubt) const {
  Eigen::VectorXf doubt = Eigen::VectorXf::Ones(T_.count);
  if (weigh_by_doubt && C_ > 1) {
    const double t = temperature_.t[temperature_.t.size() / 2];
    for_rows(kernels_->threads(), T_.count, kItemsTogether,
             [&](std::uint64_t first, std::uint64_t last) {
               for (auto i = static_cast<Index>(first); i < static_cast<Index>(last); ++i) {
                 const Eigen::ArrayXf e =
                     (t * (F_.row(i).array() - F_.row(i).maxCoeff())).cast<float>().exp();
                 const float sum = e.sum();
                 doubt[i] = std::max(0.0F, 1 - e.square().sum() / (sum * sum));
               }
             });
  }
  Eigen::VectorXf weight(index(J_.size()));
  for (std::size_t j = 0; j < J_.size(); ++j) weight[index(j)] = doubt[J_[j]];
  Eigen::VectorXf utility(T_.count);
  const auto noise = choice_.noise;
  for_rows(kernels_->threads(), T_.count, kItemsTogether,
           [&](std::uint64_t first, std::uint64_t last) {
             for (auto i = static_cast<Index>(first); i < static_cast<Index>(last); ++i)
               utility[i] = std::sqrt(doubt[i]) * c_.row(i).cwiseAbs2().dot(weight.transpose()) /
                            static_cast<float>(variance_[i] + noise);
           });
  return utility;
}

}  // namespace querent
