// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/self_training.hpp>

#include <algorithm>
#include <utility>
#include <vector>

#include <Eigen/Cholesky>

#include <querent/learners/session/narrow_products.hpp>

namespace querent {

namespace {

using Eigen::Index;
using Matrix = Eigen::MatrixXd;

constexpr std::uint64_t kMostRows = 5'000;  // of U: more say nothing new of d columns

// A row an item, a column a class and zeros to whole vectors.
using Scores = TeachingItems::Rows;

// h of every row of f, in its place.
void make_probable(Scores& F, Index classes, const SelfTrainingParams& params) {
  const auto t = static_cast<float>(params.sharpness);
  for (Index j = 0; j < F.rows(); ++j)
    F.row(j).head(classes).array() -= F.row(j).head(classes).maxCoeff();
  F = (t * F.array()).exp();
  F.rightCols(F.cols() - classes).setZero();
  for (Index j = 0; j < F.rows(); ++j) F.row(j) /= F.row(j).sum();
  if (params.balance == 0 || F.rows() == 0) return;
  const Eigen::RowVectorXd mean = F.leftCols(classes).cast<double>().colwise().mean();
  Eigen::RowVectorXf lift = Eigen::RowVectorXf::Zero(F.cols());
  lift.head(classes) =
      (static_cast<double>(classes) * mean.array()).pow(-params.balance).matrix().cast<float>();
  for (Index j = 0; j < F.rows(); ++j) {
    F.row(j).array() *= lift.array();
    F.row(j) /= F.row(j).sum();
  }
}

// W_e of every view, and the factor of A_e + ω Σ x xᵀ.
class Taught {
 public:
  Taught(const PoolModel& model, const TeachingItems& teaching, double weight)
      : model_(model), teaching_(teaching), weight_(weight * teaching.share()) {
    for (std::size_t e = 0; e < model_.num_views(); ++e) {
      const SquareRootFilter& filter = model_.filter(e);
      W_.push_back(filter.weights());
      B_.push_back(filter.right_hand_side());
      Matrix A = filter.normal_matrix();
      A.triangularView<Eigen::Lower>() += weight_ * teaching_.squares(e);
      solver_.emplace_back(A);
    }
  }

  void go(const SelfTrainingParams& params) {
    for (int round = 0; round < params.rounds; ++round) {
      Scores H = of_teaching();
      make_probable(H, model_.num_classes(), params);
      for (std::size_t e = 0; e < W_.size(); ++e)
        W_[e] = solver_[e].solve(B_[e] + weight_ * transposed_times(e, H));
    }
  }
  // f of every item.
  NodeScores say() const {
    if (teaching_.rows(0).rows() == model_.size())
      return of_teaching().leftCols(model_.num_classes()).cast<double>();
    NodeScores F = NodeScores::Zero(model_.size(), model_.num_classes());
    for (std::size_t e = 0; e < W_.size(); ++e)
      model_.add_products(e, W_[e], model_.weights()[e], F);
    return F;
  }
  // f of every answered item without its answer into its row.
  void leave_out(std::span<const Answer> answers, NodeScores& F) const {
    const auto L = static_cast<Index>(answers.size());
    NodeScores without = NodeScores::Zero(L, F.cols());
    for (std::size_t e = 0; e < W_.size(); ++e) {
      Matrix X(W_[e].rows(), L);
      for (Index l = 0; l < L; ++l)
        X.col(l) = model_.seen(answers[static_cast<std::size_t>(l)].item, e);
      const Matrix P = solver_[e].matrixL().solve(X);
      NodeScores g = X.transpose() * W_[e];
      for (Index l = 0; l < L; ++l) {
        const double rho = P.col(l).squaredNorm();
        g(l, answers[static_cast<std::size_t>(l)].label) -= rho;
        without.row(l) += model_.weights()[e] / (1 - rho) * g.row(l);
      }
    }
    for (Index l = 0; l < L; ++l) F.row(answers[static_cast<std::size_t>(l)].item) = without.row(l);
  }

 private:
  // f of U, with zeros to whole vectors.
  Scores of_teaching() const {
    const std::size_t columns = detail::padded(static_cast<std::size_t>(model_.num_classes()));
    Scores F = Scores::Zero(teaching_.rows(0).rows(), static_cast<Index>(columns));
    for (std::size_t e = 0; e < W_.size(); ++e) {
      const Scores& X = teaching_.rows(e);
      Scores W = Scores::Zero(X.cols(), F.cols());
      W.leftCols(W_[e].cols()) = (model_.weights()[e] * W_[e]).cast<float>();
      detail::add_product(X.data(), static_cast<std::size_t>(X.rows()),
                          static_cast<std::size_t>(X.cols()), W.data(), columns, F.data());
    }
    return F;
  }
  // Σ_U x hᵀ, d × K: some hundred items at a time in floats.
  Matrix transposed_times(std::size_t e, const Scores& H) const {
    constexpr Index kTogether = 512;
    const Scores& X = teaching_.rows(e);
    Matrix sum = Matrix::Zero(X.cols(), model_.num_classes());
    for (Index i = 0; i < X.rows(); i += kTogether) {
      Scores part = Scores::Zero(X.cols(), H.cols());
      const auto rows = static_cast<std::size_t>(std::min(kTogether, X.rows() - i));
      detail::add_transposed_product(X.row(i).data(), rows, static_cast<std::size_t>(X.cols()),
                                     H.row(i).data(), static_cast<std::size_t>(H.cols()),
                                     part.data());
      sum += part.leftCols(sum.cols()).cast<double>();
    }
    return sum;
  }

  const PoolModel& model_;
  const TeachingItems& teaching_;
  double weight_;
  std::vector<Matrix> W_, B_;
  std::vector<Eigen::LLT<Matrix>> solver_;
};

}  // namespace

SelfTrainingParams self_training_by_words(std::size_t items) {
  constexpr double kMost = 0.1, kTogether = 600;  // ω and ω n
  const auto n = static_cast<double>(std::max<std::size_t>(items, 1));
  return {.weight = std::min(kMost, kTogether / n), .sharpness = 8};
}

TeachingItems::TeachingItems(const PoolModel& model) {
  std::vector<std::uint32_t> items(std::min<std::uint64_t>(model.size(), kMostRows));
  for (std::uint64_t k = 0; k < items.size(); ++k)
    items[k] = static_cast<std::uint32_t>(k * model.size() / items.size());
  if (!items.empty())
    share_ = static_cast<double>(model.size()) / static_cast<double>(items.size());
  for (std::size_t e = 0; e < model.num_views(); ++e) {
    rows_.emplace_back(model.seen(items, e));
    const Matrix X = rows_.back().cast<double>();
    Matrix& squares = squares_.emplace_back(Matrix::Zero(X.cols(), X.cols()));
    squares.selfadjointView<Eigen::Lower>().rankUpdate(X.transpose());
  }
}

NodeScores self_trained(const PoolModel& model, std::span<const Answer> answers,
                        const TeachingItems& teaching, const SelfTrainingParams& params) {
  if (model.size() == 0) return NodeScores::Zero(0, model.num_classes());
  Taught taught(model, teaching, params.weight);
  taught.go(params);
  NodeScores F = taught.say();
  taught.leave_out(answers, F);
  return F;
}

NodeScores self_trained(const PoolModel& model, std::span<const Answer> answers,
                        const SelfTrainingParams& params) {
  return self_trained(model, answers, TeachingItems(model), params);
}

}  // namespace querent
