// SPDX-License-Identifier: Apache-2.0
// Recursive least squares in square-root form: the state of every second-order learner with a full
// matrix, with d²/2 products per look and 3 d²/2 per update.
//
// Golub and Van Loan, Matrix Computations, §6.5.4 (Cholesky factor after a rank-one change) and
// Gill, Golub, Murray, Saunders, Methods for Modifying Matrix Factorizations, Math. Comp. 28, 1974,
// method C2; also applied to the right-hand sides, as in the QR form of recursive least squares.
//
//   A = γ I + Σ m mᵀ = L Lᵀ,   B = Σ m yᵀ = L Z,   so W = A⁻¹ B = L⁻ᵀ Z
//
//   look at m:    solve L v = m;   r = mᵀ A⁻¹ m = vᵀ v;   Wᵀ m = Zᵀ v
//   learn (m, y): an orthogonal G with [L m] G = [L′ 0] gives Z′, the upper d rows of Gᵀ [Z; yᵀ]
//
// G is a product of rotations, one per column. Given w = [m; y], C = [L; Zᵀ] and v, column j is
//
//   t_{j+1} = t_j + v_j²,   t_1 = 1
//   c = √(t_j / t_{j+1}),   b = v_j / √(t_j t_{j+1})
//   C′_j = c C_j + b w,     w ← w − v_j C_j
//
// and the last step alone, with y = 0, is the triangular solve, which leaves −Wᵀ m below m. Each
// rotation depends on the one before only by w, so four columns are processed together.
//
// The papers update A⁻¹ by the formula of Sherman and Morrison. On nearly collinear rows this loses
// digits, and r may become negative; here r is a sum of squares (tests/learners/least_squares.cpp
// measures both after 100,000 updates).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <Eigen/Core>

namespace querent {

/// The largest d of a full d × d matrix: 8 GB of doubles.
inline constexpr std::size_t kMaxFullDimension = 32768;

/// Returns true. Throws std::length_error with the memory needed if no ordinary machine can store
/// d² doubles.
inline bool checked_square(std::size_t d) {
  if (d <= kMaxFullDimension) return true;
  const double gigabytes = 8e-9 * static_cast<double>(d) * static_cast<double>(d);
  throw std::length_error("a full matrix of " + std::to_string(d) + " features needs " +
                          std::to_string(static_cast<unsigned long long>(gigabytes)) +
                          " GB (the limit is " + std::to_string(kMaxFullDimension) +
                          " features) — use the diagonal form, or fewer features");
}

/// A, B and W = A⁻¹ B for rows m ∈ R^d and targets y ∈ R^K; takes 8 (d² + dK) bytes.
class SquareRootFilter {
 public:
  /// γ > 0; throws std::length_error if d² doubles exceed the memory of ordinary machines.
  SquareRootFilter(std::size_t dim, std::size_t outputs, double gamma)
      : d_(size(dim)),
        padded_(checked_square(dim) ? (d_ + kTogether - 1) / kTogether * kTogether : 0),
        C_(padded_ + size(outputs), padded_),
        inverse_diagonal_(padded_),
        v_(padded_),
        w_(C_.rows()) {
    C_.setZero();
    C_.diagonal().setConstant(std::sqrt(gamma));
    inverse_diagonal_.setConstant(1 / std::sqrt(gamma));
  }

  std::size_t dim() const { return static_cast<std::size_t>(d_); }  ///< d

  /// Solves L v = m; returns r = mᵀ A⁻¹ m and leaves Wᵀ m in `scores`.
  double evaluate(const Eigen::VectorXd& m, Eigen::VectorXd& scores) {
    w_.setZero();
    w_.head(d_) = m;
    sweep<false>();
    scores = -w_.tail(scores.size());
    return v_.squaredNorm();
  }

  /// A ← A + m mᵀ, B ← B + m yᵀ for the m of the last evaluate().
  void learn(const Eigen::VectorXd& m, const Eigen::VectorXd& y) {
    w_.setZero();
    w_.head(d_) = m;
    w_.tail(y.size()) = y;
    sweep<true>();
  }

  /// L with L Lᵀ = A, lower triangular.
  Eigen::MatrixXd cholesky_factor() const {
    return C_.topLeftCorner(d_, d_).triangularView<Eigen::Lower>();
  }
  /// W = L⁻ᵀ Z, d × K.
  Eigen::MatrixXd weights() const {
    const Eigen::MatrixXd Z = C_.bottomLeftCorner(C_.rows() - padded_, d_).transpose();
    return C_.topLeftCorner(d_, d_).triangularView<Eigen::Lower>().transpose().solve(Z);
  }

  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    field.same("d", self.d_);
    auto [L, Z] = self.packed();
    const auto outputs = Z.cols();
    const std::size_t size = L.size();
    field("L", L);
    field("Z", Z);
    field.must(L.size() == size && Z.rows() == self.d_ && Z.cols() == outputs);
    if constexpr (!std::is_const_v<Self>) field.must(self.unpack(L, Z));
  }

