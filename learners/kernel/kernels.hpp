// SPDX-License-Identifier: Apache-2.0
// Kernels κ(x, z), positive semidefinite, as functions of xᵀz, xᵀx and zᵀz: one row of them is then
// one product with the support vectors and one pass over the result. A kernel that is not such a
// function enters as a Gram matrix (gram.hpp).
#pragma once

#include <cmath>
#include <concepts>
#include <cstddef>
#include <span>
#include <stdexcept>

#include <querent/learners/kernel/vector_exp.hpp>

namespace querent {

/// κ(x, z) of xᵀz, xᵀx and zᵀz. A kernel may also have row(k, zz, xx), which turns k_i = xᵀz_i into
/// κ(x, z_i) in place, where that is faster than one at a time.
template <class K>
concept Kernel = std::copyable<K> && requires(const K& kernel, double xz, double xx, double zz) {
  { kernel(xz, xx, zz) } -> std::same_as<double>;
};

/// κ(x, z) = exp(−‖x − z‖² / (2σ²)); κ(x, x) = 1.
class GaussianKernel {
 public:
  struct Params {
    double sigma = 8;  ///< σ > 0, in the unit of the features
  };

  /// std::invalid_argument unless σ > 0 and 1 / (2 σ²) is finite.
  explicit GaussianKernel(Params params) : scale_(-1 / (2 * params.sigma * params.sigma)) {
    if (!(params.sigma > 0) || !std::isfinite(scale_)) {
      throw std::invalid_argument("GaussianKernel: sigma > 0 is needed");
    }
  }
  GaussianKernel() : GaussianKernel(Params{}) {}

  double operator()(double xz, double xx, double zz) const {
    row(std::span<double>(&xz, 1), std::span<const double>(&zz, 1), xx);
    return xz;
  }
  template <std::floating_point Real>
  void row(std::span<Real> k, std::span<const Real> zz, Real xx) const {
    detail::gaussian_row(k.data(), zz.data(), k.size(), xx, static_cast<Real>(scale_));
  }

  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    field.is("Gaussian");
    field.same("scale", self.scale_);
  }

 private:
  double scale_;
};
static_assert(Kernel<GaussianKernel>);

/// κ(x, z) = xᵀz.
struct LinearKernel {
  /// κ from xᵀz, xᵀx and zᵀz.
  double operator()(double xz, double, double) const { return xz; }

  template <class Self, class Fields>
  static void fields(Self&, Fields&& field) {
    field.is("linear");
  }
};
static_assert(Kernel<LinearKernel>);

/// κ(x, z) = (a xᵀz + b)^p.
class PolynomialKernel {
 public:
  struct Params {
    int degree = 2;  ///< p ≥ 1
    double a = 1;    ///< a > 0
    double b = 1;    ///< b ≥ 0
  };

  /// std::invalid_argument for parameters out of range.
  explicit PolynomialKernel(Params params) : params_(params) {
    if (params.degree < 1 || !(params.a > 0) || !(params.b >= 0)) {
      throw std::invalid_argument("PolynomialKernel: degree >= 1, a > 0 and b >= 0 are needed");
    }
  }
  PolynomialKernel() : PolynomialKernel(Params{}) {}

  /// κ from xᵀz, xᵀx and zᵀz.
  double operator()(double xz, double, double) const {
    const double base = params_.a * xz + params_.b;
    double power = base;
    for (int p = 1; p < params_.degree; ++p) power *= base;
    return power;
  }

  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    field.is("polynomial");
    field.same("degree", self.params_.degree);
    field.same("a", self.params_.a);
    field.same("b", self.params_.b);
  }

 private:
  Params params_;
};
static_assert(Kernel<PolynomialKernel>);

}  // namespace querent
