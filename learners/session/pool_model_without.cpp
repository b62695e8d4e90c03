// SPDX-License-Identifier: Apache-2.0
// What a model would say had it not learned some of its answers; pool_model.hpp has the formulas.
#include <algorithm>
#include <cmath>
#include <variant>

#include <Eigen/Cholesky>

#include <querent/learners/session/influences.hpp>
#include <querent/learners/session/pool_model.hpp>

namespace querent {

namespace {

using Matrix = Eigen::MatrixXd;

Eigen::Index as_index(std::size_t n) {
  return static_cast<Eigen::Index>(n);
}

}  // namespace

// The filter is made of A and B anew, since one that had to turn answers out again could lose its
// digits; the items are told by steps, as of answers.
void PoolModel::leave_out(std::size_t e, std::span<const Answer> answers) {
  View& view = views_[e];
  const Eigen::Index d = as_index(view.columns.count), t = as_index(answers.size());
  Matrix M(d, t), Y = Matrix::Zero(t, K_);
  for (Eigen::Index k = 0; k < t; ++k) {
    const auto& [item, label] = answers[static_cast<std::size_t>(k)];
    M.col(k) = seen(item, e);
    Y(k, label) = 1;
  }
  const Matrix L = view.filter.cholesky_factor(), W = view.filter.weights();
  const auto factor = L.triangularView<Eigen::Lower>();
  const Matrix P = factor.solve(M);
  const Eigen::LLT<Matrix> S(Matrix::Identity(t, t) - P.transpose() * P);
  const Matrix delta = S.matrixL().solve(M.transpose() * W - Y);
  const Matrix V = factor.transpose().solve(S.matrixL().solve(P.transpose()).transpose());
  for (Eigen::Index k = 0; k < t; ++k) {
    Step& step = steps_[e].emplace_back();
    step.v = V.col(k);
    if (!view.columns.scale.empty())
      step.v.array() *= Eigen::Map<const Eigen::ArrayXd>(view.columns.scale.data(), d);
    step.delta = delta.row(k).transpose();
    step.shrink = -1;
  }
  Matrix A = view.filter.normal_matrix();
  A.selfadjointView<Eigen::Lower>().rankUpdate(M, -1);
  const Eigen::LLT<Eigen::Ref<Matrix>> rest(A);
  view.filter.restart(rest.matrixL(), rest.matrixL().solve(view.filter.right_hand_side() - M * Y));
}

PoolModel PoolModel::without(std::span<const std::uint32_t> items) const {
  PoolModel rest = *this;
  rest.forget_landmarks();
  const std::size_t E = views_.size();
  std::vector<Answer> gone;
  rest.learned_.clear();
  rest.losses_.clear();
  for (View& view : rest.views_) view.loss = 0;
  for (std::size_t l = 0; l < learned_.size(); ++l) {
    if (std::find(items.begin(), items.end(), learned_[l].item) != items.end()) {
      gone.push_back(learned_[l]);
      continue;
    }
    rest.learned_.push_back(learned_[l]);
    for (std::size_t e = 0; e < E; ++e) {
      rest.losses_.push_back(losses_[l * E + e]);
      rest.views_[e].loss += losses_[l * E + e];
    }
  }
  if (gone.empty()) return rest;
  for (std::size_t e = 0; e < E; ++e) rest.leave_out(e, gone);
  rest.look();
  rest.weigh();
  return rest;
}

void PoolModel::add_products(std::size_t e, const Matrix& W, double w, NodeScores& F) const {
  const RowView& columns = views_[e].columns;
  const std::size_t E = views_.size();
  Matrix scaled = w * W;
  if (!columns.scale.empty())
    scaled.array().colwise() *=
        Eigen::Map<const Eigen::ArrayXd>(columns.scale.data(), scaled.rows());
  if (const auto* dense = std::get_if<Embedding::Rows>(&items_->rows)) {
    NodeScores of_view =
        dense->middleCols(as_index(columns.first), as_index(columns.count)) * scaled;
    for (std::uint32_t i = 0; i < n_; ++i) F.row(i) += inverse_length_[i * E + e] * of_view.row(i);
    return;
  }
  for (std::uint32_t i = 0; i < n_; ++i) F.row(i) += (seen(i, e).transpose() * W) * w;
}

}  // namespace querent
