// SPDX-License-Identifier: Apache-2.0
// The least-squares Gaussian process of one kernel after some answers: part (3) of
// session/auto.hpp.
//
// Φ has one row φ(i) of D columns per answered item, K = Φ Φᵀ, R one row of targets per answer.
// Every quantity of an item x is φ(x) times a matrix, in either of two forms:
//
//                   dual, m answers ≤ D           primal, m > D
//   factor          K + σ² I = L Lᵀ               A = Φᵀ Φ + σ² I = L Lᵀ
//   mean            φ(x) Φᵀ (K + σ² I)⁻¹ R        φ(x) A⁻¹ Φᵀ R
//   c(x, z)         φ(x) (I − Φᵀ (K + σ² I)⁻¹ Φ) φ(z)ᵀ     σ² φ(x) A⁻¹ φ(z)ᵀ
//   α, d            (K + σ² I)⁻¹ R, its diagonal  (R − Φ A⁻¹ Φᵀ R)/σ², (1 − φ_i A⁻¹ φ_iᵀ)/σ²
//   without i       R_i − α_i/d_i in both: Rasmussen, Williams 2006, (5.12)
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>

namespace [[gnu::visibility("default")]] querent {

class Posterior {
 public:
  enum class Form { kDual, kPrimal };
  /// The form that costs less for m answers and D columns.
  static Form form_for(Eigen::Index m, Eigen::Index D) {
    return m <= D ? Form::kDual : Form::kPrimal;
  }

  Posterior() = default;
  /// `features`: Φ, m × D; `noise`: σ² > 0. O(min(m, D)³ + m·D·min(m, D)).
  Posterior(const Eigen::MatrixXd& features, double noise)
      : Posterior(features, noise, form_for(features.rows(), features.cols())) {}
  Posterior(const Eigen::MatrixXd& features, double noise, Form form);

  Eigen::Index answers() const { return features_.rows(); }  ///< m
  Form form() const { return form_; }

  /// w such that the mean is φ(x) w: D × C, for targets R, m × C.
  Eigen::MatrixXd mean_weights(const Eigen::MatrixXd& R) const;
  /// g such that c(x, z_j) = φ(x) g_j: D × k, from the features of the z_j, k × D.
  Eigen::MatrixXd covariance_weights(const Eigen::MatrixXd& features) const;
  /// H such that c(x, x) = K(x, x) − ‖φ(x) H‖² in the dual form, ‖φ(x) H‖² in the primal one.
  Eigen::MatrixXd variance_weights() const;
  /// The mean at each answered item of the process without its answer: m × C.
  Eigen::MatrixXd left_out(const Eigen::MatrixXd& R) const;
  /// Adds one answer with these features: a rank-one step, O(min(m, D)² + m·D), and once, at
  /// m = D + 1, the change to the primal form.
  void add(const Eigen::RowVectorXd& features);

 private:
  // Φ by rows: another one is appended without a copy of the others
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> features_;
  double noise_ = 1;
  Form form_ = Form::kDual;
  Eigen::MatrixXd L_;              // dual
  Eigen::LLT<Eigen::MatrixXd> A_;  // primal
};

}  // namespace querent
