// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/self_training.hpp>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <Eigen/Cholesky>

namespace querent {

namespace {

using Eigen::Index;
using Matrix = Eigen::MatrixXd;

constexpr std::uint64_t kMostRows = 5'000;  // of U: more say nothing new of d columns

// h of every row of f.
NodeScores probable(NodeScores F, const SelfTrainingParams& params) {
  for (Index j = 0; j < F.rows(); ++j) {
    F.row(j) = (params.sharpness * (F.row(j).array() - F.row(j).maxCoeff())).exp();
    F.row(j) /= F.row(j).sum();
  }
  if (params.balance == 0 || F.rows() == 0) return F;
  const Eigen::ArrayXXd mean = F.colwise().mean().array();
  const Eigen::ArrayXXd lift = (static_cast<double>(F.cols()) * mean).pow(-params.balance);
  for (Index j = 0; j < F.rows(); ++j) {
    F.row(j).array() *= lift.row(0);
    F.row(j) /= F.row(j).sum();
  }
  return F;
}

// W_e of every view, and the factor of A_e + ω Σ x xᵀ.
class Taught {
 public:
  Taught(const PoolModel& model, const TeachingItems& teaching, double weight)
      : model_(model), teaching_(teaching), weight_(weight * teaching.share()) {
    for (std::size_t e = 0; e < model_.num_views(); ++e) {
      const SquareRootFilter& filter = model_.filter(e);
      const Matrix L = filter.cholesky_factor();
      W_.push_back(filter.weights());
      Matrix A = L * L.transpose();
      B_.push_back(A * W_.back());
      A += weight_ * teaching_.squares(e);
      solver_.emplace_back(A);
    }
  }

  void go(const SelfTrainingParams& params) {
    for (int round = 0; round < params.rounds; ++round) {
      NodeScores F = NodeScores::Zero(teaching_.rows(0).rows(), model_.num_classes());
      for (std::size_t e = 0; e < W_.size(); ++e) F += model_.weights()[e] * (teaching_.rows(e) * W_[e]);
      const NodeScores H = probable(std::move(F), params);
      for (std::size_t e = 0; e < W_.size(); ++e)
        W_[e] = solver_[e].solve(B_[e] + weight_ * (teaching_.rows(e).transpose() * H));
    }
  }
  // f of every item.
  NodeScores say() const {
    NodeScores F = NodeScores::Zero(model_.size(), model_.num_classes());
    for (std::size_t e = 0; e < W_.size(); ++e) model_.add_products(e, W_[e], model_.weights()[e], F);
    return F;
  }
  // f of an item without its answer.
  Eigen::RowVectorXd without(const Answer& answer) const {
    Eigen::RowVectorXd f = Eigen::RowVectorXd::Zero(model_.num_classes());
    for (std::size_t e = 0; e < W_.size(); ++e) {
      const Eigen::VectorXd x = model_.seen(answer.item, e);
      const double rho = x.dot(solver_[e].solve(x));
      Eigen::RowVectorXd g = x.transpose() * W_[e];
      g[answer.label] -= rho;
      f += model_.weights()[e] / (1 - rho) * g;
    }
    return f;
  }

 private:
  const PoolModel& model_;
  const TeachingItems& teaching_;
  double weight_;
  std::vector<Matrix> W_, B_;
  std::vector<Eigen::LLT<Matrix>> solver_;
};

}  // namespace

TeachingItems::TeachingItems(const PoolModel& model) {
  std::vector<std::uint32_t> items(std::min<std::uint64_t>(model.size(), kMostRows));
  for (std::uint64_t k = 0; k < items.size(); ++k)
    items[k] = static_cast<std::uint32_t>(k * model.size() / items.size());
  if (!items.empty()) share_ = static_cast<double>(model.size()) / static_cast<double>(items.size());
  for (std::size_t e = 0; e < model.num_views(); ++e) {
    rows_.emplace_back(model.seen(items, e).cast<double>());
    squares_.emplace_back(rows_.back().transpose() * rows_.back());
  }
}

NodeScores self_trained(const PoolModel& model, std::span<const Answer> answers, const TeachingItems& teaching,
                        const SelfTrainingParams& params) {
  if (model.size() == 0) return NodeScores::Zero(0, model.num_classes());
  Taught taught(model, teaching, params.weight);
  taught.go(params);
  NodeScores F = taught.say();
  for (const Answer& answer : answers) F.row(answer.item) = taught.without(answer);
  return F;
}

NodeScores self_trained(const PoolModel& model, std::span<const Answer> answers, const SelfTrainingParams& params) {
  return self_trained(model, answers, TeachingItems(model), params);
}

}  // namespace querent
