// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/find/opinions.hpp>

#include <cmath>

namespace querent {

FindOpinions::FindOpinions(const SparseItems& opinions, int find) : find_(find) {
  const double right = params_.prior * params_.right;
  prior_.setConstant(params_.prior - right);
  prior_.diagonal().setConstant(right);
  counts_ = prior_;
  v_.setConstant(static_cast<Eigen::Index>(opinions.offsets.size()) - 1, -1);
  for (std::uint32_t i = 0; i < v_.size(); ++i) {
    const SparseRow row = opinions[i];
    if (!row.index.empty()) v_[i] = 0;
    for (std::size_t k = 0; k < row.index.size(); ++k)
      if (row.index[k] == static_cast<std::uint32_t>(find)) v_[i] = row.value[k];
  }
}

// o = log L_1/L_0.
double FindOpinions::ratio(const Eigen::Matrix2d& counts, double v) {
  if (v < 0) return 0;
  const Eigen::Vector2d L = counts * Eigen::Vector2d(1 - v, v), sums = counts.rowwise().sum();
  return std::log(L[1] * sums[0] / (L[0] * sums[1]));
}

void FindOpinions::fit(const Eigen::ArrayXd& z, std::span<const LearnedAnswer> answers,
                       double trust) {
  counts_ = prior_;
  for (int step = 0; step < params_.steps; ++step) {
    Eigen::ArrayXd p = z;
    for (Eigen::Index i = 0; i < p.size(); ++i)
      p[i] = 1 / (1 + std::exp(-(z[i] + trust * ratio(counts_, v_[i]))));
    for (const LearnedAnswer& answer : answers) p[answer.item] = answer.label == find_ ? 1 : 0;
    counts_ = prior_;
    for (Eigen::Index i = 0; i < p.size(); ++i) {
      if (v_[i] >= 0)
        counts_ += Eigen::Vector2d(1 - p[i], p[i]) * Eigen::RowVector2d(1 - v_[i], v_[i]);
    }
  }
}

Eigen::VectorXd FindOpinions::choose_trust(std::span<const LearnedAnswer> answers, LeftOut left_out,
                                           double label_noise) {
  Eigen::VectorXd o(std::ssize(answers));  // each by M without its answer
  for (Eigen::Index i = 0; i < o.size(); ++i) {
    const LearnedAnswer& answer = answers[static_cast<std::size_t>(i)];
    const double v = v_[answer.item];
    Eigen::Matrix2d counts = counts_;
    if (v >= 0) counts.row(answer.label == find_ ? 1 : 0) -= Eigen::RowVector2d(1 - v, v);
    o[i] = ratio(counts, v);
  }
  const Eigen::Map<const Eigen::Array4d> trusts(params_.trusts.data());
  const Eigen::Array4d logs = trusts.unaryExpr([&](double trust) {
    left_out.addends = trust * o;
    return log_likelihood(left_out, label_noise);
  });
  const Eigen::Array4d w = (logs - logs.maxCoeff()).exp();
  trust_ = (w * trusts).sum() / w.sum();
  return trust_ * o;
}

}  // namespace querent
