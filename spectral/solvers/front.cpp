// SPDX-License-Identifier: Apache-2.0
// The dense part of a sparse factorisation: one front. The order of the arithmetic does not depend
// on the processor, so AVX2 gives the same bits.
#include <querent/spectral/solvers/multifrontal.hpp>

#include <algorithm>
#include <array>
#include <cstddef>

#include <Eigen/Core>

#include <querent/graph/matrices/block_product.hpp>
#include <querent/graph/simd.hpp>

namespace querent::spectral {
namespace {

constexpr std::uint64_t b = kBlockColumns;

using Matrix = Eigen::Map<Eigen::MatrixXd, Eigen::Unaligned, Eigen::OuterStride<>>;

/// Eliminates the first columns of F one after the other, and updates only the columns before
/// `until`.
void eliminate_one_by_one(Matrix F, Eigen::Index columns, Eigen::Index until, double* D) {
  const Eigen::Index m = F.rows();
  for (Eigen::Index k = 0; k < columns; ++k) {
    D[k] = F(k, k);
    double* const from = &F(0, k);
    for (Eigen::Index j = k + 1; j < until; ++j) {
      const double u = from[j] / D[k];
      double* const to = &F(0, j);
      for (Eigen::Index i = j; i < m; ++i) to[i] -= u * from[i];
    }
    for (Eigen::Index i = k + 1; i < m; ++i) from[i] /= D[k];
  }
}

/// Four rows of eight columns, or one, in registers.
template <std::size_t Bytes>
struct Kernel {
  using Pack = typename simd::Pack<double, Bytes>::type;
  static constexpr std::uint64_t kPacks = b * sizeof(double) / Bytes;
  static Pack* packs(double* p) { return static_cast<Pack*>(static_cast<void*>(p)); }

  /// x_r ← x_r − Σ_j u_rj y_j for `Count` rows r, the u_r `stride` apart.
  template <std::uint64_t Count>
  QUERENT_INLINE static void gather(const double* u, std::uint64_t stride, std::uint64_t columns,
                                    double* y, const std::array<double*, Count>& x) {
    const Pack* const Y = packs(y);
    Pack sum[Count][kPacks];
#pragma GCC unroll 4
    for (std::uint64_t r = 0; r < Count; ++r) {
#pragma GCC unroll 4
      for (std::uint64_t p = 0; p < kPacks; ++p) sum[r][p] = packs(x[r])[p];
    }
    for (std::uint64_t j = 0; j < columns; ++j) {
#pragma GCC unroll 4
      for (std::uint64_t r = 0; r < Count; ++r) {
#pragma GCC unroll 4
        for (std::uint64_t p = 0; p < kPacks; ++p)
          sum[r][p] -= u[r * stride + j] * Y[j * kPacks + p];
      }
    }
#pragma GCC unroll 4
    for (std::uint64_t r = 0; r < Count; ++r) {
#pragma GCC unroll 4
      for (std::uint64_t p = 0; p < kPacks; ++p) packs(x[r])[p] = sum[r][p];
    }
  }

  /// y_j ← y_j − Σ_r u_rj x_r over `Count` rows r.
  template <std::uint64_t Count>
  QUERENT_INLINE static void scatter(const double* u, std::uint64_t stride, std::uint64_t columns,
                                     double* y, const std::array<double*, Count>& x) {
    Pack* const Y = packs(y);
    Pack held[Count][kPacks];
#pragma GCC unroll 4
    for (std::uint64_t r = 0; r < Count; ++r) {
#pragma GCC unroll 4
      for (std::uint64_t p = 0; p < kPacks; ++p) held[r][p] = packs(x[r])[p];
    }
    for (std::uint64_t j = 0; j < columns; ++j) {
#pragma GCC unroll 4
      for (std::uint64_t p = 0; p < kPacks; ++p) {
        Pack sum = Y[j * kPacks + p];
#pragma GCC unroll 4
        for (std::uint64_t r = 0; r < Count; ++r) sum -= u[r * stride + j] * held[r][p];
        Y[j * kPacks + p] = sum;
      }
    }
  }

