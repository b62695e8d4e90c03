// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/auto/model.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>

#include <querent/graph/parallel.hpp>

namespace querent {

namespace {

using Eigen::Index;
constexpr std::uint64_t kItemsTogether = 512;

Index index(std::size_t n) {
  return static_cast<Index>(n);
}

std::vector<std::uint32_t> items_of(std::span<const Answer> answers) {
  std::vector<std::uint32_t> items;
  for (const Answer& answer : answers) items.push_back(answer.item);
  return items;
}

std::vector<int> labels_of(std::span<const Answer> answers) {
  std::vector<int> labels;
  for (const Answer& answer : answers) labels.push_back(answer.label);
  return labels;
}

}  // namespace

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

bool is_refit(std::size_t answers, int num_classes) {
  constexpr std::array<double, 8> kFirst{1, 2, 3, 5, 7, 10, 14, 20};
  const auto C = static_cast<double>(std::max(num_classes, 2));
  const auto at = [&](double per_class) {
    return static_cast<std::size_t>(std::ceil(per_class * C)) == answers;
  };
  if (std::ranges::any_of(kFirst, at)) return true;
  for (int k = 1;; ++k) {  // 20 · 2^(k/2): an integer for even k
    const double per_class = std::ldexp(kFirst.back(), k / 2) * (k % 2 == 1 ? std::sqrt(2.0) : 1);
    if (at(per_class)) return true;
    if (per_class * C > static_cast<double>(answers)) return false;
  }
}

AutoModel::AutoModel(std::shared_ptr<const Kernels> kernels, int C, AutoParams params,
                     std::uint64_t seed, bool landmarks, Opinions opinions)
    : kernels_(std::move(kernels)),
      C_(C),
      params_(params),
      seed_(seed),
      landmarks_(landmarks),
      opinions_(std::move(opinions)),
      selection_(*kernels_, params_),
      choice_(prior_choice(*kernels_, params_)),
      temperature_(prior_temperature(params)),
      named_(static_cast<std::size_t>(std::max(C, 0)), false) {
  if (C < 0) throw std::invalid_argument("AutoModel: the number of classes must not be negative");
  if (opinions_.any() && !opinions_.fit_to(size(), C))
    throw std::invalid_argument("AutoModel: opinions need a row per item and a column per class");
  build(0);
}

void AutoModel::learn(const Answer& answer) {
  if (answer.item >= size()) throw std::invalid_argument("AutoModel: item out of range");
  if (answer.label < 0 || answer.label >= C_)
    throw std::invalid_argument("AutoModel: class out of range");
  answers_.push_back(answer);
  named_[static_cast<std::size_t>(answer.label)] = true;
}

void AutoModel::update() {
  std::size_t last = 0;
  for (std::size_t m = applied_ + 1; m <= answers_.size(); ++m) {
    if (C_ < 2 || !is_refit(m, C_)) continue;
    refit(m);
    last = m;
  }
  if (last > 0) build(last);
  while (applied_ < answers_.size()) {
    step(answers_[applied_].item, answers_[applied_].label);
    ++applied_;
    // The first refit has an answer per class; opinions are compared at 2, 4, 6, 10, … answers.
    if (opinions_.any() && applied_ < static_cast<std::size_t>(C_) && is_refit(applied_, 2))
      fit_opinions();
  }
}

void AutoModel::refit(std::size_t count) {
  const std::span answers = std::span(answers_).first(count);
  const bool prune = static_cast<double>(count) >= params_.prune_from * C_;
  choice_ = selection_.choose(items_of(answers), labels_of(answers), C_, prune);
}

Eigen::MatrixXd AutoModel::targets() const {
  const auto count = index(applied_);
  Eigen::MatrixXd R = Eigen::MatrixXd::Constant(count, C_, C_ > 0 ? -1.0 / C_ : 0);
  for (std::size_t i = 0; i < applied_; ++i) R(index(i), answers_[i].label) += 1;
  return R;
}

RowMatrix AutoModel::features_of(std::span<const std::uint32_t> items) const {
  return kernels_->features(mixture_, ItemList::of(items));
}

// Draws T: all items, or a uniform sample that changes with every refit; J: a sample of T.
void AutoModel::draw_candidates() {
  const std::uint32_t n = size();
  Rng rng = make_rng(seed_, applied_, Stream::kPasses);
  T_ = {{}, n};
  if (n > params_.candidates) {
    drawn_ = std::make_shared<const std::vector<std::uint32_t>>(
        drawn_evenly(n, params_.candidates, rng));
    T_ = ItemList::of(*drawn_);
  }
  J_ = drawn_evenly(T_.count, params_.landmarks, rng);
}

// Computes the state of the steps from the first `count` answers.
void AutoModel::build(std::size_t count) {
  applied_ = count;
  mixture_ = {.theta = choice_.theta, .intercept = params_.intercept};
  const std::span answers = std::span(answers_).first(count);
  const std::vector<std::uint32_t> S = items_of(answers);
  posterior_ = Posterior(S.empty() ? RowMatrix(0, kernels_->columns(mixture_)) : features_of(S),
                         choice_.noise);
  const Eigen::MatrixXd R = targets();
  W_ = posterior_.mean_weights(R);
  if (count > 0 && C_ > 1)
    temperature_ =
        temperature_of(posterior_.left_out(R).array() + 1.0 / C_, labels_of(answers), params_);
  if (landmarks_) build_landmarks();
  if (opinions_.any()) fit_opinions();
}

// Computes scores and variances at T, and their covariances with J.
void AutoModel::build_landmarks() {
  draw_candidates();
  F_ = kernels_->times(mixture_, T_, W_);
  if (C_ > 0) F_.array() += 1.0 / C_;
  const Kernels::FloatRows half =
      kernels_->times_float(mixture_, T_, posterior_.variance_weights());
  variance_ = half.rowwise().squaredNorm().cast<double>();
  if (posterior_.form() == Posterior::Form::kDual) {
    for (std::uint32_t k = 0; k < T_.count; ++k)
      variance_[k] = std::max(0.0, kernels_->prior_variance(mixture_, T_[k]) - variance_[k]);
  }
  std::vector<std::uint32_t> at;
  for (const std::uint32_t j : J_) at.push_back(T_[j]);
  c_ = kernels_->times_float(mixture_, T_, posterior_.covariance_weights(features_of(at)));
}

// One step with an answer of class y, or with a pending answer: y = −1.
void AutoModel::step(std::uint32_t item, int y) {
  const RowMatrix phi = features_of({&item, 1});
  const Eigen::VectorXd g = covariances().covariance_weights(phi);
  const double rho = std::max(phi.row(0).dot(g), 0.0) + choice_.noise;
  Eigen::RowVectorXd error = Eigen::RowVectorXd::Zero(C_);
  if (y >= 0) {
    error = -score_row(phi);
    error[y] += 1;
    W_.noalias() += g * (error / rho);
    posterior_.add(phi);
  } else {
    if (!ahead_) ahead_ = posterior_;
    ahead_->add(phi);
  }
  if (!landmarks_) return;
  const Eigen::VectorXd c = kernels_->times(mixture_, T_, g);
  if (y >= 0) F_.noalias() += c * (error / rho);
  variance_ = (variance_ - c.cwiseAbs2() / rho).cwiseMax(0);
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

void AutoModel::drop_landmarks() {
  landmarks_ = false;
  J_.clear();
  c_.resize(0, 0);
  F_.resize(0, 0);
  variance_.resize(0);
}

Eigen::RowVectorXd AutoModel::score_row(const RowMatrix& phi) const {
  Eigen::RowVectorXd f = phi.row(0) * W_;
  if (C_ > 0) f.array() += 1.0 / C_;
  return f;
}

Eigen::VectorXd AutoModel::contributions(std::uint32_t item, int label, int other) const {
  if (label < 0 || answers_.empty()) return {};
  const std::vector<std::uint32_t> S = items_of(answers_);
  const auto less_other = [&](const auto& columns) -> Eigen::VectorXd {
    if (other < 0) return columns.col(label);
    return columns.col(label) - columns.col(other);
  };
  Eigen::MatrixXd both(W_.rows(), 2);  // Φ times both in one pass, since the annotator waits
  both.col(0) = less_other(W_);
  both.col(1) = features_of({&item, 1}).transpose();
  const RowMatrix products = kernels_->times(mixture_, ItemList::of(S), both);
  return products.col(1).cwiseProduct(less_other(targets()) - products.col(0)) / choice_.noise;
}

double AutoModel::uncertainty(std::uint32_t item) const {
  return variance_of(features_of({&item, 1}));
}

// c(i, i)/(τ + 1) for one row of features.
double AutoModel::variance_of(const RowMatrix& phi) const {
  return std::max(0.0, phi.row(0).dot(covariances().covariance_weights(phi).col(0))) /
         (1 + params_.intercept);
}

Prediction AutoModel::predict(std::uint32_t item, std::span<double> f) const {
  const RowMatrix phi = features_of({&item, 1});
  Eigen::Map<Eigen::RowVectorXd>(f.data(), C_) = score_row(phi);
  Prediction p{.label = -1, .runner_up = -1, .margin = 0};
  if (C_ == 1 && !answers_.empty()) p.label = 0;
  if (C_ > 1 && !answers_.empty()) p = predict_from_scores(f);
  p.uncertainty = variance_of(phi);
  return p;
}

Eigen::VectorXf AutoModel::utilities(bool weigh_by_doubt) const {
  Eigen::VectorXf doubt = Eigen::VectorXf::Ones(T_.count);
  if (weigh_by_doubt && C_ > 1) {
    const double t = temperature_.t[temperature_.t.size() / 2];
    for_rows(kernels_->threads(), T_.count, kItemsTogether,
             [&](std::uint64_t first, std::uint64_t last) {
               for (auto i = static_cast<Index>(first); i < static_cast<Index>(last); ++i) {
                 Eigen::RowVectorXd z = t * F_.row(i);
                 if (opinions_.any()) z += advice_.row(i);
                 const Eigen::ArrayXf e = (z.array() - z.maxCoeff()).cast<float>().exp();
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
