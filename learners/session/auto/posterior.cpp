// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/auto/posterior.hpp>

#include <cmath>

#include <querent/spectral/dense.hpp>

namespace querent {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;

MatrixXd solved(const MatrixXd& L, const MatrixXd& B) {
  return L.transpose().triangularView<Eigen::Upper>().solve(
      L.triangularView<Eigen::Lower>().solve(B));
}

}  // namespace

Posterior::Posterior(const MatrixXd& features, double noise, Form form)
    : features_(features), noise_(noise), form_(form) {
  if (form_ == Form::kDual) {
    MatrixXd K = spectral::times(features, features.transpose());
    K.diagonal().array() += noise_;
    L_ = K.llt().matrixL();
  } else {
    MatrixXd A = spectral::gram(features);
    A.diagonal().array() += noise_;
    A_.compute(A);
  }
}

MatrixXd Posterior::mean_weights(const MatrixXd& R) const {
  if (form_ == Form::kDual) return features_.transpose() * solved(L_, R);
  return A_.solve(features_.transpose() * R);
}

MatrixXd Posterior::covariance_weights(const MatrixXd& features) const {
  if (form_ == Form::kPrimal) return noise_ * A_.solve(features.transpose());
  if (answers() == 0) return features.transpose();
  const MatrixXd k = features_ * features.transpose();
  return features.transpose() - features_.transpose() * solved(L_, k);
}

MatrixXd Posterior::variance_weights() const {
  if (form_ == Form::kDual) return L_.triangularView<Eigen::Lower>().solve(features_).transpose();
  const Index D = features_.cols();
  return std::sqrt(noise_) * A_.matrixU().solve(MatrixXd::Identity(D, D));
}

MatrixXd Posterior::left_out(const MatrixXd& R) const {
  const Index m = answers();
  MatrixXd alpha;
  Eigen::VectorXd d;
  if (form_ == Form::kDual) {
    alpha = solved(L_, R);
    const MatrixXd half = L_.triangularView<Eigen::Lower>().solve(MatrixXd::Identity(m, m));
    d = half.colwise().squaredNorm().transpose();
  } else {
    alpha = (R - features_ * mean_weights(R)) / noise_;
    const MatrixXd half = A_.matrixL().solve(features_.transpose());
    d = (1 - half.colwise().squaredNorm().array()).matrix().transpose() / noise_;
  }
  return R - d.cwiseInverse().asDiagonal() * alpha;
}

void Posterior::add(const Eigen::RowVectorXd& features) {
  const Index m = answers();
  if (form_ == Form::kPrimal) {
    A_.rankUpdate(features.transpose());
  } else {
    const Eigen::VectorXd row =
        L_.triangularView<Eigen::Lower>().solve(features_ * features.transpose());
    L_.conservativeResize(m + 1, m + 1);
    L_.col(m).setZero();
    L_.row(m).head(m) = row.transpose();
    L_(m, m) = std::sqrt(features.squaredNorm() + noise_ - row.squaredNorm());
  }
  features_.conservativeResize(m + 1, features.size());
  features_.row(m) = features;
  if (form_ != form_for(m + 1, features.size())) *this = Posterior(features_, noise_);
}

}  // namespace querent
