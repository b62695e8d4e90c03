// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include <querent/graph/graph.hpp>

namespace querent::spectral {

/// Eliminates the first `columns` columns of a symmetric matrix of m columns, of which the lower
/// triangle is given and kept, by columns: F_11 = U_11 D U_11ᵀ, then U_21, then F_22 − U_21 D U_21ᵀ
/// in place of F_11, F_21 and F_22. No pivoting. `tick` is called now and then and may throw.
void eliminate_columns(double* F, std::uint64_t m, std::uint64_t columns, double* D,
                       const std::function<void()>& tick);

/// The rows of U of the columns `first` … `first` + `columns` − 1, by rows: the rows of these
/// columns, of which the part below the diagonal is read, and the `below` rows that follow.
struct FrontRows {
  const double* u;
  Node first, columns;
  std::span<const Node> below;
};

/// x_below ← x_below − U_21 U_11⁻¹ x_first, x_first ← U_11⁻¹ x_first, for eight columns x by rows.
void solve_front(const FrontRows& rows, double* x);

/// x_first ← U_11⁻ᵀ (scale D⁻¹ x_first − U_21ᵀ x_below).
void solve_front_transposed(const FrontRows& rows, const double* D, double scale, double* x);

}  // namespace querent::spectral
