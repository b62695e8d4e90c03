// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/self_training.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include <Eigen/Cholesky>
namespace querent {

namespace {

using Eigen::Index;
using Matrix = Eigen::MatrixXd;
using Rows = Embedding::Rows;

constexpr std::uint64_t kMostRows = 5'000;  // of U: more say nothing new of d columns
constexpr std::uint64_t kTogether = 1024;    // items that are looked at together

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
  Taught(const PoolModel& model, std::vector<Rows> U, double weight)
      : model_(model), U_(std::move(U)), weight_(weight) {
    for (std::size_t e = 0; e < model_.num_views(); ++e) {
      const SquareRootFilter& filter = model_.filter(e);
      const Matrix L = filter.cholesky_factor();
      W_.push_back(filter.weights());
      Matrix A = L * L.transpose();
      B_.push_back(A * W_.back());
      A += weight_ * (U_[e].transpose() * U_[e]);
      solver_.emplace_back(A);
    }
  }

  // f of rows, as each view sees them.
  NodeScores say(const std::vector<Rows>& X) const {
    NodeScores F = NodeScores::Zero(X.front().rows(), model_.num_classes());
    for (std::size_t e = 0; e < X.size(); ++e) F += model_.weights()[e] * (X[e] * W_[e]);
    return F;
  }
  NodeScores say() const { return say(U_); }
  void learn(const NodeScores& H) {
    for (std::size_t e = 0; e < U_.size(); ++e)
      W_[e] = solver_[e].solve(B_[e] + weight_ * (U_[e].transpose() * H));
  }
  void go(const SelfTrainingParams& params) {
    for (int round = 0; round < params.rounds; ++round) learn(probable(say(), params));
  }
  // f of an item without its answer.
  Eigen::RowVectorXd without(const Answer& answer) const {
    Eigen::RowVectorXd f = Eigen::RowVectorXd::Zero(model_.num_classes());
    for (std::size_t e = 0; e < U_.size(); ++e) {
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
  std::vector<Rows> U_;
  double weight_;
  std::vector<Matrix> W_, B_;
  std::vector<Eigen::LLT<Matrix>> solver_;
};

std::vector<Rows> rows_of(const PoolModel& model, std::span<const std::uint32_t> items) {
  std::vector<Rows> all;
  for (std::size_t e = 0; e < model.num_views(); ++e)
    all.push_back(model.seen(items, e).cast<double>());
  return all;
}

double share_of(const PoolModel& model, std::span<const std::uint32_t> items) {
  return static_cast<double>(model.size()) / static_cast<double>(items.size());
}

}  // namespace

NodeScores self_trained(const PoolModel& model, std::span<const Answer> answers,
                        const SelfTrainingParams& params) {
  if (model.size() == 0) return NodeScores::Zero(0, model.num_classes());
  std::vector<std::uint32_t> items(std::min<std::uint64_t>(model.size(), kMostRows));
  for (std::uint64_t k = 0; k < items.size(); ++k)
    items[k] = static_cast<std::uint32_t>(k * model.size() / items.size());
  Taught taught(model, rows_of(model, items), params.weight * share_of(model, items));
  taught.go(params);
  NodeScores F(model.size(), model.num_classes());
  for (std::uint64_t first = 0; first < model.size(); first += kTogether) {
    items.resize(std::min<std::uint64_t>(kTogether, model.size() - first));
    std::iota(items.begin(), items.end(), static_cast<std::uint32_t>(first));
    F.middleRows(static_cast<Index>(first), static_cast<Index>(items.size())) =
        taught.say(rows_of(model, items));
  }
  for (const Answer& answer : answers) F.row(answer.item) = taught.without(answer);
  return F;
}

}  // namespace querent
