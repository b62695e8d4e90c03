// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <querent/graph/graph.hpp>
#include <querent/graph/matrices/dense_block.hpp>
#include <querent/graph/matrices/laplacian.hpp>
#include <querent/spectral/solvers/solver.hpp>

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

/// L + σI = U D Uᵀ for one σ after another: U unit lower triangular, D diagonal, of either sign.
/// The nodes of L are in the order of elimination.
class Multifrontal {
 public:
  /// L and `tick`, which is called now and then and may throw, must outlive the object.
  Multifrontal(const Laplacian& L, const Elimination& elimination,
               const std::function<void()>& tick);
  /// Replaces the factors by the factors of L + σI; false if a pivot was 0.
  bool factorise(double sigma);
  /// The number of eigenvalues of L below −σ (Sylvester).
  std::int64_t negative_pivots() const;
  /// x ← scale (L + σI)⁻¹ x, of kBlockColumns columns.
  void solve(DenseBlock<double>& x, double scale) const;

 private:
  /// Columns that are eliminated together.
  struct Front {
    Node first, columns;
    Node children;              ///< number of fronts whose update matrices it adds
    std::uint64_t below = 0;    ///< rows below its columns
    std::uint64_t rows = 0;     ///< index in rows_ of the first of them, ascending
    std::uint64_t numbers = 0;  ///< index in numbers_ of its rows of U
  };
  /// Update matrices by columns, the last of them on top.
  struct Updates {
    std::vector<double> numbers;
    std::vector<std::size_t> fronts;
  };

  void gather_columns(const Elimination& elimination);
  void count_children(const Elimination& elimination);
  void find_rows();
  bool eliminate(std::size_t index, double sigma, Updates& updates);
  void add_entries(const Front& front, double sigma);
  void add_update(const Front& parent, Updates& updates);
  std::span<const Node> below(const Front& front) const {
    return {rows_.data() + front.rows, front.below};
  }
  Node place(const Front& front, Node row) const;

  const Laplacian& L_;
  const std::function<void()>& tick_;
  std::vector<double> root_;   // M^{−1/2}
  std::vector<Front> fronts_;  // children before parents
  std::vector<Node> rows_;
  std::vector<double> numbers_, D_;
  std::vector<double> F_;             // the current front, by columns
  std::vector<Node> place_, places_;  // places in it: of the rows below; of a child's rows
};

}  // namespace querent::spectral