 private:
  /// L by columns from its diagonal down, and Z.
  std::pair<std::vector<double>, Eigen::MatrixXd> packed() const {
    std::vector<double> L;
    L.reserve(static_cast<std::size_t>(d_ * (d_ + 1) / 2));
    for (Eigen::Index j = 0; j < d_; ++j) {
      const double* const column = C_.col(j).data();
      L.insert(L.end(), column + j, column + d_);
    }
    return {std::move(L), C_.bottomLeftCorner(C_.rows() - padded_, d_).transpose()};
  }
  bool unpack(const std::vector<double>& L, const Eigen::MatrixXd& Z) {
    const double* from = L.data();
    for (Eigen::Index j = 0; j < d_; ++j) {
      if (!(*from > 0)) return false;
      std::copy(from, from + (d_ - j), C_.col(j).data() + j);
      from += d_ - j;
      inverse_diagonal_[j] = 1 / C_(j, j);
    }
    C_.bottomLeftCorner(C_.rows() - padded_, d_) = Z.transpose();
    return true;
  }

  // Number of columns processed together. L is padded to a multiple of it with columns of the
  // identity, which no row touches.
  static constexpr Eigen::Index kTogether = 4;
  static Eigen::Index size(std::size_t n) { return static_cast<Eigen::Index>(n); }

  struct Rotation {
    double v, c, b;
  };

  // w ← w − v_j C_j over the columns in order, which computes v_j on the way. When learning, the
  // columns are rotated as well, by the v that evaluate() computed.
  template <bool kLearn>
  void sweep() {
    double t = 1, root = 1;
    for (Eigen::Index j = 0; j < padded_; j += kTogether) {
      std::array<Rotation, kTogether> G;
      bool idle = true;  // v_j = 0 needs no rotation: leading zeros of a sparse row are free
      for (Eigen::Index k = 0; k < kTogether; ++k) {
        double& v = v_[j + k];
        if constexpr (!kLearn) v = w_[j + k] * inverse_diagonal_[j + k];
        Rotation& G_k = G[static_cast<std::size_t>(k)];
        G_k = kLearn ? rotate_diagonal(j + k, v, t, root) : Rotation{.v = v, .c = 1, .b = 0};
        idle = idle && v == 0;
        for (Eigen::Index i = k + 1; i < kTogether; ++i) {
          step<kLearn>(G_k, C_(j + i, j + k), w_[j + i]);
        }
      }
      if (!idle) sweep_below<kLearn>(G, j);
    }
  }

  // The rows below the diagonal block of columns j … j + 3, which take nearly all the time.
  template <bool kLearn>
  void sweep_below(const std::array<Rotation, kTogether>& G, Eigen::Index j) {
    double* const __restrict C_0 = C_.col(j).data();
    double* const __restrict C_1 = C_.col(j + 1).data();
    double* const __restrict C_2 = C_.col(j + 2).data();
    double* const __restrict C_3 = C_.col(j + 3).data();
    double* const __restrict w = w_.data();
    const Rotation G_0 = G[0], G_1 = G[1], G_2 = G[2], G_3 = G[3];
    for (Eigen::Index i = j + kTogether, n = C_.rows(); i < n; ++i) {
      double w_i = w[i];
      step<kLearn>(G_0, C_0[i], w_i);
      step<kLearn>(G_1, C_1[i], w_i);
      step<kLearn>(G_2, C_2[i], w_i);
      step<kLearn>(G_3, C_3[i], w_i);
      w[i] = w_i;
    }
  }

  // `t` and `root` are t_j and √t_j on entry, and t_{j+1} and √t_{j+1} on return.
  Rotation rotate_diagonal(Eigen::Index j, double v, double& t, double& root) {
    t += v * v;  // t_{j+1} = t_j + v_j²
    const double next_root = std::sqrt(t), inverse = 1 / (root * next_root);
    const Rotation G{.v = v, .c = root * root * inverse, .b = v * inverse};
    C_(j, j) *= next_root * next_root * inverse;  // c L_jj + b w_j, and w_j = v_j L_jj
    inverse_diagonal_[j] = 1 / C_(j, j);
    root = next_root;
    return G;
  }

  template <bool kLearn>
  static void step(const Rotation& G, double& C, double& w) {
    const double l = C;
    if constexpr (kLearn) C = G.c * l + G.b * w;  // C′_j = c C_j + b w
    w -= G.v * l;                                 // w ← w − v_j C_j
  }

  Eigen::Index d_, padded_;
  Eigen::MatrixXd C_;  // [L; Zᵀ]
  Eigen::VectorXd inverse_diagonal_;
  Eigen::VectorXd v_, w_;  // workspace
};

}  // namespace querent
