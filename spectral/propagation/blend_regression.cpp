// SPDX-License-Identifier: Apache-2.0
// Logistic regression with three non-negative coefficients.
//
//   minimise −w Σ_l log softmax(xᵀ P_l)_{y_l} + (ε x_1² + x_2² + x_3²)/2 over x ≥ 0;  ε = 0.01
//
//   x = e_1
//   repeat: g, H = gradient and Hessian at x;  x′ = argmin_{x′ ≥ 0} of their quadratic model
//     x += (x′ − x)/2^k with the first k that lowers the loss
#include <querent/spectral/propagation/blend_regression.hpp>

#include <cmath>

#include <Eigen/Cholesky>

namespace querent::spectral {

namespace {

// The minimiser x ≥ 0 of xᵀ G x / 2 − hᵀ x: the best of the stationary points of all seven faces.
Eigen::Vector3d least_nonnegative(const Eigen::Matrix3d& G, const Eigen::Vector3d& h) {
  Eigen::Vector3d best = Eigen::Vector3d::Zero();
  for (unsigned face = 1; face < 8; ++face) {
    Eigen::Matrix3d on = Eigen::Matrix3d::Identity();
    Eigen::Vector3d right = Eigen::Vector3d::Zero();
    for (int i = 0; i < 3; ++i) {
      if ((face >> i & 1) == 0) continue;
      right[i] = h[i];
      for (int j = 0; j < 3; ++j) {
        if ((face >> j & 1) != 0) on(i, j) = G(i, j);
      }
    }
    const Eigen::Vector3d x = on.ldlt().solve(right);
    if (x.minCoeff() >= 0 && h.dot(x) > h.dot(best)) best = x;  // hᵀx is −2 times the value at x
  }
  return best;
}

// The loss near x: value, gradient, Hessian.
class Loss {
 public:
  Loss(const std::vector<LeftOutScores>& kept, double weight) : kept_(kept), weight_(weight) {}

  double at(const Eigen::Vector3d& x) const {
    double sum = x.dot(ridge().cwiseProduct(x)) / 2;
    for (const auto& [parts, y] : kept_) {
      const Eigen::RowVectorXd f = x.transpose() * parts;
      const double top = f.maxCoeff();
      sum += weight_ * (top + std::log((f.array() - top).exp().sum()) - f[y]);
    }
    return sum;
  }

  void expand(const Eigen::Vector3d& x, Eigen::Vector3d& slope, Eigen::Matrix3d& curvature) const {
    slope = ridge().cwiseProduct(x);
    curvature = ridge().asDiagonal();
    for (const auto& [parts, y] : kept_) {
      Eigen::RowVectorXd p = x.transpose() * parts;
      p = (p.array() - p.maxCoeff()).exp();
      p /= p.sum();
      const Eigen::Vector3d mean = parts * p.transpose();
      slope += weight_ * (mean - parts.col(y));
      curvature += weight_ * ((parts * p.asDiagonal()).lazyProduct(parts.transpose()) -
                              mean * mean.transpose());
    }
  }

 private:
  static Eigen::Vector3d ridge() { return {0.01, 1, 1}; }  // ε, 1, 1

  const std::vector<LeftOutScores>& kept_;
  double weight_;
};

}  // namespace

// Newton's steps within x ≥ 0, halved until they lower the loss.
Eigen::Vector3d blend_by_regression(const std::vector<LeftOutScores>& kept, double weight) {
  const Loss loss(kept, weight);
  constexpr int kMostSteps = 50;
  constexpr double kEnough = 1e-10, kShortest = 1e-6;
  Eigen::Vector3d x = Eigen::Vector3d::UnitX(), slope;
  Eigen::Matrix3d curvature;
  double now = loss.at(x);
  for (int k = 0; k < kMostSteps; ++k) {
    loss.expand(x, slope, curvature);
    const Eigen::Vector3d way = least_nonnegative(curvature, curvature * x - slope) - x;
    double step = 1, next = loss.at(x + way);
    while (next > now && step > kShortest) next = loss.at(x + (step /= 2) * way);
    if (!(next < now)) break;
    x += step * way;
    const double gain = now - next;
    now = next;
    if (gain < kEnough * now) break;
  }
  return x;
}

}  // namespace querent::spectral