  QUERENT_INLINE static void solve(const FrontRows& rows, double* x) {
    const std::uint64_t columns = rows.columns;
    double* const y = x + rows.first * b;
    for (std::uint64_t j = 1; j < columns; ++j)
      gather<1>(rows.u + j * columns, columns, j, y, {y + j * b});
    const double* u = rows.u + columns * columns;
    const auto at = [&](std::size_t r) { return x + std::uint64_t{rows.below[r]} * b; };
    std::size_t r = 0;
    for (; r + 4 <= rows.below.size(); r += 4, u += 4 * columns)
      gather<4>(u, columns, columns, y, {at(r), at(r + 1), at(r + 2), at(r + 3)});
    for (; r < rows.below.size(); ++r, u += columns) gather<1>(u, columns, columns, y, {at(r)});
  }

  QUERENT_INLINE static void solve_transposed(const FrontRows& rows, const double* D, double scale,
                                              double* x) {
    const std::uint64_t columns = rows.columns;
    double* const y = x + rows.first * b;
    for (std::uint64_t j = 0; j < columns; ++j) {
      for (std::uint64_t c = 0; c < b; ++c) y[j * b + c] *= scale / D[j];
    }
    const double* u = rows.u + columns * columns;
    const auto at = [&](std::size_t r) { return x + std::uint64_t{rows.below[r]} * b; };
    std::size_t r = 0;
    for (; r + 4 <= rows.below.size(); r += 4, u += 4 * columns)
      scatter<4>(u, columns, columns, y, {at(r), at(r + 1), at(r + 2), at(r + 3)});
    for (; r < rows.below.size(); ++r, u += columns) scatter<1>(u, columns, columns, y, {at(r)});
    for (std::uint64_t j = columns; j-- > 1;)
      scatter<1>(rows.u + j * columns, columns, j, y, {y + j * b});
  }
};

QUERENT_AVX2 void wide_solve(const FrontRows& rows, double* x) {
  Kernel<32>::solve(rows, x);
}
QUERENT_AVX2 void wide_solve_transposed(const FrontRows& rows, const double* D, double scale,
                                        double* x) {
  Kernel<32>::solve_transposed(rows, D, scale, x);
}

}  // namespace

void eliminate_columns(double* numbers, std::uint64_t size, std::uint64_t count, double* D,
                       const std::function<void()>& tick) {
  constexpr Eigen::Index kSmall = 24, kBlock = 48, kOften = 500;
  const auto m = static_cast<Eigen::Index>(size), columns = static_cast<Eigen::Index>(count);
  const Eigen::OuterStride<> stride(m);
  if (m <= kSmall) return eliminate_one_by_one({numbers, m, m, stride}, columns, m, D);
  for (Eigen::Index k = 0; k < columns; k += kBlock) {
    const Eigen::Index width = std::min(kBlock, columns - k), rest = m - k - width;
    Matrix F(numbers + k * m + k, m - k, m - k, stride);
    eliminate_one_by_one(F, width, width, D + k);
    if (rest == 0) return;
    const auto U = F.block(width, 0, rest, width);
    const Eigen::MatrixXd UD = U * Eigen::Map<const Eigen::VectorXd>(D + k, width).asDiagonal();
    F.bottomRightCorner(rest, rest).triangularView<Eigen::Lower>() -= UD * U.transpose();
    if (rest > kOften) tick();
  }
}

void solve_front(const FrontRows& rows, double* x) {
  simd::has_avx2() ? wide_solve(rows, x) : Kernel<16>::solve(rows, x);
}

void solve_front_transposed(const FrontRows& rows, const double* D, double scale, double* x) {
  simd::has_avx2() ? wide_solve_transposed(rows, D, scale, x)
                   : Kernel<16>::solve_transposed(rows, D, scale, x);
}

}  // namespace querent::spectral
