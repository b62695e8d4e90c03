// SPDX-License-Identifier: Apache-2.0
// Kernels κ(x, z), positive semidefinite, as functions of xᵀz, xᵀx and zᵀz, so that a kernel row is
// one product with the support vectors and one pass over the result. Any other kernel can be used
// as a Gram matrix (gram.hpp).
#pragma once

#include <cmath>
#include <concepts>
#include <span>
#include <stdexcept>

#include <querent/learners/kernel/vector_exp.hpp>
#include <querent/learners/param.hpp>

namespace querent {

/// κ(x, z) from xᵀz, xᵀx and zᵀz. A kernel may also have row(k, zz, xx), which turns k_i = xᵀz_i
/// into κ(x, z_i) in place, if that is faster than one at a time.
template <class K>
concept Kernel = std::copyable<K> && requires(const K& kernel, double xz, double xx, double zz) {
  { kernel(xz, xx, zz) } -> std::same_as<double>;
};

/// κ(x, z) = exp(−‖x − z‖² / (2σ²)); κ(x, x) = 1.
class GaussianKernel {
 public:
  struct Params {
    double sigma = 8;

    static void params(auto& self, auto&& each) {
      each("sigma", self.sigma, kPositive, "σ of the Gaussian kernel, in the unit of the features");
    }
  };

  /// Throws std::invalid_argument unless σ > 0 and 1 / (2 σ²) is finite.
  explicit GaussianKernel(Params params) : scale_(-1 / (2 * params.sigma * params.sigma)) {
    valid(params, "the Gaussian kernel");
    if (!std::isfinite(scale_)) {
      throw std::invalid_argument(
          "the Gaussian kernel: sigma must be larger, 1 / (2 sigma²) is infinite");
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

  static void fields(auto& self, auto&& field) {
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

  static void fields(auto&, auto&& field) { field.is("linear"); }
};
static_assert(Kernel<LinearKernel>);

/// κ(x, z) = (a xᵀz + b)^p.
class PolynomialKernel {
 public:
  struct Params {
    int degree = 2;
    double a = 1, b = 1;

    static void params(auto& self, auto&& each) {
      each("degree", self.degree, Range{1, 20}, "p of the polynomial kernel (a xᵀz + b)^p");
      each("a", self.a, kPositive, "a of the polynomial kernel");
      each("b", self.b, kNotNegative, "b of the polynomial kernel; 0 with p = 1 is xᵀz");
    }
  };

  /// Throws std::invalid_argument for parameters out of range.
  explicit PolynomialKernel(Params params) : params_(valid(params, "the polynomial kernel")) {}
  PolynomialKernel() : PolynomialKernel(Params{}) {}

  /// κ from xᵀz, xᵀx and zᵀz.
  double operator()(double xz, double, double) const {
    const double base = params_.a * xz + params_.b;
    double power = base;
    for (int p = 1; p < params_.degree; ++p) power *= base;
    return power;
  }

  static void fields(auto& self, auto&& field) {
    field.is("polynomial");
    same_params(self.params_, field);
  }

 private:
  Params params_;
};
static_assert(Kernel<PolynomialKernel>);

}  // namespace querent
