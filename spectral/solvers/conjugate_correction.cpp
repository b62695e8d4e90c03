// SPDX-License-Identifier: Apache-2.0
// A step of the trace minimisation method, for a block of approximate eigenvectors at once.
//
//   A. Sameh, Z. Tong: The trace minimization method for the symmetric generalized eigenvalue
//   problem. J. Comput. Appl. Math. 123 (2000), section 3.
//
//   r = λ x − L x, δ = 0, z = D⁻¹ r, p = z, ρ = rᵀ z                            (per column)
//   repeat until ‖r‖ is a tenth of its start, or the target (for a small λ: a fraction of λ)
//     q = L p − λ p, α = ρ / pᵀ q;  δ += α p, r −= α q;  z = D⁻¹ r
//     ρ' = rᵀ z, p = z + (ρ'/ρ) p, ρ = ρ'
//   x += δ
//
// Deviations: the paper projects every p on the complement of all x, where L − λ is definite. Here
// r starts in it (Rayleigh–Ritz), and a few steps leave it only slightly. A column whose pᵀ q is
// not positive, or whose residual grows, stops; Rayleigh–Ritz follows in any case.
#include <querent/spectral/solvers/polish.hpp>

#include <algorithm>
#include <array>

#include <querent/graph/parallel.hpp>

namespace querent::spectral {

namespace {

constexpr std::uint64_t b = kBlockColumns;
constexpr double kLowered = 0.1;
constexpr double kOfValue = 2.5e-3;  // times λ: bounds its relative error by 0.25 %
constexpr int kMostSteps = 20;
using Row = std::array<double, b>;

}  // namespace

Correction conjugate_correction(const Laplacian& L, double target,
                                const std::function<void()>& tick) {
  return [&L, target, &tick](DenseBlock<double>& x, const double* lambda) {
    const std::uint64_t n = x.rows();
    DenseBlock<double> r(n, b), p(n, b), q(n, b);
    Laplacian::Product product(L);
    // Each pass over the rows changes them and sums a quantity of them.
    const auto pass = [&](auto&& change) {
      return L.sum_rows<b>([&](std::uint64_t i, Row& sum) {
        for (std::uint64_t c = 0; c < b; ++c) sum[c] += change(i, c);
      });
    };
    const auto z = [&](std::uint64_t i, std::uint64_t c) {
      return L.degree()[i] > 0 ? r.row(i)[c] / L.degree()[i] : 0;
    };
    tick();
    product(x, r);
    Row squares = pass([&](std::uint64_t i, std::uint64_t c) {
      const double left = r.row(i)[c] = lambda[c] * x.row(i)[c] - r.row(i)[c];
      return left * left;
    });
    Row rho = pass([&](std::uint64_t i, std::uint64_t c) {
      p.row(i)[c] = z(i, c);
      return p.row(i)[c] * r.row(i)[c];
    });
    Row goal{}, least = squares;  // squares of norms
    std::array<bool, b> ended{};
    for (std::uint64_t c = 0; c < b; ++c) {
      const double here = std::min(target, kOfValue * lambda[c]);
      goal[c] = std::max(here * here, kLowered * kLowered * squares[c]);
      ended[c] = squares[c] <= here * here;
    }
    for (int step = 0; step < kMostSteps && !std::ranges::all_of(ended, std::identity()); ++step) {
      tick();
      product(p, q);
      const Row curvature = pass([&](std::uint64_t i, std::uint64_t c) {
        return (q.row(i)[c] -= lambda[c] * p.row(i)[c]) * p.row(i)[c];
      });
      Row alpha{};
      for (std::uint64_t c = 0; c < b; ++c) {
        if (!ended[c] && curvature[c] > 0) alpha[c] = rho[c] / curvature[c];
      }
      squares = pass([&](std::uint64_t i, std::uint64_t c) {
        const double left = r.row(i)[c] -= alpha[c] * q.row(i)[c];
        return left * left;
      });
      for (std::uint64_t c = 0; c < b; ++c) {
        if (squares[c] > 4 * least[c]) alpha[c] = 0;
        least[c] = std::min(least[c], squares[c]);
        ended[c] = alpha[c] == 0 || squares[c] <= goal[c];
      }
      const Row next = pass([&](std::uint64_t i, std::uint64_t c) {
        x.row(i)[c] += alpha[c] * p.row(i)[c];
        return z(i, c) * r.row(i)[c];
      });
      Row beta{};
      for (std::uint64_t c = 0; c < b; ++c) {
        if (!ended[c]) beta[c] = next[c] / rho[c];
      }
      pass([&](std::uint64_t i, std::uint64_t c) {
        p.row(i)[c] = z(i, c) + beta[c] * p.row(i)[c];
        return 0.0;
      });
      rho = next;
    }
  };
}

}  // namespace querent::spectral
