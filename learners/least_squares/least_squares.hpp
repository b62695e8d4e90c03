// SPDX-License-Identifier: Apache-2.0
// The model that CMOG, MSG, BBQ, DGS and RLS-all share: multiclass regularised least squares, one row at a time.
//
// Yang, Zhao, Hai, Liu, Hoi, Li: Efficient Multi-Class Selective Sampling on Graphs, UAI 2016, §II.C and §III.B.
//
//   A_t = γ I + Σ m mᵀ,   B_t = Σ m yᵀ                                    (6), sums over the updates
//   r_t = mᵀ A_{t−1}⁻¹ m                                                  (7)
//   f_t = B_{t−1}ᵀ A_t⁻¹ m = W_{t−1}ᵀ m / (1 + r_t),  W = A⁻¹ B            (Lemma 1, Woodbury)
//
// Kept are W and the Cholesky factor of A = L Lᵀ. With v = L⁻¹ m:
//   r = vᵀ v                                              one triangular solve, d²/2 products
//   g = A_t⁻¹ m = L⁻ᵀ v / (1 + r)                         only when the model moves
//   W ← W + g (y − Wᵀ m)ᵀ,   L Lᵀ ← L Lᵀ + m mᵀ
//
// Deviation from the paper: it updates A⁻¹ itself by Sherman–Morrison, at the same O(d²). On nearly collinear rows that
// loses up to eight digits after 100,000 updates; the factor does not (tests/learners/least_squares.cpp measures both).
#pragma once

#include <cassert>
#include <cmath>
#include <stdexcept>

#include <Eigen/Core>

#include <querent/learners/learner.hpp>

namespace querent {

/// The label vector y_t ∈ R^K.
enum class LabelEncoding {
  kOneHot,  ///< +1 at the true class, 0 elsewhere
  kMargin   ///< Definition 1: +1 at the true class, −1 at the best other class, 0 elsewhere
};

/// Settings of the regularised least-squares learners.
struct LeastSquaresParams {
  double gamma = 1.0;  ///< γ > 0, weight of tr(WᵀW)
  LabelEncoding encoding = LabelEncoding::kOneHot;
};

/// A, B and W = A⁻¹B of Eq. (6) for rows m ∈ R^d and K ≥ 2 classes; 8(d² + dK) bytes.
class LeastSquares {
 public:
  LeastSquares(std::size_t dim, int num_classes, LeastSquaresParams params = {})
      : params_(params),
        L_(Eigen::MatrixXd::Identity(size(dim), size(dim)) * std::sqrt(params.gamma)),
        W_(Eigen::MatrixXd::Zero(size(dim), num_classes)),
        m_(size(dim)), v_(size(dim)), g_(size(dim)), Wm_(num_classes), f_(num_classes), y_(num_classes) {
    if (!(params.gamma > 0)) throw std::invalid_argument("LeastSquares: gamma > 0 is needed");
    if (num_classes < 2) throw std::invalid_argument("LeastSquares: at least two classes are needed");
  }

  std::size_t dim() const { return static_cast<std::size_t>(W_.rows()); }
  int num_classes() const { return static_cast<int>(W_.cols()); }
  const LeastSquaresParams& params() const { return params_; }
  /// L with L Lᵀ = A, lower triangular.
  const Eigen::MatrixXd& cholesky_factor() const { return L_; }
  /// W = A⁻¹B, d × K.
  const Eigen::MatrixXd& weights() const { return W_; }

  /// ŷ, y″, Δ from f_t, and r_t. O(d²/2 + dK).
  template <Row X>
  Prediction predict(const X& x) const {
    load(x);
    v_ = m_;
    L_.triangularView<Eigen::Lower>().solveInPlace(v_);  // v = L⁻¹ m
    r_ = v_.squaredNorm();                               // r = mᵀ A⁻¹ m                     (7)
    Wm_.noalias() = W_.transpose() * m_;
    f_ = Wm_ / (1 + r_);                                 // f = Bᵀ (A + m mᵀ)⁻¹ m
    Prediction p = predict_from_scores({f_.data(), static_cast<std::size_t>(f_.size())});
    p.uncertainty = r_;
    return p;
  }

  /// f_t of the row predict() was last called with.
  const Eigen::VectorXd& scores() const { return f_; }

  /// A ← A + m mᵀ, B ← B + m yᵀ for the row m that predict() was last called with, and its class.
  void absorb(int label) {
    encode(label);
    g_ = v_ / (1 + r_);
    L_.triangularView<Eigen::Lower>().transpose().solveInPlace(g_);  // g = A_t⁻¹ m
    W_.noalias() += g_ * (y_ - Wm_).transpose();                     // W ← W + g (y − Wᵀ m)ᵀ
    add_outer_product();                                             // L Lᵀ ← L Lᵀ + m mᵀ
  }

 private:
  static Eigen::Index size(std::size_t n) { return static_cast<Eigen::Index>(n); }

  void load(const DenseRow& x) const {
    assert(x.dim() == dim());
    m_ = x.vector();
  }
  void load(const SparseRow& x) const {
    assert(x.dim() <= dim());
    m_.setZero();
    for (std::size_t k = 0; k < x.index.size(); ++k) m_[x.index[k]] = x.value[k];
  }

  void encode(int label) {
    assert(label >= 0 && label < num_classes());
    y_.setZero();
    y_[label] = 1;
    if (params_.encoding == LabelEncoding::kOneHot) return;
    int rival = label == 0 ? 1 : 0;  // argmax_{j ≠ y} f_j
    for (int j = rival + 1; j < num_classes(); ++j) {
      if (j != label && f_[j] > f_[rival]) rival = j;
    }
    y_[rival] = -1;
  }

  // Givens rotations that return [L m] to lower triangular form (Golub & Van Loan, Matrix Computations, §6.5.4).
  void add_outer_product() {
    const Eigen::Index d = m_.size();
    for (Eigen::Index j = 0; j < d; ++j) {
      if (m_[j] == 0) continue;
      const double diagonal = std::sqrt(L_(j, j) * L_(j, j) + m_[j] * m_[j]);
      const double c = L_(j, j) / diagonal, s = m_[j] / diagonal;
      L_(j, j) = diagonal;
      double* column = L_.col(j).data();
      double* m = m_.data();
      for (Eigen::Index i = j + 1; i < d; ++i) {
        const double l = column[i];
        column[i] = c * l + s * m[i];
        m[i] = c * m[i] - s * l;
      }
    }
  }

  LeastSquaresParams params_;
  Eigen::MatrixXd L_, W_;
  // workspace of one round, filled by predict()
  mutable Eigen::VectorXd m_, v_;
  Eigen::VectorXd g_;
  mutable Eigen::VectorXd Wm_, f_;
  Eigen::VectorXd y_;
  mutable double r_ = 0;
};

}  // namespace querent
